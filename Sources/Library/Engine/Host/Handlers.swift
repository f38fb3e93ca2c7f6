// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The callbacks of an app to its host. Called in the loop, with no lock held.
public protocol AppHandler: AnyObject {
  var canRaise: Bool { get }
  var canQuit: Bool { get }
  var canOpenURIs: Bool { get }
  /// Whether clients can have it make such a change.
  func takes(_ change: AppChange) -> Bool
  func log(_ level: LogLevel, _ message: String)
  func busChanged(_ state: BusState)
  func raise(_ request: Request)
  func quit(_ request: Request)
  func open(_ uri: String, _ request: Request)
  /// Carries out a change that it takes.
  func make(_ change: AppChange, _ request: Request)
  /// Whether clients see its playlists, and can have it play one.
  var activatesPlaylists: Bool { get }
  /// Plays a playlist, by its id.
  func activate(playlist id: String, _ request: Request)
  /// Surfaces have come or gone that show animated artwork: these aspect ratios are shown now.
  func ratiosChanged(_ ratios: AspectRatios)
  /// The loop wants to be dispatched (`LoopMode.wakeup`). Called outside of the loop, on a thread of its own.
  func wakeUp()
  /// Called once, last.
  func finish()
}

/// The callbacks of a session to its host. Called in the loop, with no lock held.
///
/// A host that is given a request answers it, then or later.
public protocol SessionHandler: AnyObject {
  var takesCommands: Bool { get }
  /// Whether clients can have it make such a change.
  func takes(_ change: SessionChange) -> Bool
  var takesDeviceVolume: Bool { get }
  var takesDeviceSteps: Bool { get }
  var givesArtwork: Bool { get }
  var givesAnimatedArtwork: Bool { get }
  /// Whether the host can be asked for the position.
  var answersPosition: Bool { get }
  /// Returns the position now, in microseconds; nil when the host does not know it.
  func position() -> Int64?
  func perform(_ event: CommandEvent, _ request: Request)
  /// Carries out a change that it takes.
  func make(_ change: SessionChange, _ request: Request)
  func artwork(_ id: String, _ width: Int32, _ height: Int32, _ request: Request)
  func preview(_ id: String, _ ratio: AspectRatio, _ width: Int32, _ height: Int32, _ request: Request)
  func video(_ id: String, _ ratio: AspectRatio, _ width: Int32, _ height: Int32, _ request: Request)
  func setVolume(_ volume: Double, ofDevice id: String, _ request: Request)
  /// - step: 1 for louder, -1 for quieter.
  func step(_ step: Int32, device id: String, _ request: Request)
  /// Whether it logs by itself which of its requests are late.
  var logsLateRequests: Bool { get }
  func cancelled(_ request: Request)
  func primaryChanged(_ primary: Primary)
  func primaryResult(_ which: Primary, _ failure: Failure?)
  func interrupted(_ began: Bool)
  /// Called once, last.
  func finish()
}

// A host that takes no changes, or asks for no interruptions, need not say so.

extension AppHandler {
  public func takes(_ change: AppChange) -> Bool { false }
  public func make(_ change: AppChange, _ request: Request) { request.refuse() }
  public var activatesPlaylists: Bool { false }
  public func activate(playlist id: String, _ request: Request) { request.refuse() }
}

extension SessionHandler {
  public var logsLateRequests: Bool { false }
  public var answersPosition: Bool { false }
  public func position() -> Int64? { nil }
  public func takes(_ change: SessionChange) -> Bool { false }
  public func make(_ change: SessionChange, _ request: Request) { request.refuse() }
  public func interrupted(_ began: Bool) {}
}

extension Request {
  fileprivate func refuse() { _ = complete(.failed(.notSupported, "The player cannot do this")) }
}
