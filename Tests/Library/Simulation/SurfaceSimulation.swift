// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import SimulationClock

/// Plays a schedule of foreign players and a host of the library against a surface, and asks its invariants.
final class SurfaceSimulation: Stage {
  let player: Player
  let watcher: Watcher
  private(set) var foreign: [ForeignPlayer] = []
  /// The session that was first after the last event; and the reasons for which another may be.
  private var first: Watcher.Shown?
  /// The names of the players that were shown after the last event.
  private var shownBefore: [String] = []
  private var began: [(time: Int64, busName: String)] = []
  private var left: [(time: Int64, busName: String)] = []
  private(set) var disturbedUntil: Int64 = 0
  private var appeared: [String: Int64] = [:]
  private var hadNoItem: Set<String> = []
  private var emptied: [String: Int64] = [:]
  /// The time of the last step of each player.
  private(set) var touched: [String: Int64] = [:]
  /// The time until which a player may be shown late, because it floods or does not answer.
  private(set) var lateUntil: [String: Int64] = [:]

  /// A question that a silent player has not answered is asked again when its time is over.
  override var restTime: Int64 {
    let silence = schedule.steps.filter { $0.words.contains("silent") }.map { $0.number(3) }.max()
    return super.restTime + (silence.map { $0 + 2 * Self.rest } ?? 0)
  }

  init(_ schedule: Schedule, traces: Bool = false) {
    let bus = Bus(schedule)
    player = Player(bus.world, schedule.manner)
    watcher = Watcher(bus.world)
    super.init(schedule, bus, traces: traces)
    world.programs = [player, watcher]
    for index in 0..<schedule.foreign {
      foreign.append(ForeignPlayer(bus, index: index))
      if schedule.areOfOneProcess, index == 1 { foreign[1].processID = foreign[0].processID }
      let name = foreign[index].busName
      foreign[index].isAsked = { [unowned self] in noteAsked(name, begins: $0 != "Pause") }
    }
    world.observe = { [unowned self] in observe() }
    prepareSteps()
  }

  func run() -> [Failure] {
    world.run(until: restTime)
    askAtRest()
    askActions()
    world.observe = {}
    askLateSurfaces()
    player.end()
    watcher.end()
    world.run(for: 1_000_000)
    bus.stop()
    for line in watcher.complaints + player.complaints { fail("log", line) }
    if watcher.destroyed != 1 { fail("S4", "destroy was called \(watcher.destroyed) times") }
    for action in watcher.asked where action.answers.count != 1 {
      fail("S4", "an action at \(seconds(action.time - started)) was answered \(action.answers.count) times")
    }
    askAboutDescriptors()
    return failures
  }

  // MARK: Steps

  override func perform(_ step: Step) {
    let now = world.now
    switch step.words[0] {
    case "host":
      touched[MPRIS.host] = now
      if !self.player.isShown { appeared[MPRIS.host] = now }
      switch step.words[1] {
      case "song":
        if player.engine.state == .playing { began.append((now, MPRIS.host)) }
        player.change { $0.begin($0.song + 1, at: now) }
      case "pause": player.change { if $0.state == .playing { $0.set(.paused, at: now) } }
      case "hide": player.hide()
      default:
        began.append((now, MPRIS.host))
        player.change { $0.set(.playing, at: now) }
      }
    case "foreign": perform(step, of: foreign[Int(step.number(2)) % foreign.count])
    case "surface": ask(step)
    default:
      bus.stop()
      (first, disturbedUntil) = (nil, now + step.number(2) + Self.rest)
      world.after(step.number(2)) { [unowned self] in if !bus.isUp { bus.start() } }
    }
  }

  private func flood(_ player: ForeignPlayer, _ count: Int64) {
    if player.state.title.isEmpty { return }
    expect(player, lateUntil: world.now + Self.rest)
    player.flood(count)
  }

  private func expect(_ player: ForeignPlayer, lateUntil time: Int64) {
    lateUntil[player.busName] = max(lateUntil[player.busName] ?? .min, time)
  }

