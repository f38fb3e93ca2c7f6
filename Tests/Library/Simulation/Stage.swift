// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import SimulationClock

/// The part that all simulations have: a schedule on a bus, and what was not kept.
class Stage {
  /// The time after the last step in which everything comes to rest, in µs.
  static let rest: Int64 = 20_000_000
  /// How long a session that has lost its item keeps its place, in µs; and how late a surface may be.
  static let keeps: Int64 = 2_000_000
  static let late: Int64 = 300_000

  let schedule: Schedule
  let bus: Bus
  let started: Int64
  private(set) var failures: [Failure] = []
  private let traces: Bool

  var world: World { bus.world }
  /// The time at which everything has come to rest.
  var restTime: Int64 { started + schedule.lastTime + Self.rest }

  init(_ schedule: Schedule, _ bus: Bus, traces: Bool) {
    (self.schedule, self.bus, self.traces) = (schedule, bus, traces)
    started = bus.world.now
  }

  /// Has the steps come at their times.
  func prepareSteps() {
    for step in schedule.steps {
      world.at(started + step.time) { [unowned self] in
        trace("step", step.words.joined(separator: " "))
        perform(step)
      }
    }
  }

  /// Does a step.
  func perform(_ step: Step) {}

  func fail(_ invariant: String, _ sentence: String) {
    failures.append(Failure(invariant: invariant, sentence: sentence))
  }

  func seconds(_ duration: Int64) -> String { "\(Double(duration) / 1_000_000) s" }

  func trace(_ actor: String, _ line: @autoclosure () -> String) {
    if traces { print("\(world.now - started) \(actor) \(line())") }
  }

  /// P9: all that was opened is closed, now that the programs have ended.
  func askAboutDescriptors() {
    let left = sim_open_descriptors() - bus.descriptorsBefore
    if left != 0 { fail("P9", "\(left) descriptors are open after the end") }
  }
}
