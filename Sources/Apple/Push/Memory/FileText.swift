// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

/// Why a file is not taken.
enum FileError: Error {
  /// It was written by a later version, which will want it.
  case later
  case unreadable(String)
}

/// The files of the memory as JSON.
enum FileText {
  static let version = 1

  static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  /// A registration, or null.
  static func text(_ registration: Registration?) -> String {
    let text = registration.flatMap { try? encoder().encode($0) }
    return text.map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }

  /// A text with its quotes.
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

  /// Salts as they are in files.
  static func texts(_ salts: [Data]) -> [String] { salts.map(\.base64URL) }

  /// The last salts of those in a file.
  static func salts(_ texts: [String]) throws(FileError) -> [Data] {
    var salts: [Data] = []
    for text in texts.suffix(PushLimits.salts) {
      guard let salt = Data(base64URL: text) else { throw FileError.unreadable("seen: no base64url") }
      salts.append(salt)
    }
    return salts
  }

  /// Reads a file: what is in it, and its text for what keeps its bytes.
  static func read<Fields: Decodable>(
    _ type: Fields.Type, _ bytes: [UInt8]
  ) throws(FileError) -> (fields: Fields, text: JSONText) {
    do {
      // The attributes are one level deeper in it than by themselves.
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
