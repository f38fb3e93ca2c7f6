// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore

/// A session as a line of JSON, in the words of org.nowplaying.
enum SessionJSON {
  /// - event: the event of `follow`.
  /// - rank: the place among all sessions, from 1; nil for one that has gone.
  /// - isRepetition: whether its item was played to its end, and begins again.
  static func line(
    _ session: Session, event: StaticString? = nil, rank: Int? = nil, isRepetition: Bool = false
  ) -> [UInt8] {
    var json = JSON()
    json.object { json in
      if let event { json.text("event", event) }
      if let rank { json.integer("rank", Int64(clamping: rank)) }
      if isRepetition { json.truth("began-again", true) }
      write(session, &json)
    }
    json.endLine()
    return json.bytes
  }

  static func line(_ device: nowplaying_device, of session: Session) -> [UInt8] {
    line(of: session) { write(device, &$0) }
  }

  static func line(_ track: nowplaying_track, of session: Session) -> [UInt8] {
    line(of: session) { write(track, &$0) }
  }

  /// Returns a JSON line that a function writes for a session, as its queue or its tracks.
  private static func line(of session: Session, _ write: (inout JSON) -> Void) -> [UInt8] {
    var json = JSON()
    json.object { json in
      json.text("player", session.playerPointer)
      json.text("session", session.info.session_id)
      write(&json)
    }
    json.endLine()
    return json.bytes
  }

  static func line(_ chapters: [nowplaying_chapter], _ index: Int, of session: Session) -> [UInt8] {
    var json = JSON()
    json.object { json in
      json.integer("number", Int64(clamping: index + 1))
      json.truth("present", index == session.presentChapter)
      write(chapters[index], &json)
      let end = index + 1 < chapters.count ? chapters[index + 1].start_us : session.duration?.count
      if let end { json.integer("end", end) }
    }
    json.endLine()
    return json.bytes
  }

  private static func write(_ session: Session, _ json: inout JSON) {
    let (info, playback) = (session.info, session.playback)
    json.text("key", info.key)
    json.text("player", session.playerPointer)
    json.text("session", info.session_id)
    json.text("name", info.display_name)
    json.text("application", info.application_id)
    json.text("desktop-entry", info.desktop_entry)
    if info.process_id > 0 { json.integer("process", Int64(clamping: info.process_id)) }
    json.text("twin", info.twin_key)
    json.truth("speaks-nowplaying", session.speaksNowPlaying)
    json.truth("remote", session.isRemote)
    json.truth("application-primary", session.isShownByMPRIS)
    json.truth("system-primary", info.primary & NOWPLAYING_PRIMARY_SYSTEM != 0)
    json.text("state", session.state)
    json.text("error", playback.error)
    if playback.state == NOWPLAYING_STATE_ERROR {
      json.text("error-kind", ErrorKind.word(playback.error_kind, else: .other))
    }
    if let position = session.position { json.integer("position", position.count) }
    json.number("rate", playback.rate)
    json.number("default-rate", playback.default_rate)
    if playback.seekable_start_us != .min {
      json.array("seekable") { json in
        json.integer(nil, playback.seekable_start_us)
        json.integer(nil, playback.seekable_end_us)
      }
    }
    if playback.is_at_live_edge != 0 { json.truth("live-edge", true) }
    if playback.buffered_us != .min { json.integer("buffered", playback.buffered_us) }
    if session.isAble(NOWPLAYING_SURFACE_IS_MUTED) { json.truth("muted", true) }
    if info.volume >= 0 { json.number("volume", info.volume) }
    json.truth("can-set-volume", session.isAble(NOWPLAYING_SURFACE_CAN_SET_VOLUME))
    json.truth("can-raise", session.isAble(NOWPLAYING_SURFACE_CAN_RAISE))
    json.truth("can-quit", session.isAble(NOWPLAYING_SURFACE_CAN_QUIT))
    json.truth("may-show-video", session.isAble(NOWPLAYING_SURFACE_MAY_SHOW_VIDEO))
    if let item = session.item { json.object("item") { write(item, of: session, &$0) } }
    json.array("commands") { json in
      for command in session.commands { json.object { write(command, &$0) } }
    }
    let devices = session.devices
    if !devices.isEmpty {
      json.array("devices") { json in
        for device in devices { json.object { write(device, &$0) } }
      }
    }
    let tracks = session.tracks
    if !tracks.isEmpty {
      json.array("tracks") { json in
        for track in tracks { json.object { write(track, &$0) } }
      }
    }
  }

