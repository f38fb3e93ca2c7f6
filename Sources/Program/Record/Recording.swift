// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingSystemd
import NowPlayingBus
import NowPlayingCore

/// The messages of one player in a file, in their order.
struct Recording {
  /// The player's MPRIS name.
  let name: String
  /// All messages of the player, and the signals of its appearing and leaving.
  let messages: [RecordedMessage]
  /// For each message the index of its answer; nil for one that is no call, or was not answered.
  private let answers: [Int?]

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
          text: "Line " + String(index + 1) + " of " + path + " is not a message of a recording",
          next: "'nowplaying record PLAYER -o FILE' makes one; so does 'busctl --user --json=short monitor'.")
      }
      all.append(message)
    }
    guard let name = all.firstNonNil({ Self.name(in: $0, player) }) else {
      throw Failure(text: path + " has no message of " + (player.map { "the player " + $0 } ?? "a player"))
    }
    self.name = name
    (messages, answers) = Self.messages(of: name, all)
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

  /// Returns the messages of one player among all of a bus, and which of them answers which: a recording by another
  /// program has all that the player's connection says.
  private static func messages(of name: String, _ all: [RecordedMessage]) -> ([RecordedMessage], [Int?]) {
    // The first pass finds the connections: a signal may come before the first message that tells whose it is.
    var first = PlayerMessages(of: name)
    for message in all { _ = first.take(message, number: 0) }
    var second = PlayerMessages(of: name, connections: first.connections)
    var messages: [RecordedMessage] = []
    var answers: [Int?] = []
    for message in all {
      guard case .player(let answered) = second.take(message, number: messages.count) else { continue }
      if let answered { answers[answered] = messages.count }
      messages.append(message)
      answers.append(nil)
    }
    return (messages, answers)
  }

  /// Returns the answer to a call; nil when there is none.
  func answer(to index: Int) -> RecordedMessage? { answers[index].map { messages[$0] } }
}

extension Array {
  /// Returns the first result that is not nil.
  fileprivate func firstNonNil<Result>(_ body: (Element) -> Result?) -> Result? {
    for element in self { if let result = body(element) { return result } }
    return nil
  }
}
