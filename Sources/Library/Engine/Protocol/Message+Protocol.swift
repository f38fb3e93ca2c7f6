// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

// Reads the calls of surfaces, which may be malformed. A value of a wrong type is distinguished from a missing key.

extension Message {
  /// The properties that the call asks for; nil when it asks for none, or expects no answer.
  var readingOfObjects: Reading? {
    guard expectsReply, isCall("org.freedesktop.DBus.ObjectManager", "GetManagedObjects") else { return reading }
    return path?.exact == ProtocolPublication.root.exact ? Reading() : nil
  }

  /// Reads the arguments of SendCommand; nil when the dictionary cannot be read.
  func readArguments() -> CommandArguments? {
    var arguments = CommandArguments()
    let isRead = readDictionary { key in
      guard let type = CommandKindRow.type(ofArgument: key) else { return false }
      let value = readVariant(type) { readValue(type) }
      arguments.set(key, value)
      return value != nil
    }
    return isRead ? arguments : nil
  }

  /// Reads a value of one of the types that arguments of commands have.
  private func readValue(_ type: StaticString) -> Value? {
    switch type.utf8Start.pointee {
    case UInt8(ascii: "b"): readBool().map { .bool($0) }
    case UInt8(ascii: "d"): readDouble().map { .double($0) }
    case UInt8(ascii: "s"): readString().map { .string($0) }
    case UInt8(ascii: "u"): readUInt32().map { .uint32($0) }
    case UInt8(ascii: "x"): readInt64().map { .int64($0) }
    default: nil
    }
  }

  /// Reads the aspect ratios and the name from a surface's registration. A surface without ratios shows no animated
  /// artwork.
  func readDeclaration() -> Result<(ratios: AspectRatios, name: String), ProtocolRefusal> {
    var words: [String]? = []
    var name: String? = ""
    let isRead = readDictionary { key in
      switch key.exact {
      case "aspect-ratios":
        words = readVariant("as") { readArray(of: "s") { readString() } }
        return words != nil
      case "name":
        name = readVariant("s") { readString() }
        return name != nil
      default: return false
      }
    }
    guard isRead, let words, words.count <= Limits.list else {
      return .failure(
        ProtocolRefusal(.invalidArgument, "\"aspect-ratios\" is at most 64 words, of type as"))
    }
    guard let name, name.byteCount <= Limits.identifier else {
      return .failure(ProtocolRefusal(.invalidArgument, "\"name\" is a text of at most 1024 bytes, of type s"))
    }
    var ratios: AspectRatios = []
    for word in words { if let ratio = AspectRatio(word: word) { ratios.insert(AspectRatios(ratio)) } }
    return .success((ratios, name))
  }

  func reply(_ refusal: ProtocolRefusal) { reply(error: refusal.error.name, refusal.sentence) }

  /// Answers a call whose arguments cannot be read, although sd-bus has compared the signature.
  func replyUnreadable() { reply(ProtocolRefusal(.invalidArgument, "The arguments cannot be read")) }

  /// Sends the host's answer to a command or volume call.
  func reply(_ answer: Request.Answer) {
    guard case .failed(let failure, let text) = answer else { return reply() }
    reply(ProtocolRefusal(ProtocolError(failure, isAsset: false), text))
  }
}
