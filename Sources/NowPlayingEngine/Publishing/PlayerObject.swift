// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingBus
import NowPlayingCore

/// `/org/mpris/MediaPlayer2` on a connection: the two interfaces that every player has, and nothing else (rule 14).
final class PlayerObject {
  static let path = "/org/mpris/MediaPlayer2"

  private let connection: Connection
  private let exported: [ExportedInterface]
  private let setter: ObjectHandler

  /// The publisher outlives the object.
  init(_ connection: Connection, _ publisher: Publisher, _ identity: Identity, _ router: Router) {
    self.connection = connection
    exported = [
      ExportedInterface(
        connection, path: Self.path, name: RootProperties.table.interface, Self.rootMembers(identity, router)),
      ExportedInterface(
        connection, path: Self.path, name: PlayerProperties.table.interface, Self.playerMembers(publisher, router)),
    ]
    setter = ObjectHandler(connection, path: Self.path) { [unowned(unsafe) publisher] message in
      message.setsProperty { interface, name in
        guard interface.exact == ExactText(PlayerProperties.table.interface) else { return false }
        return PlayerProperties.table.set(name, message) { router.route($0, message, publisher) }
      }
    }
  }

  /// Whether sd-bus took it whole: without, clients would see a name with nothing behind it.
  var isExported: Bool { setter.isExported && exported.allSatisfy { $0.isExported } }

  /// Announces changes, all in one signal.
  func announce(_ changes: PropertySet) {
    let table = PlayerProperties.table
    connection.emitChanges(path: Self.path, interface: table.interface, names: table.names(changes))
  }

  func announceSeeked(_ position: Int64) {
    connection.emit(path: Self.path, interface: PlayerProperties.table.interface, member: "Seeked") { $0.append(position) }
  }

  // MARK: Members

  private static func rootMembers(_ identity: Identity, _ router: Router) -> [Member] {
    let properties = identity.properties
    return RootProperties.table.members { properties } + [
      method("Raise") { message in
        if properties.canRaise { router.route(.raise, message) { $0.raise($1) } } else { message.reply() }
      },
      method("Quit") { message in
        if properties.canQuit { router.route(.quit, message) { $0.quit($1) } } else { message.reply() }
      },
    ]
  }

  private static func playerMembers(_ publisher: Publisher, _ router: Router) -> [Member] {
    let properties = PlayerProperties.table.members { [unowned(unsafe) publisher] in publisher.properties }
    let position = Member.property(
      name: "Position", signature: "x", writable: false, emits: false, constant: false
    ) { [unowned(unsafe) publisher] reply in
      reply.append(publisher.committed.state.position(at: np_now_us()) ?? 0)
    }
    func call(_ name: StaticString, _ call: PlayerCall) -> Member {
      method(name) { [unowned(unsafe) publisher] message in
        router.route(call, message, publisher)
      }
    }
    let methods = [
      call("Play", .play), call("Pause", .pause), call("PlayPause", .playPause), call("Stop", .stop),
      call("Next", .next), call("Previous", .previous),
      method("Seek", "x", "Offset\0") { [unowned(unsafe) publisher] message in
        router.route(.seek(by: message.readInt64() ?? 0), message, publisher)
      },
      method("SetPosition", "ox", "TrackId\0Position\0") { [unowned(unsafe) publisher] message in
        let track = message.readString(.path) ?? ""
        let call = PlayerCall.setPosition(track: track, position: message.readInt64() ?? -1)
        router.route(call, message, publisher)
      },
      method("OpenUri", "s", "Uri\0") { [unowned(unsafe) publisher] message in
        router.open(message.readString() ?? "", message, publisher.identity)
      },
    ]
    return properties + [position] + methods + [.signal(name: "Seeked", arguments: "x", names: "Position\0")]
  }

  private static func method(
    _ name: StaticString, _ arguments: StaticString = "", _ names: StaticString = "",
    _ call: @escaping (Message) -> Void
  ) -> Member {
    .method(name: name, arguments: arguments, result: "", names: names) { message in
      call(message)
      return 1
    }
  }
}
