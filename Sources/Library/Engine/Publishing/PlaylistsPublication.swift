// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Publishes an app's playlists by `org.mpris.MediaPlayer2.Playlists`, if its host can play them.
final class PlaylistsPublication: Publication, LoopBound {
  private let core: AppCore
  private let calls: PlayerCalls
  private let interface: OptionalInterface
  private var playlists = Playlists()
  private var announcer = Announcer(Playlists.table, sent: Playlists())
  private(set) var isSettled = true
  private var signalsAt = Instant.max

  init(_ core: AppCore, _ name: BusName, _ calls: PlayerCalls) {
    self.core = core
    self.calls = calls
    interface = OptionalInterface(Playlists.table.interface, path: PlayerObject.path, name)
  }

  // MARK: The connection

  func attach(_ connection: Connection) {
    interface.attach(connection)
    refreshApp()
  }

  func detach() { interface.attach(nil) }

  func stop() { detach() }

  // MARK: Emitting

  func refreshApp() {
    playlists = core.locked { core.playlists[$0] }
    isSettled = false
  }

  /// Prepares for a new name: clients read the playlists when it appears, so nothing is announced.
  func prepare() {
    announcer.remember(playlists, now: .min)
    isSettled = true
    interface.prepare()
  }

  /// Exports the interface before clients are told of it.
  func export() {
    // Clients read everything when the name appears. An interface that is exported later is unknown to them, so
    // everything is announced.
    guard interface.update(isWanted: core.handler.activatesPlaylists, members) else { return }
    announcer.remember(interface.reachable == nil ? playlists : Playlists(), now: .min)
    isSettled = false
  }

  func flush(_ changes: UInt) -> Instant {
    if !isSettled { tell() }
    return min(signalsAt, interface.nextTime)
  }

  /// Notes that a client reads values that others may not have been sent yet.
  func note(_ reading: Reading) { announcer.note(reading, playlists) }

  /// Emits changes, now or when it is time.
  private func tell() {
    signalsAt = .max
    guard let connection = interface.reachable else {
      isSettled = true
      return
    }
    let now = Instant.now
    guard !connection.isCongested else { return }
    let changes = announcer.changes(to: playlists)
    let changed = playlists.changedReferences(from: announcer.sent)
    if changes.isEmpty, changed.isEmpty {
      isSettled = true
      return announcer.remember(playlists, now: .min)
    }
    guard now >= announcer.nextSignal else {
      signalsAt = announcer.nextSignal
      return
    }
    isSettled = true
    for playlist in changed {
      connection.emit(
        path: PlayerObject.path, interface: Playlists.table.interface, member: "PlaylistChanged"
      ) { $0.append(playlist) }
    }
    if !changes.isEmpty { announcer.announce(changes, of: playlists, at: PlayerObject.path, connection) }
    announcer.remember(playlists, now: now)
  }

  // MARK: Calls

  private func members() -> [Member] {
    Playlists.table.members { [unowned(unsafe) self] in playlists } + [
      .method(name: "ActivatePlaylist", arguments: "o", result: "", names: "PlaylistId") {
        [unowned(unsafe) self] in activate($0)
      },
      .method(
        name: "GetPlaylists", arguments: "uusb", result: "a(oss)",
        names: "Index MaxCount Order ReverseOrder Playlists"
      ) { [unowned(unsafe) self] in list($0) },
      .signal(name: "PlaylistChanged", arguments: "(oss)", names: "Playlist"),
    ]
  }

  private func activate(_ message: Message) {
    guard let path = message.readString(.path), let playlist = playlists.playlist(at: path) else {
      return message.reply(error: "org.freedesktop.DBus.Error.InvalidArgs", "There is no such playlist")
    }
    calls.activate(playlist.id, message)
  }

  private func list(_ message: Message) {
    guard let index = message.readUInt32(), let count = message.readUInt32(), let name = message.readString(),
      let isReversed = message.readBool()
    else { return message.reply() }
    guard let order = PlaylistOrder(name: name) else {
      return message.reply(
        error: "org.freedesktop.DBus.Error.InvalidArgs", "The order is not one of those in Orderings")
    }
    let references = playlists.references(
      from: Int(clamping: index), count: Int(clamping: count), order, reversed: isReversed)
    message.reply { reply in reply.append(array: references, of: "(oss)") { reply.append($0) } }
  }
}
