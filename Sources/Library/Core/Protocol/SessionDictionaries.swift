// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The dictionaries of org.nowplaying for items and commands. Unknown values, empty texts and empty lists are left out.

extension SessionProperties {
  /// The value of `Content`.
  static func entries(_ content: Content, _ abilities: Abilities) -> [Value.Entry] {
    var map = Dictionary()
    map.add("id", .string(ProtocolID.item(content.id)))
    map.add("kind", .string(content.kind.word.string))
    map.add("media-type", .string(content.mediaType.word.string))
    map.add("duration-kind", .string(content.duration.kind.word.string))
    if let length = content.length { map.add("duration", .int64(length.count)) }
    if let id = content.artworkID, !id.isEmpty { map.add("artwork", .string(ProtocolID.item(id))) }
    if let url = content.artworkURL { map.add("artwork-url", .string(url)) }
    if abilities.contains(.animatedArtwork) { map.add(content.animatedArtwork) }
    map.addFields(of: content)
    map.addLines(of: content)
    if !content.extra.words.isEmpty { map.add("extra", .words(content.extra.words)) }
    if let chapters = content.chapters { map.add("chapters", .timed(chapters.timed)) }
    return map.entries
  }

  /// The value of `Commands`. Where a kind is given twice only the effective command is listed, but each feedback
  /// button and custom command is.
  static func entries(_ commands: [CommandDescriptor]) -> [[Value.Entry]] {
    var list: [[Value.Entry]] = []
    var button: UInt32 = 0
    for (index, command) in commands.enumerated() {
      guard command.kind.isRepeatable || commands.index(of: command.kind) == index else { continue }
      list.append(entries(command, button: button))
      if command.kind == .feedback { button &+= 1 }
    }
    return list
  }

  private static func entries(_ command: CommandDescriptor, button: UInt32) -> [Value.Entry] {
    var map = Dictionary()
    map.add("command", .string(command.kind.word.string))
    map.add("enabled", .bool(command.enabled))
    let kind = command.kind.row
    switch kind.takes {
    case .interval: map.add("intervals", .intervals(command.intervals))
    case .rate:
      map.add("rates", .doubles(command.offeredRates))
      if command.takesAnyRate { map.add("range", .range(low: command.rateMinimum, high: command.rateMaximum)) }
    case .mode:
      var supported: [String] = []
      for (number, mode) in kind.modes.enumerated() {
        let number = Int32(clamping: number)
        if command.supports(number) { supported.append(mode.description) }
        if number == command.current { map.add("current", .string(mode.description)) }
      }
      map.add("supported", .strings(supported))
    default: break
    }
    if command.kind == .feedback { map.add("button", .uint32(button)) }
    let look = command.look
    if let look {
      if command.kind == .custom, let id = look.id { map.add("id", .string(ProtocolID.item(id))) }
      if kind.takes == .fraction, look.steps > 0 { map.add("steps", .uint32(UInt32(clamping: look.steps))) }
      if command.kind.hasTitle {
        map.add("title", look.title)
        map.add("short-title", look.shortTitle)
      }
      if look.slot != .any { map.add("slot", .string(look.slot.word.string)) }
    }
    if command.kind.isSwitched { map.add("active", .bool(look?.isActive ?? false)) }
    map.add("icon", look?.icon ?? command.ownIcon)
    return map.entries
  }

  /// The entry of a track in `Tracks`.
  static func entries(_ track: Track) -> [Value.Entry] {
    var map = Dictionary()
    map.add("id", .string(ProtocolID.item(track.id)))
    map.add("kind", .string(track.kind.word.string))
    map.add("selected", .bool(track.isSelected))
    map.add("language", track.language)
    map.add("title", track.title)
    map.add("characteristics", track.characteristics.words)
    return map.entries
  }

