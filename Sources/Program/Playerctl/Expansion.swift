// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Evaluates the expressions of a template for one player.
struct Expansion {
  /// The values of variables.
  private let context: [Variant.Property]

  /// - metadata: of the item; empty for a command that is not about it.
  init(_ player: Player, _ metadata: [Variant.Property]) {
    var context = metadata
    for name in ["artist", "album", "title"] { context.add(name, metadata["xesam:" + name]) }
    context.add("playerName", .string(player.name))
    context.add("playerInstance", .string(player.instance))
    context.add("shuffle", .bool(player.can("Shuffle")))
    context.add("status", .string(player.status))
    context.add("loop", .string(player.loop))
    context.add("volume", .double(player.double("Volume") ?? 0))
    context.add("position", .int64(player.position))
    self.context = context
  }

  func text(of template: Template) throws(Failure) -> String {
    var text = ""
    for token in template.tokens {
      if let value = try value(of: token) { text += value.printed }
    }
    return text
  }

  /// Nil of a variable that has none.
  private func value(of token: Template.Token) throws(Failure) -> Variant? {
    switch token {
    case .text(let text): return .string(text)
    case .number(let number): return .double(number)
    case .variable(let name): return context[name]
    case .function(let name, let arguments):
      var values: [Variant?] = []
      for argument in arguments { values.append(try value(of: argument)) }
      return try TemplateFunctions.call(name, values, arguments)
    }
  }
}

extension [Variant.Property] {
  /// Adds a value, unless there is none, or one with that key.
  @inline(never)
  fileprivate mutating func add(_ key: String, _ value: Variant?) {
    if let value, self[key] == nil { append(Variant.Property(key: key, value: value)) }
  }
}

/// The functions of the language, and its operators, which are functions as well.
enum TemplateFunctions {
  static func call(
    _ name: String, _ values: [Variant?], _ arguments: [Template.Token]
  ) throws(Failure) -> Variant? {
    switch name.exact {
    case "lc": return .string(try one(name, values)?.printed.inLetters(capital: false) ?? "")
    case "uc": return .string(try one(name, values)?.printed.inLetters(capital: true) ?? "")
    // In playerctl's words.
    case "duration": return .string(try duration(try one("uc", values)))
    // An addition: playerctl has no such function.
    case "json": return .string(JSON.quoted(values.map { $0?.printed ?? "" }.joined()))
    case "markup_escape": return .string(Markup.escaped(try one(name, values)?.printed ?? ""))
    case "emoji": return try emoji(try one(name, values), arguments)
    case "default": return fallback(try two(name, values))
    case "trunc": return try cut(try two(name, values))
    case "+", "-", "*", "/": return try Arithmetic.call(name, values)
    default: throw Failure(text: "unknown template function: " + name)
    }
  }

  private static func one(_ name: String, _ values: [Variant?]) throws(Failure) -> Variant? {
    guard values.count == 1 else {
      throw Failure(text: "function " + name + " takes exactly one argument (got " + String(values.count) + ")")
    }
    return values[0]
  }

  private static func two(_ name: String, _ values: [Variant?]) throws(Failure) -> (Variant?, Variant?) {
    guard values.count == 2 else {
      throw Failure(text: "function " + name + " takes exactly two arguments (got " + String(values.count) + ")")
    }
    return (values[0], values[1])
  }

  private static func duration(_ value: Variant?) throws(Failure) -> String {
    switch value {
    case nil: ""
    case .int64(let time): Number.clock(time)
    case .uint64(let time): Number.clock(Int64(truncatingIfNeeded: time))
    case .double(let time): Number.clock(Clamp.microseconds(time))
    default: throw Failure(text: "function duration can only be called on track position values")
    }
  }

  private static func fallback(_ values: (Variant?, Variant?)) -> Variant? {
    if case .string(let text) = values.0, text.isEmpty { return values.1 }
    return values.0 ?? values.1
  }

  private static func emoji(_ value: Variant?, _ arguments: [Template.Token]) throws(Failure) -> Variant {
    guard let value else { return .string("") }
    guard case .variable(let key) = arguments.first else {
      throw Failure(text: "the emoji function can only be called with a variable")
    }
    if key.equals("status"), case .string(let status) = value {
      switch Player.word(status, of: Player.statuses)?.exact {
      case "Playing": return .string("▶️")
      case "Paused": return .string("⏸️")
      case "Stopped": return .string("⏹️")
      default: return value
      }
    }
    if key.equals("volume"), case .double(let volume) = value {
      return .string(volume < 0.3333 ? "🔈" : volume < 0.6666 ? "🔉" : "🔊")
    }
    return value
  }

  private static func cut(_ values: (Variant?, Variant?)) throws(Failure) -> Variant {
    guard let value = values.0, let length = values.1 else { return .string("") }
    guard case .double(let length) = length else {
      throw Failure(text: "function trunc's length parameter can only be called with an int")
    }
    let text = value.printed
    let most = Int(clamping: Clamp.microseconds(length))
    let kept = most < 0 ? text : String(scalars: Array(text.scalars.prefix(most)))
    return .string(seen(kept) < seen(text) ? kept + "…" : kept)
  }

  /// The characters in the first 256 bytes, which are all that playerctl counts.
  private static func seen(_ text: String) -> Int {
    var (bytes, count) = (0, 0)
    for scalar in text.scalars {
      bytes += scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
      if bytes > 256 { break }
      count += 1
    }
    return count
  }
}
