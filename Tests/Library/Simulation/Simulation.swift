// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import SimulationClock

/// A signal of the player.
struct Emitted {
  let time: Int64
  let member: String
  let changed: [String: Value]
  /// The position of a Seeked.
  var position: Int64?
}

/// Plays a schedule, and asks the invariants.
final class Simulation: Stage {
  let player: Player
  private(set) var clients: [Client] = []
  private(set) var emitted: [Emitted] = []
  /// The times between two songs in which nobody may see a stop: from, to.
  private(set) var gaps: [(from: Int64, to: Int64)] = []
  /// The songs that load, play, load and play again, and are described 10 ms later: the times at which each began, and
  /// at which it had loaded.
  private(set) var flickers: [(began: Int64, loaded: Int64, song: Int)] = []
  /// The relative commands that must add up: the time, what they add up to, and what was so.
  private(set) var sums: [(time: Int64, sum: Sum, engine: Engine)] = []

  /// The state to which relative commands add up.
  enum Sum {
    /// Seeks that do not wait for each other.
    case offset(Int64)
    /// Seeks of this many µs each, that wait for each other's answer.
    case steps(Int64)
    /// A seek, a step to the next song, and seeks within it.
    case next(Int64)
    /// PlayPause, or Play and Pause: whether it plays in the end.
    case plays(Bool)
  }
  /// The times at which a client asked for something, or the bus was away.
  private(set) var disturbances: [(from: Int64, to: Int64)] = []
  /// The times in which the bus was away.
  private(set) var absences: [(from: Int64, to: Int64)] = []

  init(_ schedule: Schedule, traces: Bool = false) {
    let bus = Bus(schedule)
    player = Player(bus.world, schedule.manner, traces: traces)
    super.init(schedule, bus, traces: traces)
    world.programs = [player]
    bus.tap = { [unowned self] in note($0) }
    player.appears = { [unowned self] in appears() }
    if traces { player.tells = { [unowned self] in trace("host", $0) } }
    for index in 0..<schedule.clients { clients.append(Client(bus, latency: 100 + Int64(index) * 900)) }
    prepareSteps()
  }

  /// Runs it to its end. Returns what was not kept.
  func run() -> [Failure] {
    world.run(until: restTime)
    askAtRest()
    let count = emitted.count
    world.run(for: 10_000_000)
    askAfterRest(count)
    player.end()
    world.run(for: 1_000_000)
    askAtEnd()
    bus.stop()
    askAboutDescriptors()
    return failures
  }

  /// P7: what is shown is on the bus soon.
  private func appears() {
    let (time, hidings) = (world.now, player.hidings.count)
    world.after(2_000_000) { [unowned self] in
      let isDisturbed = disturbances.contains { $0.from < time + 2_000_000 && time - 1_000_000 < $0.to }
      if isDisturbed || !bus.isUp || player.hidings.count != hidings || bus.owner(of: MPRIS.host) != nil { return }
      fail("P7", "a song is shown since \(seconds(time)), and the player is not on the bus")
    }
  }

  private func note(_ message: Message) {
    if message.path == MPRIS.path || message.kind != .signal, message.sender != Bus.name {
      trace(message.sender, "\(message.kind) \(message.member) \(message.values)")
    }
    guard message.kind == .signal, message.path == MPRIS.path else { return }
    let values = message.values
    guard message.member != "PropertiesChanged" || values.first?.text == MPRIS.player else { return }
    emitted.append(
      Emitted(
        time: world.now, member: message.member,
        changed: message.member == "PropertiesChanged" ? values[1].entries ?? [:] : [:],
        position: message.member == "Seeked" ? values.first?.integer : nil))
  }

  // MARK: Steps

  override func perform(_ step: Step) {
    switch step.words[0] {
    case "host": host(step)
    case "client":
      disturb(for: 2_000_000)
      client(step)
    default: busStep(step)
    }
  }

  private func disturb(for duration: Int64) { disturbances.append((world.now, world.now + duration)) }

  private func host(_ step: Step) {
    let now = world.now
    switch step.words[1] {
    case "song": player.change { $0.begin($0.song + 1, at: now) }
    case "gap": leave(for: step.number(2)) { player.hide() }
    case "stopgap": leave(for: step.number(2)) { player.change { $0.set(.stopped, at: now) } }
    case "load":
      let wasPlaying = player.engine.state == .playing
      player.change {
        $0.begin($0.song + 1, at: now)
        $0.set(.buffering, at: now)
      }
      world.after(step.number(2)) { [unowned self] in
        if player.engine.state == .buffering {
          player.change { $0.set(wasPlaying ? .playing : .paused, at: self.world.now) }
        }
      }
    case "thread":
      player.commit(volume: Double(step.number(3)) / 10, afterLocks: step.number(2))
      // It reads all, for which the loop takes locks.
      clients.append(Client(bus, latency: 100))
      world.after(1_000_000) { [unowned self] in player.endThread() }
      world.after(1_500_000) { [unowned self] in askThread(now) }
    case "flicker": flicker(step.number(2), step.number(3))
    case "pause": player.change { if $0.state == .playing { $0.set(.paused, at: now) } }
    case "play": player.change { $0.set(.playing, at: now) }
    case "stop": player.change { $0.set(.stopped, at: now) }
    case "seek": player.change { $0.move(to: step.number(2), at: now) }
    case "describe": player.change { $0.description += 1 }
    case "tremble": player.change { $0.length += 40_000 }
    case "volume": player.change { $0.volume = Double(step.number(2)) / 10 }
    case "hide": player.hide()
    default: break
    }
  }

