// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingSystemd
import NowPlayingCore

/// Limits the memory and the time that one client can cost: a client that does not read its answers, reads them slowly,
/// or asks for more than the bus can pass on. Nothing is counted while the bus reads everything at once and one turn
/// handles everything that arrives.
final class Backlog: LoopBound {
  /// A client that was answered lately.
  private final class Client {
    let name: String
    /// The approximate number of bytes that wait to be written for the client.
    var waiting = 0
    /// The approximate number of bytes that the client was given since `since`, for calls that it sent without waiting
    /// for the answer to its previous call.
    var given = 0
    var since = Instant.min
    /// The time until which the client's calls are refused.
    var refusedUntil = Instant.min

    init(_ name: UnsafePointer<CChar>) { self.name = String(cString: name) }

    /// The time at which the count of given bytes starts again.
    var intervalEnd: Instant { since + Backlog.interval }

    func count(_ bytes: Int, _ now: Instant) {
      if now >= intervalEnd { (since, given) = (now, 0) }
      given += bytes
    }
  }

  /// The last call for which `findIsAhead` was asked. If `hasMore`, the client's next call was sent before the answer.
  private struct Asked {
    let client: String
    let number: UInt64
    let isAhead: Bool
    /// Whether more data was in the socket before this call was answered.
    let hasMore: Bool
  }

  /// Messages that were queued together. A class, because the compiler then shares the code of the list with other
  /// lists of objects.
  private final class Part {
    /// The client that the messages are for; nil for signals and calls.
    let client: Client?
    let size: Int
    /// The value of `queued` once the last of these messages was queued.
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
  /// The time until which every call is examined.
  private var openUntil = Instant.min
  private var clients: [Client] = []
  private var parts: [Part] = []
  /// The client whose call is being handled, and the size of the parts of the call that sd-bus may repeat when it
  /// answers the call itself.
  private var caller: Client?
  private var callSize = 0
  /// The client whose call was handled last; nil when the socket had no more data in it before that call was answered.
  private var last: Client?
  /// Whether the client has sent the call that is being handled without waiting for the answer to its previous call.
  private(set) var isAhead = false
  /// The last call for which `findIsAhead` was asked while calls were not examined.
  private var asked: Asked?
  /// The value of `errors.appended` when the socket had nothing more to read.
  private var appendedAtRest = 0
  /// The number of messages that wait to be written, and the numbers of messages that were queued and written since the
  /// examination of calls began.
  private var waiting = UInt64.zero
  private var queued = UInt64.zero
  private var written = UInt64.zero
  /// The size of all parts in bytes.
  private var size = 0
  /// The value of `errors.appended` when the queue was examined last.
  private var appended = 0

  /// The bytes that may wait for one client before its calls are refused.
  static let maxOfClient = 4 << 20
  /// The bytes that a client may be given within an interval for calls that it sends without waiting for answers.
  /// Beyond that its calls are refused for the interval: the bus passes short errors on fast, so other clients need not
  /// wait.
  static let maxAhead = 512 << 10
  static let interval: Microseconds = .seconds(1)
  /// The bytes of an answer that the bus passes on as fast as an error. Only the bytes beyond them are counted.
  private static let small = 1024
  /// The bytes that may be written without a pause before calls are examined.
  private static let maxUnseen = 128 << 10
  /// The bytes and messages that may wait before the loop stops reading. While it does not read, dbus-daemon holds the
  /// calls and searches all of them for each answer: with a limit of 2,048 messages other clients wait up to 1.9 times
  /// as long.
  static let most = 12 << 20
  static let maxMessages: UInt64 = 8192
  /// The bytes that a message of this library costs beside its values. Below: those of a message that sd-bus makes, of
  /// an introspection, and of a descriptor, which is counted as many bytes because a process may have few.
  private static let overhead = 512
  /// The bytes of the longest names of an interface and a property together.
  private static let maxNames = 2 * 255
  private static let foreignOverhead = 2048
  private static let introspectionSize = 32 << 10
  private static let descriptorSize = 8 << 10

  init(_ raw: OpaquePointer, _ errors: BusErrors) {
    self.raw = raw
    self.errors = errors
  }

  deinit { close() }

