// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC

/// Does what a person does at the surface, and asks what must be so of it, and how soon a change is shown.
extension SurfaceSimulation {
  /// Has the surface ask a player, or the host, for something.
  func ask(_ step: Step) {
    switch step.words[1] {
    case "host":
      let kinds = [
        NOWPLAYING_COMMAND_PLAY, NOWPLAYING_COMMAND_PAUSE, NOWPLAYING_COMMAND_NEXT, NOWPLAYING_COMMAND_SEEK_TO_POSITION,
      ]
      askHost(kinds[Int(step.number(2)) % kinds.count])
    case "both":
      // The host begins another song while a position of the song before is on its way.
      askHost(NOWPLAYING_COMMAND_SEEK_TO_POSITION)
      world.after(step.number(2)) { [unowned self] in
        if player.isShown { player.change { $0.begin($0.song + 1, at: world.now) } }
      }
    default:
      let kinds = [
        "play": NOWPLAYING_COMMAND_PLAY, "pause": NOWPLAYING_COMMAND_PAUSE, "next": NOWPLAYING_COMMAND_NEXT,
      ]
      let player = foreign[Int(step.number(2)) % foreign.count]
      if let kind = kinds[step.words[1]] { watcher.send(kind, to: player.busName, position: 0) }
    }
  }

  /// Each position is another one, so that each can be told from all others.
  private func askHost(_ kind: Int32) {
    noteAsked(MPRIS.host, begins: kind != NOWPLAYING_COMMAND_PAUSE)
    watcher.send(kind, to: MPRIS.host, position: Int64(watcher.asked.count + 1) * 100_000)
  }

  // MARK: Invariants

  /// S4: an action is answered once, for the session and item that were shown, by the player that was meant.
  func askActions() {
    for action in watcher.asked where action.answers.count != 1 {
      fail("S4", "an action at \(seconds(action.time - started)) has \(action.answers.count) answers at rest")
    }
    let members = [
      "Play": NOWPLAYING_COMMAND_PLAY, "Pause": NOWPLAYING_COMMAND_PAUSE, "Next": NOWPLAYING_COMMAND_NEXT,
    ]
    for player in foreign {
      for (member, kind) in members.sorted(by: { $0.key < $1.key }) {
        askMeant(player.busName, kind, given: player.given.filter { $0 == member }.count)
      }
    }
    for kind in members.values.sorted() {
      askMeant(MPRIS.host, kind, given: player.given.filter { $0.kind == kind }.count)
    }
    for given in player.given where given.kind == NOWPLAYING_COMMAND_SEEK_TO_POSITION {
      let action = watcher.asked.first { $0.kind == given.kind && $0.position == given.position }
      if let title = action?.shown.title, title != given.title {
        fail("S4", "a position of '\(title)' was given for '\(given.title)'")
      }
      if action == nil { fail("S4", "the host was given a position that nobody asked for, \(given.position)") }
    }
  }

  /// A player is given what was asked of it and nothing else, and all that was answered as done.
  private func askMeant(_ busName: String, _ kind: Int32, given: Int) {
    let asked = watcher.asked.filter { $0.shown.busName == busName && $0.kind == kind }
    let done = asked.filter { $0.answers.first?.status == NOWPLAYING_OK }
    if given > asked.count { fail("S4", "\(busName) was given command \(kind) \(given) times of \(asked.count)") }
    if given < done.count { fail("S4", "command \(kind) was done \(done.count) times, and \(busName) got \(given)") }
  }

  /// S5: the surface shows what a player plays within 200 ms, whatever the other players do.
  func askPrompt(_ player: ForeignPlayer, after step: Step) {
    guard ["song", "play", "pause", "alone"].contains(step.words[1]), player.isThere else { return }
    let now = world.now
    // A signal, a question after it, and its answer.
    world.after(200_000 + 3 * (schedule.jitter + player.latency)) { [unowned self] in
      let own = schedule.steps.filter {
        $0.words[0] == "foreign" && foreign[Int($0.number(2)) % foreign.count] === player
      }
      let isOther = own.contains { $0 != step && isNear($0, now) || $0.words[1] == "silent" }
      if world.now < disturbedUntil || isOther || touched[player.busName] != now { return }
      // A player that floods rests, and is then asked again.
      if now < lateUntil[player.busName] ?? .min { return }
      guard let shown = watcher.sessions.first(where: { $0.busName == player.busName }) else { return }
      if shown.title != player.state.title {
        fail("S5", "\(player.busName) plays \(player.state.title), and \(shown.title) is shown 200 ms later")
      }
      let isActive = shown.state == NOWPLAYING_STATE_PLAYING
      if isActive != (player.state.status == "Playing") {
        fail("S5", "\(player.busName) is \(player.state.status), and that is not shown 200 ms later")
      }
    }
  }
}
