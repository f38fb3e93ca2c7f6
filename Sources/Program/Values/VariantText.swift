// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingProgram
import NowPlayingCore

// Prints values as playerctl does: texts and lists of texts as they are, and all else as GLib's g_variant_print() does.
extension Variant {
  /// The text that playerctl prints for the value.
  var printed: String {
    if case .string(let text) = self { return text }
    if let strings { return strings.joined(separator: ", ") }
    return notation(annotated: false)
  }

  /// The value with each text that is printed as it is on one line, and harmless to a terminal. GLib's notation escapes
  /// all others.
  var clean: Variant {
    if case .string(let text) = self { return .string(CleanText.line(text)) }
    return strings.map { .array("s", $0.map { .string(CleanText.line($0)) }) } ?? self
  }

  /// Returns the value in the notation of GLib.
  ///
  /// - annotated: whether its type can be seen.
  private func notation(annotated: Bool) -> String {
    func typed(_ type: String, _ text: String) -> String { annotated ? type + " " + text : text }
    switch self {
    case .bool(let value): return value ? "true" : "false"
    case .byte(let value): return typed("byte", "0x" + Self.hexadecimal(UInt32(truncatingIfNeeded: value), 2))
    case .int16(let value): return typed("int16", String(value))
    case .uint16(let value): return typed("uint16", String(value))
    case .int32(let value): return String(value)
    case .uint32(let value): return typed("uint32", String(value))
    case .int64(let value): return typed("int64", String(value))
    case .uint64(let value): return typed("uint64", String(value))
    case .handle: return typed("handle", "0")
    case .double(let value): return String { pctl_text_add_number(&$0, value) }
    case .string(let text): return Self.quoted(text)
    case .path(let text): return typed("objectpath", Self.quoted(text))
    case .signature(let text): return typed("signature", Self.quoted(text))
    case .variant(let value): return "<" + value.notation(annotated: true) + ">"
    case .entry(let key, let value):
      return "{" + key.notation(annotated: annotated) + ", " + value.notation(annotated: annotated) + "}"
    case .structure(let members):
      let text = members.map { $0.notation(annotated: annotated) }.joined(separator: ", ")
      return "(" + text + (members.count == 1 ? ",)" : ")")
    case .array(let element, let values): return Self.list(element, values, annotated: annotated)
    case .tooMuch: return ""
    }
  }

  private static func list(_ element: String, _ values: [Variant], annotated: Bool) -> String {
    let isMap = element.utf8.first == UInt8(ascii: "{")
    if values.isEmpty { return (annotated ? "@a" + element + " " : "") + (isMap ? "{}" : "[]") }
    if element.equals("y"), let text = bytes(values) { return text }
    // Only the first element needs its type, which is that of all.
    let texts = values.enumerated().map { index, value in
      let annotated = annotated && index == 0
      guard case .entry(let key, let value) = value else { return value.notation(annotated: annotated) }
      return key.notation(annotated: annotated) + ": " + value.notation(annotated: annotated)
    }
    let text = texts.joined(separator: ", ")
    return isMap ? "{" + text + "}" : "[" + text + "]"
  }

  /// Returns the bytes of a C string; nil when the values are not one.
  private static func bytes(_ values: [Variant]) -> String? {
    var bytes: [UInt8] = values.compactMap {
      if case .byte(let value) = $0 { return value }
      return nil
    }
    guard bytes.popLast() == 0, !bytes.contains(0) else { return nil }
    let quote: UInt8 = bytes.contains(39) ? 34 : 39
    var text: [UInt8] = [98, quote]
    for byte in bytes {
      switch byte {
      case 8...13 where byte != 11: text += [92, Array("btn.fr".utf8)[Int(truncatingIfNeeded: byte) - 8]]
      case 11: text += [92, 118]
      case 34, 92: text += [92, byte]
      case 32...126: text.append(byte)
      default: text += [92, 48 + byte / 64, 48 + byte / 8 % 8, 48 + byte % 8]
      }
    }
    return String(decoding: text + [quote], as: UTF8.self)
  }

  private static func quoted(_ text: String) -> String {
    let quote: UInt8 = text.utf8.contains(39) ? 34 : 39
    var written = [quote]
    for scalar in text.scalars {
      if scalar == UInt32(truncatingIfNeeded: quote) || scalar == 92 { written.append(92) }
      written += (tool_is_printed(scalar) ? String(scalars: [scalar]) : escaped(scalar)).utf8
    }
    return String(decoding: written + [quote], as: UTF8.self)
  }

  private static func escaped(_ value: UInt32) -> String {
    switch value {
    case 7...13: "\\" + String(decoding: [Array("abtnvfr".utf8)[Int(truncatingIfNeeded: value) - 7]], as: UTF8.self)
    case 0...0xFFFF: "\\u" + hexadecimal(value, 4)
    default: "\\U" + hexadecimal(value, 8)
    }
  }

  private static func hexadecimal(_ value: UInt32, _ digits: Int) -> String {
    Escape.hexadecimal(UInt64(truncatingIfNeeded: value)).without(first: 16 - digits)
  }
}
