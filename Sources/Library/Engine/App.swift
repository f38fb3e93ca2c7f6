// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// One program: its sessions, its loop, and through it its connection to the bus. Safe to use from any thread.
public final class App: @unchecked Sendable {
  let core: AppCore
  /// The core's, at hand.
  private let control: LoopControl
  let loop: Loop
  private let host: HostLoop
  private let defaultName: String

  public var loopMode: LoopMode { host.mode }

  /// Makes an app; it connects in its loop. `prepare` is called before the loop runs, and may refuse; `ready` when
  /// nothing can fail any more, before the host is called. Not an initialiser: see `Connection.start`.
  public static func make(
    _ options: AppOptions, _ handler: any AppHandler, prepare: (App) -> Bool = { _ in true }, ready: () -> Void = {}
  ) throws(Failure) -> App {
    guard let reactor = Reactor.make() else { throw .system }
    let app = App(options, handler, reactor)
    guard prepare(app) else { throw .system }
    app.loop.introduce()
    guard app.host.start({ app.loop.run() }, ready: ready) else { throw .system }
    return app
  }

  private init(_ options: AppOptions, _ handler: any AppHandler, _ reactor: Reactor) {
    let sandbox = Sandbox()
    let identity = Identity(options, sandbox, handler)
    control = LoopControl(reactor)
    let log = Log(identity.applicationID, host: options.logLevel, control)
    let artwork = ArtworkStore(
      roots: sandbox.artworkRoots, identity.applicationID, seesOurFiles: !sandbox.isThere)
    core = AppCore(control, log, artwork, handler, options, identity.properties)
    host = HostLoop(control, options.loop) { handler.wakeUp() }
    loop = Loop(core, options, identity, host.wakeupThread)
    defaultName = identity.defaultName
    reactor.wake()
  }

  /// Whether this process is a child of the one that made the app.
  public var isForked: Bool { control.isForked }

  public var descriptor: Int32 { control.reactor.descriptor }

  public var currentBusState: BusState { core.locked { core.busState[$0] } }

  /// The name on the bus that was granted; "" while there is none.
  public var currentBusName: String { core.locked { core.busName[$0] } }

  /// The ratios of animated artwork that the desktop's surfaces show.
  public var shownRatios: AspectRatios { core.locked { core.shownRatios[$0] } }

  /// Changes the name that people see; "" for the one of an app that has none.
  public func set(displayName: String) -> Failure? {
    change { $0.identity = displayName.isEmpty ? defaultName : displayName }
  }

  /// Says how something is that clients can change.
  public func set(_ now: AppChange) -> Failure? { change { $0.set(now) } }

  private func change(_ change: (inout RootProperties) -> Void) -> Failure? {
    core.locked { change(&core.root[$0]) }
    return core.perform(.appChanged)
  }

  /// Changes what clients see of the app's playlists.
  public func changePlaylists(_ change: (inout Playlists) -> Void) -> Failure? {
    core.locked { change(&core.playlists[$0]) }
    return core.perform(.appChanged)
  }

  /// Does what there is to do, without waiting.
  public func dispatch() -> Failure? { isCallingHost ? .busy : loop.dispatch() }

  /// Whether the calling thread is telling the host to dispatch, where it may not do so yet, and not end the app.
  public var isCallingHost: Bool { host.isCallingHost }

  /// Ends the app, as `HostLoop.close` says.
  public func close() { host.close { loop.tearDown() } }

  /// Runs an action when the callback that runs in this thread has returned; at once where none does. So a handle that
  /// was freed in its own callback stays good until then.
  public func whenCallbackReturns(_ action: @escaping () -> Void) { core.calls.whenReturned(action) }

  /// The host uses the library wrongly.
  public func clientBug(_ message: @autoclosure () -> String) { core.log.clientBug(message()) }
}

extension Session {
  /// A session of an app; fails when the app has ended, and with `invalidArgument` when another has the same id.
  ///
  /// - isRemote: whether it plays on other devices, and so is shown beside what the app itself plays.
  /// - isListed: whether surfaces see it before it has asked to become primary.
  public convenience init(
    _ app: App, id: String, isRemote: Bool = false, isListed: Bool = true, _ handler: any SessionHandler
  ) throws(Failure) {
    try self.init(app.core, id: id, isRemote: isRemote, isListed: isListed, handler)
  }

  /// Gives a session that plays on other devices its place on the desktop. To be called once, when its host can be
  /// called.
  ///
  /// - report: called in the loop with the name on the bus under which the session is shown, "" while it is not; and
  ///   with nil, last, when it has ended and the bus knows that its name is gone.
  public func appear(_ report: ((String?) -> Void)? = nil) {
    if isRemote { _ = core.perform(.madeRemote(self, report)) }
  }
}
