// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingBoundary
import NowPlayingBus
import NowPlayingCore

/// Follows the players on a bus, and asks things of them. Safe to use from any thread.
final class Surface: HandledObject, @unchecked Sendable {
  let core: SurfaceCore
  let loopMode: LoopMode
  private let loop: SurfaceLoop
  /// The id of the loop's thread.
  private var thread = UInt64.zero
  private let wakeupThread: WakeupThread?
  /// Whether the host has ended the surface inside one of its callbacks, where it dispatches.
  private var isEndedInside = Guarded(false)

  private var control: LoopControl { core.control }

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
    // The thread begins by taking the lock.
    let isStarted = surface.core.locked { held in
      switch options.loop {
      case .thread:
        let started = startThread { surface.loop.run() }
        if started.error != 0 { return false }
        surface.thread = started.thread
      case .wakeup: if surface.wakeupThread?.start(held) != true { return false }
      case .descriptor: break
      }
      ready()
      return true
    }
    guard isStarted else {
      surface.releaseForHost()
      throw .system
    }
    return surface
  }

  private init(_ options: SurfaceOptions, _ handler: any SurfaceHandler, _ reactor: Reactor) {
    let control = LoopControl(reactor)
    core = SurfaceCore(control, handler)
    wakeupThread = options.loop == .wakeup ? WakeupThread(control) { handler.wakeUp() } : nil
    loop = SurfaceLoop(core, options, wakeupThread)
    loopMode = options.loop
    super.init(.surface)
    reactor.wake()
  }

  static func find(_ handle: OpaquePointer?) -> Surface? { Handle.object(.surface, handle) }

  /// Whether this process is a child of the one that made the surface.
  var isForked: Bool { control.isForked }

  var descriptor: Int32 { control.reactor.descriptor }

  /// Does what there is to do, without waiting.
  func dispatch() -> Failure? {
    if isTellingHost { return .busy }
    let failure = loop.dispatch()
    // A dispatch inside a callback is refused, and gives nothing back.
    if failure == nil, core.locked({ isEndedInside[$0] }) { releaseForHost() }
    return failure
  }

  /// Whether the calling thread is telling the host to dispatch, where it may neither do so nor end the surface.
  var isTellingHost: Bool {
    guard let wakeupThread else { return false }
    return core.locked { wakeupThread.isCurrent($0) }
  }

  /// Ends the surface, and gives the host's reference back. When it returns nothing of it runs any more, except inside
  /// a callback: then it takes effect when the callback returns. In a forked child only the descriptors are closed.
  func close() {
    if isForked {
      control.reactor.closeInherited()
      return releaseForHost()
    }
    enum Rest {
      case nothing, release, tearDown
      case thread(isMine: Bool)
    }
    let rest = core.locked { held -> Rest in
      if control.isClosing[held] { return .nothing }
      control.isClosing[held] = true
      let isInside = control.isInLoop(held)
      if loopMode == .thread { return .thread(isMine: isInside) }
      if isInside {
        // The reference is given back when the dispatch that is under way has ended.
        isEndedInside[held] = true
        return .nothing
      }
      while control.dispatcher[held] != 0 { control.monitor.wait(held) }
      // A dispatch that was running has torn down, because it saw that we are closing.
      if control.isClosed[held] { return .release }
      control.dispatcher[held] = np_thread_self()
      return .tearDown
    }
    switch rest {
    case .nothing: break
    case .release: releaseForHost()
    case .tearDown:
      loop.end()
      releaseForHost()
    case .thread(let isMine):
      control.reactor.wake()
      // The thread keeps the surface until it has ended.
      if isMine { np_thread_detach(thread) } else { np_thread_join(thread) }
      releaseForHost()
    }
  }
}
