// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A message of D-Bus, little-endian.
struct Message {
  enum Kind: UInt8 {
    case call = 1
    case reply = 2
    case error = 3
    case signal = 4
  }

  /// The codes of the fields of a header.
  private enum Field {
    static let path: UInt8 = 1
    static let interface: UInt8 = 2
    static let member: UInt8 = 3
    static let errorName: UInt8 = 4
    static let replySerial: UInt8 = 5
    static let destination: UInt8 = 6
    static let sender: UInt8 = 7
    static let signature: UInt8 = 8
  }

  static let noReplyExpected: UInt8 = 1

  var kind: Kind
  var flags: UInt8 = 0
  var serial: UInt32 = 0
  var replySerial: UInt32 = 0
  var path = ""
  var interface = ""
  var member = ""
  var errorName = ""
  var destination = ""
  var sender = ""
  var signature = ""
  var body: [UInt8] = []

  var expectsReply: Bool { kind == .call && flags & Self.noReplyExpected == 0 }

  var values: [Value] {
    var reader = ValueReader(body)
    return reader.values(signature)
  }

  init(_ kind: Kind) { self.kind = kind }

  static func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String, _ signature: String = "",
    _ values: [Value] = []
  ) -> Message {
    var message = Message(.call)
    (message.destination, message.path, message.interface, message.member) = (destination, path, interface, member)
    return message.with(signature, values)
  }

  static func signal(
    _ path: String, _ interface: String, _ member: String, _ signature: String = "", _ values: [Value] = []
  ) -> Message {
    var message = Message(.signal)
    (message.path, message.interface, message.member) = (path, interface, member)
    return message.with(signature, values)
  }

  /// Returns the reply to this call.
  func reply(_ signature: String = "", _ values: [Value] = []) -> Message {
    var message = Message(.reply)
    (message.replySerial, message.destination, message.flags) = (serial, sender, Self.noReplyExpected)
    return message.with(signature, values)
  }

  func error(_ name: String, _ text: String) -> Message {
    var message = Message(.error)
    (message.replySerial, message.destination, message.errorName) = (serial, sender, name)
    message.flags = Self.noReplyExpected
    return message.with("s", [.text(text)])
  }

  private func with(_ signature: String, _ values: [Value]) -> Message {
    var message = self
    var writer = ValueWriter()
    writer.values(values, signature)
    (message.signature, message.body) = (signature, writer.bytes)
    return message
  }

  // MARK: The wire

  /// Takes a message from the start of a buffer; nil where it is not whole yet.
  static func take(from buffer: inout [UInt8]) -> Message? {
    guard buffer.count >= 16 else { return nil }
    var reader = ValueReader(buffer, at: 4)
    let bodySize = Int(reader.unsigned(4))
    let serial = UInt32(reader.unsigned(4))
    let fieldsSize = Int(reader.unsigned(4))
    let bodyAt = (16 + fieldsSize + 7) / 8 * 8
    guard buffer.count >= bodyAt + bodySize else { return nil }
    var message = Message(Kind(rawValue: buffer[1]) ?? .signal)
    (message.flags, message.serial) = (buffer[2], serial)
    while reader.index < 16 + fieldsSize {
      reader.align(8)
      guard reader.index < 16 + fieldsSize else { break }
      let code = UInt8(reader.unsigned(1))
      let signature = reader.text(lengthSize: 1)
      message.set(code, reader.values(signature).first ?? .integer(0))
    }
    message.body = Array(buffer[bodyAt..<bodyAt + bodySize])
    buffer.removeFirst(bodyAt + bodySize)
    return message
  }

  private mutating func set(_ code: UInt8, _ value: Value) {
    switch (code, value) {
    case (Field.path, .text(let text)): path = text
    case (Field.interface, .text(let text)): interface = text
    case (Field.member, .text(let text)): member = text
    case (Field.errorName, .text(let text)): errorName = text
    case (Field.replySerial, .integer(let number)): replySerial = UInt32(truncatingIfNeeded: number)
    case (Field.destination, .text(let text)): destination = text
    case (Field.sender, .text(let text)): sender = text
    case (Field.signature, .text(let text)): signature = text
    default: break
    }
  }

  var wire: [UInt8] {
    var fields: [Value] = []
    func add(_ code: UInt8, _ signature: String, _ text: String) {
      if !text.isEmpty { fields.append(.structure([.integer(Int64(code)), .variant(signature, .text(text))])) }
    }
    add(Field.path, "o", path)
    add(Field.interface, "s", interface)
    add(Field.member, "s", member)
    add(Field.errorName, "s", errorName)
    add(Field.destination, "s", destination)
    add(Field.sender, "s", sender)
    add(Field.signature, "g", signature)
    if replySerial != 0 {
      fields.append(.structure([.integer(Int64(Field.replySerial)), .variant("u", .integer(Int64(replySerial)))]))
    }
    var writer = ValueWriter()
    for byte in [UInt8(ascii: "l"), kind.rawValue, flags, 1] { writer.unsigned(UInt64(byte), 1) }
    writer.unsigned(UInt64(body.count), 4)
    writer.unsigned(UInt64(serial), 4)
    writer.values([.array(fields)], "a(yv)")
    writer.align(8)
    return writer.bytes + body
  }
}
