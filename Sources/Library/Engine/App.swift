// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// An app of a program: its sessions, its loop, and its connection to the bus. Safe to use from any thread.
public final class App: @unchecked Sendable {
  let core: AppCore
  /// The control of the core, kept here for quick access.
  private let control: LoopControl
  let loop: Loop
  private let host: HostLoop
  private let defaultName: String

  public var loopMode: LoopMode { host.mode }

  /// Makes an app, which connects in its loop. `prepare` is called before the loop runs, and may refuse; `ready` is
  /// called when nothing can fail any more, before the host is called. Not an initialiser: see `Connection.start`.
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

  /// The name that the bus has granted; "" while there is none.
  public var currentBusName: String { core.locked { core.busName[$0] } }

  /// The aspect ratios of animated artwork that the desktop's surfaces show.
  public var shownRatios: AspectRatios { core.locked { core.shownRatios[$0] } }

  /// Changes the name that people see; "" restores the default.
  public func set(displayName: String) -> Failure? {
    change { $0.identity = displayName.isEmpty ? defaultName : displayName }
  }

  /// Sets a property of the app that clients can change.
  public func set(_ now: AppChange) -> Failure? { change { $0.set(now) } }

  private func change(_ change: (inout RootProperties) -> Void) -> Failure? {
    core.locked { change(&core.root[$0]) }
    return core.perform(.appChanged)
  }

  /// Changes the app's playlists as clients see them.
  public func changePlaylists(_ change: (inout Playlists) -> Void) -> Failure? {
    core.locked { change(&core.playlists[$0]) }
    return core.perform(.appChanged)
  }

  /// Does the work that is due, without waiting.
  public func dispatch() -> Failure? { isCallingHost ? .busy : loop.dispatch() }

  /// Whether the calling thread is the one that tells the host to dispatch. There the host may neither dispatch nor end
  /// the app.
  public var isCallingHost: Bool { host.isCallingHost }

  /// Ends the app; see `HostLoop.close`.
  public func close() { host.close { loop.tearDown() } }

  /// Runs an action when the running callback of this thread has returned, or at once where none runs. So a handle that
  /// is freed in its own callback stays valid until then.
  public func whenCallbackReturns(_ action: @escaping () -> Void) { core.calls.whenReturned(action) }

  /// Logs a wrong use of the library by the host.
  public func clientBug(_ message: @autoclosure () -> String) { core.log.clientBug(message()) }
}

extension Session {
  /// Makes a session of an app. Fails when the app has ended, and with `invalidArgument` when another session has the
  /// same id.
  ///
  /// - isRemote: whether it plays on other devices, and so is shown beside the app's own sessions.
  /// - isListed: whether surfaces see it before it asks to become primary.
  public convenience init(
    _ app: App, id: String, isRemote: Bool = false, isListed: Bool = true, _ handler: any SessionHandler
  ) throws(Failure) {
    try self.init(app.core, id: id, isRemote: isRemote, isListed: isListed, handler)
  }

  /// Puts a session that plays on other devices on the desktop. Called once, when its host can be called.
  ///
  /// - report: called in the loop with the bus name under which the session is shown, "" while it is not; and at last
  ///   with nil, when the session has ended and its name is released.
  public func appear(_ report: ((String?) -> Void)? = nil) {
    if isRemote { _ = core.perform(.madeRemote(self, report)) }
  }
}
