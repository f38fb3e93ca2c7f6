// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingProgram
import NowPlayingCore

/// A text with "{{ expressions }}" in the language of playerctl's `--format`. The parser is the C code of
/// `plugins/playerctl`.
final class Template {
  private let parts: OpaquePointer
  private let console: Console

  init(_ text: String, _ console: Console) throws(Failure) {
    var error = PctlText()
    guard let parts = pctl_template_new(text, &error) else { throw Failure(text: String(owned: error)) }
    (self.parts, self.console) = (parts, console)
  }

  deinit { pctl_template_free(parts) }

  /// Whether an expression names a variable.
  func uses(_ variable: String) -> Bool { pctl_template_uses(parts, variable) }

  /// Returns the expanded text for a player.
  ///
  /// - metadata: the metadata of the item; empty for a command that does not use them.
  func text(_ player: Player, _ metadata: [Variant.Property]) throws(Failure) -> String {
    var values = metadata
    func add(_ key: String, _ value: Variant?) {
      if let value, values[key] == nil { values.append(Variant.Property(key: key, value: value)) }
    }
    for name in ["artist", "album", "title"] { add(name, metadata["xesam:" + name]) }
    add("playerName", .string(player.name))
    add("playerInstance", .string(player.instance))
    add("shuffle", .bool(player.can("Shuffle")))
    add("status", .string(player.status))
    add("loop", .string(player.loop))
    add("volume", .double(player.number("Volume") ?? 0))
    add("position", .int64(player.position.count))
    values = values.map { console.shown($0) }
    var text = PctlText()
    let isExpanded = withUnsafeMutablePointer(to: &values) { values in
      var host = PctlHost(context: values, get: Self.get, change: Self.change)
      return pctl_template_expand(parts, &host, &text)
    }
    if !isExpanded { throw Failure(text: String(owned: text)) }
    return String(owned: text)
  }

  private typealias Get =
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafeMutablePointer<PctlValue>?) -> Void
  private typealias Change =
    @convention(c) (UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafeMutablePointer<PctlText>?) -> Bool

  private static let get: Get = { context, name, made in
    guard let values = context?.assumingMemoryBound(to: [Variant.Property].self), let name, let made,
      let value = values.pointee[String(cString: name)]
    else { return }
    switch value {
    case .int64(let number): (made.pointee.kind, made.pointee.integer) = (PCTL_INT64, number)
    case .uint64(let number): (made.pointee.kind, made.pointee.integer) = (PCTL_UINT64, Int64(bitPattern: number))
    case .double(let number): (made.pointee.kind, made.pointee.number) = (PCTL_DOUBLE, number)
    default:
      let text = value.printed
      pctl_value_set_text(made, value.type, text, text.utf8.count)
    }
  }

  private static let change: Change = { function, text, made in
    guard let function, let text = text.map({ String(cString: $0) }) else { return false }
    let changed: String
    switch String(cString: function).exact {
    case "lc": changed = text.inLetters(capital: false)
    case "uc": changed = text.inLetters(capital: true)
    case "markup_escape": changed = Markup.escaped(text)
    // `json` is an addition: playerctl has no such function.
    case "json": changed = JSON.quoted(text)
    default: return false
    }
    pctl_text_add(made, changed, changed.utf8.count)
    return true
  }
}

extension String {
  /// Takes over a text that a C function has allocated, and frees it.
  init(owned text: PctlText) {
    self = text.bytes.map { String(cString: $0) } ?? ""
    np_free(text.bytes)
  }

  /// Returns the text that a C function appends to an empty one.
  init(_ body: (inout PctlText) -> Void) {
    var text = PctlText()
    body(&text)
    self.init(owned: text)
  }
}
