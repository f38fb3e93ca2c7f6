// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// A text with "{{ expressions }}", in the language of playerctl's `--format`.
struct Template {
  /// A part of an expression, or a text between two of them.
  indirect enum Token {
    case text(String)
    case number(Double)
    case variable(String)
    case function(String, [Token])
  }

  let tokens: [Token]

  /// Bytes that a template has at most.
  static let maxBytes = 1027

  init(_ text: String) throws(Failure) {
    let format = Array(text.utf8)
    if format.count > Self.maxBytes {
      throw Failure(text: "the maximum format string length is 1028")
    }
    var parser = Parser(format)
    tokens = try parser.parse()
  }

  /// Whether an expression names a variable.
  func uses(_ variable: String) -> Bool { tokens.contains { Self.uses($0, variable) } }

  @inline(never)
  private static func uses(_ token: Token, _ variable: String) -> Bool {
    switch token {
    case .variable(let name): name.exact == variable.exact
    case .function(_, let arguments): arguments.contains { uses($0, variable) }
    case .text, .number: false
    }
  }
}

/// Reads a template as playerctl 2.4 does, byte by byte.
private struct Parser {
  private let format: [UInt8]
  /// Where what was read last ends.
  private var end = 0

  /// How far an expression goes.
  private enum Reach {
    case all, products, operand
  }

  private static let maxArguments = 32

  init(_ format: [UInt8]) { self.format = format }

  /// The byte at an index; 0 behind the end.
  private subscript(index: Int) -> UInt8 { index < format.count ? format[index] : 0 }

  mutating func parse() throws(Failure) -> [Template.Token] {
    var tokens: [Template.Token] = []
    var text: [UInt8] = []
    var index = 0
    func close() {
      if !text.isEmpty { tokens.append(.text(String(decoding: text, as: UTF8.self))) }
      text = []
    }
    while index < format.count {
      if self[index] == UInt8(ascii: "{"), self[index + 1] == UInt8(ascii: "{") {
        close()
        tokens.append(try expression(at: index + 2, .all))
        index = afterSpaces(end)
        guard self[index] == UInt8(ascii: "}"), self[index + 1] == UInt8(ascii: "}") else {
          throw Failure(text: "expecting \"}}\" (position " + String(index) + ")")
        }
        index += 2
      } else {
        text.append(format[index])
        index += 1
      }
    }
    close()
    return tokens
  }

  private func afterSpaces(_ index: Int) -> Int {
    var index = index
    while self[index] == 32 { index += 1 }
    return index
  }

  private static let ended = Failure(text: "unexpected end of expression")

  private mutating func expression(at start: Int, _ reach: Reach) throws(Failure) -> Template.Token {
    var token = try operand(at: afterSpaces(start))
    end = afterSpaces(end)
    if reach == .operand || end >= format.count - 1 { return token }
    var sign = self[end]
    while "*/+-".utf8.contains(sign) {
      while sign == UInt8(ascii: "*") || sign == UInt8(ascii: "/") {
        token = .function(Self.name(sign), [token, try expression(at: end + 1, .operand)])
        sign = self[end]
      }
      if reach == .products { return token }
      if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        token = .function(Self.name(sign), [token, try expression(at: end + 1, .products)])
        sign = self[end]
      }
    }
    return token
  }

  private static func name(_ byte: UInt8) -> String { String(decoding: [byte], as: UTF8.self) }

  private mutating func operand(at index: Int) throws(Failure) -> Template.Token {
    let byte = self[index]
    switch byte {
    case 0: throw Self.ended
    case UInt8(ascii: "("):
      let token = try expression(at: index + 1, .all)
      guard self[end] == UInt8(ascii: ")") else {
        throw Failure(text: "expected \")\" (position  " + String(end) + ")")
      }
      end += 1
      return token
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      return .function(Self.name(byte), [try expression(at: index + 1, .operand)])
    case UInt8(ascii: "\""):
      guard let close = format[(index + 1)...].firstIndex(of: byte) else { throw Self.ended }
      end = close + 1
      return .text(String(decoding: format[(index + 1)..<close], as: UTF8.self))
    case let byte where Self.isNumeric(byte): return try number(at: index)
    case let byte where Self.isLetter(byte): return try identifier(at: index)
    default:
      throw Failure(
        text: "unexpected \"" + Self.name(byte) + "\", expected expression (position  " + String(index) + ")")
    }
  }

  private static func isNumeric(_ byte: UInt8) -> Bool { (48...57).contains(byte) || byte == 46 }
  private static func isLetter(_ byte: UInt8) -> Bool {
    (65...90).contains(byte) || (97...122).contains(byte) || byte == 95
  }

  private mutating func number(at start: Int) throws(Failure) -> Template.Token {
    var index = start
    while Self.isNumeric(self[index]) { index += 1 }
    if index >= format.count { throw Self.ended }
    let text = String(decoding: format[start..<index], as: UTF8.self)
    guard let value = Number.only(text) else {
      throw Failure(text: "invalid number: \"" + text + "\" (position " + String(index) + ")")
    }
    end = index
    return .number(value)
  }

  private mutating func identifier(at start: Int) throws(Failure) -> Template.Token {
    var index = start
    while Self.isLetter(self[index]) || (48...58).contains(self[index]) { index += 1 }
    if index >= format.count { throw Self.ended }
    let name = String(decoding: format[start..<index], as: UTF8.self)
    guard self[index] == UInt8(ascii: "(") else {
      end = index
      return .variable(name)
    }
    var arguments: [Template.Token] = []
    end = index
    repeat {
      arguments.append(try expression(at: end + 1, .all))
      if arguments.count > Self.maxArguments {
        throw Failure(text: "maximum args of " + String(Self.maxArguments) + " exceeded")
      }
      end = afterSpaces(end)
    } while self[end] == UInt8(ascii: ",")
    guard self[end] == UInt8(ascii: ")") else { throw Failure(text: "expecting \")\" (position " + String(end) + ")") }
    end += 1
    return .function(name, arguments)
  }
}
