// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingBus
import NowPlayingCore

// Tables of properties on the bus: for any interface at any path.

extension PropertyTable {
  /// The members of the interface that are properties. `subject` is asked at each reading.
  func members(_ subject: @escaping () -> Subject) -> [Member] {
    rows.map { row in
      .property(
        name: row.name, signature: row.signature, writable: row.set != nil, emits: row.emits, constant: !row.emits
      ) { reply in
        reply.append(row.get(subject()))
      }
    }
  }

  /// Answers a client that sets a property, or has the call answered. The message has been read up to the property's
  /// name. Returns false where clients may not set it: sd-bus says so.
  func set(_ name: String, _ message: Message, _ perform: (Call) -> Void) -> Bool {
    guard let row = row(name), let set = row.set else { return false }
    guard let value = message.readVariant(row.signature) else {
      message.reply(error: "org.freedesktop.DBus.Error.InvalidArgs", name + " is of another type")
      return true
    }
    switch set(value) {
    case .call(let call): perform(call)
    case .refused(let why): message.reply(error: "org.freedesktop.DBus.Error.InvalidArgs", why.description)
    }
    return true
  }
}

extension Message {
  /// A variant of exactly this type, of those that clients may set; nil when it is of another.
  func readVariant(_ signature: StaticString) -> Value? {
    readVariant(signature) {
      switch signature.utf8Start.pointee {
      case 98: readBool().map { .bool($0) }
      case 100: readDouble().map { .double($0) }
      case 115: readString().map { .string($0) }
      default: nil
      }
    }
  }

  /// The properties in a set with their values, as an `a{sv}`.
  func append<Subject, Call>(
    _ table: PropertyTable<Subject, Call>, _ properties: PropertySet, of subject: Subject
  ) -> Int32 {
    append(array: table.indices(properties), of: "{sv}") { index in
      append(entry: table.rows[index].name, table.rows[index].signature) { append(table.rows[index].get(subject)) }
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
    case .int64s(let numbers): append(array: numbers, of: "x") { append($0) }
    case .doubles(let numbers): append(array: numbers, of: "d") { append($0) }
    case .map(let entries): append(map: entries)
    case .maps(let maps): append(array: maps, of: "a{sv}") { append(map: $0) }
    case .words(let entries):
      append(array: entries, of: "{ss}") { entry in
        container(.entry, "ss") {
          let result = append(entry.key)
          return result < 0 ? result : append(entry.value)
        }
      }
    }
  }

  private func append(map entries: [Value.Entry]) -> Int32 {
    append(array: entries, of: "{sv}") { entry in
      append(entry: entry.key, entry.value.signature) { append(entry.value) }
    }
  }
}
