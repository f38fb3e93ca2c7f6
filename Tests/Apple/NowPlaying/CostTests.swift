// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import AppleSupport
import NowPlaying
import NowPlayingCore
import NowPlayingEngine
import SwiftSupport
import Testing

extension AllTests {
  /// The cost of observation in a commit. It measures and does not judge; ask for it with optimized code:
  /// `swift test -c release --filter costOfAChange`.
  @Suite @MainActor struct CostTests {
    private static let rounds = 60
    /// The library sends at most one signal in 50 ms, and a measurement must not wait for that.
    private static let rest = Duration.milliseconds(70)

    @Test func costOfAChange() async throws {
      let engine = try EngineLoop()
      try await withPlayer { player in
        let signals = try SignalLog()
        var (observed, committed): ([Double], [Double]) = ([], [])
        for round in 1...Self.rounds {
          let title = "Observed \(round)"
          observed.append(try await measure(title, signals) { player.title = title })
          let other = "Committed \(round)"
          committed.append(try await measure(other, signals) { engine.commit(title: other) })
        }
        let (ours, floor) = (median(observed), median(committed))
        print(
          """
          from a change of an @Observable property to PropertiesChanged, median: \(Int(ours)) µs
          from a commit to PropertiesChanged, median:                            \(Int(floor)) µs
          ratio: \((ours / floor * 100).rounded() / 100)
          """)
        #expect(observed.count == Self.rounds && committed.count == Self.rounds)
        engine.end()
      }
    }

    /// Returns the microseconds from a change until the monitor has received its signal.
    private func measure(_ title: String, _ signals: SignalLog, _ change: () -> Void) async throws -> Double {
      // sleeps: what belongs to the change before is over
      try await Task.sleep(for: Self.rest)
      let start = Date.now.timeIntervalSince1970 * 1_000_000
      change()
      var arrival: Double?
      try await eventually("\(title) has arrived") {
        arrival = signals.changes.last { $0.changedTitle == title }?.microseconds
        return arrival != nil
      }
      return (arrival ?? 0) - start
    }

    private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
  }
}

/// A host of the engine without observation, as the C functions use it.
@MainActor private final class EngineLoop {
  private final class Silent: AppHandler, SessionHandler {
    let (canRaise, canQuit, canOpenURIs) = (false, false, false)
    let (takesCommands, givesArtwork) = (true, false)
    let (takesDeviceVolume, takesDeviceSteps, givesAnimatedArtwork) = (false, false, false)
    func log(_ level: NowPlayingCore.LogLevel, _ message: String) {}
    func busChanged(_ state: BusState) {}
    func raise(_ request: Request) {}
    func quit(_ request: Request) {}
    func open(_ uri: String, _ request: Request) {}
    func ratiosChanged(_ ratios: AspectRatios) {}
    func wakeUp() {}
    func perform(_ event: CommandEvent, _ request: Request) {}
    func artwork(_ id: String, _ width: Int32, _ height: Int32, _ request: Request) {}
    func preview(_ id: String, _ ratio: NowPlayingCore.AspectRatio, _ width: Int32, _ height: Int32, _ request: Request)
    {}
    func video(_ id: String, _ ratio: NowPlayingCore.AspectRatio, _ width: Int32, _ height: Int32, _ request: Request) {
    }
    func setVolume(_ volume: Double, ofDevice id: String, _ request: Request) {}
    func step(_ step: Int32, device id: String, _ request: Request) {}
    func cancelled(_ request: Request) {}
    func primaryChanged(_ primary: Primary) {}
    func primaryResult(_ which: Primary, _ failure: Failure?) {}
    func finish() {}
  }

  private let app: App
  private let session: Session

  init() throws {
    var options = AppOptions(applicationID: "org.example.Engine")
    options.busAddress = TestBus.shared.bus.address
    app = try App.make(options, Silent())
    session = try Session(app, id: "engine", Silent())
    commit(title: "Beginning")
    _ = session.requestApplicationPrimary()
  }

  func commit(title: String) {
    var content = Content(kind: .generic, id: "item")
    content.texts[.title] = title
    _ = session.set(content: content)
    _ = session.commit()
  }

  func end() { app.close() }
}
