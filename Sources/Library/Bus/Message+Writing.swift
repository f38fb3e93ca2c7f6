// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingSystemd
import NowPlayingCore

// Each function that appends returns a negative errno on failure, as sd-bus does.
extension Message {

  /// Appends a text with its length. Without the length, sd-bus would check each byte for UTF-8, which a `String`
  /// always is.
  @inline(never)
  public func append(_ text: String) -> Int32 {
    text.withBytes {
      errors.appended &+= $0.count
      return np_append_text(raw, $0.baseAddress, $0.count)
    }
  }

  public func append(path: String) -> Int32 {
    errors.appended &+= path.byteCount
    return path.withCString { sd_bus_message_append_basic(raw, BusType.path.rawValue, $0) }
  }

  public func append(_ text: StaticString) -> Int32 { np_append_text(raw, text.utf8Start, text.utf8CodeUnitCount) }

  public func append(_ value: Bool) -> Int32 {
    var value = value.asInt32
    return sd_bus_message_append_basic(raw, BusType.bool.rawValue, &value)
  }

  public func append(_ value: Int32) -> Int32 {
    var value = value
    return sd_bus_message_append_basic(raw, BusType.int32.rawValue, &value)
  }

  public func append(_ value: Int64) -> Int32 {
    var value = value
    return sd_bus_message_append_basic(raw, BusType.int64.rawValue, &value)
  }

  public func append(_ value: Double) -> Int32 {
    var value = value
    return sd_bus_message_append_basic(raw, BusType.double.rawValue, &value)
  }

  public func append(_ value: UInt32) -> Int32 {
    var value = value
    return sd_bus_message_append_basic(raw, BusType.uint32.rawValue, &value)
  }

  /// Appends a duplicate of a descriptor. Fails on a connection that passes no descriptors.
  public func append(descriptor: Int32) -> Int32 {
    var descriptor = descriptor
    errors.descriptors &+= 1
    return sd_bus_message_append_basic(raw, BusType.descriptor.rawValue, &descriptor)
  }

  public func append(_ values: [String]) -> Int32 { append(array: values, of: "s") { append($0) } }

  public func append<Element>(
    array: [Element], of type: StaticString, _ appendElement: (Element) -> Int32
  ) -> Int32 {
    append(count: array.count, of: type) { appendElement(array[$0]) }
  }

  /// Appends an array of `count` elements. It is a function without a generic type, so that the compiler makes it once.
  @inline(never)
  public func append(count: Int, of type: StaticString, _ appendElement: (_ index: Int) -> Int32) -> Int32 {
    container(.array, type) {
      append(each: 0..<count) {
        errors.appended &+= Self.elementSize
        return appendElement($0)
      }
    }
  }

  /// Appends elements one after the other, until one fails.
  public func append<Elements: Sequence>(each elements: Elements, _ append: (Elements.Element) -> Int32) -> Int32 {
    var result = Int32.zero
    for element in elements where !result.isFailure { result = append(element) }
    return result
  }

  /// The approximate bytes of an element beside its texts.
  private static var elementSize: Int { 16 }

  /// Appends an entry of an `a{sv}`, whose value is a variant of this type.
  public func append(entry key: StaticString, _ type: StaticString, _ appendValue: () -> Int32) -> Int32 {
    container(.entry, "sv") {
      append(key).then(container(.variant, type, appendValue))
    }
  }

  public func container(_ type: BusType, _ contents: StaticString, _ body: () -> Int32) -> Int32 {
    sd_bus_message_open_container(raw, type.rawValue, contents.cString).then(body())
      .then(sd_bus_message_close_container(raw))
  }

  // MARK: Replies

  /// Answers a call that returns nothing.
  public func reply() {
    let result = np_reply(raw)
    if result.isFailure {
      errors.check(result, "a reply")
      failToReply(Self.failed)
    }
    noteReply()
  }

  /// Answers a call with the values that a closure appends.
  ///
  /// - otherwise: the name of the error that is sent when the values cannot be.
  public func reply(otherwise: StaticString = Message.failed, _ fill: (Message) -> Int32) {
    var answer: OpaquePointer?
    let before = errors.appended
    var result = sd_bus_message_new_method_return(raw, &answer)
    if let answer {
      if !result.isFailure { result = fill(Message(raw: answer, errors: errors)) }
      if errors.appended &- before > Self.maxBytes {
        sd_bus_message_unref(answer)
        return replyTooLarge()
      }
      if !result.isFailure { result = sd_bus_send(sd_bus_message_get_bus(raw), answer, nil) }
      sd_bus_message_unref(answer)
    }
    if !errors.check(result, "a reply") { failToReply(otherwise) }
    noteReply()
  }

  /// The most bytes of an answer to a client. D-Bus permits 64 MiB in an array.
  public static var maxBytes: Int { 8 << 20 }

  /// Answers a call whose answer would be larger than `maxBytes` by an error. The bus closes the connection of a sender
  /// whose message is too large.
  public func replyTooLarge() {
    errors.limited("A call is refused: the answer would be larger than 8 MiB")
    reply(error: Self.limitsExceeded, "The answer would be larger than 8 MiB")
  }

  /// Has the backlog count an answer, while it examines calls.
  private func noteReply() {
    if let backlog = errors.backlog { backlog.sent(to: raw) }
  }

  /// Answers by an error, because the caller waits and the answer could not be sent.
  private func failToReply(_ name: StaticString) {
    errors.check(np_reply_error(raw, name.cString, "The answer cannot be sent"), "an error")
  }

  public static var failed: StaticString { "org.freedesktop.DBus.Error.Failed" }
  public static var limitsExceeded: StaticString { "org.freedesktop.DBus.Error.LimitsExceeded" }

  /// Answers a call by an error.
  public func reply(error name: StaticString, _ text: String) { reply(errorNamed: name.cString, text) }

  @inline(never)
  public func reply(errorNamed name: UnsafePointer<CChar>, _ text: String) {
    errors.appended &+= text.byteCount
    defer { noteReply() }
    if errors.check(np_reply_error(raw, name, text.cString), "the text of an error") { return }
    // The text may be the reason of the failure: the caller still gets an error.
    errors.check(np_reply_error(raw, name, "The player's own words cannot be sent"), "an error")
  }
}

/// A message that is kept after its handler has returned, as a call that is answered later.
public final class KeptMessage {
  public private(set) var message: Message
  /// The reporter of failures, retained here because the message does not retain it.
  private let errors: BusErrors

  public init(_ message: Message) {
    self.message = message
    errors = message.errors
    sd_bus_message_ref(message.raw)
  }

  deinit { sd_bus_message_unref(message.raw) }

  /// Frees everything but what an answer needs. To be called when the answer may take long: a call holds its arguments,
  /// and any descriptors that its sender put into it.
  public func dropBody() {
    var light: OpaquePointer?
    if np_call_without_body(message.raw, &light).isFailure { return }
    guard let light else { return }
    sd_bus_message_unref(message.raw)
    message = Message(raw: light, errors: errors)
  }
}
