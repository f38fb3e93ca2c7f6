// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Exports the two mandatory interfaces of MPRIS at `/org/mpris/MediaPlayer2`, and nothing else (rule 14 in Rules.md).
final class PlayerObject {
  static var path: String { literalPath.string }
  private static let literalPath: StaticString = "/org/mpris/MediaPlayer2"

  let connection: Connection
  private let exported: [ExportedInterface]
  /// Whether sd-bus took both interfaces, and the filter by which calls are seen. Otherwise clients would see a name
  /// without a player.
  let isExported: Bool
  /// Whether the bus has greeted the connection.
  var isOnline = false

  /// - player: answers the calls; it outlives this object.
  init(_ connection: Connection, _ player: PlayerPublication) {
    exported = [
      ExportedInterface(connection, path: Self.path, name: RootProperties.table.interface, Self.rootMembers(player)),
      ExportedInterface(
        connection, path: Self.path, name: PlayerProperties.table.interface, Self.playerMembers(player)),
    ]
    self.connection = connection
    isExported = connection.canWatch && exported.allSatisfy { $0.isExported }
    connection.watchCalls(at: Self.literalPath) { [unowned(unsafe) player] message in
      // A strong reference for both calls below, so that it is counted once.
      let player = player
      // Each call and each reading is answered from the newest commit.
      player.refresh()
      player.noteReading(message)
      return Self.set(message, player) || Self.readAll(message, player)
    }
  }

  /// Handles a call that sets a property. Returns whether it has been answered; otherwise sd-bus handles it, as it does
  /// any other call.
  private static func set(_ message: Message, _ player: PlayerPublication) -> Bool {
    message.setsProperty { interface, name in
      let calls = player.calls
      switch interface.exact {
      case _ where !player.isExported: return false
      case ExactText(PlayerProperties.table.interface):
        return PlayerProperties.table.set(name, message) { calls.route($0, message) }
      case ExactText(RootProperties.table.interface):
        return RootProperties.table.set(name, message) { calls.route($0, message) }
      default: return false
      }
    }
  }

  /// Answers GetAll of a player that lacks some properties, where sd-bus would return all. Returns whether it did.
  private static func readAll(_ message: Message, _ player: PlayerPublication) -> Bool {
    guard !player.hasAllProperties, player.isExported, message.isCall("org.freedesktop.DBus.Properties", "GetAll"),
      message.hasSignature("s"), message.readString()?.exact == ExactText(PlayerProperties.table.interface)
    else { return false }
    let values = player.presentProperties()
    message.reply { $0.append(map: values) }
    return true
  }

  // MARK: Members

  private static func rootMembers(_ player: PlayerPublication) -> [Member] {
    let (root, calls) = (player.root, player.calls)
    return RootProperties.table.members { root.properties } + [
      method("Raise") { calls.route(.raise, $0) }, method("Quit") { calls.route(.quit, $0) },
    ]
  }

  private static func playerMembers(_ player: PlayerPublication) -> [Member] {
    let calls = player.calls
    let position = Member.property(
      name: "Position", signature: "x", writable: false, announcement: .none
    ) { [unowned(unsafe) player] in $0.append((player.position() ?? .zero).count) }
    func call(_ call: PlayerCall) -> Member { method(call.name) { calls.route(call, $0) } }
    let methods = [
      call(.play), call(.pause), call(.playPause), call(.stop), call(.next), call(.previous),
      // sd-bus has checked these signatures. A path that is too long to be read is no track of this player.
      method("Seek", "x", "Offset") { [unowned(unsafe) player] message in
        guard let offset = message.readInt64() else { return message.reply() }
        player.askPosition()
        player.signals.noteSeek()
        calls.route(.seek(by: Microseconds(offset)), message)
      },
      method("SetPosition", "ox", "TrackId Position") { [unowned(unsafe) player] message in
        guard let track = message.readString(.path), let position = message.readInt64() else { return message.reply() }
        player.signals.noteSeek()
        calls.route(.setPosition(track: track, position: Microseconds(position)), message)
      },
      method("OpenUri", "s", "Uri") { message in
        guard let uri = message.readString() else { return message.reply() }
        calls.route(.open(uri: uri), message)
      },
    ]
    return PlayerProperties.table.members { [unowned(unsafe) player] in player.signals.properties } + [position]
      + methods + [
        .signal(name: "Seeked", arguments: "x", names: "Position")
      ]
  }

  private static func method(
    _ name: StaticString, _ arguments: StaticString = "", _ names: StaticString = "",
    _ call: @escaping (Message) -> Void
  ) -> Member {
    .method(name: name, arguments: arguments, result: "", names: names, call: call)
  }
}

extension Connection {
  /// Tells clients that the position is another than they compute.
  func emitSeeked(_ position: Microseconds) {
    emit(path: PlayerObject.path, interface: PlayerProperties.table.interface, member: "Seeked") {
      $0.append(position.count)
    }
  }
}

extension PlayerPublication {
  /// Whether clients see all properties. The table's `missing` tells the same, but asking it would copy the properties.
  fileprivate var hasAllProperties: Bool { signals.properties.canRepeat && signals.properties.canShuffle }

  /// The properties of the Player interface for GetAll.
  fileprivate func presentProperties() -> [Value.Entry] {
    PlayerProperties.table.present(in: signals.properties) + [
      Value.Entry("Position", .int64((position() ?? .zero).count))
    ]
  }
}