  /// Notes that a player is asked for something, and may begin to play by that.
  func noteAsked(_ busName: String, begins: Bool) {
    touched[busName] = world.now
    if begins { began.append((world.now, busName)) }
  }

  /// Notes that a player begins to play, begins another item while it plays, or has an item after it had none.
  private func note(_ player: ForeignPlayer) {
    let hadNone = hadNoItem.remove(player.busName) != nil
    if player.state.title.isEmpty {
      hadNoItem.insert(player.busName)
      emptied[player.busName] = player.emptySince
    }
    let isNew = hadNone && !player.state.title.isEmpty
    if isNew || player.state.status == "Playing" { began.append((world.now, player.busName)) }
  }

  private func perform(_ step: Step, of player: ForeignPlayer) {
    let now = world.now
    // A player that loses its item keeps its place, so this is no reason for another to be first. One that kept the
    // place of an item before has that of an item which may not have played.
    let keepsOther = emptied[player.busName].map { now - $0 < Self.keeps } ?? false
    if keepsOther || !["gap", "empty"].contains(step.words[1]) { touched[player.busName] = now }
    defer {
      note(player)
      askParted(after: step)
      askPrompt(player, after: step)
    }
    switch step.words[1] {
    case "appear":
      if !player.isThere { appeared[player.busName] = now }
      player.appear()
    case "leave":
      if player.isThere { left.append((now, player.busName)) }
      player.leave()
    case "play":
      if player.state.title.isEmpty { player.begin() }
      player.change { $0.status = "Playing" }
    case "pause": player.change { if $0.status == "Playing" { $0.status = "Paused" } }
    case "song": player.begin()
    case "copy": player.begin(title: foreign[Int(step.number(3)) % foreign.count].state.title)
    case "radio": player.begin(title: step.number(3) == 0 ? "Radio" : "Radio Ga Ga", length: 0)
    case "flood": flood(player, step.number(3))
    case "alone":
      // A song among the floods of all others.
      for other in foreign where other !== player { flood(other, step.number(3)) }
      player.begin()
    case "silent":
      player.isSilent = true
      expect(player, lateUntil: now + step.number(3) + Self.rest)
      world.after(step.number(3)) { player.isSilent = false }
    case "pair": beginPair(step)
    case "empty": player.change { ($0.title, $0.length, $0.status) = ("", 0, "Stopped") }
    case "gap":
      let status = player.state.status
      player.change { ($0.title, $0.length, $0.status) = ("", 0, "Stopped") }
      world.after(step.number(3)) { [unowned self, unowned player] in
        if !player.isThere { return }
        player.begin()
        player.change { $0.status = status }
        note(player)
        askParted(after: step)
      }
    default: break
    }
  }

  // MARK: Invariants

  /// S2: the first session changes only when another begins to play, or plays another item; when the first leaves, or
  /// has paused while another plays; or when it has had no item for two seconds.
  private func observe() {
    let sessions = watcher.sessions
    let (present, shown) = (sessions.first, shownBefore)
    defer { (first, shownBefore) = (present, sessions.map(\.busName)) }
    guard let before = first, let present, before.key != present.key, world.now > disturbedUntil else { return }
    let now = world.now
    let since = now - Self.keeps - Self.late
    if [before, present].contains(where: { lateUntil[$0.busName].map { now < $0 } ?? false }) { return }
    if began.contains(where: { $0.busName == present.busName && $0.time >= since }) { return }
    if appeared[present.busName].map({ $0 >= since }) == true { return }
    // The first is hidden, because it plays the same as another now: S3 asks whether it may be.
    if !sessions.contains(where: { $0.busName == before.busName }) { return }
    // It was hidden while it played the same as another, and may have begun after that one.
    if !shown.contains(present.busName) { return }
    // The surface may just have seen a pause that is over, or one of two pauses.
    let isFresh = { [self] (name: String) in
      let last = max(touched[name] ?? .min, name == MPRIS.host ? player.commits.last?.time ?? .min : .min)
      return last > now - 100_000 - schedule.jitter
    }
    if isFresh(before.busName), isPlaying(before) || isFresh(present.busName) { return }
    // One that plays comes before one that has paused, or has stopped within an item.
    if isPlaying(present), !isPlaying(before), hasItem(before) { return }
    if left.contains(where: { $0.busName == before.busName && $0.time >= since }) { return }
    // The place that it kept between two items is over, and the next item does not play.
    if let lost = emptied[before.busName], now - lost >= Self.keeps, now - lost < Self.keeps + Self.late { return }
    if let lost = foreign.first(where: { $0.busName == before.busName }) {
      if let empty = lost.emptySince, now - empty >= Self.keeps { return }
      if !lost.isThere { return }
    } else if !player.isShown || player.engine.state == .stopped {
      return
    }
    fail("S2", "\(present.busName) took the place of \(before.busName) at \(seconds(now - started)) without a reason")
  }

