// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingSystemd
import NowPlayingCore

/// Bounds what a client costs that does not read its answers, reads them slowly, or asks for more than the bus passes
/// on: in memory, and in time that others wait. While the bus reads all that is written, and no more comes than one
/// turn handles, nothing is counted and no call is looked at. Belongs to the loop.
final class Backlog {
  /// Somebody who has been answered lately.
  private final class Client {
    let name: String
    /// Bytes that wait for it, about.
    var waiting = 0
    /// Bytes that it was given since a time for calls that it had sent before the answer to the last one, about.
    var given = 0
    var since = Int64.min
    /// Until when its calls are refused, in µs.
    var refusedUntil = Int64.min

    init(_ name: UnsafePointer<CChar>) { self.name = String(cString: name) }

    /// When the bytes are counted anew.
    var intervalEnd: Int64 { Clamp.sum(since, Backlog.interval) }

    func count(_ bytes: Int, _ now: Int64) {
      if now >= intervalEnd { (since, given) = (now, 0) }
      given += bytes
    }
  }

  /// A call that may share an answer with the next of its client.
  private struct Asked {
    let client: String
    let number: UInt64
    let isAhead: Bool
    /// Whether more was there before it was answered.
    let hasMore: Bool
  }

  /// Messages that were queued together. A class, because what the compiler makes for lists of objects is the same for
  /// all.
  private final class Part {
    /// The client that they are for; nil for signals and calls.
    let client: Client?
    let size: Int
    /// How many messages had been queued with the last of them.
    let end: UInt64

    init(client: Client?, size: Int, end: UInt64) {
      self.client = client
      self.size = size
      self.end = end
    }
  }

  private let raw: OpaquePointer
  private let errors: BusErrors
  private var gate: MessageGate?
  /// Until when all calls are looked at.
  private var openUntil = Int64.min
  private var clients: [Client] = []
  private var parts: [Part] = []
  /// The client whose call is being handled, and how much that adds to the size of an answer that sd-bus makes.
  private var caller: Client?
  private var callSize = 0
  /// The client whose call was handled last; nil when nothing more was there before it was answered.
  private var last: Client?
  /// Whether the call that is being handled had come before the answer to the last one of the same client.
  private(set) var isAhead = false
  /// The call for which it was asked last whether it is ahead, while no call was looked at.
  private var asked: Asked?
  /// The bytes appended to messages when nothing more was there to be read.
  private var appendedAtRest = 0
  /// Messages that wait; how many have been queued and written since the first of them.
  private var waiting = UInt64.zero
  private var queued = UInt64.zero
  private var written = UInt64.zero
  /// The size of all parts.
  private var size = 0
  /// The bytes appended to messages when the queue was looked at last.
  private var appended = 0

  /// Bytes that may wait for one client before its calls are refused.
  static let maxOfClient = 4 << 20
  /// Bytes that are given to a client within an interval, of 1 s, for calls that do not wait for one another, before
  /// its calls are refused for as long: errors without long answers between them are what the bus passes on fast, so
  /// that others need not wait.
  static let maxAhead = 512 << 10
  static let interval: Int64 = 1_000_000
  /// Bytes of an answer that the bus passes on as fast as an error; what it has beyond is counted.
  private static let small = 1024
  /// Bytes that are given without a pause before calls are looked at.
  private static let maxUnseen = 128 << 10
  /// Bytes and messages that may wait before nothing more is read. While nothing is read, dbus-daemon holds the calls,
  /// and looks through all of them for each answer: with 2,048 messages others wait half as long again.
  static let most = 12 << 20
  static let maxMessages: UInt64 = 8192
  /// The bytes of a message beside its values: one of ours, one that sd-bus makes, a description of the object, and a
  /// descriptor, of which a process may have few.
  private static let overhead = 512
  /// Bytes of the names of an interface and a property.
  private static let maxNames = 2 * 255
  private static let foreignOverhead = 2048
  private static let introspectionSize = 32 << 10
  private static let descriptorSize = 8 << 10

  init(_ raw: OpaquePointer, _ errors: BusErrors) {
    self.raw = raw
    self.errors = errors
  }

  deinit { close() }

  /// Whether nothing may be read before something was written.
  var isFull: Bool { waiting >= Self.maxMessages || size >= Self.most }

  /// Whether the bus has read all that was written when the queue was looked at last, and calls are not looked at.
  var isAtRest: Bool { gate == nil }

  /// To be called before the first message of a turn.
  func begin() {
    if gate != nil { settle() }
  }

  /// To be called after each message that was handled.
  func settle() {
    var count = UInt64.zero
    if sd_bus_get_n_queued_write(raw, &count).isFailure { count = 0 }
    if count != 0 || gate != nil { settle(count) }
  }

  /// Whether there is more to be read, after a message was handled.
  func note(hasMore: Bool) {
    if !hasMore {
      appendedAtRest = errors.appended
    } else if gate == nil, errors.appended &- appendedAtRest > Self.maxUnseen {
      open(np_now_us())
    }
  }

  /// More messages have come than one turn handles.
  func isFlooded() { open(np_now_us()) }

