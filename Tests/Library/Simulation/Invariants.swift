// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import SimulationClock

/// Something that an invariant promises, and that was not so.
struct Failure: CustomStringConvertible {
  let invariant: String
  let sentence: String
  var description: String { "\(invariant): \(sentence)" }
}

extension Simulation {
  /// Asks the invariants of a time in which nothing has happened for long.
  func askAtRest() {
    for client in clients { askBelief(of: client) }
    askCalls()
    askLastPosition()
    askSongs()
    askGaps()
    askRate()
    askFlickers()
    askSums()
    askTargets()
  }

  /// P1: each client that follows the protocol believes what is committed. P7: the name is there if something is shown.
  ///
  /// - invariant: the one by which it is asked at another time.
  func askBelief(of client: Client, _ invariant: String? = nil) {
    let engine = player.engine
    if !player.isShown {
      if !client.player.isEmpty { fail(invariant ?? "P7", "\(client.player) is there, and nothing is shown") }
      return
    }
    guard client.believed != nil else { return fail(invariant ?? "P7", "a song is shown, and a client sees no player") }
    let status =
      switch engine.state {
      case .stopped: "Stopped"
      case .playing: "Playing"
      case .paused, .buffering: "Paused"
      }
    func compare(_ what: String, _ believed: String, _ true: String) {
      if believed != `true` {
        fail(invariant ?? "P1", "a client believes that \(what) is \(believed); it is \(`true`)")
      }
    }
    compare("the state", client.status ?? "unknown", status)
    compare("the title", client.title ?? "unknown", engine.title)
    compare("the length", "\(client.length ?? 0)", "\(engine.length)")
    compare("the volume", "\(client.believed?["Volume"]?.number ?? -1)", "\(engine.volume)")
    compare("the rate", "\(client.believed?["Rate"]?.number ?? -1)", "\(engine.rate)")
    compare(
      "the shuffle", "\(client.believed?["Shuffle"]?.truth ?? false)", "\(engine.shuffle != NOWPLAYING_SHUFFLE_OFF)")
    // A mode that is not offered is missing.
    compare(
      "the loop", client.believed?["LoopStatus"]?.text ?? (player.manner.ignores ? "None" : "unknown"),
      ["None", "Track", "Playlist"][Int(engine.repeat) % 3])
    // A client counts from the moment at which it hears of a change: 50 ms of waiting and its own delay are not seen.
    // A jump of less than half a second that nobody asked for is not sent.
    let delay = silence + client.latency + schedule.jitter
    // A position in whole seconds means any moment of that second.
    let most: Int64 = isSought ? 100_000 : player.saysWholeSeconds ? 1_150_000 : 550_000
    let allowed = Int64(Double(most + delay) * max(1, engine.rate))
    let off = client.position - engine.position(at: world.now)
    if abs(off) > allowed { fail(invariant ?? "P1", "a client's position is off by \(seconds(off))") }
  }

  /// P6: each call is answered once, within its time.
  private func askCalls() {
    for call in clients.flatMap(\.calls) {
      let isLost = absences.contains { $0.from <= call.sent + 11_000_000 && call.sent <= $0.to }
      if call.answers.isEmpty, !isLost { fail("P6", "\(call.member) at \(seconds(call.sent)) was never answered") }
      if call.answers.count > 1 { fail("P6", "\(call.member) was answered \(call.answers.count) times") }
    }
    if player.openRequests != 0 { fail("P6", "\(player.openRequests) requests of the host are open") }
  }

  /// Whether a client has moved the position last.
  private var isSought: Bool {
    let moving = clients.flatMap(\.calls).filter { ["SetPosition", "Seek"].contains($0.member) }
    guard let last = moving.last(where: { $0.answers.first?.error == "" })?.sent else { return false }
    // A position of another item is not given to the host.
    return player.given.contains { $0.kind == NOWPLAYING_COMMAND_SEEK_TO_POSITION && $0.time >= last }
      && !player.commits.contains { $0.time > last + player.manner.answer }
      && !disturbances.contains { $0.from > last }
  }

