// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import Dispatch
internal import Synchronization

/// Makes one reading of many changes, and keeps a model that changes whenever it is read from taking all the time.
///
/// Observation calls back in the middle of a change, on the thread that makes it, when the model still has the old
/// value; so the reading waits for a turn of the main actor, and all changes until then are one.
final class ObservationTurn: Sendable {
  /// The publisher that has the model read. Looked up on the main actor only, so that it never ends elsewhere.
  @MainActor weak var publisher: SessionPublisher?

  /// The events since the last reading, in bits.
  private let state = Atomic<UInt8>(0)
  /// A reading has been asked for.
  private static let wanted: UInt8 = 1
  /// Something was changed on another thread than the main one.
  private static let foreign: UInt8 = 2

  /// Readings in a row that found nothing new, and when the first of them was.
  @MainActor private var fruitless = 0
  @MainActor private var fruitlessSince = ContinuousClock.now

  /// So many fruitless readings within so short a time are no accident.
  private static let limit = 200
  private static let period = Duration.milliseconds(200)
  private static let pause = DispatchTimeInterval.milliseconds(100)

  /// Notes that something changes, and has the model read in the next turn of the main actor. May be called in the
  /// middle of the change, on any thread.
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

  /// Whether this is the main actor's work. In a program that waits in `dispatchMain()`, which is what an asynchronous
  /// `main` does, that is on any thread.
  private static var isOnMainQueue: Bool { MainThread.isCurrent || DispatchQueue.getSpecific(key: mainQueue) != nil }

  private static let mainQueue = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  var isWanted: Bool { state.load(ordering: .acquiring) & Self.wanted != 0 }

  /// To be called before a reading: changes from now on are for the next. Returns whether there must be a second one:
  /// what another thread changed between being read and being observed is in no other way seen.
  func begin() -> Bool { state.exchange(0, ordering: .acquiringAndReleasing) & Self.foreign != 0 }

  /// To be called after a reading.
  @MainActor func ended(foundNews: Bool) {
    if foundNews {
      fruitless = 0
    } else {
      if fruitless == 0 { fruitlessSince = .now }
      fruitless += 1
    }
  }

  /// How long the next reading must wait; nil when it need not.
  @MainActor private func delay() -> DispatchTimeInterval? {
    guard fruitless >= Self.limit else { return nil }
    defer { fruitless = 0 }
    return fruitlessSince.duration(to: .now) < Self.period ? Self.pause : nil
  }
}
