// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingC
import NowPlayingCore

/// `nowplaying follow`: prints a line of JSON for each change of any session, or of the first one only, or for Waybar.
struct Follow {
  private let naming: Naming
  private let console: Console
  /// The sessions printed so far, each with the rank printed last.
  private var printed: [(key: String, rank: Int)] = []

  static func run(_ arguments: Arguments, _ console: Console) throws(Failure) {
    if arguments.isFirstAlone, arguments.isForWaybar {
      throw Failure(
        text: "follow takes --first or --waybar, not both", next: "--waybar, too, shows only the first session.")
    }
    if arguments.hidesPaused, !arguments.isForWaybar {
      throw Failure(text: "follow takes --hide-paused only with --waybar")
    }
    let panel = try Panel(
      follows: !arguments.isFirstAlone && !arguments.isForWaybar,
      twins: !arguments.players.isEmpty || !arguments.ignored.isEmpty)
    let naming = Naming(arguments, panel)
    if arguments.isForWaybar { try Waybar.follow(panel, naming, console, hidesPaused: arguments.hidesPaused) }
    var follow = Follow(naming: naming, console: console)
    if arguments.isFirstAlone { try follow.first(panel) }
    while true {
      let changes = try panel.takeChanges()
      try panel.withSessions { (all: [Session]) throws(Failure) in follow.print(changes, all) }
      try console.flush()
      guard panel.turn(whileRead: 1) else { throw Failure.unread }
    }
  }

  private init(naming: Naming, console: Console) { (self.naming, self.console) = (naming, console) }

  private mutating func print(_ changes: [Panel.Change], _ all: [Session]) {
    for change in changes {
      let session = Session(change.session)
      let key = session.key.exact
      let place = printed.firstIndex { $0.key.exact == key }
      if ExactText(change.word) == "removed" {
        if let place {
          printed.remove(at: place)
          console.write(SessionJSON.line(session, event: change.word))
        }
      } else if place != nil || !naming.meant([session]).isEmpty {
        let rank = all.firstIndex { $0.key.exact == key }.map { $0 + 1 }
        console.write(
          SessionJSON.line(
            session, event: place == nil ? "added" : "changed", rank: rank, isRepetition: change.isRepetition))
        if let place { printed.remove(at: place) }
        printed.append((session.key, rank ?? 0))
      }
      nowplaying_surface_session_unref(change.session)
    }
    // A session's rank may change although only others changed.
    for (index, session) in all.enumerated() {
      let key = session.key.exact
      guard let place = printed.firstIndex(where: { $0.key.exact == key }), printed[place].rank != index + 1 else {
        continue
      }
      printed[place].rank = index + 1
      console.write(SessionJSON.line(session, event: "changed", rank: index + 1))
    }
  }

  /// Prints the most important session whenever it changes or another takes its place; null while there is none.
  private func first(_ panel: Panel) throws(Failure) -> Never {
    _ = try panel.list()
    // Session objects are immutable: while this one is referenced, a changed session has another address.
    var last: OpaquePointer?
    var isPrinted = false
    while true {
      _ = try panel.takeChanges()
      let first = try panel.withSessions { (all: [Session]) throws(Failure) in
        naming.meant(all).first.flatMap { nowplaying_surface_session_ref($0.handle) }
      }
      if !isPrinted || first != last {
        console.write(first.map { SessionJSON.line(Session($0)) } ?? Array("null\n".utf8))
        try console.flush()
      }
      nowplaying_surface_session_unref(last)
      (last, isPrinted) = (first, true)
      guard panel.turn(whileRead: 1, naming) else { throw Failure.unread }
    }
  }
}
