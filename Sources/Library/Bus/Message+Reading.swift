// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingSystemd
import NowPlayingCore

// Messages of clients and the bus are foreign: a value that is missing, or of another type, is nil.
extension Message {

  public var isError: Bool { sd_bus_message_is_method_error(raw, nil) > 0 }

  /// The name of the error that it is; nil when it is none.
  public var errorName: String? {
    guard let error = sd_bus_message_get_error(raw), let name = error.pointee.name else { return nil }
    return String(cString: name)
  }

  public func isSignal(_ interface: StaticString, _ member: StaticString) -> Bool {
    sd_bus_message_is_signal(raw, interface.cString, member.cString) > 0
  }

  /// The connection that sent it, as the bus says.
  public var sender: String? { sd_bus_message_get_sender(raw).map { String(cString: $0) } }

  /// Whether the bus itself sent it: anybody can send a signal that only looks so.
  public var isFromBus: Bool { sender?.exact == "org.freedesktop.DBus" }

  /// Whether sd-bus has made it in the place of an answer that did not come in time; a bus says the same at once, when
  /// the peer has gone.
  ///
  /// - began: when the call was sent.
  /// - timeout: that of the call, in µs; 0 where sd-bus had its own, which is not known here.
  public func isTimeout(since began: Int64, _ timeout: UInt64) -> Bool {
    errorName?.exact == "org.freedesktop.DBus.Error.NoReply" && timeout > 0
      && Clamp.difference(np_now_us(), began) >= Int64(clamping: timeout)
  }

  public func hasSignature(_ signature: StaticString) -> Bool {
    sd_bus_message_has_signature(raw, signature.cString) > 0
  }

  /// The object that it is for or from; nil when it has none.
  public var path: String? { sd_bus_message_get_path(raw).map { String(cString: $0) } }

  /// The interface and the member that it names; nil when it names none.
  public var interface: String? { sd_bus_message_get_interface(raw).map { String(cString: $0) } }
  public var member: String? { sd_bus_message_get_member(raw).map { String(cString: $0) } }

  public func isCall(_ interface: StaticString, _ member: StaticString) -> Bool {
    sd_bus_message_is_method_call(raw, interface.cString, member.cString) > 0
  }

  /// Whether the caller waits for an answer.
  public var expectsReply: Bool { sd_bus_message_get_expect_reply(raw) > 0 }

  /// Begins to read anew, for whoever reads it next.
  public func rewind() { errors.check(sd_bus_message_rewind(raw, true.asInt32), "sd_bus_message_rewind") }

  /// Reads the next value into a place; false when there is none, or it is of another type.
  private func read(_ type: BusType, _ place: UnsafeMutableRawPointer) -> Bool {
    sd_bus_message_read_basic(raw, type.rawValue, place) > 0
  }

  /// Whether the next value is such a container, which is read next then.
  private func enter(_ type: BusType, _ contents: StaticString) -> Bool {
    sd_bus_message_enter_container(raw, type.rawValue, contents.cString) > 0
  }

  /// False when there is something left in the container.
  private func leave() -> Bool { !sd_bus_message_exit_container(raw).isFailure }

  /// The next value, if it is an `s` or `o`.
  public func readString(_ type: BusType = .string) -> String? {
    var text: UnsafePointer<CChar>?
    guard read(type, &text), let text else { return nil }
    return String(cString: text)
  }

  /// Bytes of the names of the interface and the property that a call to the Properties interface has; 0 of another.
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

  /// A descriptor, which is the message's: who keeps it duplicates it.
  public func readDescriptor() -> Int32? {
    var descriptor = NP_NONE
    return read(.descriptor, &descriptor) ? descriptor : nil
  }

  /// The next value, if it is a variant of exactly this type.
  public func readVariant<Inner>(_ type: StaticString, _ read: () -> Inner?) -> Inner? {
    guard enter(.variant, type), let content = read(), leave() else { return nil }
    return content
  }

  /// The next value, if it is a structure of exactly these types.
  public func readStructure<Inner>(_ types: StaticString, _ read: () -> Inner?) -> Inner? {
    guard enter(.structure, types), let content = read(), leave() else { return nil }
    return content
  }

  /// The next value, if it is an array of exactly this type: what `read` reads, until there is no more.
  public func readArray<Element>(of type: StaticString, _ read: () -> Element?) -> [Element]? {
    guard enter(.array, type) else { return nil }
    var elements: [Element] = []
    while let element = read() { elements.append(element) }
    // Not at its end: there is an element that could not be read.
    return leave() ? elements : nil
  }

  /// The next value, if it is an `ao`: those of its paths that are wanted by their index, and how many there are. Nil
  /// when there are more than `most`.
  public func readPaths(
    most: Int, _ isWanted: (_ index: Int, _ path: UnsafePointer<CChar>) -> Bool
  ) -> (paths: [String], count: Int)? {
    guard enter(.array, "o") else { return nil }
    var paths: [String] = []
    var count = 0
    var path: UnsafePointer<CChar>?
    while read(.path, &path), let path {
      if count == most { return nil }
      if isWanted(count, path) { paths.append(String(cString: path)) }
      count += 1
    }
    return leave() ? (paths, count) : nil
  }

  /// The next value, if it is an `a{sv}`. `read` is given each key, and reads its variant or returns false without
  /// reading anything. Returns whether it has been read to its end; one with very many values of which `read` has no
  /// use is given up.
  public func readDictionary(_ read: (_ key: String) -> Bool) -> Bool {
    var budget = DecodingBudget()
    return readDictionary(&budget) { key, _ in read(key) }
  }

  /// The same within a budget.
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