  /// The value of `Devices`.
  static func entries(_ devices: [Device]) -> [[Value.Entry]] {
    devices.map { device in
      var map = Dictionary()
      map.add("id", .string(ProtocolID.item(device.id)))
      map.add("name", .string(device.name))
      map.add("type", .string(device.type.word.string))
      if let volume = device.volume { map.add("volume", .double(volume)) }
      map.add("can-step", .bool(device.canStep))
      return map.entries
    }
  }
}

extension Chapters {
  /// The chapters as surfaces are sent them.
  fileprivate var timed: [TimedTexts] {
    list.map { chapter in
      let id = chapter.artworkID
      return TimedTexts(chapter.start.count, chapter.title, id.isEmpty ? "" : ProtocolID.item(id))
    }
  }

  /// The host's id for the picture of a chapter, by the id that surfaces know; nil when no chapter has it.
  public func artwork(_ id: String) -> String? {
    for chapter in list where !chapter.artworkID.isEmpty && ProtocolID.item(chapter.artworkID).exact == id.exact {
      return chapter.artworkID
    }
    return nil
  }
}

extension CommandDescriptor {
  /// The usual icon for a command, where the player names none. Toggle-play-pause has none here: its icon depends on
  /// the state of playback, and `Commands` would have to be sent again at each pause.
  fileprivate var ownIcon: String? {
    if kind == .togglePlayPause { return nil }
    return kind.icon(of: kind.icons, current: current, supported: supported, isOn: look?.isActive ?? false)
  }

  /// The speeds for surfaces to offer; never empty.
  var offeredRates: [Double] {
    if !rates.isEmpty { return rates }
    return takesAnyRate ? UsualSpeeds.within(rateMinimum, rateMaximum) : [1]
  }
}

/// The entries of an `a{sv}`, in the order of adding them.
private struct Dictionary {
  var entries: [Value.Entry] = []

  mutating func add(_ key: StaticString, _ value: Value) { entries.add(key, value) }

  mutating func add(_ key: StaticString, _ text: String?) {
    if let text, !text.isEmpty { add(key, .string(text)) }
  }

  mutating func add(_ key: StaticString, _ texts: [String]?) {
    if let texts = Metadata.present(texts) { add(key, .strings(texts)) }
  }

  mutating func add(_ artwork: AnimatedArtwork) {
    var ids: [String] = []
    for ratio in [AspectRatio.square, .tall] {
      guard let id = artwork[ratio], !id.isEmpty else { continue }
      ids.append(ratio.word.string)
      ids.append(ProtocolID.item(id))
    }
    if !ids.isEmpty { add("animated-artwork", .words(ids)) }
  }

  /// Adds the lines of text to show.
  mutating func addLines(of content: Content) {
    let leavesOutAlbum = content.repeatsItselfAsAlbum
    let lines = ShownLines(content.kind, artists: Metadata.present(content.lists[.artists]) ?? []) {
      $0 == .album && leavesOutAlbum ? nil : content.shown($0)
    }
    let texts = lines.texts
    if !texts.isEmpty { add("lines", .strings(texts)) }
  }

  /// Adds the fields that the content's kind has.
  mutating func addFields(of content: Content) {
    let kind = content.kind
    let leavesOutAlbum = content.repeatsItselfAsAlbum
    for entry in content.texts.entries where entry.field.belongs(to: kind) {
      if entry.field == .album, leavesOutAlbum { continue }
      add(entry.field.row.word, entry.value)
    }
    for entry in content.lists.entries where entry.field.belongs(to: kind) { add(entry.field.row.word, entry.value) }
    for entry in content.integers.entries where entry.field.belongs(to: kind) {
      let row = entry.field.row
      switch row.form {
      case .date: add(row.word, .int64(entry.value))
      case .truth: add(row.word, .bool(entry.value != 0))
      default: add(row.word, .uint32(UInt32(clamping: entry.value)))
      }
    }
    for entry in content.numbers.entries { add(entry.field.row.word, .double(entry.value)) }
  }
}
