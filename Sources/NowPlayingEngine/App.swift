// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingBus
import NowPlayingCore

/// One program: its sessions, its loop, and through it its connection to the bus.
///
/// Safe to use from any thread: what several threads touch is guarded by `monitor`, and all else belongs to the loop.
public final class App: @unchecked Sendable {
  /// Who runs the loop.
  public enum LoopMode: Sendable {
    case thread, descriptor
  }

  public struct Options {
    public var applicationID: String
    public var displayName = ""
    public var desktopEntry = ""
    public var busAddress = ""
    public var busSocket: Int32?
    public var loop = LoopMode.thread
    public var uriSchemes: [String] = []
    public var mimeTypes: [String] = []
    public var logLevel = LogLevel.warning
    public var interruptions = false

    public init(applicationID: String) { self.applicationID = applicationID }

    /// The bus that was given, else that of the session; nil when the program is to stay off every bus.
    var busSource: BusSource? {
      if let busSocket { return .socket(busSocket) }
      if !busAddress.isEmpty { return .address(busAddress) }
      return BusAddress.session.map { .address($0) }
    }
  }

  let identity: Identity
  let handler: any AppHandler
  let loopMode: LoopMode
  let logLevels: LogLevels
  let interruptions: Bool
  let artwork: ArtworkStore
  let reactor: Reactor
  let monitor = Monitor()
  private let forkGeneration = np_fork_generation()
  private var thread: UInt64 = 0

  // MARK: Guarded by `monitor`

  var sessions: [Session] = []
  var sessionsMade: UInt32 = 0
  var operations: [Operation] = []
  var pendingRequests: [Request] = []
  var answeredRequests: [Request] = []
  var applicationPrimary: Session?
  var busState = BusState.none
  /// The thread that is in the loop, 0 for none.
  var dispatcher: UInt64 = 0
  var isClosing = false
  var isClosed = false
  var wakePending = false
  /// Whether the loop will look for commits by itself, at the end of the interval between two signals.
  var isCoalescing = false
  /// The session whose host is being called.
  var calling: Session?
  var isCallingHost = false
  /// What is to be done when the callback that runs has returned.
  var afterCallback: [() -> Void] = []
  /// Whether a session has ever asked to be shown, or the host was told that none has.
  var primaryWasAsked = false
  /// Until when content may wait for a session to ask for that; `.max` while there is none.
  var unshownUntil = Int64.max
  var logLines: [(LogLevel, String)] = []
  var logLinesLost = 0

  // MARK: Belongs to the loop

  private lazy var loop = Loop(self, source)
  private let source: BusSource?

  /// Something that a host asked for, to be done by the loop.
  enum Operation {
    case becomeApplicationPrimary(Session)
    case becomeSystemPrimary(Session)
    case resignSystemPrimary(Session)
    case ended(Session)
  }

  /// Makes an app; it connects in its loop. `prepare` is called before the loop runs, and may refuse; `ready` when
  /// nothing can fail any more, before the host is called. Not an initialiser: see `Connection.start`.
  public static func make(
    _ options: Options, _ handler: any AppHandler, prepare: (App) -> Bool = { _ in true }, ready: () -> Void = {}
  ) throws(Failure) -> App {
    guard let reactor = Reactor.make() else { throw .system }
    let app = App(options, handler, reactor)
    guard prepare(app) else { throw .system }
    app.loop.introduce()
    // The thread begins by taking the lock.
    app.monitor.lock()
    defer { app.monitor.unlock() }
    if options.loop == .thread {
      let started = startThread { app.loop.run() }
      if started.error != 0 { throw .system }
      app.thread = started.thread
    }
    ready()
    return app
  }

  private init(_ options: Options, _ handler: any AppHandler, _ reactor: Reactor) {
    let sandbox = Sandbox()
    identity = Identity(options, sandbox, handler)
    artwork = ArtworkStore(roots: sandbox.artworkRoots, identity.applicationID)
    self.reactor = reactor
    self.handler = handler
    loopMode = options.loop
    logLevels = LogLevels(host: options.logLevel)
    interruptions = options.interruptions
    source = options.busSource
    reactor.wake()
  }

  /// Whether this process is a child of the one that made the app.
  public var isForked: Bool { np_fork_generation() != forkGeneration }

  public var descriptor: Int32 { reactor.descriptor }

  public var currentBusState: BusState { monitor.locked { busState } }

  public var runsThread: Bool { loopMode == .thread }

  /// Does what there is to do, without waiting.
  public func dispatch() -> Failure? { loop.dispatch() }

  /// Ends the app. When it returns nothing of it runs any more, except inside a callback: then it takes effect when
  /// the callback returns. In a forked child the connection is the parent's: only the child's descriptors are closed,
  /// without which the bus would not see the parent's end.
  public func close() {
    if isForked { return reactor.closeInherited() }
    let me = np_thread_self()
    monitor.lock()
    if isClosing {
      monitor.unlock()
      return
    }
    isClosing = true
    let inside = dispatcher == me
    if loopMode == .thread {
      monitor.unlock()
      reactor.wake()
      if inside { np_thread_detach(thread) } else { np_thread_join(thread) }
    } else {
      if !inside { while dispatcher != 0 { monitor.wait() } }
      // A dispatch that was running has torn down, because it saw that we are closing.
      let remains = !inside && !isClosed
      if remains { dispatcher = me }
      monitor.unlock()
      if remains { loop.tearDown() }
    }
  }

  /// Does something when the callback that called returns; at once outside of one. So a handle that was freed in its
  /// own callback stays good until then.
  public func whenCallbackReturns(_ action: @escaping () -> Void) {
    // In a forked child another thread may have left the lock taken.
    let waits = !isForked && monitor.locked {
      guard isInLoop, isCallingHost else { return false }
      afterCallback.append(action)
      return true
    }
    if !waits { action() }
  }

  // MARK: For the parts of the engine

  var isInLoop: Bool { dispatcher == np_thread_self() }

  /// Makes the loop turn soon. With the lock held.
  func wakeLocked() {
    if needsWakeLocked() { reactor.wake() }
  }

  /// Whether the loop has to be woken, which the caller then does. With the lock held.
  func needsWakeLocked() -> Bool {
    if wakePending || isInLoop { return false }
    wakePending = true
    return true
  }

  func perform(_ operation: Operation) -> Failure? {
    monitor.locked {
      guard !isClosing else { return .invalidState }
      switch operation {
      case .becomeApplicationPrimary, .becomeSystemPrimary: primaryWasAsked = true
      case .resignSystemPrimary, .ended: break
      }
      operations.append(operation)
      wakeLocked()
      return nil
    }
  }
}
