// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import NowPlayingCore
import Testing

@testable import NowPlayingEngine

/// A host that records only that it was released.
class QuietHost: AppHandler, SessionHandler, @unchecked Sendable {
  var canRaise: Bool { false }
  var canQuit: Bool { false }
  var canOpenURIs: Bool { false }
  var takesCommands: Bool { true }
  var takesDeviceVolume: Bool { false }
  var takesDeviceSteps: Bool { false }
  var givesArtwork: Bool { true }
  var givesAnimatedArtwork: Bool { false }
  var finished = 0

  func log(_ level: LogLevel, _ message: String) {}
  func busChanged(_ state: BusState) {}
  func raise(_ request: Request) { _ = request.complete(.done) }
  func quit(_ request: Request) { _ = request.complete(.done) }
  func open(_ uri: String, _ request: Request) { _ = request.complete(.done) }
  func ratiosChanged(_ ratios: AspectRatios) {}
  func wakeUp() {}
  func perform(_ event: CommandEvent, _ request: Request) { _ = request.complete(.done) }
  func takes(_ change: SessionChange) -> Bool { true }
  func make(_ change: SessionChange, _ request: Request) { _ = request.complete(.done) }
  func artwork(_ id: String, _ width: Int32, _ height: Int32, _ request: Request) {}
  func preview(_ id: String, _ ratio: AspectRatio, _ width: Int32, _ height: Int32, _ request: Request) {}
  func video(_ id: String, _ ratio: AspectRatio, _ width: Int32, _ height: Int32, _ request: Request) {}
  func setVolume(_ volume: Double, ofDevice id: String, _ request: Request) {}
  func step(_ step: Int32, device id: String, _ request: Request) {}
  func cancelled(_ request: Request) {}
  func primaryChanged(_ primary: Primary) {}
  func primaryResult(_ which: Primary, _ failure: Failure?) {}
  func interrupted(_ began: Bool) {}
  func finish() { finished += 1 }
}

/// Returns an app that never finds a bus, and whose loop runs in the test's own thread.
func lonelyApp(_ host: QuietHost = QuietHost()) throws -> App {
  var options = AppOptions(applicationID: "org.example.Lonely")
  options.loop = .descriptor
  options.busAddress = "unix:path=/nonexistent/bus"
  return try App.make(options, host)
}

extension Session {
  /// The last committed state.
  var committed: CommittedState { core.locked { committed($0) } }
}

/// Makes a directory for one test, in which an artwork store writes its folders.
func withRuntimeDirectory<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let root = FileManager.default.temporaryDirectory.appending(path: "nowplaying-" + UUID().uuidString)
  try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: root) }
  return try body(root)
}

/// Returns a minimal PNG: its signature, its size, and a distinguishing byte.
func picture(_ mark: UInt8) -> [UInt8] {
  [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + "IHDR".utf8 + [0, 0, 0, 1, 0, 0, 0, 1]
    + [UInt8](repeating: mark, count: 16)
}

extension StoredPicture {
  /// The path of the picture's file.
  var file: String { path ?? "none" }
}

extension AppCore {
  /// Does something as the thread that is in the loop.
  func inLoop<Result>(_ body: () -> Result) -> Result {
    let isEntered = locked { control.enter($0) }
    #expect(isEntered)
    defer { locked { control.leave($0) } }
    return body()
  }
}
