// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore

extension Session {
  var tracks: [nowplaying_track] {
    var found: [nowplaying_track] = []
    while true {
      var track = nowplaying_track()
      track.struct_size = MemoryLayout<nowplaying_track>.size
      guard nowplaying_surface_session_get_track(handle, found.count, &track) == NOWPLAYING_OK else { return found }
      found.append(track)
    }
  }
}

extension nowplaying_track {
  /// The words for the track's characteristics.
  var words: [String] { TrackCharacteristics(rawValue: characteristics).words }
}

/// `nowplaying tracks`: prints the audio and subtitle tracks, and selects one.
enum Tracks {
  static func run(_ arguments: Arguments, _ console: Console) throws(Failure) {
    let words = Array(arguments.words.dropFirst())
    let kind = try words.first.map { (word: String) throws(Failure) in try Self.kind(word) }
    if words.count == 1 {
      let none = kind?.mayBeNone == true ? ", or none" : ""
      throw Failure(text: "tracks " + words[0] + " takes the id of a track" + none)
    }
    let panel = try Panel()
    guard let session = try panel.sessions(of: arguments, console).first else { throw Failure.noPlayers }
    let tracks = session.tracks
    if tracks.isEmpty {
      throw Failure(
        text: CleanText.line(session.player) + " tells no tracks",
        next: "'nowplaying list' names the players; -p takes another.", isStatus: true)
    }
    if let kind { return try choose(kind, words[1], tracks, session, panel) }
    if arguments.isJSON {
      for track in tracks { console.write(SessionJSON.line(track, of: session)) }
      return
    }
    for (track, line) in zip(tracks, lines(tracks)) {
      let line = CleanText.line(line)
      console.write((track.selected != 0 ? console.styled(line, .strong) : line) + "\n")
    }
  }

  private static func kind(_ word: String) throws(Failure) -> TrackKind {
    if let kind = TrackKind(word: word) { return kind }
    throw UnknownWord.refusal(word, by: "tracks", takes: TrackKind.allCases.map { $0.word.description }, .player)
  }

  private static func choose(
    _ kind: TrackKind, _ word: String, _ tracks: [nowplaying_track], _ session: Session, _ panel: Panel
  ) throws(Failure) {
    let track = tracks.first { $0.kind == kind.rawValue && Session.text($0.id).exact == word.exact }
    if track == nil, !word.equals("none") || !kind.mayBeNone {
      throw Failure(
        text: "There is no track " + kind.word.description + " " + word,
        next: "'nowplaying tracks' lists them.")
    }
    try panel.ask(session, next: "'nowplaying tracks' lists them.") {
      nowplaying_surface_select_track(panel.surface, session.handle, kind.rawValue, track?.id, $0, $1, nil)
    }
  }

  /// Returns a line for each track: kind, id, language, title and characteristics; an asterisk marks those in use.
  static func lines(_ tracks: [nowplaying_track]) -> [String] {
    let kinds = tracks.map { (TrackKind(rawValue: $0.kind) ?? .audio).word.description }
    let ids = tracks.map { Session.text($0.id) }
    let width = kinds.map { $0.utf8.count }.max() ?? 0
    let idWidth = ids.map { Columns.count($0) }.max() ?? 0
    return tracks.enumerated().map { index, track in
      let texts = [track.language, track.title].map { Session.text($0) } + track.words
      let line = (track.selected != 0 ? "* " : "  ") + Columns.padded(kinds[index], width) + "  "
      let rest = texts.filter { !$0.isEmpty }.joined(separator: "  ")
      return rest.isEmpty ? line + ids[index] : line + Columns.padded(ids[index], idWidth) + "  " + rest
    }
  }
}
