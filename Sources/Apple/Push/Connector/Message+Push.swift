// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CNowPlayingSystemd
package import NowPlayingBus
internal import NowPlayingCore

extension Message {
  // MARK: Writing

  /// Appends an `a{sv}` whose values are texts.
  func append(texts: [(key: StaticString, text: String)]) -> Int32 {
    append(array: texts, of: "{sv}") { entry in append(entry: entry.key, "s") { append(entry.text) } }
  }

  // MARK: Reading

  /// The code of the type byte in a signature: "y".
  private static let typeByte: CChar = 121

  /// Appends an `ay`.
  package func append(bytes: [UInt8]) -> Int32 {
    bytes.withUnsafeBytes { sd_bus_message_append_array(raw, Self.typeByte, $0.baseAddress, $0.count) }
  }

  /// Reads the next value as an `ay`; nil when it has another type.
  func readBytes() -> [UInt8]? {
    var start: UnsafeRawPointer?
    var size = 0
    guard sd_bus_message_read_array(raw, Self.typeByte, &start, &size) > 0 else { return nil }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: size))
  }

  /// Reads the known keys of the dictionary in a call of version 2. The value of a key is nil when the key is missing,
  /// or when its value has another type.
  func readPushArguments() -> (token: String?, message: [UInt8]?, endpoint: String?, id: String?) {
    var read: (token: String?, message: [UInt8]?, endpoint: String?, id: String?)
    func text(_ place: inout String?) -> Bool {
      guard let text = readVariant("s", { readString() }) else { return false }
      place = text
      return true
    }
    // A key that cannot be read ends the reading; the keys before it count.
    _ = readDictionary { key in
      switch key.exact {
      case "token": return text(&read.token)
      case "endpoint": return text(&read.endpoint)
      case "id": return text(&read.id)
      case "message":
        guard let bytes = readVariant("ay", { readBytes() }) else { return false }
        read.message = bytes
        return true
      default: return false
      }
    }
    return read
  }

  /// Reads the answer to Register of version 1.
  func readFirstAnswer() -> RegisterAnswer {
    if let errorName { return .error(errorName) }
    guard let result = readString(), let reason = readString() else { return .failed(reason: "no texts") }
    return Self.answer(result, reason)
  }

  /// Reads the answer to Register of version 2.
  func readSecondAnswer() -> RegisterAnswer {
    if let errorName { return .error(errorName) }
    var (result, reason) = ("", "")
    let isRead = readDictionary { key in
      guard key.exact == "success" || key.exact == "reason", let text = readVariant("s", { readString() }) else {
        return false
      }
      if key.exact == "success" { result = text } else { reason = text }
      return true
    }
    return isRead ? Self.answer(result, reason) : .failed(reason: "no dictionary")
  }

  private static func answer(_ result: String, _ reason: String) -> RegisterAnswer {
    if result.exact == "REGISTRATION_SUCCEEDED" { return .succeeded }
    return .failed(reason: reason.isEmpty ? result : reason)
  }
}
