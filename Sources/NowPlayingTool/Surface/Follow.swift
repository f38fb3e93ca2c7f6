// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingC
import NowPlayingCore

/// `nowplaying follow`: a line of JSON for each change of a session.
enum Follow {
  static func run(_ arguments: Arguments, _ console: Console) throws(Failure) {
    let panel = try Panel(follows: true)
    while true {
      guard let changes = panel.takeChanges() else {
        throw panel.wasConnected ? Failure.busHasGone : Failure.noBus
      }
      for change in changes {
        let session = Session(change.session)
        let isMeant = arguments.players.isEmpty || session.isNamed(by: arguments.players)
        if isMeant, !session.isNamed(by: arguments.ignored) { console.write(line(change.word, session)) }
        nowplaying_surface_session_unref(change.session)
      }
      try console.flush()
      guard panel.turn(whileRead: 1) else { throw Failure.unread }
    }
  }

  static func line(_ event: StaticString, _ session: Session) -> [UInt8] {
    var json = JSON()
    let info = session.info
    json.object { json in
      json.text("event", event)
      json.text("key", info.key)
      json.text("player", session.playerPointer)
      json.text("session", info.session_id)
      json.text("name", info.display_name)
      json.text("application", info.application_id)
      json.text("desktop-entry", info.desktop_entry)
      json.truth("whole", session.isWhole)
      json.truth("remote", session.isRemote)
      json.truth("application-primary", info.primary & NOWPLAYING_PRIMARY_APPLICATION != 0)
      json.truth("system-primary", info.primary & NOWPLAYING_PRIMARY_SYSTEM != 0)
      json.text("state", session.state)
      if let position = session.position { json.integer("position", position) }
      json.number("rate", session.playback.rate)
      if info.volume >= 0 { json.number("volume", info.volume) }
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
    }
    json.endLine()
    return json.bytes
  }

  private static func write(_ item: nowplaying_surface_item, of session: Session, _ json: inout JSON) {
    json.text("id", item.id)
    json.text("kind", Words.kind(item.kind))
    json.text("media-type", item.media_type == NOWPLAYING_MEDIA_VIDEO ? "video" : "audio")
    json.text("duration-kind", Words.duration(item.duration_kind))
    if let duration = session.duration { json.integer("duration", duration) }
    json.text("first-line", item.first_line)
    json.text("second-line", item.second_line)
    json.text("third-line", item.third_line)
    json.text("artwork", item.artwork_id)
    json.text("artwork-url", item.artwork_url)
    json.text("animated-square", item.animated_square_id)
    json.text("animated-tall", item.animated_tall_id)
    for field in Words.fields { write(field.number, field.word, of: session, &json) }
  }

  private static func write(_ field: Int32, _ word: StaticString, of session: Session, _ json: inout JSON) {
    let handle = session.handle
    switch field {
    case 1..<100: json.text(word, nowplaying_surface_session_get_text(handle, field, 0))
    case 100..<200:
      guard nowplaying_surface_session_get_text(handle, field, 0) != nil else { return }
      json.array(word) { json in
        var index = 0
        while let text = nowplaying_surface_session_get_text(handle, field, index) {
          json.text(nil, text)
          index += 1
        }
      }
    case 200..<300:
      var value = Int64.zero
      guard nowplaying_surface_session_get_integer(handle, field, &value) == NOWPLAYING_OK else { return }
      let isTruth = field == NOWPLAYING_FIELD_EXPLICIT || field == NOWPLAYING_FIELD_EXCLUDED_FROM_SUGGESTIONS
      if isTruth { json.truth(word, value != 0) } else { json.integer(word, value) }
    default:
      var value = 0.0
      guard nowplaying_surface_session_get_number(handle, field, &value) == NOWPLAYING_OK else { return }
      json.number(word, value)
    }
  }

  private static func write(_ command: nowplaying_command, _ json: inout JSON) {
    guard let kind = CommandKind(rawValue: command.kind) else { return }
    json.text("command", kind.word)
    json.truth("enabled", command.enabled != 0)
    if command.interval_count > 0 {
      json.array("intervals") { json in
        for index in 0..<command.interval_count {
          if let intervals = command.intervals_us { json.integer(nil, intervals[index]) }
        }
      }
    }
    if command.rate_count > 0 {
      json.array("rates") { json in
        for index in 0..<command.rate_count {
          if let rates = command.rates { json.number(nil, rates[index]) }
        }
      }
    }
    if command.rate_maximum > 0 {
      json.array("range") { json in
        json.number(nil, command.rate_minimum)
        json.number(nil, command.rate_maximum)
      }
    }
    let modes = kind.modes
    if !modes.isEmpty {
      let current = Int(truncatingIfNeeded: command.current)
      if modes.indices.contains(current) { json.text("current", modes[current]) }
      json.array("supported") { json in
        for (index, mode) in modes.enumerated() where command.supported & 1 << UInt32(truncatingIfNeeded: index) != 0 {
          json.text(nil, mode)
        }
      }
    }
    if command.kind == NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE, command.tag != 0 { json.truth("made-up", true) }
    guard command.kind == NOWPLAYING_COMMAND_FEEDBACK else { return }
    json.integer("button", Int64(truncatingIfNeeded: command.tag))
    json.text("title", command.title)
    json.text("short-title", command.short_title)
  }

  private static func write(_ device: nowplaying_device, _ json: inout JSON) {
    json.text("id", device.id)
    json.text("name", device.name)
    json.text("type", Words.device(device.type))
    if device.volume >= 0 { json.number("volume", device.volume) }
    json.truth("can-step", device.can_step != 0)
  }
}
