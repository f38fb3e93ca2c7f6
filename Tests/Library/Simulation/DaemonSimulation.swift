// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Glibc
import SimulationClock

/// Plays a schedule of players against `nowplaying daemon --pause-others`, the program as it is shipped, and asks its
/// invariants. The program waits in its own loop, from which the simulation goes on; so each schedule has a process.
final class DaemonSimulation: Stage {
  /// `either`: a person paused a player that the daemon had just asked to pause; nobody can tell that from slowness.
  private enum Hand: String { case person, daemon, either }

  private var foreign: [ForeignPlayer] = []
  /// The hand that paused each player last; nil for one that nobody paused.
  private var paused: [Int: Hand] = [:]
  /// The players that the daemon has asked to pause between two items, and that nobody has told anything since.
  private var gapped: Set<Int> = []
  /// The times of the daemon's last requests to pause.
  private var requests: [Int: Int64] = [:]
  /// The times at which a person last paused them.
  private var pauses: [Int: Int64] = [:]
  /// The time for which the daemon takes a pause for an answer to its request, in µs.
  private static let patience: Int64 = 5_000_000
  /// The times at which a player began to play without the daemon: time and player.
  private var began: [(time: Int64, index: Int)] = []

  /// A player that the daemon has started and not told to play: when it did, when the player has appeared, and whether
  /// another has begun to play since, so that the daemon need not wait for it any more.
  private struct Launch {
    let time: Int64
    var appeared: Int64?
    var mayBeOutrun = false
    /// Whether the other one has played for so long that the daemon has seen it, and must not wait.
    var isOutrun = false
    /// Whether it has left as soon as it had appeared, which the daemon may not have seen: it may still wait.
    var hasBlinked = false
  }
  private var launched: [Int: Launch] = [:]
  /// How long a started player may take before it appears, in µs.
  private static let starting: Int64 = 30_000_000
  /// Presses Play where no player is there.
  private let keys = Peer()
  /// The folder in which the program keeps the player that played last.
  private static let state = Bus.socket + "-state"

  /// Returns what was not kept.
  static func run(_ schedule: Schedule, traces: Bool) -> [Failure] {
    var text = [CChar](repeating: 0, count: 65536)
    let simulation = DaemonSimulation(schedule, traces: traces)
    let length = sim_in_child(
      { Unmanaged<DaemonSimulation>.fromOpaque($0!).takeUnretainedValue().play() },
      Unmanaged.passUnretained(simulation).toOpaque(), &text, UInt64(text.count))
    if length < 0 { return [Failure(invariant: "S6", sentence: "the daemon has ended, or crashed")] }
    let told = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    unlink(state + "/nowplaying/last-player")
    for folder in [state + "/nowplaying", state] { rmdir(folder) }
    // The time has passed in the other process.
    sim_set_now(simulation.restTime)
    return told.split(separator: "\n").map { line in
      let parts = line.split(separator: "\t", maxSplits: 1)
      return Failure(invariant: String(parts[0]), sentence: String(parts.last ?? ""))
    }
  }

  /// A program that was started may appear after the last step.
  override var restTime: Int64 {
    super.restTime + (schedule.steps.filter { $0.words.contains("start") }.map { $0.number(3) }.max() ?? 0)
  }

  private init(_ schedule: Schedule, traces: Bool) {
    super.init(schedule, Bus(schedule), traces: traces)
    for index in 0..<schedule.foreign {
      let player = ForeignPlayer(bus, index: index)
      player.isAsked = { [unowned self] in asked($0, index) }
      foreign.append(player)
    }
    bus.connect(keys)
    prepareSteps()
    world.at(restTime) { [unowned self] in end() }
  }

  /// Runs the program, within which the time passes. It does not return.
  private func play() {
    let words = ["nowplaying", "--bus=unix:path=\(Bus.socket)", "daemon", "--pause-others", "--start-last"]
    setenv("XDG_STATE_HOME", Self.state, 1)
    let pointers = words.map { UnsafePointer(strdup($0)) }
    let code = pointers.withUnsafeBufferPointer { sim_run_program($0.baseAddress, UInt64($0.count)) }
    sim_tell("S6\tthe daemon has ended with \(code)")
  }

  private func end() {
    askAtRest()
    sim_tell(failures.map { "\($0.invariant)\t\($0.sentence)" }.joined(separator: "\n"))
  }

  // MARK: Steps

  override func perform(_ step: Step) {
    let index = Int(step.number(2)) % foreign.count
    let player = foreign[index]
    switch step.words[1] {
    case "appear": appear(index)
    case "leave": leave(index)
    case "start":
      for index in foreign.indices { leave(index) }
      bus.activates = { [unowned self] in activate($0, delay: step.number(3)) }
      world.after(3_000_000) { [unowned self] in pressPlay() }
    case "play": begin(index)
    case "pause": pause(index)
    case "song": if player.isThere { player.begin() }
    case "deaf": player.obeys.toggle()
    case "ring":
      begin(index)
      world.after(step.number(3)) { [unowned self] in pause(index) }
    case "gap":
      let status = player.state.status
      guard player.isThere, status == "Playing" else { return }
      // This may be how it does what the daemon has asked for.
      if world.now - (requests[index] ?? .min / 2) < Self.patience { gapped.insert(index) }
      player.change { ($0.title, $0.length, $0.status) = ("", 0, "Stopped") }
      world.after(step.number(3)) { [unowned self] in
        guard player.isThere, player.state.title.isEmpty else { return }
        player.begin()
        // A daemon that has paused it meanwhile, or a person, has the last word.
        if paused[index] == nil { begin(index) }
      }
    default: break
    }
  }

