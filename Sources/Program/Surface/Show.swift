// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore

/// `nowplaying show`: prints everything about one session, or about each.
enum Show {
  static func run(_ arguments: Arguments, _ console: Console) throws(Failure) {
    let sessions = try Panel().sessions(of: arguments, all: arguments.allPlayers, console)
    for (index, session) in sessions.prefix(arguments.allPlayers ? sessions.count : 1).enumerated() {
      if arguments.isJSON {
        console.write(SessionJSON.line(session))
      } else {
        if index > 0 { console.write("\n") }
        show(session, console)
      }
    }
  }

  /// A label and the text that is printed beside it. Further lines of the text are printed below its first line. The
  /// text may have the program's own styles, and no control characters of a player.
  private typealias Row = (label: String, text: String)

  private static func show(_ session: Session, _ console: Console) {
    for (index, line) in session.lines.enumerated() {
      console.writeLine("", CleanText.line(line), indent: 0, index == 0 ? .strong : nil)
    }
    if session.lines.isEmpty { console.write(console.styled("nothing", .faint) + "\n") }
    let others = playback(session, console) + who(session) + what(session) + can(session, console)
    let widest = ([("state", "")] + others).map { Columns.count($0.label) }.max() ?? 0
    // On a terminal a player's own long key leaves room for the texts.
    let width = console.isTerminal ? min(widest, max(8, console.columns / 3)) : widest
    for row in [("state", progress(session, width + 2, console))] + others {
      for (index, line) in row.text.parts(10).enumerated() {
        let label = Columns.padded(index == 0 ? row.label : "", width)
        console.writeLine(console.styled(label, .faint) + "  ", line, indent: width + 2)
      }
    }
  }

  /// Returns state, position, speed unless it is 1, and on a terminal a progress bar in the columns that are left.
  private static func progress(_ session: Session, _ indent: Int, _ console: Console) -> String {
    var text = console.styled(session.state.description, List.style(session.state))
    let rate = session.playback.rate
    let speed = rate == 0 || rate == 1 ? "" : "  speed " + Number.short(rate)
    guard let position = session.position else { return text + speed }
    text += "  " + Number.clock(position.count)
    guard let duration = session.duration else { return text + speed }
    text += " of " + Number.clock(duration.count) + speed
    let width = min(40, console.columns - indent - Columns.count(text) - 2)
    guard console.isTerminal, width > 4 else { return text }
    let share = Clamp.number(Double(position.count) / Double(duration.count), 0, 1)
    let part = Int(clamping: Clamp.int64(share * Double(width)))
    return text + "  " + "━".times(part)
      + console.styled("─".times(width - part), .faint)
  }

  // MARK: Rows

  /// Returns the error, the seekable range, whether playback is at the live edge, and the buffered range.
  private static func playback(_ session: Session, _ console: Console) -> [Row] {
    let playback = session.playback
    var rows: [Row] = []
    if playback.state == NOWPLAYING_STATE_ERROR {
      let text = CleanText.line(Session.text(playback.error))
      let kind = ErrorKind.word(playback.error_kind, else: .other).description
      let said = text.isEmpty ? kind : kind + ":  " + text
      // The colour goes from the first word to the last, over all lines.
      rows.append(("error", console.styled(said, .bad)))
    }
    if playback.seekable_start_us != .min {
      let (start, end) = (Number.clock(playback.seekable_start_us), Number.clock(playback.seekable_end_us))
      rows.append(("seekable", start + " to " + end))
    }
    if playback.is_at_live_edge != 0 { rows.append(("live-edge", "yes")) }
    if playback.buffered_us != .min { rows.append(("buffered", Number.clock(playback.buffered_us))) }
    return rows
  }