  private func isPlaying(_ session: Watcher.Shown) -> Bool {
    guard let player = foreign.first(where: { $0.busName == session.busName }) else {
      return self.player.engine.state == .playing
    }
    // Between two items a player counts as what it was.
    let isBetween = player.emptySince.map { world.now - $0 < Self.keeps + Self.late } ?? false
    return player.state.status == "Playing" || player.isThere && isBetween
  }

  private func hasItem(_ session: Watcher.Shown) -> Bool {
    foreign.first { $0.busName == session.busName }.map { !$0.state.title.isEmpty } ?? player.isShown
  }

  /// S1: surfaces that come at the same time show the players in one order, whichever answers first, and have all of
  /// them within three seconds, also where a daemon hangs.
  private func askLateSurfaces() {
    let daemon = Peer()
    bus.connect(daemon)
    bus.send(
      .call(Bus.name, Bus.path, Bus.name, "RequestName", "su", [.text("\(MPRIS.prefix).playerctld"), .integer(4)]),
      from: daemon)
    world.run(for: Self.late)
    let late = [Watcher(world), Watcher(world)]
    world.programs += late
    world.run(for: 3_000_000)
    let orders = late.map { $0.sessions.map(\.busName) }
    if orders[0] != orders[1] { fail("S1", "two surfaces show \(orders[0]) and \(orders[1])") }
    for watcher in late {
      if !watcher.hasListed { fail("S1", "a surface still waits for the order of a daemon that hangs") }
      watcher.end()
    }
    world.programs.removeLast(2)
    askPatient()
  }

  /// S1: a surface waits for the answers of players that hang as long as a call may take, and no longer.
  private func askPatient() {
    let silent = foreign.filter(\.isThere)
    if silent.isEmpty { return }
    for player in silent { player.isSilent = true }
    let watcher = Watcher(world)
    world.programs.append(watcher)
    world.run(for: 9_500_000)
    if watcher.hasListed { fail("S1", "a surface gives up players that have not answered for 9.5 s") }
    world.run(for: 1_000_000)
    if !watcher.hasListed { fail("S1", "a surface still waits for players that hang") }
    watcher.end()
    world.programs.removeLast()
  }

  /// S1: at rest a surface shows of the host, whose session is one of org.nowplaying, what it has committed.
  private func askAboutHost(_ shown: [Watcher.Shown]) {
    guard player.isShown else { return }
    guard let mine = shown.first(where: { $0.busName == MPRIS.host }) else {
      return fail("S1", "the host, which shows \(player.engine.title), is not there")
    }
    if mine.title != player.engine.title { fail("S1", "the host shows \(mine.title), not \(player.engine.title)") }
    let state =
      switch player.engine.state {
      case .stopped: NOWPLAYING_STATE_STOPPED
      case .playing: NOWPLAYING_STATE_PLAYING
      case .paused: NOWPLAYING_STATE_PAUSED
      case .buffering: NOWPLAYING_STATE_BUFFERING
      }
    if mine.state != state { fail("S1", "the host is shown in the state \(mine.state); it is \(player.engine.state)") }
  }