  private func begin(_ index: Int) {
    let player = foreign[index]
    guard player.isThere else { return }
    if player.state.title.isEmpty { player.begin() }
    paused[index] = nil
    gapped.remove(index)
    if player.state.status != "Playing" { began.append((world.now, index)) }
    for other in launched.keys where other != index { launched[other]?.mayBeOutrun = true }
    player.change { $0.status = "Playing" }
    let (title, launches) = (player.state.title, launched.filter { $0.key != index })
    world.after(Self.late) { [unowned self] in
      guard player.state.status == "Playing", player.state.title == title else { return }
      for (other, launch) in launches where launched[other]?.time == launch.time { launched[other]?.isOutrun = true }
    }
  }

  private func leave(_ index: Int) {
    if foreign[index].isThere {
      let hasBlinked = world.now - (launched[index]?.appeared ?? .min / 2) < Self.late
      if hasBlinked { launched[index]?.hasBlinked = true } else { launched[index] = nil }
    }
    foreign[index].leave()
    paused[index] = nil
  }

  private func pressPlay() {
    if foreign.contains(where: \.isThere) { return }
    bus.send(.call("\(MPRIS.prefix).playerctld", MPRIS.path, MPRIS.player, "Play", "", []), from: keys)
  }

  /// Starts the program of a name, which appears after a delay, unless a person has started it, or ended it, before.
  private func activate(_ name: String, delay: Int64) -> Bool {
    guard let index = foreign.firstIndex(where: { $0.busName == name }) else { return false }
    launched[index] = Launch(time: world.now)
    world.after(delay) { [unowned self] in
      if launched[index]?.hasBlinked ?? true { return }
      appear(index)
      if foreign[index].state.title.isEmpty { foreign[index].begin() }
    }
    return true
  }

  private func appear(_ index: Int) {
    foreign[index].appear()
    if launched[index]?.appeared == nil { launched[index]?.appeared = world.now }
  }

  private func pause(_ index: Int) {
    let player = foreign[index]
    guard player.isThere, player.state.status == "Playing" || player.state.title.isEmpty else { return }
    // Between two songs nothing shows this pause: the player has stopped when its song ended.
    let request = requests[index] ?? .min / 2
    let stopped = player.emptySince.map { $0 > request ? $0 : world.now } ?? world.now
    paused[index] = stopped - request < Self.patience ? .either : .person
    pauses[index] = world.now
    gapped.remove(index)
    player.change { if !$0.title.isEmpty { $0.status = "Paused" } }
  }

  // MARK: Invariants

  /// S6: the daemon pauses nobody that nobody interrupted, and plays nobody that a person paused.
  private func asked(_ member: String, _ index: Int) {
    let player = foreign[index]
    trace("daemon", "asks \(player.busName) to \(member)")
    switch member {
    case "Pause":
      let since = world.now - Self.keeps - Self.late
      if !began.contains(where: { $0.index != index && $0.time >= since }) {
        fail("S6", "\(player.busName) was paused, and nobody has begun")
      }
      // The person and the daemon paused it at once.
      if paused[index] == .person, world.now - (pauses[index] ?? 0) < 10_000 + 4 * bus.jitter {
        paused[index] = .either
      }
      if let since = player.emptySince, world.now - since < Self.keeps + Self.late { gapped.insert(index) }
      requests[index] = world.now
      if player.obeys, player.state.status == "Playing" { paused[index] = .daemon }
    case "Play":
      if let start = launched.removeValue(forKey: index), !start.isOutrun {
        return began.append((world.now, index))
      }
      // A player that plays already loses nothing.
      let isPaused = paused[index] != nil || gapped.remove(index) != nil || player.state.status == "Playing"
      if paused[index] == .person || !isPaused {
        fail("S6", "\(player.busName) is to play; it was paused by \(paused[index]?.rawValue ?? "nobody")")
      }
      // A player that does not hear it is not asked again.
      paused[index] = nil
    default: fail("S6", "\(player.busName) was asked for \(member)")
    }
  }

  /// S6: the daemon ends as it began: whoever it has paused plays again when nobody else does.
  private func askAtRest() {
    for (index, start) in launched {
      let (end, name) = (start.time + Self.starting - Self.late, foreign[index].busName)
      if let appeared = start.appeared, appeared < end, !start.mayBeOutrun, !start.hasBlinked {
        fail("S6", "\(name) was started, and not told to play")
      }
    }
    if foreign.contains(where: { $0.isThere && $0.state.status == "Playing" }) { return }
    for (index, player) in foreign.enumerated() where player.isThere && player.obeys && paused[index] == .daemon {
      fail("S6", "\(player.busName) is paused still, and nobody plays")
    }
  }
}
