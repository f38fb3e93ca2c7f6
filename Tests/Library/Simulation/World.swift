// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import SimulationClock

/// Random numbers of a seed, by splitmix64: the same everywhere.
struct Random: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func isTrue(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &self) < probability }
}

/// A program of the simulation, which uses the libraries by a descriptor.
protocol Program: AnyObject {
  /// The descriptor that becomes readable when the program has something to do; nil once it has ended.
  var descriptor: Int32? { get }
  func dispatch()
}

/// The time, what happens at which time, and the programs. One thread does everything; time jumps to the next event.
final class World {
  private struct Event {
    let time: Int64
    let number: Int
    let action: () -> Void
  }

  /// A heap: the earliest event is first, and of equal ones the one that was added first.
  private var events: [Event] = []
  private var count = 0
  private(set) var handled = 0
  var random: Random
  var programs: [any Program] = []
  /// Handles what the programs have written; returns whether there was anything.
  var readBus: () -> Bool = { false }
  /// Called after each event.
  var observe: () -> Void = {}

  var now: Int64 { sim_now() }

  init(seed: UInt64) {
    random = Random(seed)
    sim_set_random(seed)
  }

  func after(_ delay: Int64, _ action: @escaping () -> Void) { at(now + delay, action) }

  func at(_ time: Int64, _ action: @escaping () -> Void) {
    count += 1
    events.append(Event(time: max(time, now), number: count, action: action))
    var child = events.count - 1
    while child > 0, isBefore(child, (child - 1) / 2) {
      events.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private func isBefore(_ one: Int, _ other: Int) -> Bool {
    (events[one].time, events[one].number) < (events[other].time, events[other].number)
  }

  private func takeFirst() -> Event {
    events.swapAt(0, events.count - 1)
    let first = events.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < events.count && isBefore(child, least) {
        least = child
      }
      if least == parent { return first }
      events.swapAt(parent, least)
      parent = least
    }
  }

  private var nextTime: Int64 { min(events.first?.time ?? .max, sim_next_timer()) }

  /// Runs until a time, which it then is.
  func run(until end: Int64) {
    settle()
    while step(until: end) {}
    sim_set_now(end)
  }

  func run(for duration: Int64) { run(until: now + duration) }

  /// Does what comes next until a time. Returns whether there was something.
  func step(until end: Int64) -> Bool {
    let time = nextTime
    guard time <= end else { return false }
    if time > now { sim_set_now(time) }
    if let first = events.first, first.time <= now {
      takeFirst().action()
      handled += 1
    } else {
      _ = sim_fire_timers()
    }
    settle()
    observe()
    return true
  }

  /// Lets all programs do what they can do now.
  private func settle() {
    var isActive = true
    while isActive {
      isActive = readBus()
      for program in programs {
        guard let descriptor = program.descriptor, sim_is_readable(descriptor) else { continue }
        program.dispatch()
        handled += 1
        isActive = true
      }
    }
  }
}
