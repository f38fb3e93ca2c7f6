// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// Tells the messages of a player from all others of its connection.
///
/// A program has one connection for all that it says on the bus: the password that it reads from a wallet, and the text
/// of a notification, are sent on the connection that has the player's name. A recording is given to others, so it has
/// what belongs to MPRIS and org.nowplaying alone: calls to the player's own objects, their answers, and signals of
/// those objects.
struct PlayerMessages {
  /// Tells whose a message is.
  enum Owner {
    /// It is the player's. If it answers a call that is the player's, `answered` is the number of that call.
    case player(answered: Int?)
    /// It is sent or received by the player's connection, and is no matter of players.
    case program
    /// It is of other connections.
    case others
  }

  /// A call to the player's connection that is not answered yet.
  private struct Call {
    let caller: String
    let cookie: UInt64
    let isOfPlayer: Bool
    let number: Int
  }

  private let name: String
  /// The unique names of the connections that have, or had, the player's name.
  private(set) var connections: TextIndex
  private var calls: [Call] = []
  /// The most calls that wait for an answer: calls that want none are among them.
  private static let mostCalls = 4096

  init(of name: String, connections: TextIndex = TextIndex()) { (self.name, self.connections) = (name, connections) }

  /// Takes the unique name that has the player's name before the first message.
  mutating func own(_ connection: String) { connections.insert(connection) }

  /// Takes the next message of the bus, and removes from it the objects and interfaces that are not the player's.
  ///
  /// - number: identifies the message, if it is a call.
  mutating func take(_ message: RecordedMessage, number: Int) -> Owner {
    if message.isOfOwner {
      guard message.text(0)?.exact == name.exact else { return .others }
      for case let owner? in [message.text(1), message.text(2)] where !owner.isEmpty { connections.insert(owner) }
      return .player(answered: nil)
    }
    if message.isWithBus { return .others }
    let isSent = connections.has(message.sender)
    let isReceived = message.destination.exact == name.exact || connections.has(message.destination)
    switch message.kind {
    case .call where isReceived:
      let isOfPlayer = Self.isOfPlayer(message)
      if calls.count == Self.mostCalls { calls.removeFirst(Self.mostCalls / 2) }
      calls.append(
        Call(caller: message.sender, cookie: message.cookie, isOfPlayer: isOfPlayer, number: number))
      return isOfPlayer ? .player(answered: nil) : .program
    case .reply, .error:
      guard let call = call(answeredBy: message) else { return isSent || isReceived ? .program : .others }
      // The file of another program may not tell who has the player's name.
      if message.kind == .reply { connections.insert(message.sender) }
      guard call.isOfPlayer else { return .program }
      message.keepObjects(Self.isOwn(path:), Self.isOwn(interface:))
      return .player(answered: call.number)
    case .signal where isSent && Self.isOfPlayer(message):
      message.keepObjects(Self.isOwn(path:), Self.isOwn(interface:))
      return .player(answered: nil)
    case .leftOut: return .others
    case .call, .signal: return isSent || isReceived ? .program : .others
    }
  }

  /// Returns the call that a message answers, and forgets it.
  private mutating func call(answeredBy message: RecordedMessage) -> Call? {
    let place = calls.lastIndex { $0.cookie == message.replyCookie && $0.caller.exact == message.destination.exact }
    return place.map { calls.remove(at: $0) }
  }

  // MARK: The player's objects

  /// Returns whether a call or signal is of an interface and an object that players have.
  private static func isOfPlayer(_ message: RecordedMessage) -> Bool {
    let interface = message.interface
    guard isOwn(path: message.path) else { return false }
    if interface.equals(MPRIS.properties) { return message.text(0).map { isOwn(interface: $0) } ?? false }
    // GetMachineId of the same interface returns what a computer is known by.
    if interface.equals("org.freedesktop.DBus.Peer") { return message.member.equals("Ping") }
    return isOwn(interface: interface) || interface.equals("org.freedesktop.DBus.Introspectable")
      || interface.equals("org.freedesktop.DBus.ObjectManager")
  }

  private static func isOwn(path: String) -> Bool {
    path.exact == MPRIS.path.exact || path.equals("/org/nowplaying") || path.starts(with: "/org/nowplaying/")
  }

  private static func isOwn(interface: String) -> Bool {
    MPRIS.interfaces.contains { interface.equals($0) } || interface.starts(with: "org.nowplaying.")
      || interface.equals(PlayerNames.daemonInterface)
  }
}

extension RecordedMessage {
  /// Removes objects and interfaces from the values of an ObjectManager: what a signal is of, and the entries of
  /// dictionaries by path or by interface.
  fileprivate func keepObjects(_ isPath: (String) -> Bool, _ isInterface: (String) -> Bool) {
    func kept(_ value: Variant) -> Variant {
      guard case .array(let type, let elements) = value else { return value }
      if type.equals("{oa{sa{sv}}}") {
        let own = elements.compactMap { element in
          if case .entry(.path(let path), let inner) = element, isPath(path) {
            return Variant.entry(.path(path), kept(inner))
          }
          return nil
        }
        return .array(type, own)
      }
      guard type.equals("{sa{sv}}") else { return value }
      return .array(
        type,
        elements.filter { if case .entry(.string(let name), _) = $0 { isInterface(name) } else { false } })
    }
    if interface.equals("org.freedesktop.DBus.ObjectManager"), case .path(let path)? = values.first, !isPath(path) {
      values = []
    }
    values = values.map(kept)
  }
}
