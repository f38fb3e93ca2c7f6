// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// What an app asks and tells its host. Called in the loop, with no lock held.
public protocol AppHandler: AnyObject {
  var canRaise: Bool { get }
  var canQuit: Bool { get }
  var canOpenURIs: Bool { get }
  var canSetFullscreen: Bool { get }
  func log(_ level: LogLevel, _ message: String)
  func busChanged(_ state: BusState)
  func raise(_ request: Request)
  func quit(_ request: Request)
  func open(_ uri: String, _ request: Request)
  func setFullscreen(_ isOn: Bool, _ request: Request)
  /// Surfaces have come or gone that show animated artwork: these aspect ratios are shown now.
  func ratiosChanged(_ ratios: AspectRatios)
  /// The loop wants to be dispatched (`LoopMode.wakeup`). Called outside of the loop, on a thread of its own.
  func wakeUp()
  /// Called once, last.
  func finish()
}

/// What a session asks and tells its host. Called in the loop, with no lock held.
///
/// Whoever is given a request answers it, then or later.
public protocol SessionHandler: AnyObject {
  var takesCommands: Bool { get }
  var takesVolume: Bool { get }
  var takesDeviceVolume: Bool { get }
  var takesDeviceSteps: Bool { get }
  var givesArtwork: Bool { get }
  var givesAnimatedArtwork: Bool { get }
  func perform(_ event: CommandEvent, _ request: Request)
  func setVolume(_ volume: Double, _ request: Request)
  func artwork(_ id: String, _ width: Int32, _ height: Int32, _ request: Request)
  func preview(_ id: String, _ ratio: AspectRatio, _ width: Int32, _ height: Int32, _ request: Request)
  func video(_ id: String, _ ratio: AspectRatio, _ width: Int32, _ height: Int32, _ request: Request)
  func setVolume(_ volume: Double, ofDevice id: String, _ request: Request)
  /// - step: 1 for louder, -1 for quieter.
  func step(_ step: Int32, device id: String, _ request: Request)
  func cancelled(_ request: Request)
  func primaryChanged(_ primary: Primary)
  func primaryResult(_ which: Primary, _ failure: Failure?)
  func interrupted(_ began: Bool)
  /// Called once, last.
  func finish()
}