  private static func who(_ session: Session) -> [Row] {
    let info = session.info
    let (player, name) = (CleanText.line(session.player), CleanText.line(session.name))
    var rows: [Row] = [("player", name.exact == player.exact ? player : player + " (" + name + ")")]
    func add(_ label: String, _ text: String, unless other: String) {
      let text = CleanText.line(text)
      if !text.isEmpty, text.exact != other.exact { rows.append((label, text)) }
    }
    add("application", Session.text(info.application_id), unless: player)
    add("desktop-entry", Session.text(info.desktop_entry), unless: CleanText.line(Session.text(info.application_id)))
    if info.process_id > 0 { add("process", String(info.process_id), unless: "") }
    add("session", session.id, unless: "")
    let isSystem = info.primary & NOWPLAYING_PRIMARY_SYSTEM != 0
    add("primary", session.isShownByMPRIS ? isSystem ? "application, system" : "application" : "no", unless: "")
    return rows
  }

  private static func what(_ session: Session) -> [Row] {
    guard let item = session.item else { return [] }
    let isVideo = item.media_type == NOWPLAYING_MEDIA_VIDEO
    var rows: [Row] = [("kind", ContentKind.word(item.kind, else: .generic).description + (isVideo ? ", video" : ""))]
    let length = DurationKind.word(item.duration_kind, else: .unknown).description
    rows.append(("duration", session.duration.map { Number.clock($0.count) } ?? length))
    let rate = session.playback.default_rate
    if rate != 1 { rows.append(("default-rate", Number.short(rate))) }
    rows.append(("item", CleanText.line(Session.text(item.id))))
    let shown = session.lines.map { $0.exact }
    func add(_ field: FieldRow) {
      guard let value = session.value(of: field) else { return }
      let text = text(value)
      if !shown.contains(text.exact) { rows.append((field.word.description, lines(text.parts(10)))) }
    }
    let lyrics = TextField.lyrics.row
    for table in FieldRow.tables { for field in table where field.number != lyrics.number { add(field) } }
    for own in session.extra {
      rows.append((CleanText.line(Session.text(own.key)), lines(Session.text(own.text).parts(10))))
    }
    rows.append(("chapters", chapters(session)))
    // Lyrics come last, because they are longer than all else.
    add(lyrics)
    return rows.filter { !$0.text.isEmpty }
  }

  /// Returns the number and title of the present chapter, and how many there are; "" without chapters.
  private static func chapters(_ session: Session) -> String {
    let chapters = session.chapters
    if chapters.isEmpty { return "" }
    let count = String(chapters.count)
    guard let present = session.presentChapter, chapters.indices.contains(present) else { return count }
    let title = CleanText.line(Session.text(chapters[present].title))
    return String(present + 1) + " of " + count + (title.isEmpty ? "" : ":  " + title)
  }

  private static func lines(_ texts: [String]) -> String {
    texts.map { CleanText.line($0) }.joined(separator: "\n")
  }

  private static func text(_ value: FieldContent) -> String {
    switch value {
    case .text(let text): Session.text(text)
    case .list(let texts): texts.map { Session.text($0) }.joined(separator: ", ")
    case .count(let count): String(count)
    case .date(let seconds): DateText.iso8601(seconds) ?? String(seconds)
    case .truth(let value): value ? "yes" : "no"
    case .number(let value): Number.short(value)
    }
  }

  private static func can(_ session: Session, _ console: Console) -> [Row] {
    var (words, rows): ([String], [Row]) = ([], [])
    for command in session.commands {
      guard let kind = CommandKind(rawValue: command.kind) else { continue }
      let word = kind.word.description
      words.append(command.enabled != 0 ? word : console.styled(console.isColored ? word : "(" + word + ")", .faint))
      let text = details(command)
      let isButton = kind == .feedback
      if !text.isEmpty { rows.append((word + (isButton ? " " + String(command.button) : ""), text)) }
    }
    if session.isAble(NOWPLAYING_SURFACE_CAN_RAISE) { words.append("raise") }
    if session.isAble(NOWPLAYING_SURFACE_CAN_QUIT) { words.append("quit") }
    rows.insert(("commands", words.isEmpty ? "none" : words.joined(separator: " ")), at: 0)
    if session.info.volume >= 0 {
      let isFixed = !session.isAble(NOWPLAYING_SURFACE_CAN_SET_VOLUME)
      rows.append(("volume", Number.fixed(session.info.volume * 100, 0) + (isFixed ? " %, fixed" : " %")))
    }
    if session.isAble(NOWPLAYING_SURFACE_IS_MUTED) { rows.append(("muted", "yes")) }
    let tracks = session.tracks
    if !tracks.isEmpty { rows.append(("tracks", lines(Tracks.lines(tracks)))) }
    for device in session.devices { rows.append(("device", Devices.line(device, console))) }
    rows.append(("artwork", artwork(session)))
    rows.append(("says", session.speaksNowPlaying ? "org.nowplaying and MPRIS" : "MPRIS"))
    return rows
  }