  /// The longest time for which the bus is silent.
  private var silence: Int64 { schedule.steps.filter { $0.words.contains("silent") }.map { $0.number(2) }.max() ?? 0 }

  /// P2: the last position that was asked for the present song, and answered with success, is the last one that the
  /// host was given, unless something else moved the position since.
  private func askLastPosition() {
    let moving = ["SetPosition", "Seek", "Next", "Previous", "Stop"]
    // A position that comes after the answer to Next is given, also where the host has no next song.
    let answered = player.manner.songs > 0 && player.manner.answersFirst ? 0 : player.manner.answer
    let calls = clients.flatMap(\.calls).filter { moving.contains($0.member) }
    guard let last = calls.max(by: { ($0.sent, $0.number) < ($1.sent, $1.number) }), last.answers.first?.error == "",
      last.member == "SetPosition",
      clients.first(where: { $0.track == last.track }) != nil,
      last.position <= player.engine.length,
      !player.given.contains(where: {
        $0.time + answered + 100_000 >= last.sent && $0.kind != NOWPLAYING_COMMAND_SEEK_TO_POSITION
      }),
      !player.commits.contains(where: { $0.isNewSong && $0.time >= last.sent - 2_000_000 }),
      // The item that clients see in a gap is not there any more.
      !player.hidings.contains(where: { $0 >= last.sent - 2_000_000 }),
      !disturbances.contains(where: { $0.from > last.sent })
    else { return }
    let given = player.given.last { $0.kind == NOWPLAYING_COMMAND_SEEK_TO_POSITION }
    if given?.position != last.position {
      fail(
        "P2", "the last position asked for is \(seconds(last.position)); the host got \(seconds(given?.position ?? 0))")
    }
  }

  /// P3: a change of song is at most two PropertiesChanged and one Seeked.
  private func askSongs() {
    let times = player.commits.map(\.time) + player.hidings
    for (time, isNewSong) in player.commits where isNewSong {
      let end = time + 1_000_000
      if times.count(where: { abs($0 - time) < 1_500_000 }) > 1 { continue }
      if disturbances.contains(where: { $0.from < end && time - 1_000_000 < $0.to }) { continue }
      let seen = emitted.filter { $0.time >= time && $0.time < end }
      let changes = seen.count { $0.member == "PropertiesChanged" }
      if changes > 2 { fail("P3", "a song at \(seconds(time)) was \(changes) PropertiesChanged") }
      if seen.count - changes > 1 { fail("P3", "a song at \(seconds(time)) was \(seen.count - changes) Seeked") }
    }
  }

  /// P4: between two songs that follow within the promised time nobody sees a stop, or no metadata.
  private func askGaps() {
    for gap in gaps where gap.to - gap.from < 250_000 {
      if disturbances.contains(where: { $0.from < gap.to && gap.from - 1_000_000 < $0.to }) { continue }
      let inside = player.commits.count { $0.time > gap.from && $0.time < gap.to }
      if inside > 0 { continue }
      for each in emitted where each.time >= gap.from && each.time <= gap.to {
        if each.changed["PlaybackStatus"]?.text == "Stopped" {
          fail("P4", "Stopped between two songs, at \(seconds(each.time))")
        }
        if each.changed["Metadata"]?.entries?.isEmpty == true { fail("P4", "no metadata between two songs") }
      }
    }
    for sight in clients.flatMap(\.sights) {
      // Nothing to show is what a client asked for.
      let isMeant = clients.flatMap(\.calls).contains {
        $0.member == "Stop" && sight.time >= $0.sent && sight.time - $0.sent < 1_000_000
      }
      if isMeant { continue }
      fail("P4", "a client saw \(sight.sentence) at \(seconds(sight.time))")
    }
  }

  /// Whether nothing but one step is done around a time.
  private func isAlone(_ time: Int64, for duration: Int64 = 3_000_000) -> Bool {
    let near = schedule.steps.count { abs($0.time + started - time) < duration + 2 * schedule.manner.answer }
    return near == 1 && !gaps.contains { $0.from - duration < time && time - duration < $0.to }
  }

