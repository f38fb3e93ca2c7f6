// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The app's object of org.nowplaying, and the surfaces that are registered there.
final class AppObject: LoopBound {
  static let path = ProtocolPublication.root + "/app"

  private let core: AppCore
  private let surfaces: Surfaces
  private let followers: Followers
  private var properties: AppProperties
  private var shown = SurfacesProperties()
  private var announcer: Announcer<AppProperties, Never>
  private var surfacesAnnouncer: Announcer<SurfacesProperties, Never>
  private var registered: [(name: String, ratios: AspectRatios)] = []
  private var exported: [ExportedInterface] = []
  private(set) var nextTime = Instant.max

  /// The most surfaces that can be registered.
  static let most = 64

  init(_ core: AppCore, _ identity: Identity, _ surfaces: Surfaces, _ followers: Followers) {
    self.followers = followers
    self.core = core
    self.surfaces = surfaces
    properties = AppProperties(
      id: identity.publicID, name: identity.properties.identity, desktopEntry: identity.properties.desktopEntry)
    announcer = Announcer(AppProperties.table, sent: properties)
    surfacesAnnouncer = Announcer(SurfacesProperties.table, sent: shown)
  }

  func export(_ connection: Connection) {
    let methods: [Member] = [
      .method(name: "Register", arguments: "a{sv}", result: "", names: "declaration") { [unowned(unsafe) self] in
        register($0)
      },
      .method(name: "Unregister", arguments: "", result: "", names: "") { [unowned(unsafe) self] message in
        if let sender = message.sender { left(sender) }
        message.reply()
      },
    ]
    exported = [
      ExportedInterface(
        connection, path: Self.path, name: AppProperties.table.interface,
        AppProperties.table.members { [unowned(unsafe) self] in properties }),
      ExportedInterface(
        connection, path: Self.path, name: SurfacesProperties.table.interface,
        SurfacesProperties.table.members { [unowned(unsafe) self] in shown } + methods),
    ]
  }

  func withdraw() {
    exported = []
    registered = []
    declare()
  }

  // MARK: Surfaces

  private func register(_ message: Message) {
    guard let sender = message.sender else { return message.reply() }
    let (ratios, name): (AspectRatios, String)
    switch message.readDeclaration() {
    case .failure(let refusal): return message.reply(refusal)
    case .success(let declaration): (ratios, name) = declaration
    }
    let index = registered.firstIndex { $0.name.exact == sender.exact }
    if let index {
      registered[index].ratios = ratios
    } else {
      // A surface that is not watched would stay registered after it has left.
      guard registered.count < Self.most, followers.isWatched(sender) else {
        return message.reply(ProtocolRefusal(.limitsExceeded, "Too many surfaces are registered"))
      }
      registered.append((sender, ratios))
    }
    // The name comes from another program, so control characters are kept out of the log.
    let printable = name.bytes.map { $0 < 32 || $0 == 127 ? 63 : $0 }
    core.log(.debug, "A surface has registered: " + sender + " " + String(decoding: printable, as: UTF8.self))
    declare()
    message.reply()
  }

  /// Removes a surface that has left the bus or has unregistered.
  func left(_ name: String) {
    guard let index = registered.firstIndex(where: { $0.name.exact == name.exact }) else { return }
    registered.remove(at: index)
    declare()
  }

  private func declare() {
    var ratios: AspectRatios = []
    for surface in registered { ratios.formUnion(surface.ratios) }
    shown.ratios = ratios
    surfaces.declare(ratios, isAnybodyThere: !registered.isEmpty, by: self)
  }

  // MARK: Emitting

  /// Takes over the app's properties from the host.
  func refresh(_ root: RootProperties, _ name: BusName) {
    properties.name = root.identity
    properties.mprisName = name.isOwned ? name.name : ""
    shown.previewOnly = surfaces.previewOnly
  }

  func remember() {
    announcer.remember(properties, now: .min)
    surfacesAnnouncer.remember(shown, now: .min)
  }

  /// Notes that a surface reads values that others may not have been sent yet.
  func note(_ reading: Reading) {
    guard reading.isOf(Self.path) else { return }
    announcer.note(reading, properties)
    surfacesAnnouncer.note(reading, shown)
  }

  func tell(_ connection: Connection, _ now: Instant) {
    nextTime = .max
    let changes = announcer.changes(to: properties)
    let surfaceChanges = surfacesAnnouncer.changes(to: shown)
    guard !changes.isEmpty || !surfaceChanges.isEmpty else { return }
    guard now >= announcer.nextSignal else {
      nextTime = announcer.nextSignal
      return
    }
    if !changes.isEmpty { announcer.announce(changes, of: properties, at: Self.path, connection) }
    if !surfaceChanges.isEmpty { surfacesAnnouncer.announce(surfaceChanges, of: shown, at: Self.path, connection) }
    announcer.remember(properties, now: now)
    surfacesAnnouncer.remember(shown, now: now)
  }
}
