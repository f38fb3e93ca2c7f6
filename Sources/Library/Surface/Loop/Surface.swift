// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBoundary
import NowPlayingBus
import NowPlayingCore

/// Follows the players on a bus, and asks things of them. Safe to use from any thread.
final class Surface: HandledObject, @unchecked Sendable {
  let core: SurfaceCore
  private let loop: SurfaceLoop
  private let host: HostLoop
  /// Whether the host has ended the surface inside one of its callbacks, where it dispatches.
  private var isEndedInside = Guarded(false)

  var loopMode: LoopMode { host.mode }

  /// Makes a surface, with one reference for the host; it connects in its loop.
  ///
  /// - ready: called with the surface when nothing can fail any more, before the host is called.
  static func make(
    _ options: SurfaceOptions, _ handler: any SurfaceHandler, prepare: (Surface) -> Void, ready: () -> Void
  ) throws(Failure) -> Surface {
    guard let reactor = Reactor.make() else { throw .system }
    let surface = Surface(options, handler, reactor)
    guard surface.handle != nil else { throw .system }
    prepare(surface)
    surface.retainForHost()
    // A thread of the library keeps the surface until the loop has ended.
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

  /// Whether this process is a child of the one that made the surface.
  var isForked: Bool { core.control.isForked }

  var descriptor: Int32 { core.control.reactor.descriptor }

  /// Does what there is to do, without waiting.
  func dispatch() -> Failure? {
    if isCallingHost { return .busy }
    let failure = loop.dispatch()
    // A dispatch inside a callback is refused, and gives nothing back.
    if failure == nil, core.locked({ isEndedInside[$0] }) { releaseForHost() }
    return failure
  }

  /// Whether the calling thread is telling the host to dispatch, where it may neither do so nor end the surface.
  var isCallingHost: Bool { host.isCallingHost }

  /// Ends the surface, as `HostLoop.close` says, and gives the host's reference back.
  func close() {
    switch host.close(tearDown: { loop.tearDown() }) {
    case .before: break
    // The reference is given back when the dispatch that is under way has ended.
    case .later: core.locked { isEndedInside[$0] = true }
    case .now: releaseForHost()
    }
  }
}