  /// Whether the loop must write messages before it may read again.
  var isFull: Bool { waiting >= Self.maxMessages || size >= Self.most }

  /// Whether calls are not examined, because the bus had read everything when the queue was examined last.
  var isAtRest: Bool { gate == nil }

  /// Examines the queue. To be called before the first message of a turn.
  func begin() {
    if gate != nil { settle() }
  }

  /// Examines the queue. To be called after each message.
  func settle() {
    var count = UInt64.zero
    if sd_bus_get_n_queued_write(raw, &count).isFailure { count = 0 }
    if count != 0 || gate != nil { settle(count) }
  }

  /// Notes whether there is more to read after a message was handled.
  func note(hasMore: Bool) {
    if !hasMore {
      appendedAtRest = errors.appended
    } else if gate == nil, errors.appended &- appendedAtRest > Self.maxUnseen {
      open(Instant.now)
    }
  }

  /// Starts to examine calls, because more messages came than one turn handles.
  func isFlooded() { open(Instant.now) }

  private func settle(_ count: UInt64) {
    let now = Instant.now
    if count != 0 { open(now) } else if now >= openUntil { return close() }
    note(count, for: caller, Self.foreignOverhead + callSize, now)
    (caller, callSize) = (nil, 0)
  }

  private func open(_ now: Instant) {
    openUntil = now + Self.interval
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

  /// Counts a message that was sent as the answer to a call.
  func sent(to call: OpaquePointer) {
    var count = UInt64.zero
    guard !sd_bus_get_n_queued_write(raw, &count).isFailure, let name = sd_bus_message_get_sender(call) else { return }
    let now = Instant.now
    note(count, for: client(name, now), Self.overhead, now)
  }

  private func client(_ name: UnsafePointer<CChar>, _ now: Instant) -> Client {
    if let known = clients.first(where: { $0.name.isSame(as: name) }) { return known }
    clients.removeAll { $0.waiting == 0 && $0.refusedUntil <= now && $0.intervalEnd <= now }
    let client = Client(name)
    clients.append(client)
    return client
  }

  /// Updates the counts to the number of messages that wait now. It is called so often that between two calls messages
  /// were either queued, all for one client, or written, but never both.
  private func note(_ count: UInt64, for client: Client?, _ overhead: Int, _ now: Instant) {
    let bytes = max(0, errors.appended &- appended)
    // A descriptor is held while its message waits.
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

  /// Returns `isAhead`, also while calls are not examined. To be called before the answer is sent.
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

  /// Examines a message before any handler sees it. Returns whether it was a call, which has been refused.
  private func refuses(_ message: Message) -> Bool {
    guard sd_bus_message_is_method_call(message.raw, nil, nil) > 0,
      let name = sd_bus_message_get_sender(message.raw)
    else {
      last = nil
      return false
    }
    let now = Instant.now
    let client = client(name, now)
    isAhead = last === client
    // The socket is examined before the answer is sent: a client that waits for the answer may send its next call
    // before this thread goes on.
    last = np_socket_holds_data(sd_bus_get_fd(raw)) ? client : nil
    let names = message.sizeOfPropertyNames
    if isAhead { client.count(names, now) }
    if client.refusedUntil <= now {
      // Longer names than D-Bus allows are refused here, because sd-bus would send them back in the text of its error.
      if names > Self.maxNames {
        message.reply(error: "org.freedesktop.DBus.Error.InvalidArgs", "D-Bus names have at most 255 bytes")
        return true
      }
      guard client.waiting > Self.maxOfClient || client.given > Self.maxAhead && now < client.intervalEnd else {
        let isIntrospection = message.isCall("org.freedesktop.DBus.Introspectable", "Introspect")
        // sd-bus repeats the path in the error for an object that does not exist.
        callSize = np_text_size(sd_bus_message_get_path(message.raw)) + (isIntrospection ? Self.introspectionSize : 0)
        caller = client
        return false
      }
      client.refusedUntil = now + Self.interval
      errors.limited(
        "Calls of " + client.name
          + " are refused for a second: it asks for more than the bus passes on, or reads nothing")
    }
    message.reply(error: Message.limitsExceeded, "Too many answers wait to be read, or were asked for in a second")
    return true
  }
}
