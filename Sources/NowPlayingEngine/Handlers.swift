// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// How important a log line is. The raw values are those of the C header.
public enum LogLevel: Int32, Sendable {
  case error = 0
  case warning, info, debug

  var name: StaticString {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .info: "info"
    case .debug: "debug"
    }
  }

  /// Nil for any other word.
  init?(name: String) {
    switch name.exact {
    case "error": self = .error
    case "warning": self = .warning
    case "info": self = .info
    case "debug": self = .debug
    default: return nil
    }
  }
}

/// Whether the desktop can be reached. The raw values are those of the C header.
public enum BusState: Int32, Sendable {
  case none = 0
  case connected, published
}

/// What a session is the primary of. The raw values are those of the C header.
public struct Primary: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let application = Primary(rawValue: 1)
  public static let system = Primary(rawValue: 2)
}

/// What can go wrong. The raw values are those of the C header.
public enum Failure: Int32, Error, Sendable {
  case invalidArgument = -1
  case invalidHandle = -2
  case invalidState = -3
  case alreadyAnswered = -4
  case cancelled = -5
  case timedOut = -6
  case notSupported = -7
  case notPermitted = -8
  case noBus = -9
  case commandFailed = -10
  case noSuchContent = -11
  case tooLarge = -12
  case notAnImage = -13
  case io = -14
  case forked = -15
  case busy = -16
  case system = -17
}

/// What an app asks and tells its host. Called in the loop, with no lock held.
public protocol AppHandler: AnyObject {
  var canRaise: Bool { get }
  var canQuit: Bool { get }
  var canOpenURIs: Bool { get }
  func log(_ level: LogLevel, _ message: String)
  func busChanged(_ state: BusState)
  func raise(_ request: Request)
  func quit(_ request: Request)
  func open(_ uri: String, _ request: Request)
  /// Called once, last.
  func finish()
}

/// What a session asks and tells its host. Called in the loop, with no lock held.
///
/// Whoever is given a request answers it, then or later.
public protocol SessionHandler: AnyObject {
  var takesCommands: Bool { get }
  var takesVolume: Bool { get }
  var givesArtwork: Bool { get }
  func perform(_ event: CommandEvent, _ request: Request)
  func setVolume(_ volume: Double, _ request: Request)
  func artwork(_ id: String, width: Int32, height: Int32, _ request: Request)
  func cancelled(_ request: Request)
  func primaryChanged(_ primary: Primary)
  func primaryResult(_ which: Primary, _ failure: Failure?)
  func interrupted(_ began: Bool)
  /// Called once, last.
  func finish()
}
