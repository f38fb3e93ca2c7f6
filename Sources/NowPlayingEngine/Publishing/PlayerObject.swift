// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingBus
import NowPlayingCore

/// `/org/mpris/MediaPlayer2` on a connection: the two interfaces that every player has, and nothing else (rule 14).
final class PlayerObject {
  static let path = "/org/mpris/MediaPlayer2"
  static let root: StaticString = "org.mpris.MediaPlayer2"
  static let interface: StaticString = "org.mpris.MediaPlayer2.Player"

  private let connection: Connection
  private let exported: [ExportedInterface]
  private let setter: ObjectHandler

  /// The publisher outlives the object.
  init(_ connection: Connection, _ publisher: Publisher, _ identity: Identity, _ router: Router) {
    self.connection = connection
    exported = [
      ExportedInterface(connection, path: Self.path, name: Self.root, Self.rootMembers(identity, router)),
      ExportedInterface(connection, path: Self.path, name: Self.interface, Self.playerMembers(publisher, router)),
    ]
    setter = ObjectHandler(connection, path: Self.path) { [unowned(unsafe) publisher] message in
      router.set(message) { call in router.route(call, message, publisher) }
    }
  }

  /// Whether sd-bus took it whole: without, clients would see a name with nothing behind it.
  var isExported: Bool { setter.isExported && exported.allSatisfy { $0.isExported } }

  /// Announces changes, all in one signal.
  func announce(_ changes: PropertySet) {
    var names: [StaticString] = []
    var bit: UInt32 = 1
    let table = PlayerProperties.table
    for index in table.indices {
      if changes.rawValue & bit != 0 { names.append(table[index].name) }
      bit <<= 1
    }
    connection.emitChanges(path: Self.path, interface: Self.interface, names: names)
  }

  func announceSeeked(_ position: Int64) {
    connection.emit(path: Self.path, interface: Self.interface, member: "Seeked") { $0.append(position) }
  }

  // MARK: Members

  private static func rootMembers(_ identity: Identity, _ router: Router) -> [Member] {
    [
      constant("Identity", "s") { $0.append(identity.displayName) },
      constant("DesktopEntry", "s") { $0.append(identity.desktopEntry) },
      constant("CanRaise", "b") { $0.append(identity.canRaise) },
      constant("CanQuit", "b") { $0.append(identity.canQuit) },
      constant("CanSetFullscreen", "b") { $0.append(false) },
      constant("Fullscreen", "b") { $0.append(false) },
      constant("HasTrackList", "b") { $0.append(false) },
      constant("SupportedUriSchemes", "as") { $0.append(identity.uriSchemes) },
      constant("SupportedMimeTypes", "as") { $0.append(identity.mimeTypes) },
      method("Raise") { message in
        if identity.canRaise { router.route(.raise, message) { $0.raise($1) } } else { message.reply() }
      },
      method("Quit") { message in
        if identity.canQuit { router.route(.quit, message) { $0.quit($1) } } else { message.reply() }
      },
    ]
  }

  private static func playerMembers(_ publisher: Publisher, _ router: Router) -> [Member] {
    let properties = PlayerProperties.table.map { row in
      Member.property(
        name: row.name, signature: row.signature, writable: row.writable, emits: row.emits, constant: !row.emits
      ) { [unowned(unsafe) publisher] reply in
        reply.append(row.value(publisher.properties))
      }
    }
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

  private static func constant(
    _ name: StaticString, _ signature: StaticString, _ get: @escaping (Message) -> Int32
  ) -> Member {
    .property(name: name, signature: signature, writable: false, emits: false, constant: true, get: get)
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
