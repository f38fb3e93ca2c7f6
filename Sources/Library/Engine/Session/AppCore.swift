// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The state that the parts of an app share. Safe to use from any thread.
final class AppCore: @unchecked Sendable {
  let control: LoopControl
  let log: Log
  let calls: HostCalls
  let requests: RequestQueue
  let handler: any AppHandler
  let flags: AppFlags
  /// The path below which the host has track ids of its own; "" for none.
  let trackPrefix: String

  var sessions = Guarded<[Session]>([])
  var sessionsMade = Guarded<UInt32>(0)
  var operations = Guarded<[Operation]>([])
  var busState = Guarded(BusState.none)
  /// The name that the bus has granted; "" while there is none.
  var busName = Guarded("")
  /// Counts the commits of all sessions, and the sessions that come and go.
  let changes = SharedCount()
  /// The number of connections on which a client follows org.nowplaying: while there is one, each change wakes the
  /// loop.
  var followed = Guarded(Int.zero)
  /// The aspect ratios of animated artwork that the desktop's surfaces show.
  var shownRatios = Guarded(AspectRatios())
  /// The app's own properties, as the host has set them.
  var root: Guarded<RootProperties>
  /// The playlists, as the host has set them.
  var playlists = Guarded(Playlists())
  /// Whether a session has ever asked to be shown, or the log has warned that none has.
  var primaryWasAsked = Guarded(false)
  /// The time until which content may wait for a session to ask to be shown; `.max` while no content waits.
  var unshownUntil = Guarded(Instant.max)

  /// Counts the turns of the loop. Only the loop uses the count.
  var turn = UInt32.zero

  /// An operation that a host has requested, and the loop carries out.
  enum Operation {
    case becomeApplicationPrimary(Session)
    case becomeSystemPrimary(Session)
    case resignSystemPrimary(Session)
    /// The closure is told the session's name on the desktop: see `Session.appear`.
    case madeRemote(Session, ((String?) -> Void)?)
    case ended(Session)
    /// The app's properties or playlists have changed.
    case appChanged
  }

  /// The time that an app's first content may wait for a session to ask to be shown.
  static let unshownTimeout: Microseconds = .seconds(2)

  init(
    _ control: LoopControl, _ log: Log, _ artwork: ArtworkStore, _ handler: any AppHandler, _ options: AppOptions,
    _ root: RootProperties
  ) {
    self.control = control
    self.log = log
    self.handler = handler
    flags = options.flags
    trackPrefix = options.trackPrefix
    self.root = Guarded(root)
    calls = HostCalls(control)
    requests = RequestQueue(control, log, artwork)
  }

  deinit { changes.free() }

  func locked<Result>(_ body: (Held) -> Result) -> Result { control.monitor.locked(body) }

  /// Calls the app's host. Returns false when the app has ended.
  @discardableResult
  func tell(_ body: (any AppHandler) -> Void) -> Bool { calls.call(nil) { body(handler) } }

  /// Has the loop carry out an operation. Fails when the app is ending.
  func perform(_ operation: Operation) -> Failure? {
    locked { held in
      guard !control.isClosing[held] else { return .invalidState }
      switch operation {
      case .becomeApplicationPrimary(let session), .becomeSystemPrimary(let session):
        // A session on other devices is shown beside the app's own sessions, without asking.
        if !session.isRemote { (primaryWasAsked[held], session.isListed[held]) = (true, true) }
      case .resignSystemPrimary, .madeRemote, .ended: break
      case .appChanged:
        // The operation that waits will take the newest value, so one is enough: a host may set many before it
        // dispatches.
        if case .appChanged? = operations[held].last { return nil }
      }
      operations[held].append(operation)
      control.wake(held)
      return nil
    }
  }

  /// Counts a change that org.nowplaying announces. Returns whether a client follows it.
  func changed(_ held: Held) -> Bool {
    changes.advance(held)
    return followed[held] != 0
  }

  // MARK: Content that nobody sees

  /// Notes that a session has committed content. Returns whether the loop is to check later that it is shown.
  func hasContent(_ held: Held) -> Bool {
    guard !primaryWasAsked[held], unshownUntil[held] == .max else { return false }
    unshownUntil[held] = Instant.now + Self.unshownTimeout
    return true
  }

  /// Warns of content that is never shown, because the host has probably forgotten a call. While the host is held up
  /// the call may still come.
  func noticeUnshownContent() {
    let isHeldUp = handler.isHeldUp
    let isDue = locked { held in
      guard unshownUntil[held] != .max, primaryWasAsked[held] || Instant.now >= unshownUntil[held] else { return false }
      if isHeldUp, !primaryWasAsked[held] {
        unshownUntil[held] = Instant.now + Self.unshownTimeout
        return false
      }
      unshownUntil[held] = .max
      defer { primaryWasAsked[held] = true }
      return !primaryWasAsked[held]
        && sessions[held].contains { !$0.isRemote && $0.committed(held).state.content != nil }
    }
    if isDue {
      log.clientBug(
        "a session has content, but no session of this app has asked to be the application primary, so nothing is shown"
      )
    }
  }
}
