// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBoundary
import NowPlayingBus
import NowPlayingCore

/// Follows the players on a bus, and controls them. Safe to use from any thread.
final class Surface: HandledObject, @unchecked Sendable {
  let core: SurfaceCore
  private let loop: SurfaceLoop
  private let host: HostLoop
  /// Whether the host has ended the surface in a callback while it dispatches.
  private var isEndedInside = Guarded(false)

  var loopMode: LoopMode { host.mode }

  /// Makes a surface with one reference for the host. It connects in its loop.
  ///
  /// - prepare: called with the surface before its loop runs.
  /// - ready: called when nothing can fail any more, before the host is called.
  static func make(
    _ options: SurfaceOptions, _ handler: any SurfaceHandler, prepare: (Surface) -> Void, ready: () -> Void
  ) throws(Failure) -> Surface {
    guard let reactor = Reactor.make() else { throw .system }
    let surface = Surface(options, handler, reactor)
    guard surface.handle != nil else { throw .system }
    prepare(surface)
    surface.retainForHost()
    // The library's thread retains the surface until the loop has ended.
    guard surface.host.start({ surface.loop.run() }, ready: ready) else {
      surface.releaseForHost()
      throw .system
    }
    return surface
  }

  private init(_ options: SurfaceOptions, _ handler: any SurfaceHandler, _ reactor: Reactor) {
    let control = LoopControl(reactor)
    core = SurfaceCore(control, handler)
    host = HostLoop(control, options.loop) { handler.wakeUp() }
    loop = SurfaceLoop(core, options, host.wakeupThread)
    super.init(.surface)
    reactor.wake()
  }

  static func find(_ handle: OpaquePointer?) -> Surface? { Handle.object(.surface, handle) }

  /// Whether this process is a forked child of the one that made the surface.
  var isForked: Bool { core.control.isForked }

  var descriptor: Int32 { core.control.reactor.descriptor }

  /// Does the work that is due, without waiting.
  func dispatch() -> Failure? {
    if isCallingHost { return .busy }
    let failure = loop.dispatch()
    // A dispatch inside a callback is refused, and releases nothing.
    if failure == nil, core.locked({ isEndedInside[$0] }) { releaseForHost() }
    return failure
  }

  /// Whether the calling thread is the one that tells the host to dispatch. There the host may neither dispatch nor end
  /// the surface.
  var isCallingHost: Bool { host.isCallingHost }

  /// Ends the surface, as `HostLoop.close` does, and releases the host's reference.
  func close() {
    switch host.close(tearDown: { loop.tearDown() }) {
    case .before: break
    // The reference is released when the running dispatch ends.
    case .later: core.locked { isEndedInside[$0] = true }
    case .now: releaseForHost()
    }
  }
}