  /// P3: a song that loads is told at the latest 300 ms after it began; what comes within 20 ms after it has loaded is
  /// in its first signal.
  private func askFlickers() {
    for (began, loaded, song) in flickers where isAlone(began) {
      let signals = emitted.filter { $0.member == "PropertiesChanged" && $0.time >= began - 50_000 }
      let isOfSong = { (each: Emitted) in
        each.changed["Metadata"]?.entries?["xesam:title"]?.text?.hasPrefix("Song \(song)") == true
      }
      guard let first = signals.first(where: isOfSong) else { continue }
      // Another signal just before it delays it; and a session that appears with it asks the bus for its name first.
      let late = 301_000 + 2 * bus.jitter
      let isDelayed = signals.contains { $0.time < first.time && first.time - $0.time <= 50_000 }
      if !isDelayed, first.time > began + late {
        fail("P3", "a song that loads was told after \(seconds(first.time - began))")
      }
      let title = first.changed["Metadata"]?.entries?["xesam:title"]?.text
      if loaded + 15_000 < began + 300_000, title == "Song \(song)" {
        fail("P3", "what a song at \(seconds(began)) said just after it had loaded was told later")
      }
    }
  }

  /// P10: relative commands add up, whatever the host's delay.
  private func askSums() {
    for (time, sum, engine) in sums where isAlone(time) && [.playing, .paused].contains(engine.state) {
      if isHidden(time) { continue }
      let end = time + 3_000_000 + 2 * schedule.manner.answer
      switch sum {
      case .plays(let plays): if player.manner.fails == 0 { askState(plays, time, end) }
      case .offset(let offset): if player.manner.fails == 0 { askOffset(offset, engine, time) }
      case .next(let offset): if player.manner.fails == 0 { askNext(offset, engine, time) }
      case .steps(let step): askSteps(step, engine, time, end)
      }
    }
  }

  /// Whether the host showed nothing at a time.
  private func isHidden(_ time: Int64) -> Bool {
    let hidden = player.hidings.last { $0 <= time } ?? .min
    return !player.commits.contains { $0.time > hidden && $0.time <= time }
  }

  private func askState(_ plays: Bool, _ time: Int64, _ end: Int64) {
    let later = player.states.last { $0.time <= end }?.state
    if later != (plays ? .playing : .paused) {
      fail("P10", "what was pressed at \(seconds(time)) made it \(later?.rawValue ?? "nothing")")
    }
  }

  /// The last position that the host was given within a second.
  private func lastGiven(_ time: Int64) -> Player.Given? {
    player.given.last {
      $0.kind == NOWPLAYING_COMMAND_SEEK_TO_POSITION && $0.time < time + 1_000_000 && $0.time >= time
    }
  }

  private func askOffset(_ offset: Int64, _ engine: Engine, _ time: Int64) {
    let target = engine.position(at: time) + offset
    // A seek beyond the end goes to the next song.
    guard target <= engine.length - 2_000_000, let given = lastGiven(time) else { return }
    if abs(given.position - target) > 800_000 {
      fail("P10", "seeks at \(seconds(time)) add up to \(seconds(target)); the host got \(seconds(given.position))")
    }
  }

  private func askNext(_ offset: Int64, _ engine: Engine, _ time: Int64) {
    // Only a host with another song goes on to one.
    if player.manner.songs > 0 || engine.position(at: time) + 5_000_000 > engine.length - 2_000_000 { return }
    guard let given = lastGiven(time) else { return fail("P10", "the seeks at \(seconds(time)) were not given") }
    if abs(given.position - offset) > 1_500_000 {
      fail("P10", "seeks behind Next at \(seconds(time)) lead to \(seconds(given.position))")
    }
  }