  /// Begins a song as engines do that wait for data twice, and describes it anew just after it has loaded.
  private func flicker(_ first: Int64, _ second: Int64) {
    let (began, state) = (world.now, player.engine.state == .playing ? Engine.State.playing : .paused)
    player.change {
      $0.begin($0.song + 1, at: began)
      $0.set(.buffering, at: began)
    }
    let song = player.engine.song
    let changes: [(Int64, (inout Engine, Int64) -> Void)] = [
      (first, { $0.set(state, at: $1) }), (first + 5_000, { $0.set(.buffering, at: $1) }),
      (first + 5_000 + second, { $0.set(state, at: $1) }),
      (first + 15_000 + second, { $0.description += 1 + 0 * Int($1) }),
    ]
    for (time, change) in changes {
      world.at(began + time) { [unowned self] in
        if player.engine.song == song { player.change { change(&$0, self.world.now) } }
      }
    }
    flickers.append((began, began + first + 5_000 + second, song))
  }

  /// Leaves the song, by a commit, and begins the next one after a gap.
  private func leave(for gap: Int64, _ commit: () -> Void) {
    let state = player.engine.state
    // A stop that began before goes on.
    let isFirst = player.isShown && state != .stopped
    let from = world.now
    commit()
    world.after(gap) { [unowned self] in
      player.change {
        $0.begin($0.song + 1, at: self.world.now)
        $0.set(state, at: self.world.now)
      }
      if isFirst { gaps.append((from, world.now)) }
    }
  }

  private func client(_ step: Step) {
    let client = clients[Int(step.number(3)) % clients.count]
    let number = step.number(2)
    switch step.words[1] {
    case "Seek": client.ask("Seek", "x", [.integer(number)])
    case "SetPosition":
      let call = client.setPosition(number)
      if let call, step.words.count > 4 { client.readPosition(every: step.number(4), of: call) }
    // Positions that are no whole seconds, which would mean any moment of that second.
    case "drag": for index in 0..<number { client.setPosition(1_000_000 * (index + 1) + 123_457) }
    case "dragnext":
      for index in 0..<number { client.setPosition(1_000_000 * (index + 1) + 123_457) }
      world.after(150_000) { client.ask("Next") }
    case "nextdrag":
      client.ask("Next")
      // After the answer, which may have come before the next song, or where there is none.
      let delay = player.manner.answersFirst ? 200_000 : player.manner.answer + 150_000
      for index in 0..<number {
        world.after(delay) { client.setPosition(1_000_000 * (index + 1) + 123_457) }
      }
    case "volume": client.set("Volume", "d", .number(Double(number) / 10))
    case "shuffle": client.set("Shuffle", "b", .truth(number != 0))
    case "loop": client.set("LoopStatus", "s", .text(["None", "Track", "Playlist"][Int(number) % 3]))
    case "rate": client.set("Rate", "d", .number(Double(number) / 2))
    case "seeks":
      sums.append((world.now, .offset(number * 5_000_000), player.engine))
      for index in 0..<number { seek(client, after: 10_000 * index) }
    case "steps":
      sums.append((world.now, .steps(5_000_000), player.engine))
      for index in 0..<number { seek(client, after: (player.manner.answer + 200_000) * index) }
    case "stepnext":
      sums.append((world.now, .next(number * 5_000_000), player.engine))
      seek(client, after: 0)
      world.after(10_000) { client.ask("Next") }
      for index in 0..<number { seek(client, after: 20_000 + 10_000 * index) }
    case "toggles":
      let count = max(2, number)
      sums.append((world.now, .plays((player.engine.state == .playing) == (count % 2 == 0)), player.engine))
      for index in 0..<count { world.after(10_000 * index) { client.ask("PlayPause") } }
    case "presses":
      // Five presses of Play or Pause, by the bits of the number.
      let plays = (0..<5).map { number & 1 << $0 != 0 }
      sums.append((world.now, .plays(plays[4]), player.engine))
      for index in 0..<5 { world.after(10_000 * Int64(index)) { client.ask(plays[index] ? "Play" : "Pause") } }
    case "join": clients.append(Client(bus, latency: 100 + number))
    default: client.ask(step.words[1])
    }
  }

  private func seek(_ client: Client, after delay: Int64) {
    world.after(delay) { client.ask("Seek", "x", [.integer(5_000_000)]) }
  }

  /// P8: a second after the bus is back, or speaks again, clients believe what is committed, unless something else has
  /// happened.
  private func askReturn(_ step: Step) {
    let from = world.now - 3_000_000 - 2 * schedule.manner.answer
    world.after(1_000_000) { [unowned self] in
      let hasHappened = schedule.steps.contains { other in
        other != step && other.time + started > from && other.time + started <= world.now
      }
      if !hasHappened, !gaps.contains(where: { $0.to > from }) {
        for client in clients { askBelief(of: client, "P8") }
      }
    }
  }

  private func busStep(_ step: Step) {
    disturb(for: step.number(2) + 1_500_000)
    if step.words[1] == "silent" {
      bus.isSilent = true
      world.after(step.number(2)) { [unowned self] in
        bus.speak()
        askReturn(step)
      }
      return
    }
    bus.stop()
    absences.append((world.now, world.now + step.number(2) + 1_000_000))
    world.after(step.number(2)) { [unowned self] in
      if bus.isUp { return }
      bus.start()
      for client in clients where !client.isConnected { client.join() }
      askReturn(step)
    }
  }
}
