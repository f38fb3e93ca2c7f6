// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A value of a property, typed for D-Bus.
public enum PropertyValue: Equatable, Sendable {
  case bool(Bool)
  case double(Double)
  case word(StaticWord)
  case metadata(Metadata)
}

/// A word that never changes, comparable.
public struct StaticWord: Equatable, Sendable {
  public let text: StaticString
  public init(_ text: StaticString) { self.text = text }

  public static func == (a: StaticWord, b: StaticWord) -> Bool {
    let count = a.text.utf8CodeUnitCount
    guard count == b.text.utf8CodeUnitCount else { return false }
    for index in 0..<count where a.text.utf8Start[index] != b.text.utf8Start[index] { return false }
    return true
  }
}

/// Which properties, one bit for each row of the table.
public struct PropertySet: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// One property of the Player interface: everything about it is in its row.
public struct PropertyRow: Sendable {
  public let name: StaticString
  public let signature: StaticString
  /// Whether changes are announced.
  public let emits: Bool
  /// Whether clients may set it.
  public let writable: Bool
  public let value: @Sendable (PlayerProperties) -> PropertyValue
}

extension PlayerProperties {
  /// The properties of `org.mpris.MediaPlayer2.Player`, but for Position.
  public static let table: [PropertyRow] = [
    PropertyRow(name: "PlaybackStatus", signature: "s", emits: true, writable: false) {
      .word(StaticWord($0.playbackStatus.name))
    },
    PropertyRow(name: "LoopStatus", signature: "s", emits: true, writable: true) {
      .word(StaticWord($0.loopStatus.name))
    },
    PropertyRow(name: "Rate", signature: "d", emits: true, writable: true) { .double($0.rate) },
    PropertyRow(name: "Shuffle", signature: "b", emits: true, writable: true) { .bool($0.shuffle) },
    PropertyRow(name: "Metadata", signature: "a{sv}", emits: true, writable: false) { .metadata($0.metadata) },
    PropertyRow(name: "Volume", signature: "d", emits: true, writable: true) { .double($0.volume) },
    PropertyRow(name: "MinimumRate", signature: "d", emits: true, writable: false) { .double($0.minimumRate) },
    PropertyRow(name: "MaximumRate", signature: "d", emits: true, writable: false) { .double($0.maximumRate) },
    PropertyRow(name: "CanGoNext", signature: "b", emits: true, writable: false) { .bool($0.canGoNext) },
    PropertyRow(name: "CanGoPrevious", signature: "b", emits: true, writable: false) { .bool($0.canGoPrevious) },
    PropertyRow(name: "CanPlay", signature: "b", emits: true, writable: false) { .bool($0.canPlay) },
    PropertyRow(name: "CanPause", signature: "b", emits: true, writable: false) { .bool($0.canPause) },
    PropertyRow(name: "CanSeek", signature: "b", emits: true, writable: false) { .bool($0.canSeek) },
    // The specification says that it never changes, and KDE gates everything by it.
    PropertyRow(name: "CanControl", signature: "b", emits: false, writable: false) { _ in .bool(true) },
  ]

  /// The names of rows, for a log.
  public static func names(_ set: PropertySet) -> String {
    var names = ""
    for index in table.indices where set.rawValue >> UInt32(truncatingIfNeeded: index) & 1 != 0 {
      names += (names.isEmpty ? "" : ", ") + table[index].name.description
    }
    return names
  }

  /// The rows whose value is another than before.
  public func changes(since before: PlayerProperties) -> PropertySet {
    var changed: UInt32 = 0
    var bit: UInt32 = 1
    // By index, because a row that is looked at as a whole is copied.
    let table = Self.table
    for index in table.indices {
      if table[index].emits, table[index].value(self) != table[index].value(before) { changed |= bit }
      bit <<= 1
    }
    return PropertySet(rawValue: changed)
  }
}