  /// A seek that failed is not counted by those that come after its answer.
  private func askSteps(_ step: Int64, _ engine: Engine, _ time: Int64, _ end: Int64) {
    let calls = clients.flatMap(\.calls).filter { $0.member == "Seek" && $0.sent >= time && $0.sent < end }
    let done = calls.count { $0.answers.first?.error == "" }
    let target = engine.position(at: time) + step * Int64(done)
    if engine.position(at: time) + step * Int64(calls.count) > engine.length - 4_000_000 { return }
    let given = player.given.filter {
      $0.kind == NOWPLAYING_COMMAND_SEEK_TO_POSITION && $0.time >= time && $0.time < end
    }
    // The last is the one that counts, unless it failed.
    guard calls.last?.answers.first?.error == "", let last = given.last else { return }
    let moved = engine.state == .playing ? Int64(Double(last.time - time) * engine.rate) : 0
    // A host is at a position when it has answered, and not when it was asked: it plays on meanwhile, at its rate.
    let late = Int64(Double(schedule.manner.answer) * max(1, engine.rate)) * Int64(calls.count)
    if abs(last.position - target - moved) > 800_000 + late {
      fail("P10", "\(done) seeks at \(seconds(time)) lead to \(seconds(last.position)), not \(seconds(target + moved))")
    }
  }

  /// P2: no position but the target is told after a seek, and none is read while the host may still be at the old one.
  private func askTargets() {
    let calls = clients.flatMap(\.calls)
    for call in calls where call.member == "SetPosition" && isAlone(call.sent) {
      if calls.contains(where: { $0 !== call && abs($0.sent - call.sent) < 1_000_000 }) { continue }
      guard let answer = call.answers.first, answer.error.isEmpty, call.track == clients.first?.track else { continue }
      // An old position that the host commits within 300 ms after its answer is not taken before the end of these.
      let reacts = answer.time + 299_000 - 2 * bus.jitter
      let isRepeated = player.commits.contains { $0.time > answer.time && $0.time < reacts }
      let after = isRepeated ? reacts : player.commits.first { $0.time >= reacts }?.time ?? .max
      let end = player.manner.hasPosition ? answer.time + 250_000 : min(after, answer.time + 2_500_000)
      let wrong = emitted.first {
        $0.member == "Seeked" && $0.time > answer.time && $0.time < end
          && abs(($0.position ?? call.position) - call.position) > 1_000_000
      }
      if let wrong {
        fail("P2", "\(seconds(wrong.position ?? 0)) was told after a seek to \(seconds(call.position))")
      }
      if player.states.last(where: { $0.time < call.sent })?.state == .stopped { continue }
      for read in call.readings where read.time > answer.time && read.time < min(end, reacts) {
        if abs(read.position - call.position) < 1_000_000 { continue }
        fail("P2", "\(seconds(read.position)) was read after a seek to \(seconds(call.position))")
      }
    }
  }

  /// P1: what another thread commits while the loop is at work is told.
  func askThread(_ time: Int64) {
    guard isAlone(time), player.isShown, let told = clients.first?.believed?["Volume"]?.number else { return }
    if told != player.engine.volume {
      fail("P1", "a client believes a volume of \(told), 1.5 s after a thread committed \(player.engine.volume)")
    }
  }

  /// P5: at most 20 signals a second.
  private func askRate() {
    for member in ["PropertiesChanged", "Seeked"] {
      let times = emitted.filter { $0.member == member }.map(\.time)
      for (index, time) in times.enumerated() where index >= 21 && time - times[index - 21] < 1_000_000 {
        return fail("P5", "22 \(member) within a second, to \(seconds(time))")
      }
    }
  }

  /// P5: nothing is sent while nothing changes.
  func askAfterRest(_ before: Int) {
    if emitted.count != before { fail("P5", "\(emitted.count - before) signals at rest") }
    for line in player.complaints { fail("log", line) }
  }

  /// Asks the invariants of an app that has ended.
  func askAtEnd() {
    if player.destroyed != 2 { fail("P6", "destroy was called \(player.destroyed) times for an app and a session") }
    for client in clients where !client.player.isEmpty { fail("P7", "\(client.player) is there after the end") }
  }
}
