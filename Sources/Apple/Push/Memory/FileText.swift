// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

/// The reason why a file is ignored.
enum FileError: Error {
  /// A later version of the library has written it, and will need it again.
  case later
  case unreadable(String)
}

/// The JSON of the files that `Memory` stores.
enum FileText {
  static let version = 1

  static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  /// Returns a registration as JSON; "null" without one.
  static func text(_ registration: Registration?) -> String {
    let text = registration.flatMap { try? encoder().encode($0) }
    return text.map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }

  /// Returns a text as a string of JSON, with its quotes.
  static func quoted(_ text: String) -> String {
    var bytes = [JSONScanner.quote]
    for byte in text.utf8 {
      switch byte {
      case JSONScanner.quote, JSONScanner.backslash: bytes += [JSONScanner.backslash, byte]
      case ..<0x20: bytes += Array((byte < 0x10 ? "\\u000" : "\\u00").utf8) + Array(String(byte, radix: 16).utf8)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes + [JSONScanner.quote], as: UTF8.self)
  }

  /// Returns salts as they are written into files.
  static func texts(_ salts: [Data]) -> [String] { salts.map(\.base64URL) }

  /// Returns the newest of the salts that a file has, as many as are used.
  static func salts(_ texts: [String]) throws(FileError) -> [Data] {
    var salts: [Data] = []
    for text in texts.suffix(PushLimits.salts) {
      guard let salt = Data(base64URL: text) else { throw FileError.unreadable("seen: no base64url") }
      salts.append(salt)
    }
    return salts
  }

  /// Reads a file: returns its fields, and its text for values of which the exact bytes are kept.
  static func read<Fields: Decodable>(
    _ type: Fields.Type, _ bytes: [UInt8]
  ) throws(FileError) -> (fields: Fields, text: JSONText) {
    do {
      // In the file, the attributes are one level deeper than alone.
      let text = try JSONText(bytes[...], depth: PushLimits.depth + 1)
      let version = text["version"].flatMap(JSONText.number) ?? 0
      if version > Double(Self.version) { throw FileError.later }
      guard version == Double(Self.version) else { throw FileError.unreadable("it has no version") }
      return (try JSONDecoder().decode(type, from: Data(bytes)), text)
    } catch let fault as FileError {
      throw fault
    } catch let fault as JSONText.ParseError {
      throw FileError.unreadable(fault.reason)
    } catch {
      throw FileError.unreadable(AttributesJSON.description(of: error))
    }
  }
}
