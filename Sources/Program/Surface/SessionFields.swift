// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore

/// The value of a field of an item. Texts live as long as the session.
enum FieldContent {
  case text(UnsafePointer<CChar>)
  case list([UnsafePointer<CChar>])
  case count(Int64)
  /// Seconds since 1970.
  case date(Int64)
  case truth(Bool)
  case number(Double)
}

extension Session {
  /// Returns the value of a field; nil without a value.
  func value(of field: FieldRow) -> FieldContent? {
    switch field.form {
    case .text: return nowplaying_surface_session_get_text(handle, field.number, 0).map { .text($0) }
    case .list:
      var texts: [UnsafePointer<CChar>] = []
      while let text = nowplaying_surface_session_get_text(handle, field.number, texts.count) { texts.append(text) }
      return texts.isEmpty ? nil : .list(texts)
    case .count, .date, .truth:
      var value = Int64.zero
      guard nowplaying_surface_session_get_integer(handle, field.number, &value) == NOWPLAYING_OK else { return nil }
      return field.form == .truth ? .truth(value != 0) : field.form == .date ? .date(value) : .count(value)
    case .rating:
      var value = 0.0
      guard nowplaying_surface_session_get_number(handle, field.number, &value) == NOWPLAYING_OK else { return nil }
      return .number(value)
    }
  }

  /// A text under a key that the player has added.
  typealias Own = (key: UnsafePointer<CChar>, text: UnsafePointer<CChar>)

  /// The texts under keys that the player has added, in the order of the keys.
  var extra: [Own] {
    var texts: [Own] = []
    while let key = nowplaying_surface_session_get_extra_key(handle, texts.count),
      let text = nowplaying_surface_session_get_extra(handle, key)
    {
      texts.append((key, text))
    }
    return texts
  }
}

extension nowplaying_command {
  /// The intervals of a skip command, in µs.
  var intervals: [Int64] { Array(UnsafeBufferPointer(start: intervals_us, count: interval_count)) }
  /// The speeds that are offered.
  var offeredRates: [Double] { Array(UnsafeBufferPointer(start: rates, count: rate_count)) }
  /// The range from which any speed can be chosen; nil where only the offered speeds can.
  var rateRange: ClosedRange<Double>? {
    rate_maximum > 0 && rate_minimum <= rate_maximum ? rate_minimum...rate_maximum : nil
  }

  /// The words of the modes that a command offers, and of its present mode; none when the command has no modes.
  var modes: (current: StaticString?, supported: [StaticString]) {
    let words = CommandKind(rawValue: kind)?.row.modes ?? []
    let index = Int(truncatingIfNeeded: current)
    let chosen = words.enumerated().filter { supported & 1 << UInt32(truncatingIfNeeded: $0.offset) != 0 }
    return (words.indices.contains(index) ? words[index] : nil, chosen.map { $0.element })
  }
}
