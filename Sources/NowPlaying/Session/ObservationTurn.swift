// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Dispatch
internal import NowPlayingHost

/// Makes one reading of many changes, and keeps a model that changes whenever it is read from taking all the time.
///
/// Observation calls back in the middle of a change, on the thread that makes it, when the model still has the old
/// value; so the reading waits for a turn of the main actor, and all changes until then are one.
final class ObservationTurn: Sendable {
  private struct State {
    /// Whether a reading has been asked for.
    var isWanted = false
    /// Whether something was changed on another thread than the main one.
    var isForeign = false
    /// Readings in a row that found nothing new, and when the first of them was.
    var fruitless = 0
    var fruitlessSince = ContinuousClock.now
  }

  private let state = Guarded(State())

  /// So many fruitless readings within so short a time are no accident.
  private static let limit = 200
  private static let period = Duration.milliseconds(200)
  private static let pause = Duration.milliseconds(100)

  /// Notes that something changes, and has the model read in the next turn of the main actor. May be called in the
  /// middle of the change, on any thread; so the publisher is not held here.
  func want(_ publisher: SessionPublisher?) {
    let isForeign = !Self.isOnMainQueue
    let isFirst = state.withLock { state in
      if isForeign { state.isForeign = true }
      defer { state.isWanted = true }
      return !state.isWanted
    }
    guard isFirst else { return }
    MainActorWatch.handing()
    Task { @MainActor [weak publisher] in
      MainActorWatch.taking()
      if let delay = delay() { try? await Task.sleep(for: delay) }
      publisher?.refresh()
    }
  }

  /// Whether this is the main actor's work. In a program that waits in `dispatchMain()`, which is what an asynchronous
  /// `main` does, that is on any thread.
  private static var isOnMainQueue: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: mainQueue) != nil }

  private static let mainQueue = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  var isWanted: Bool { state.withLock { $0.isWanted } }

  /// To be called before a reading: changes from now on are for the next. Returns whether there must be a second one:
  /// what another thread changed between being read and being observed is in no other way seen.
  func begin() -> Bool {
    state.withLock { state in
      defer {
        state.isForeign = false
        state.isWanted = false
      }
      return state.isForeign
    }
  }

  /// To be called after a reading.
  func ended(foundNews: Bool) {
    state.withLock { state in
      if foundNews {
        state.fruitless = 0
      } else {
        if state.fruitless == 0 { state.fruitlessSince = .now }
        state.fruitless += 1
      }
    }
  }

  /// How long the next reading must wait; nil when it need not.
  private func delay() -> Duration? {
    state.withLock { state in
      guard state.fruitless >= Self.limit else { return nil }
      defer { state.fruitless = 0 }
      return state.fruitlessSince.duration(to: .now) < Self.period ? Self.pause : nil
    }
  }
}
