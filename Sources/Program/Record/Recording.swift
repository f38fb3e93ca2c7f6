// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingSystemd
import NowPlayingBus
import NowPlayingCore

/// The messages of one player in a file, in their order.
struct Recording {
  /// The player's MPRIS name.
  let name: String
  /// All messages that the player sent or received, and the signals of its appearing and leaving.
  let messages: [RecordedMessage]

  /// The most bytes of a file that is read, enough for hours of a player.
  private static let most = 256 << 20

  /// Reads a file.
  ///
  /// - player: the player whose messages are read; nil for the first player in the file.
  init(_ path: String, player: String?) throws(Failure) {
    var data: UnsafeRawPointer?
    let count = path.withCString { np_load_file($0, Self.most, &data) }
    defer { np_unload_file(data) }
    if count < 0 {
      throw Failure(text: "Cannot read " + path + ": " + String(cString: np_strerror(Int32(clamping: count))))
    }
    let bytes = [UInt8](UnsafeRawBufferPointer(start: data, count: Int(truncatingIfNeeded: count)))
    var all: [RecordedMessage] = []
    for (index, line) in bytes.parts(10, all: true).enumerated() where !line.allSatisfy({ $0 == 32 || $0 == 13 }) {
      guard let message = RecordedMessage.read(line: line) else {
        throw Failure(
          text: "Line " + String(index + 1) + " of " + path + " is no message of a recording",
          next: "'nowplaying record PLAYER -o FILE' makes one; so does 'busctl --user --json=short monitor'.")
      }
      all.append(message)
    }
    guard let name = all.firstNonNil({ Self.name(in: $0, player) }) else {
      throw Failure(text: path + " has no message of " + (player.map { "the player " + $0 } ?? "a player"))
    }
    self.name = name
    messages = Self.messages(of: name, all)
    var answers = [[Int]](repeating: [], count: 1024)
    for (index, message) in messages.enumerated() where message.kind == .reply || message.kind == .error {
      answers[Self.shelf(message.destination, message.replyCookie)].append(index)
    }
    self.answers = answers
  }

  /// Returns the name of a player that a message contains, or of the player that is given; nil when it has none.
  private static func name(in message: RecordedMessage, _ player: String?) -> String? {
    let name = message.isOfOwner ? message.text(0) ?? "" : message.destination
    guard let instance = PlayerNames.instance(name), sd_bus_service_name_is_valid(name) > 0,
      player.map({ PlayerNames.matches($0, instance) }) ?? true
    else {
      return nil
    }
    return name
  }

  /// Returns the messages of one player among all of a bus: those sent to its name, and those from and to the
  /// connections that owned it.
  private static func messages(of name: String, _ all: [RecordedMessage]) -> [RecordedMessage] {
    var owners: [String] = []
    var asked: [(caller: String, cookie: UInt64)] = []
    for message in all {
      if message.isOfOwner, message.text(0)?.exact == name.exact {
        for case let owner? in [message.text(1), message.text(2)] where !owner.isEmpty && !owners.has(owner) {
          owners.append(owner)
        }
      }
      if message.kind == .call, message.destination.exact == name.exact {
        asked.append((message.sender, message.cookie))
      } else if message.kind == .reply, !owners.has(message.sender),
        asked.contains(where: { $0.cookie == message.replyCookie && $0.caller.exact == message.destination.exact })
      {
        owners.append(message.sender)
      }
    }
    return all.filter { message in
      if message.isOfOwner { return message.text(0)?.exact == name.exact }
      return owners.has(message.sender) || owners.has(message.destination) || message.destination.exact == name.exact
    }
  }

  /// Indices of the answers, in 1024 groups by a hash of caller and serial number.
  private let answers: [[Int]]

  private static func shelf(_ caller: String, _ cookie: UInt64) -> Int {
    Int(truncatingIfNeeded: (Escape.hash(caller) ^ cookie) & 1023)
  }

  /// Returns the answer to a call among the messages after it; nil when there is none.
  func answer(to index: Int) -> RecordedMessage? {
    let call = messages[index]
    for place in answers[Self.shelf(call.sender, call.cookie)] where place > index {
      let message = messages[place]
      if message.replyCookie == call.cookie, message.destination.exact == call.sender.exact { return message }
    }
    return nil
  }
}

extension Array {
  /// Returns the first result that is not nil.
  fileprivate func firstNonNil<Result>(_ body: (Element) -> Result?) -> Result? {
    for element in self { if let result = body(element) { return result } }
    return nil
  }
}