  private func settle(_ count: UInt64) {
    let now = np_now_us()
    if count != 0 { open(now) } else if now >= openUntil { return close() }
    note(count, for: caller, Self.foreignOverhead + callSize, now)
    (caller, callSize) = (nil, 0)
  }

  private func open(_ now: Int64) {
    openUntil = Clamp.sum(now, Self.interval)
    if gate != nil { return }
    gate = MessageGate.make(raw, errors) { [unowned(unsafe) self] in refuses($0) }
    errors.backlog = self
    (appended, errors.descriptors) = (errors.appended, 0)
  }

  private func close() {
    if errors.backlog === self { errors.backlog = nil }
    gate = nil
    (parts, clients, caller, last) = ([], [], nil, nil)
    (waiting, queued, written, size) = (0, 0, 0, 0)
  }

  /// A message of ours was sent to a client.
  func sent(to call: OpaquePointer) {
    var count = UInt64.zero
    guard !sd_bus_get_n_queued_write(raw, &count).isFailure, let name = sd_bus_message_get_sender(call) else { return }
    let now = np_now_us()
    note(count, for: client(name, now), Self.overhead, now)
  }

  private func client(_ name: UnsafePointer<CChar>, _ now: Int64) -> Client {
    if let known = clients.first(where: { $0.name.isSame(as: name) }) { return known }
    clients.removeAll { $0.waiting == 0 && $0.refusedUntil <= now && $0.intervalEnd <= now }
    let client = Client(name)
    clients.append(client)
    return client
  }

  /// Takes over how many messages wait now. What has come since the last time is for one client; nothing is ever
  /// written and queued between two times.
  private func note(_ count: UInt64, for client: Client?, _ overhead: Int, _ now: Int64) {
    let bytes = max(0, errors.appended &- appended)
    // A descriptor is held as long as it waits, and passed on at once.
    let held = errors.descriptors &* Self.descriptorSize
    (appended, errors.descriptors) = (errors.appended, 0)
    if isAhead, bytes > Self.small { client?.count(bytes - Self.small, now) }
    if count > waiting {
      queued &+= count - waiting
      let part = Part(client: client, size: bytes + held + overhead, end: queued)
      parts.append(part)
      client?.waiting += part.size
      size += part.size
    } else if count < waiting {
      written &+= waiting - count
      let gone = parts.firstIndex { $0.end > written } ?? parts.count
      for part in parts[..<gone] {
        part.client?.waiting -= part.size
        size -= part.size
      }
      parts.removeFirst(gone)
    }
    waiting = count
  }

  /// The same as `isAhead`, also while calls are not looked at. To be asked before the answer.
  func findIsAhead() -> Bool {
    if gate != nil { return isAhead }
    var number = UInt64.zero
    guard let call = sd_bus_get_current_message(raw), let name = sd_bus_message_get_sender(call),
      !sd_bus_message_get_cookie(call, &number).isFailure
    else { return false }
    let isSame = asked?.client.isSame(as: name) ?? false
    if isSame, let asked, asked.number == number { return asked.isAhead }
    let isAhead = isSame && asked?.hasMore ?? false
    let hasMore = np_socket_holds_data(sd_bus_get_fd(raw))
    let client = isSame ? asked?.client : nil
    asked = Asked(client: client ?? String(cString: name), number: number, isAhead: isAhead, hasMore: hasMore)
    return isAhead
  }

  /// Sees each message before anybody else. Returns whether it was a call that is refused.
  private func refuses(_ message: Message) -> Bool {
    guard sd_bus_message_is_method_call(message.raw, nil, nil) > 0,
      let name = sd_bus_message_get_sender(message.raw)
    else {
      last = nil
      return false
    }
    let now = np_now_us()
    let client = client(name, now)
    isAhead = last === client
    // Looked at before the answer: a client that waits for it may be faster with its next call than this thread.
    last = np_socket_holds_data(sd_bus_get_fd(raw)) ? client : nil
    let names = message.sizeOfPropertyNames
    if isAhead { client.count(names, now) }
    if client.refusedUntil <= now {
      // sd-bus repeats the names in its error.
      if names > Self.maxNames {
        message.reply(error: "org.freedesktop.DBus.Error.InvalidArgs", "Names of D-Bus have at most 255 bytes")
        return true
      }
      guard client.waiting > Self.maxOfClient || client.given > Self.maxAhead && now < client.intervalEnd else {
        let isIntrospection = message.isCall("org.freedesktop.DBus.Introspectable", "Introspect")
        // sd-bus repeats the path of an object that is not there.
        callSize = (message.path?.byteCount ?? 0) + (isIntrospection ? Self.introspectionSize : 0)
        caller = client
        return false
      }
      client.refusedUntil = Clamp.sum(now, Self.interval)
      errors.limited(
        "Calls of " + client.name
          + " are refused for a second: it asks for more than the bus passes on, or reads nothing")
    }
    message.reply(error: Message.limitsExceeded, "Too many answers wait to be read, or are asked for in a second")
    return true
  }
}