  /// Whether two players may be one playback: they have one title; or they are of one process, one title is within the
  /// other, and both have one length.
  private func mayBeOne(_ a: ForeignPlayer, _ b: ForeignPlayer) -> Bool {
    let (one, other) = (a.state, b.state)
    if one.title == other.title { return true }
    return a.processID == b.processID && one.length == other.length && one.length != 0
      && (one.title.contains(other.title) || other.title.contains(one.title))
  }

  /// S7: a second after a step no player that plays a title of its own is hidden by a twin, unless something else has
  /// happened.
  private func askParted(after step: Step) {
    let now = world.now
    world.after(1_000_000 + Self.late) { [unowned self] in
      let isAlone = !schedule.steps.contains { $0 != step && isNear($0, now) }
      // A name that has no item is one with its twin while it may be between two items.
      let isBetween = foreign.contains { $0.isThere && $0.emptySince.map { world.now - $0 < Self.keeps } ?? false }
      // The end of a gap is asked for by itself.
      if world.now < disturbedUntil || !isAlone || isBetween || began.contains(where: { $0.time > now }) { return }
      let shown = watcher.sessions
      for player in foreign where player.isThere && player.state.status == "Playing" && !player.state.title.isEmpty {
        let isCopy = foreign.contains { $0 !== player && $0.isThere && mayBeOne($0, player) }
        if isCopy || world.now < lateUntil[player.busName] ?? .min
          || shown.contains(where: { $0.busName == player.busName })
        {
          continue
        }
        fail("S7", "\(player.busName), which plays \(player.state.title), is hidden a second after it parted")
      }
    }
  }

  /// S7: a second after two players of one process began one item they are one.
  private func beginPair(_ step: Step) {
    let (now, pair) = (world.now, foreign.prefix(2))
    guard pair.count == 2, pair.allSatisfy(\.isThere) else { return }
    for player in pair {
      player.begin(title: "Pair \(now)")
      player.change { $0.status = "Playing" }
      touched[player.busName] = now
      note(player)
    }
    world.after(1_000_000 + Self.late) { [unowned self] in
      if world.now < disturbedUntil || schedule.steps.contains(where: { $0 != step && isNear($0, now) }) { return }
      let shown = watcher.sessions.filter { session in pair.contains { $0.busName == session.busName } }
      if shown.count != 1 {
        fail("S7", "\(shown.count) of two names of one playback are shown a second after it began")
      }
    }
  }

  /// Whether a step comes in the two seconds before a time, or in those after it.
  func isNear(_ step: Step, _ time: Int64) -> Bool { abs(step.time + started - time) < 2_000_000 }

  /// S1: at rest a surface shows what the players tell; S3: no player that plays a title of its own is hidden.
  private func askAtRest() {
    let shown = watcher.sessions
    for player in foreign where player.isThere {
      let mine = shown.first { $0.busName == player.busName }
      if player.state.title.isEmpty { continue }
      let isCopy = foreign.contains { $0 !== player && $0.isThere && mayBeOne($0, player) }
      guard let mine else {
        if !isCopy { fail("S3", "\(player.busName), which plays \(player.state.title), is hidden") }
        continue
      }
      if mine.title != player.state.title {
        fail("S1", "\(player.busName) shows \(mine.title), not \(player.state.title)")
      }
      let states = ["Playing": NOWPLAYING_STATE_PLAYING, "Paused": NOWPLAYING_STATE_PAUSED]
      if mine.state != states[player.state.status] ?? NOWPLAYING_STATE_STOPPED {
        fail("S1", "\(player.busName) is shown in the state \(mine.state); it is \(player.state.status)")
      }
    }
    askAboutHost(shown)
    for session in shown where session.busName.hasPrefix("\(MPRIS.prefix).foreign") {
      if !foreign.contains(where: { $0.isThere && $0.busName == session.busName }) {
        fail("S1", "\(session.busName) is shown and has left")
      }
    }
  }
}
