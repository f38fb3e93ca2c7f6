// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore

/// `nowplaying playlists`: lists the playlists of a player, and plays one.
enum Playlists {
  static func run(_ arguments: Arguments, _ console: Console) throws(Failure) {
    let words = Array(arguments.words.dropFirst())
    if let word = words.first, !word.equals("activate") {
      throw UnknownWord.refusal(word, by: "playlists", takes: ["activate"], .player)
    }
    if words.count == 1 || words.count > 2 { throw Failure(text: "playlists activate takes the name of a playlist") }
    let panel = try Panel()
    guard let first = try panel.sessions(of: arguments, console).first else { throw Failure.noPlayers }
    let order = arguments.order
    let next =
      order == 0
      ? "Few players show their playlists to others: 'nowplaying list' names the players; -p takes another."
      : "Without --order the player chooses one that it offers."
    let reverse: Int32 = arguments.isReversed ? 1 : 0
    try panel.ask(first, limit: nil, next: next) { done, data in
      nowplaying_surface_follow_playlists(panel.surface, first.handle, 1, order, reverse, done, data, nil)
    }
    let session = try panel.present(first)
    if words.isEmpty { list(session, arguments, console) } else { try activate(words[1], session, panel) }
  }

  private static func activate(_ name: String, _ session: Session, _ panel: Panel) throws(Failure) {
    let lists = session.playlists
    func isNamed(_ text: UnsafePointer<CChar>?) -> Bool { Session.text(text).exact == name.exact }
    guard let list = lists.first(where: { isNamed($0.id) }) ?? lists.first(where: { isNamed($0.name) }) else {
      throw Failure(
        text: "There is no playlist " + name, next: "'nowplaying playlists' lists them.")
    }
    try panel.ask(session) { nowplaying_surface_activate_playlist(panel.surface, session.handle, list.id, $0, $1, nil) }
  }

  private static func list(_ session: Session, _ arguments: Arguments, _ console: Console) {
    let active = session.activePlaylist
    for (index, list) in session.playlists.enumerated() {
      let isActive = index == active
      if arguments.isJSON {
        console.write(json(list, isActive))
        continue
      }
      let name = CleanText.line(Session.text(list.name))
      console.write(isActive ? "* " + console.styled(name, .strong) : "  " + name)
      console.write("  " + console.styled(CleanText.line(Session.text(list.id)), .faint) + "\n")
    }
  }

  private static func json(_ list: nowplaying_surface_playlist, _ isActive: Bool) -> [UInt8] {
    var json = JSON()
    json.object { json in
      json.truth("active", isActive)
      json.text("id", list.id)
      json.text("name", list.name)
      json.text("icon-url", list.icon_url)
    }
    json.endLine()
    return json.bytes
  }

  /// The words for the sort orders `NOWPLAYING_SURFACE_ORDER_…` of surface.h, by their numbers.
  static let orders: [StaticString] = ["any", "alphabetical", "created", "modified", "played", "user"]
}

extension Session {
  /// Index of the playlist that plays; negative when none of them does.
  fileprivate var activePlaylist: Int {
    var playlists = nowplaying_surface_playlists()
    playlists.struct_size = MemoryLayout<nowplaying_surface_playlists>.size
    playlists.active = -1
    nowplaying_surface_session_get_playlists(handle, &playlists)
    return Int(clamping: playlists.active)
  }

  var playlists: [nowplaying_surface_playlist] {
    var found: [nowplaying_surface_playlist] = []
    while true {
      var list = nowplaying_surface_playlist()
      list.struct_size = MemoryLayout<nowplaying_surface_playlist>.size
      guard nowplaying_surface_session_get_playlist(handle, found.count, &list) == NOWPLAYING_OK else { return found }
      found.append(list)
    }
  }
}
