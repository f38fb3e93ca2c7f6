// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

/// Why a file is not taken.
enum FileFault: Error {
  /// It was written by a later version, which will want it.
  case later
  case unreadable(String)
}

/// The files of the memory as JSON.
enum FileText {
  static let version = 1

  /// What is written with base64url in them: salts.
  static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dataEncodingStrategy = .custom { data, encoder in try data.base64URL.encode(to: encoder) }
    return encoder
  }

  private static func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dataDecodingStrategy = .custom { decoder in
      let value = try decoder.singleValueContainer()
      guard let data = Data(base64URL: try value.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(in: value, debugDescription: "no base64url")
      }
      return data
    }
    return decoder
  }

  /// Reads a file: what is in it, and its text for what keeps its bytes.
  static func read<Fields: Decodable>(
    _ type: Fields.Type, _ bytes: [UInt8]
  ) throws(FileFault) -> (fields: Fields, text: JSONText) {
    do {
      // The attributes are one level deeper in it than by themselves.
      let text = try JSONText(bytes[...], depth: PushLimits.depth + 1)
      let version = text["version"].flatMap(JSONText.number) ?? 0
      if version > Double(Self.version) { throw FileFault.later }
      guard version == Double(Self.version) else { throw FileFault.unreadable("it has no version") }
      return (try decoder().decode(type, from: Data(bytes)), text)
    } catch let fault as FileFault {
      throw fault
    } catch let fault as JSONText.Fault {
      throw FileFault.unreadable(fault.reason)
    } catch {
      throw FileFault.unreadable(AttributesJSON.description(of: error))
    }
  }
}
