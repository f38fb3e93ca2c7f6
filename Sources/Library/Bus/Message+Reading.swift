// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingSystemd
import NowPlayingCore

// Messages of clients and of the bus cannot be trusted: each function returns nil for a value that is missing or has
// another type.
extension Message {

  public var isError: Bool { sd_bus_message_is_method_error(raw, nil) > 0 }

  /// The name of the error; nil for a message that is no error.
  public var errorName: String? {
    guard let error = sd_bus_message_get_error(raw), let name = error.pointee.name else { return nil }
    return String(cString: name)
  }

  public func isSignal(_ interface: StaticString, _ member: StaticString) -> Bool {
    sd_bus_message_is_signal(raw, interface.cString, member.cString) > 0
  }

  /// The unique name of the connection that sent the message, which the bus fills in.
  public var sender: String? { sd_bus_message_get_sender(raw).map { String(cString: $0) } }

  /// Whether the bus itself sent the message. Any client can send a signal that differs only in its sender.
  public var isFromBus: Bool { sender?.exact == "org.freedesktop.DBus" }

  /// Whether this is the error that sd-bus makes when an answer does not come in time. A bus sends the same error at
  /// once when the peer has left.
  ///
  /// - began: the time at which the call was sent.
  /// - timeout: that of the call; 0 for the default of sd-bus, which is not known here.
  public func isTimeout(since began: Instant, _ timeout: Microseconds) -> Bool {
    errorName?.exact == "org.freedesktop.DBus.Error.NoReply" && timeout > .zero
      && Instant.now - began >= timeout
  }

  public func hasSignature(_ signature: StaticString) -> Bool {
    sd_bus_message_has_signature(raw, signature.cString) > 0
  }

  /// The path of the object that the message is for or from; nil when it has none.
  public var path: String? { sd_bus_message_get_path(raw).map { String(cString: $0) } }

  /// The interface and the member that the message names; nil when it names none.
  public var interface: String? { sd_bus_message_get_interface(raw).map { String(cString: $0) } }
  public var member: String? { sd_bus_message_get_member(raw).map { String(cString: $0) } }

  public func isCall(_ interface: StaticString, _ member: StaticString) -> Bool {
    sd_bus_message_is_method_call(raw, interface.cString, member.cString) > 0
  }

  /// Whether the caller waits for an answer.
  public var expectsReply: Bool { sd_bus_message_get_expect_reply(raw) > 0 }

  /// Goes back to the first value, for the next reader.
  public func rewind() { errors.check(sd_bus_message_rewind(raw, true.asInt32), "sd_bus_message_rewind") }

  /// Reads the next value to an address. Returns false when there is none, or it has another type.
  private func read(_ type: BusType, _ place: UnsafeMutableRawPointer) -> Bool {
    sd_bus_message_read_basic(raw, type.rawValue, place) > 0
  }

  /// Enters the next value, if it is a container of this type with these contents.
  private func enter(_ type: BusType, _ contents: StaticString) -> Bool {
    sd_bus_message_enter_container(raw, type.rawValue, contents.cString) > 0
  }

  /// Leaves a container. Returns false when something in it was not read.
  private func leave() -> Bool { !sd_bus_message_exit_container(raw).isFailure }

  /// The next value, if it is an `s` or `o`.
  public func readString(_ type: BusType = .string) -> String? {
    var text: UnsafePointer<CChar>?
    guard read(type, &text), let text else { return nil }
    return String(cString: text)
  }

  /// The bytes of the names of interface and property in a call of org.freedesktop.DBus.Properties; 0 for other calls.
  var sizeOfPropertyNames: Int {
    let properties: StaticString = "org.freedesktop.DBus.Properties"
    guard sd_bus_message_is_method_call(raw, properties.cString, nil) > 0 else { return 0 }
    let isOfOne = isCall(properties, "Get") || isCall(properties, "Set")
    guard isOfOne || isCall(properties, "GetAll") else { return 0 }
    var (size, text): (Int, UnsafePointer<CChar>?) = (0, nil)
    for _ in 0..<(isOfOne ? 2 : 1) where read(.string, &text) { size += np_text_size(text) }
    rewind()
    return size
  }

  public func readInt64() -> Int64? {
    var value = Int64.zero
    return read(.int64, &value) ? value : nil
  }

  public func readInt32() -> Int32? {
    var value = Int32.zero
    return read(.int32, &value) ? value : nil
  }

  public func readUInt32() -> UInt32? {
    var value = UInt32.zero
    return read(.uint32, &value) ? value : nil
  }

  public func readDouble() -> Double? {
    var value = 0.0
    return read(.double, &value) ? value : nil
  }

  public func readBool() -> Bool? {
    var value = Int32.zero
    return read(.bool, &value) ? value != 0 : nil
  }

  /// The next value, if it is a descriptor. The message owns it: duplicate it to keep it.
  public func readDescriptor() -> Int32? {
    var descriptor = NP_NONE
    return read(.descriptor, &descriptor) ? descriptor : nil
  }

  /// The content of the next value, if it is a variant of exactly this type.
  public func readVariant<Inner>(_ type: StaticString, _ read: () -> Inner?) -> Inner? {
    guard enter(.variant, type), let content = read(), leave() else { return nil }
    return content
  }

  /// The next value, if it is a structure of exactly these types.
  public func readStructure<Inner>(_ types: StaticString, _ read: () -> Inner?) -> Inner? {
    guard enter(.structure, types), let content = read(), leave() else { return nil }
    return content
  }

  /// The elements of the next value, if it is an array of this type. `read` reads one, and returns nil at the end.
  public func readArray<Element>(of type: StaticString, _ read: () -> Element?) -> [Element]? {
    guard enter(.array, type) else { return nil }
    var elements: [Element] = []
    while let element = read() { elements.append(element) }
    // If elements are left, `read` could not read one of them.
    return leave() ? elements : nil
  }

  /// Reads an `ao`, or an `as` of paths. Returns those that `isWanted` picks, and the number of all; nil when there are
  /// more than `most`.
  public func readPaths(
    areTexts: Bool = false, most: Int, _ isWanted: (_ index: Int, _ path: UnsafePointer<CChar>) -> Bool
  ) -> (paths: [String], count: Int)? {
    guard enter(.array, areTexts ? "s" : "o") else { return nil }
    var paths: [String] = []
    var count = 0
    var path: UnsafePointer<CChar>?
    while read(areTexts ? .string : .path, &path), let path {
      if count == most { return nil }
      if isWanted(count, path) { paths.append(String(cString: path)) }
      count += 1
    }
    return leave() ? (paths, count) : nil
  }

  /// Reads an `a{sv}`. `read` is given each key, and reads the variant, or returns false without reading anything.
  /// Returns whether everything was read; a map with very many values that `read` does not take is given up.
  public func readDictionary(_ read: (_ key: String) -> Bool) -> Bool {
    var budget = DecodingBudget()
    return readDictionary(&budget) { key, _ in read(key) }
  }

  /// Reads an `a{sv}` within a budget.
  public func readDictionary(
    _ budget: inout DecodingBudget, _ read: (_ key: String, inout DecodingBudget) -> Bool
  ) -> Bool {
    guard enter(.array, "{sv}") else { return false }
    while enter(.entry, "sv") {
      guard let key = decodeString(.string, &budget) else { return false }
      if !read(key, &budget), !pass(&budget) { return false }
      if !leave() { return false }
    }
    return leave()
  }
}
