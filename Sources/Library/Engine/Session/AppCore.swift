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
  /// The path below which the host's own track ids are; empty when it has none.
  let trackPrefix: String

  var sessions = Guarded<[Session]>([])
  var sessionsMade = Guarded<UInt32>(0)
  var operations = Guarded<[Operation]>([])
  var busState = Guarded(BusState.none)
  /// The name on the bus that was granted; "" while there is none.
  var busName = Guarded("")
  /// Counts what was committed, by any session, and which sessions there are.
  let changes = SharedCount()
  /// On how many connections somebody follows the protocol, so that each change is news.
  var followed = Guarded(Int.zero)
  /// The ratios of animated artwork that the desktop's surfaces show.
  var shownRatios = Guarded(AspectRatios())
  /// The properties of the app itself, as the host has set them.
  var root: Guarded<RootProperties>
  /// The playlists, as the host has set them.
  var playlists = Guarded(Playlists())
  /// Whether a session has ever asked to be shown, or the log has said that none has.
  var primaryWasAsked = Guarded(false)
  /// Until when content may wait for a session to ask for that; `.max` while there is none.
  var unshownUntil = Guarded(Int64.max)

  /// Counts the turns of the loop, to which it belongs.
  var turn = UInt32.zero

  /// Something that a host asked for, to be done by the loop.
  enum Operation {
    case becomeApplicationPrimary(Session)
    case becomeSystemPrimary(Session)
    case resignSystemPrimary(Session)
    /// The closure hears of its name on the desktop: see `Session.appear`.
    case madeRemote(Session, ((String?) -> Void)?)
    case ended(Session)
    /// The host has said something of the app itself, or of its playlists.
    case appChanged
  }

  /// How long an app's first content may wait for a session that asks to be shown, in µs.
  static let unshownTimeout: Int64 = 2_000_000

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

  /// Has the loop do something. Fails when the app ends.
  func perform(_ operation: Operation) -> Failure? {
    locked { held in
      guard !control.isClosing[held] else { return .invalidState }
      switch operation {
      case .becomeApplicationPrimary(let session), .becomeSystemPrimary(let session):
        // A session on other devices is shown beside the app's own, and without being asked.
        if !session.isRemote { (primaryWasAsked[held], session.isListed[held]) = (true, true) }
      case .resignSystemPrimary, .madeRemote, .ended: break
      case .appChanged:
        // The one that waits takes the last value; a host that does not dispatch for long may say many.
        if case .appChanged? = operations[held].last { return nil }
      }
      operations[held].append(operation)
      control.wake(held)
      return nil
    }
  }

  /// Something changes that the protocol announces. Returns whether anybody follows it.
  func changed(_ held: Held) -> Bool {
    changes.advance(held)
    return followed[held] != 0
  }

  // MARK: Content that nobody sees

  /// A session has committed content. Returns whether the loop is to look after it.
  func hasContent(_ held: Held) -> Bool {
    guard !primaryWasAsked[held], unshownUntil[held] == .max else { return false }
    unshownUntil[held] = Clamp.sum(np_now_us(), Self.unshownTimeout)
    return true
  }

  /// Content that nobody sees is nearly always a call that was forgotten.
  func noticeUnshownContent() {
    let isDue = locked { held in
      guard unshownUntil[held] != .max, primaryWasAsked[held] || np_now_us() >= unshownUntil[held] else { return false }
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
