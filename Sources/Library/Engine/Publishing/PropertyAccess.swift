// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

// Connects tables of properties with the bus, for any interface of any object.

extension PropertyTable {
  /// The interface's properties as members for sd-bus. `subject` is called at each reading.
  func members(_ subject: @escaping () -> Subject) -> [Member] {
    rows.map { row in
      .property(
        name: row.name, signature: row.signature, writable: row.set != nil, announcement: row.announcement.onTheBus
      ) { $0.append(row.get(subject())) }
    }
  }

  /// Sets a property and answers the call, or has `perform` do so. The message was read up to the property's name.
  /// Returns false where clients may not set it; sd-bus answers then.
  func set(_ name: String, _ message: Message, _ perform: (Call) -> Void) -> Bool {
    guard let row = row(name), let set = row.set else { return false }
    switch message.readVariant(row.signature).map(set) {
    case .call(let call)?: perform(call)
    case .refused(let why)?: message.reply(error: "org.freedesktop.DBus.Error.InvalidArgs", why.string)
    case nil: message.reply(error: "org.freedesktop.DBus.Error.InvalidArgs", name + " is of another type")
    }
    return true
  }
}

extension Announcement {
  /// The value for introspection.
  fileprivate var onTheBus: PropertyAnnouncement {
    switch self {
    case .never: .constant
    case .byValue: .byValue
    case .byName: .byName
    }
  }
}

extension Message {
  /// Reads a variant of exactly this type, which is one of those that clients may set; nil for another.
  func readVariant(_ signature: StaticString) -> Value? {
    readVariant(signature) {
      switch BusType(rawValue: CChar(bitPattern: signature.utf8Start.pointee)) {
      case .bool: readBool().map { .bool($0) }
      case .double: readDouble().map { .double($0) }
      case .string: readString().map { .string($0) }
      default: nil
      }
    }
  }

  func append(_ value: Value) -> Int32 {
    switch value {
    case .bool(let value): append(value)
    case .int32(let number): append(number)
    case .uint32(let number): append(number)
    case .int64(let number): append(number)
    case .double(let number): append(number)
    case .string(let text): append(text)
    case .path(let path): append(path: path)
    case .strings(let texts): append(texts)
    case .paths(let paths): append(array: paths, of: "o") { append(path: $0) }
    case .intervals(let lengths): append(array: lengths, of: "x") { append($0.count) }
    case .doubles(let numbers): append(array: numbers, of: "d") { append($0) }
    case .map(let entries): append(map: entries)
    case .maps(let maps): append(array: maps, of: "a{sv}") { append(map: $0) }
    case .words(let words): container(.array, "{ss}") { append(words, inVariants: false) }
    case .range(let low, let high):
      container(.structure, "dd") {
        append(low).then(append(high))
      }
    case .span(let start, let end):
      container(.structure, "xx") {
        append(start).then(append(end))
      }
    case .timed(let list):
      append(array: list, of: "(xss)") { timed in
        container(.structure, "xss") {
          append(timed.time).then(append(timed.first)).then(append(timed.second))
        }
      }
    case .maybePlaylist(let playlist):
      container(.structure, "b(oss)") {
        append(playlist != nil).then(append(playlist ?? PlaylistReference()))
      }
    }
  }

  /// Appends an `(oss)`.
  func append(_ playlist: PlaylistReference) -> Int32 {
    container(.structure, "oss") {
      append(path: playlist.path).then(append(playlist.name)).then(append(playlist.iconURL))
    }
  }

  func append(map entries: [Value.Entry]) -> Int32 {
    append(array: entries, of: "{sv}") { entry in
      if entry.key.utf8CodeUnitCount == 0, case .words(let words) = entry.value {
        return append(words, inVariants: true)
      }
      return append(entry: entry.key, entry.value.signature) { append(entry.value) }
    }
  }

  /// Appends the entries of a dictionary, from a list of keys and texts in turn.
  private func append(_ words: [String], inVariants: Bool) -> Int32 {
    var result = Int32.zero
    var index = 0
    while index + 1 < words.count, !result.isFailure {
      result = container(.entry, inVariants ? "sv" : "ss") {
        append(words[index]).then(
          inVariants ? container(.variant, "s") { append(words[index + 1]) } : append(words[index + 1]))
      }
      index += 2
    }
    return result
  }
}
