// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingBus
import NowPlayingCore

/// `/org/mpris/MediaPlayer2` on a connection: the two interfaces that every player has, and nothing else (rule 14).
final class PlayerObject {
  static let path = "/org/mpris/MediaPlayer2"

  private let exported: [ExportedInterface]
  private let setter: ObjectHandler

  /// The source of the answers to clients, asked at each reading and call.
  struct Source {
    /// Called before everything else.
    let refresh: () -> Void
    let properties: () -> PlayerProperties
    let position: () -> Int64
    let root: () -> RootProperties
    let call: (PlayerCall, Message) -> Void
    let rootCall: (RootCall, Message) -> Void
  }

  init(_ connection: Connection, _ source: Source) {
    exported = [
      ExportedInterface(
        connection, path: Self.path, name: RootProperties.table.interface, Self.rootMembers(source)),
      ExportedInterface(
        connection, path: Self.path, name: PlayerProperties.table.interface, Self.playerMembers(source)),
    ]
    setter = ObjectHandler(connection, path: Self.path) { message in
      // Whatever is called or read, it is by what the host committed last.
      source.refresh()
      return message.setsProperty { interface, name in
        switch interface.exact {
        case ExactText(PlayerProperties.table.interface):
          PlayerProperties.table.set(name, message) { source.call($0, message) }
        case ExactText(RootProperties.table.interface):
          RootProperties.table.set(name, message) { source.rootCall($0, message) }
        default: false
        }
      }
    }
  }

  /// Whether sd-bus took it whole: without, clients would see a name with nothing behind it.
  var isExported: Bool { setter.isExported && exported.allSatisfy { $0.isExported } }

  // MARK: Members

  private static func rootMembers(_ source: Source) -> [Member] {
    RootProperties.table.members(source.root) + [
      method("Raise") { source.rootCall(.raise, $0) }, method("Quit") { source.rootCall(.quit, $0) },
    ]
  }

  private static func playerMembers(_ source: Source) -> [Member] {
    let position = Member.property(
      name: "Position", signature: "x", writable: false, announcement: .none
    ) { $0.append(source.position()) }
    func call(_ name: StaticString, _ call: PlayerCall) -> Member { method(name) { source.call(call, $0) } }
    let methods = [
      call("Play", .play), call("Pause", .pause), call("PlayPause", .playPause), call("Stop", .stop),
      call("Next", .next), call("Previous", .previous),
      // sd-bus has compared the call with these signatures. A path that is longer than it reads is no track of ours.
      method("Seek", "x", "Offset") { message in
        guard let offset = message.readInt64() else { return message.reply() }
        source.call(.seek(by: offset), message)
      },
      method("SetPosition", "ox", "TrackId Position") { message in
        guard let track = message.readString(.path), let position = message.readInt64() else { return message.reply() }
        source.call(.setPosition(track: track, position: position), message)
      },
      method("OpenUri", "s", "Uri") { message in
        guard let uri = message.readString() else { return message.reply() }
        source.rootCall(.open(uri: uri), message)
      },
    ]
    return PlayerProperties.table.members(source.properties) + [position] + methods + [
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
  /// The position is another than clients believe.
  func emitSeeked(_ position: Int64) {
    emit(path: PlayerObject.path, interface: PlayerProperties.table.interface, member: "Seeked") { $0.append(position) }
  }
}
