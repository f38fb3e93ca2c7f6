// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingC
import NowPlayingCore

/// `nowplaying follow`: prints a line of JSON for each change of any session, or of the first one only, or for Waybar.
/// On a terminal it prints the lines of `list`, unless JSON is asked for.
struct Follow {
  private let naming: Naming
  private let console: Console
  /// Whether people read the lines.
  private let isForPeople: Bool
  /// The sessions printed so far, each with the rank and the line for people that were printed last.
  private var printed: [(key: String, rank: Int, line: String)] = []

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
    var follow = Follow(naming: naming, console: console, isForPeople: console.isTerminal && !arguments.isJSON)
    if arguments.isFirstAlone { try follow.first(panel) }
    while true {
      let changes = try panel.takeChanges()
      try panel.withSessions { (all: [Session]) throws(Failure) in follow.print(changes, all) }
      try console.flush()
      guard panel.turn(whileRead: 1) else { throw Failure.unread }
    }
  }

  private init(naming: Naming, console: Console, isForPeople: Bool) {
    (self.naming, self.console, self.isForPeople) = (naming, console, isForPeople)
  }

  /// Returns the line of `list` for a session.
  private func line(_ session: Session, among all: [Session]) -> String {
    List.line(session, List.name(session, among: all, console), 0, 0, console)
  }

  private mutating func print(_ changes: [Panel.Change], _ all: [Session]) {
    for change in changes {
      let session = Session(change.session)
      let key = session.key.exact
      let place = printed.firstIndex { $0.key.exact == key }
      if ExactText(change.word) == "removed" {
        if let place {
          printed.remove(at: place)
          if isForPeople {
            let name = List.name(session, among: all, console)
            console.write(console.styled(name, .strong) + "  " + console.styled("gone", .faint) + "\n")
          } else {
            console.write(SessionJSON.line(session, event: change.word))
          }
        }
      } else if place != nil || !naming.meant([session]).isEmpty {
        let rank = all.firstIndex { $0.key.exact == key }.map { $0 + 1 }
        let line = isForPeople ? self.line(session, among: all) : ""
        if !isForPeople {
          console.write(
            SessionJSON.line(
              session, event: place == nil ? "added" : "changed", rank: rank, isRepetition: change.isRepetition))
        } else if place.map({ printed[$0].line.exact != line.exact }) ?? true {
          // A change that the line does not show, as that of a position, prints nothing.
          console.write(line)
        }
        if let place { printed.remove(at: place) }
        printed.append((session.key, rank ?? 0, line))
      }
      nowplaying_surface_session_unref(change.session)
    }
    if isForPeople { return }
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
    var (isPrinted, lastLine) = (false, "")
    while true {
      _ = try panel.takeChanges()
      let (first, shown) = panel.withSessions { all in
        let first = naming.meant(all).first
        return (
          first.flatMap { nowplaying_surface_session_ref($0.handle) },
          isForPeople ? first.map { self.line($0, among: all) } : nil
        )
      }
      if !isPrinted || first != last {
        if isForPeople {
          let line = shown ?? console.styled("nothing", .faint) + "\n"
          if line.exact != lastLine.exact { console.write(line) }
          lastLine = line
        } else {
          console.write(first.map { SessionJSON.line(Session($0)) } ?? Array("null\n".utf8))
        }
        try console.flush()
      }
      nowplaying_surface_session_unref(last)
      (last, isPrinted) = (first, true)
      guard panel.turn(whileRead: 1, naming) else { throw Failure.unread }
    }
  }
}