  /// Returns the arguments that a command accepts, with the present mode in brackets: "[off] one all".
  private static func details(_ command: nowplaying_command) -> String {
    var parts = command.intervals.map { Number.short(Double($0) / 1_000_000) + " s" }
    parts += command.offeredRates.map { Number.short($0) }
    if let range = command.rateRange {
      parts.append("any from " + Number.short(range.lowerBound) + " to " + Number.short(range.upperBound))
    }
    let modes = modes(command)
    if !modes.isEmpty { parts.append(modes) }
    parts += look(command)
    let (title, short) = (
      CleanText.line(Session.text(command.title)), CleanText.line(Session.text(command.short_title))
    )
    let name = title.isEmpty || short.isEmpty ? title + short : title + " (" + short + ")"
    let id = command.id == nil ? "" : CleanText.line(Session.text(command.id))
    return [id, name, parts.joined(separator: ", ")].filter { !$0.isEmpty }.joined(separator: ":  ")
  }

  private static func modes(_ command: nowplaying_command) -> String {
    let modes = command.modes
    var parts: [String] = []
    for mode in modes.supported {
      let isPresent = modes.current.map { ExactText($0) == ExactText(mode) } ?? false
      parts.append(isPresent ? "[" + mode.description + "]" : mode.description)
    }
    if let current = modes.current, !modes.supported.contains(where: { ExactText($0) == ExactText(current) }) {
      parts.append("[" + current.description + "]")
    }
    return parts.joined(separator: " ")
  }

  /// Returns the number of steps of a rating, whether a button is on, its icon and its position.
  private static func look(_ command: nowplaying_command) -> [String] {
    var parts: [String] = []
    if command.steps > 0 { parts.append(String(command.steps) + (command.steps == 1 ? " step" : " steps")) }
    // Only commands that can be on have a state and an icon here: modes are printed above, and the icon of any other
    // command follows from its kind.
    if CommandKind(rawValue: command.kind)?.isSwitched ?? false {
      // Most of a player's own buttons are not switches, so that only "on" is printed.
      if command.active != 0 {
        parts.append("on")
      } else if command.kind == NOWPLAYING_COMMAND_BOOKMARK {
        parts.append("off")
      }
      if let icon = command.icon { parts.append("icon " + Session.text(icon)) }
    }
    if command.slot != NOWPLAYING_SLOT_ANY {
      parts.append("slot " + CommandSlot.word(command.slot, else: .any).description)
    }
    return parts
  }

  private static func artwork(_ session: Session) -> String {
    guard let item = session.item else { return "none" }
    var found: [String] = []
    let later = session.isAble(NOWPLAYING_SURFACE_MAY_SHOW_VIDEO) ? "" : " (not now)"
    if item.artwork_id.pointee != 0 { found.append("picture") }
    let url = Session.text(item.artwork_url)
    if !url.isEmpty { found.append(PictureAddress.isData(url) ? "picture in its address" : CleanText.line(url)) }
    if item.animated_square_id.pointee != 0 { found.append("video 1:1" + later) }
    if item.animated_tall_id.pointee != 0 { found.append("video 3:4" + later) }
    return found.isEmpty ? "none" : found.joined(separator: ", ")
  }
}
