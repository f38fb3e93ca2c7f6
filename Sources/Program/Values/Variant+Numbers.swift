// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

// Numbers of players, which send them as other types than MPRIS has, and as texts. The library for surfaces reads them
// in the same way.
extension Variant {
  /// The value as an integer, from any type of number and from a text of digits; nil for any other value.
  var anyInteger: Int64? {
    switch self {
    case .byte(let value): Int64(clamping: value)
    case .int16(let value): Int64(clamping: value)
    case .uint16(let value): Int64(clamping: value)
    case .int32(let value): Int64(clamping: value)
    case .uint32(let value): Int64(clamping: value)
    case .int64(let value): value
    case .uint64(let value): Int64(clamping: value)
    case .double(let value): value.isFinite ? Clamp.int64(value) : nil
    case .string(let text): TagNumber.whole(text)
    default: nil
    }
  }

  /// The value as a number, from the same types.
  var anyNumber: Double? {
    if case .double(let value) = self { return value.isFinite ? value : nil }
    return anyInteger.map { Double($0) }
  }
}