  private static func write(_ item: nowplaying_surface_item, of session: Session, _ json: inout JSON) {
    json.text("id", item.id)
    json.text("kind", ContentKind.word(item.kind, else: .generic))
    json.text("media-type", MediaType.word(item.media_type, else: .audio))
    json.text("duration-kind", DurationKind.word(item.duration_kind, else: .unknown))
    if let duration = session.duration { json.integer("duration", duration.count) }
    json.array("lines") { json in
      // Writes the lines up to the last one that has a text.
      var lines = [item.first_line, item.second_line, item.third_line]
      while let last = lines.last, last.map({ $0.pointee == 0 }) ?? true { lines.removeLast() }
      for case let line? in lines { json.element(line) }
    }
    json.text("artwork", item.artwork_id)
    json.text("artwork-url", item.artwork_url)
    json.text("animated-square", item.animated_square_id)
    json.text("animated-tall", item.animated_tall_id)
    for table in FieldRow.tables { for field in table { write(field, of: session, &json) } }
    let chapters = session.chapters
    if !chapters.isEmpty {
      json.array("chapters") { json in
        for chapter in chapters { json.object { write(chapter, &$0) } }
      }
    }
    let extra = session.extra
    if !extra.isEmpty { json.object("extra") { json in for own in extra { json.text(under: own.key, own.text) } } }
  }

  private static func write(_ field: FieldRow, of session: Session, _ json: inout JSON) {
    let word = field.word
    switch session.value(of: field) {
    case nil: break
    case .text(let text): json.text(word, text)
    case .list(let texts): json.array(word) { json in for text in texts { json.text(nil, text) } }
    case .count(let value), .date(let value): json.integer(word, value)
    case .truth(let value): json.truth(word, value)
    case .number(let value): json.number(word, value)
    }
  }

  private static func write(_ command: nowplaying_command, _ json: inout JSON) {
    guard let kind = CommandKind(rawValue: command.kind) else { return }
    json.text("command", kind.word)
    json.truth("enabled", command.enabled != 0)
    let (intervals, rates) = (command.intervals, command.offeredRates)
    if !intervals.isEmpty { json.array("intervals") { json in for each in intervals { json.integer(nil, each) } } }
    if !rates.isEmpty { json.array("rates") { json in for each in rates { json.number(nil, each) } } }
    if let range = command.rateRange {
      json.array("range") { json in
        json.number(nil, range.lowerBound)
        json.number(nil, range.upperBound)
      }
    }
    let modes = command.modes
    if !modes.supported.isEmpty {
      if let current = modes.current { json.text("current", current) }
      json.array("supported") { json in
        for mode in modes.supported { json.text(nil, mode) }
      }
    }
    if command.derived != 0 { json.truth("derived", true) }
    if kind == .feedback { json.integer("button", Int64(clamping: command.button)) }
    if command.steps > 0 { json.integer("steps", Int64(clamping: command.steps)) }
    json.text("id", command.id)
    json.text("title", command.title)
    json.text("short-title", command.short_title)
    json.text("icon", command.icon)
    if command.slot != NOWPLAYING_SLOT_ANY { json.text("slot", CommandSlot.word(command.slot, else: .any)) }
    if kind.isSwitched { json.truth("active", command.active != 0) }
  }

  private static func write(_ chapter: nowplaying_chapter, _ json: inout JSON) {
    json.integer("start", chapter.start_us)
    json.text("title", chapter.title)
    json.text("artwork", chapter.artwork_id)
  }

  private static func write(_ track: nowplaying_track, _ json: inout JSON) {
    json.text("id", track.id)
    json.text("kind", TrackKind.word(track.kind, else: .audio))
    json.truth("selected", track.selected != 0)
    json.text("language", track.language)
    json.text("title", track.title)
    let words = track.words
    if !words.isEmpty { json.array("characteristics") { json in for word in words { json.text(nil, word) } } }
  }

  private static func write(_ device: nowplaying_device, _ json: inout JSON) {
    json.text("id", device.id)
    json.text("name", device.name)
    json.text("type", DeviceType.word(device.type, else: .speaker))
    if device.volume >= 0 { json.number("volume", device.volume) }
    json.truth("can-step", device.can_step != 0)
  }
}
