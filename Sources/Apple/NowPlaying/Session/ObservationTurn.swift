// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import Dispatch
internal import Synchronization

/// Turns many changes of a model into one reading, and reads less often when a model changes whenever it is read.
///
/// Observation calls back in the middle of a change, on the thread that makes it, while the model still has the old
/// value. So the reading waits for a turn of the main actor, and covers all changes until then.
final class ObservationTurn: Sendable {
  /// The publisher that has the model read. Used on the main actor only, so that it is never released on another
  /// thread.
  @MainActor weak var publisher: SessionPublisher?

  /// The events since the last reading, in bits.
  private let state = Atomic<UInt8>(0)
  /// The bit that is set when a reading has been asked for.
  private static let wanted: UInt8 = 1
  /// The bit that is set when something was changed on a thread other than the main one.
  private static let foreign: UInt8 = 2

  /// The number of readings in a row that found nothing new; `fruitlessSince` is the time of the first of them.
  @MainActor private var fruitless = 0
  @MainActor private var fruitlessSince = ContinuousClock.now

  /// A model that changes whenever it is read has this many readings without news within `period`. Then readings pause.
  private static let limit = 200
  private static let period = Duration.milliseconds(200)
  private static let pause = DispatchTimeInterval.milliseconds(100)

  /// Notes a change, and has the model read in the next turn of the main actor. May be called in the middle of the
  /// change, on any thread.
  func want() {
    let bits = Self.isOnMainQueue ? Self.wanted : Self.wanted | Self.foreign
    let before = state.bitwiseOr(bits, ordering: .acquiringAndReleasing).oldValue
    guard before & Self.wanted == 0 else { return }
    MainActorWatch.run { self.read() }
  }

  @MainActor private func read() {
    guard let delay = delay() else {
      publisher?.refresh()
      return
    }
    MainActorWatch.run(after: delay) { self.publisher?.refresh() }
  }

  /// Whether the caller runs on the main queue. A program that waits in `dispatchMain()`, as one with an asynchronous
  /// `main` does, serves the main queue on any thread.
  private static var isOnMainQueue: Bool { MainThread.isCurrent || DispatchQueue.getSpecific(key: mainQueue) != nil }

  private static let mainQueue = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  var isWanted: Bool { state.load(ordering: .acquiring) & Self.wanted != 0 }

  /// To be called before a reading: later changes are for the next reading. Returns whether a second reading must
  /// follow, because another thread may have changed a property after it was read and before it was observed.
  func begin() -> Bool { state.exchange(0, ordering: .acquiringAndReleasing) & Self.foreign != 0 }

  /// To be called after a reading, with whether something was new.
  @MainActor func ended(foundNews: Bool) {
    if foundNews {
      fruitless = 0
    } else {
      if fruitless == 0 { fruitlessSince = .now }
      fruitless += 1
    }
  }

  /// Returns how long the next reading must wait; nil when it need not.
  @MainActor private func delay() -> DispatchTimeInterval? {
    guard fruitless >= Self.limit else { return nil }
    defer { fruitless = 0 }
    return fruitlessSince.duration(to: .now) < Self.period ? Self.pause : nil
  }
}
