// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Glibc
import SimulationClock

/// Plays schedules, and counts those that fail.
struct Judge {
  /// Whether a seed's schedule that fails is shrunk and printed.
  let shrinks: Bool
  private(set) var passed = 0
  private(set) var failed = 0

  init(shrinks: Bool) { self.shrinks = shrinks }

  /// Plays the schedule of a seed. One that fails is shrunk and printed, as it can be kept in found/.
  mutating func judge(seed: UInt64) {
    let schedule = Schedule(seed: seed)
    guard let first = count("seed \(seed)", schedule), shrinks else { return }
    let small = Self.shrunk(schedule, first.invariant)
    print("# \(Self.play(small).first.map(String.init(describing:)) ?? "")\n\(small.text)")
  }

  /// Plays a schedule that is written down.
  mutating func judge(file: String, traces: Bool) {
    var bytes: [UInt8] = []
    let descriptor = open(file, O_RDONLY)
    var chunk = [UInt8](repeating: 0, count: 65536)
    while case let size = read(descriptor, &chunk, chunk.count), size > 0 { bytes += chunk[..<size] }
    close(descriptor)
    let schedule = Schedule(text: String(decoding: bytes, as: UTF8.self))
    if schedule.steps.isEmpty {
      print("FAIL \(file): it has no steps")
      failed += 1
    } else {
      _ = count(file, schedule, traces: traces)
    }
  }

  private mutating func count(_ name: String, _ schedule: Schedule, traces: Bool = false) -> Failure? {
    guard let first = Self.play(schedule, traces: traces).first else {
      passed += 1
      return nil
    }
    print("FAIL \(name): \(first)")
    failed += 1
    return first
  }

  private static func play(_ schedule: Schedule, traces: Bool = false) -> [Failure] {
    if schedule.hasDaemon { return DaemonSimulation.run(schedule, traces: traces) }
    return schedule.foreign == 0
      ? Simulation(schedule, traces: traces).run() : SurfaceSimulation(schedule, traces: traces).run()
  }

  /// Returns the schedule of fewest steps that still fails in the same way.
  private static func shrunk(_ schedule: Schedule, _ invariant: String) -> Schedule {
    func fails(_ schedule: Schedule) -> Bool { play(schedule).contains { $0.invariant == invariant } }
    var best = schedule
    var size = max(1, best.steps.count / 2)
    while size >= 1 {
      var start = 0
      while start < best.steps.count {
        var candidate = best
        candidate.steps.removeSubrange(start..<min(start + size, best.steps.count))
        if fails(candidate) { best = candidate } else { start += size }
      }
      size /= 2
    }
    let simpler: [(inout Schedule) -> Void] = [
      { $0.jitter = 0 }, { $0.clients = 1 }, { $0.manner.hasPosition = false }, { $0.manner.answersFirst = false },
    ]
    for simplify in simpler {
      var candidate = best
      simplify(&candidate)
      if candidate != best, fails(candidate) { best = candidate }
    }
    return best
  }
}
