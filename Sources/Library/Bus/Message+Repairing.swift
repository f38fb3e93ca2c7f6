// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingSystemd
import NowPlayingCore

// D-Bus permits Unicode's noncharacters in texts, as U+FFFE, which taggers with the wrong byte order write. sd-bus
// refuses to read a text with one and everything behind it, but sends the message on as it is. So a copy is sent over
// a socket pair, repaired there as bytes, and read back.
extension Message {
  /// Reads the message. Where sd-bus refuses one of its texts, reads a copy with U+FFFD for each noncharacter. Returns
  /// nil where that cannot be read either.
  public func reading<Result>(_ read: (Message) -> Result?) -> Result? {
    if let result = read(self) { return result }
    guard isBeforeRefusedText, let copy = repaired() else { return nil }
    return withExtendedLifetime(copy) { read(copy.message) }
  }

  /// Whether the next value is a text that sd-bus refuses.
  private var isBeforeRefusedText: Bool {
    var type: CChar = 0
    var text: UnsafePointer<CChar>?
    return !sd_bus_message_peek_type(raw, &type, nil).isFailure && type == BusType.string.rawValue
      && sd_bus_message_read_basic(raw, type, &text).isFailure
  }

  /// The message to pass on: itself, or a repaired copy where sd-bus refuses one of its texts.
  public var passable: KeptMessage {
    rewind()
    let isRead = !sd_bus_message_skip(raw, sd_bus_message_get_signature(raw, true.asInt32)).isFailure
    let kept = isRead || !isBeforeRefusedText ? nil : repaired()
    rewind()
    return kept ?? KeptMessage(self)
  }

  /// A copy whose texts sd-bus takes; nil where none can be made, as of a message with descriptors.
  private func repaired() -> KeptMessage? {
    guard let types = sd_bus_message_get_signature(raw, true.asInt32), let mirror = Mirror.make(errors),
      var bytes = mirror.bytes(of: raw), Self.repair(&bytes, types)
    else { return nil }
    return mirror.message(of: bytes)
  }

  /// Repairs the bytes of a message. Returns whether a byte has changed.
  private static func repair(_ bytes: inout [UInt8], _ types: UnsafePointer<CChar>) -> Bool {
    bytes.withUnsafeMutableBytes { whole in
      guard let start = Mirror.bodyStart(UnsafeRawBufferPointer(whole)), start <= whole.count else { return false }
      var repair = BodyRepair(UnsafeMutableRawBufferPointer(rebasing: whole[start...]))
      let count = np_text_size(types)
      let isRead = types.withMemoryRebound(to: UInt8.self, capacity: count) {
        repair.values(UnsafeBufferPointer(start: $0, count: count))
      }
      return isRead && repair.isChanged
    }
  }
}

/// An sd-bus connection to a socket pair of this process, from whose other end the bytes of messages are read. It never
/// waits, because no other process takes part.
private final class Mirror {
  private let bus: OpaquePointer
  private let socket: Int32
  private let errors: BusErrors

  /// The most bytes of a message that is repaired.
  private static let maxBytes = Message.maxBytes
  /// The bytes of a header before its fields.
  private static let fixedHeader = 16
  /// The most calls of sd_bus_process() for the handshake, which needs two.
  private static let maxTurns = 16

  private init(_ bus: OpaquePointer, _ socket: Int32, _ errors: BusErrors) {
    (self.bus, self.socket, self.errors) = (bus, socket, errors)
  }

  static func make(_ errors: BusErrors) -> Mirror? {
    var socket = NP_NONE
    guard let bus = np_mirror_new(&socket) else { return nil }
    let mirror = Mirror(bus, socket, errors)
    for _ in 0..<maxTurns where sd_bus_is_ready(bus) == 0 { if sd_bus_process(bus, nil).isFailure { return nil } }
    guard sd_bus_is_ready(bus) > 0 else { return nil }
    // The bytes of the handshake are dropped.
    var greeting = [UInt8](repeating: 0, count: 256)
    return np_socket_receive(socket, &greeting, greeting.count) > 0 ? mirror : nil
  }

  deinit {
    sd_bus_close(bus)
    sd_bus_unref(bus)
    np_close(socket)
  }

  /// The bytes of a message as they are sent; nil for a message that is too long, or that sd-bus does not send.
  func bytes(of message: OpaquePointer) -> [UInt8]? {
    guard !sd_bus_send(bus, message, nil).isFailure else { return nil }
    var bytes = [UInt8](repeating: 0, count: Self.fixedHeader)
    guard fill(&bytes, from: 0), let size = bytes.withUnsafeBytes({ Self.size($0) }) else { return nil }
    bytes += [UInt8](repeating: 0, count: size - bytes.count)
    return fill(&bytes, from: Self.fixedHeader) ? bytes : nil
  }

  /// Receives the rest of a message. sd-bus writes it in parts where the socket is full. The result of sd_bus_process()
  /// does not show this: it is 0 even when a part was written.
  private func fill(_ bytes: inout [UInt8], from start: Int) -> Bool {
    var start = start
    let count = bytes.count
    var isWritten = true
    while start < count {
      let got = bytes.withUnsafeMutableBytes {
        np_socket_receive(socket, $0.baseAddress.map { $0 + start }, count - start)
      }
      guard got > 0 || isWritten, !sd_bus_process(bus, nil).isFailure else { return false }
      isWritten = got > 0
      start += max(0, Int(clamping: got))
    }
    return true
  }

  /// The size of a message, from its header.
  private static func size(_ header: UnsafeRawBufferPointer) -> Int? {
    guard let start = bodyStart(header),
      let body = Int(exactly: header.loadUnaligned(fromByteOffset: 4, as: UInt32.self)),
      body <= maxBytes
    else { return nil }
    return start + body
  }

  /// The offset of the body of a message, from its header.
  static func bodyStart(_ header: UnsafeRawBufferPointer) -> Int? {
    guard header.count >= fixedHeader,
      let fields = Int(exactly: header.loadUnaligned(fromByteOffset: 12, as: UInt32.self)), fields <= maxBytes
    else { return nil }
    return fixedHeader + (fields + 7) / 8 * 8
  }

  /// Reads a message from its bytes.
  func message(of bytes: [UInt8]) -> KeptMessage? {
    var message: OpaquePointer?
    var sent = 0
    while message == nil {
      let before = sent
      if sent < bytes.count {
        let count = bytes.withUnsafeBytes { np_socket_send(socket, $0.baseAddress.map { $0 + sent }, $0.count - sent) }
        sent += max(0, Int(clamping: count))
      }
      let result = sd_bus_process(bus, &message)
      if result.isFailure || result == 0 && sent == before { return nil }
    }
    guard let message else { return nil }
    defer { sd_bus_message_unref(message) }
    return KeptMessage(Message(raw: message, errors: errors))
  }
}
