// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The callbacks of an app to its host. Called in the loop, with no lock held.
public protocol AppHandler: AnyObject {
  var canRaise: Bool { get }
  var canQuit: Bool { get }
  var canOpenURIs: Bool { get }
  /// Whether the host makes this kind of change for clients.
  func takes(_ change: AppChange) -> Bool
  func log(_ level: LogLevel, _ message: String)
  /// Whether the host has been given work that it has not begun, so that its next calls may be late. Called on any
  /// thread.
  var isHeldUp: Bool { get }
  func busChanged(_ state: BusState)
  func raise(_ request: Request)
  func quit(_ request: Request)
  func open(_ uri: String, _ request: Request)
  /// Makes a change of a kind for which `takes` is true.
  func make(_ change: AppChange, _ request: Request)
  /// Whether the host plays playlists: only then clients see them.
  var activatesPlaylists: Bool { get }
  /// Plays a playlist, by its id.
  func activate(playlist id: String, _ request: Request)
  /// Called with the aspect ratios of animated artwork that surfaces show, after surfaces have come or gone.
  func ratiosChanged(_ ratios: AspectRatios)
  /// Tells the host to dispatch (`LoopMode.wakeup`). Called outside of the loop, on a thread of its own.
  func wakeUp()
  /// Called once, after all other callbacks.
  func finish()
}

/// The callbacks of a session to its host. Called in the loop, with no lock held.
///
/// A host answers each request that it is given, at once or later.
public protocol SessionHandler: AnyObject {
  var takesCommands: Bool { get }
  /// Whether the host makes this kind of change for clients.
  func takes(_ change: SessionChange) -> Bool
  var takesDeviceVolume: Bool { get }
  var takesDeviceSteps: Bool { get }
  var givesArtwork: Bool { get }
  var givesAnimatedArtwork: Bool { get }
  /// Whether `position` can be called.
  var answersPosition: Bool { get }
  /// Returns the present position; nil when the host does not know it.
  func position() -> Microseconds?
  func perform(_ event: CommandEvent, _ request: Request)
  /// Makes a change of a kind for which `takes` is true.
  func make(_ change: SessionChange, _ request: Request)
  func artwork(_ id: String, _ width: Int32, _ height: Int32, _ request: Request)
  func preview(_ id: String, _ ratio: AspectRatio, _ width: Int32, _ height: Int32, _ request: Request)
  func video(_ id: String, _ ratio: AspectRatio, _ width: Int32, _ height: Int32, _ request: Request)
  func setVolume(_ volume: Double, ofDevice id: String, _ request: Request)
  /// - step: 1 for louder, -1 for quieter.
  func step(_ step: Int32, device id: String, _ request: Request)
  /// Whether the host itself logs late answers, so that the library does not.
  var logsLateRequests: Bool { get }
  func cancelled(_ request: Request)
  func primaryChanged(_ primary: Primary)
  func primaryResult(_ which: Primary, _ failure: Failure?)
  func interrupted(_ began: Bool)
  /// Called once, after all other callbacks.
  func finish()
}

// Defaults for a host that makes no changes, is not interested in interruptions, and calls when it wants to.

extension AppHandler {
  public var isHeldUp: Bool { false }
  public func takes(_ change: AppChange) -> Bool { false }
  public func make(_ change: AppChange, _ request: Request) { request.refuse() }
  public var activatesPlaylists: Bool { false }
  public func activate(playlist id: String, _ request: Request) { request.refuse() }
}

extension SessionHandler {
  public var logsLateRequests: Bool { false }
  public var answersPosition: Bool { false }
  public func position() -> Microseconds? { nil }
  public func takes(_ change: SessionChange) -> Bool { false }
  public func make(_ change: SessionChange, _ request: Request) { request.refuse() }
  public func interrupted(_ began: Bool) {}
}

extension Request {
  fileprivate func refuse() { _ = complete(.failed(.notSupported, "The player cannot do this")) }
}
