// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingBus
import NowPlayingCore

/// A connection that owns an MPRIS name, and what is known of it. Belongs to the loop.
final class Player {
  let unique: String
  /// Its MPRIS names; never empty, the first is shown.
  var names: [String]
  private(set) var place: Place
  let connection: Connection
  let board: Board
  /// Told when the player has answered all that it is asked first, or has not in time.
  private let answered: () -> Void
  private var face = Face.unknown
  private var root = RootFace()
  private var app = AppFace()
  private(set) var entries: [Entry] = []
  /// While the host wants the queue of one of the entries.
  var queue: QueueFollower?
  /// While the host wants the playlists for one of the entries.
  var playlists: PlaylistsFollower?
  /// Questions that wait for an answer.
  private var objectsQuestion: Subscription?
  private var rootQuestion: Subscription?
  private var playerQuestion: Subscription?
  private var positionQuestion: Subscription?
  /// Whether the position has become uncertain while it was asked for.
  private var asksAgain = false
  /// Whether the player has said that something is no longer so while it was asked for everything.
  private var asksRootAgain = false
  private var asksPlayerAgain = false
  /// Whether it has answered for MPRIS before it was known that it is none of org.nowplaying.
  private var hasAnsweredEarly = false
  /// The ratios that the surface has registered.
  private var registered: AspectRatios = []

  /// Where it stands among players that are equally important.
  struct Place {
    /// A count that goes up with each player.
    let appeared: UInt64
    /// Whether nobody knows since when it plays: it was there before this surface, and has not answered yet.
    fileprivate(set) var wasThere: Bool
  }

  private enum Face {
    /// It has not been asked, or has not answered: what it says of changes is of the time before the answer.
    case unknown
    /// Of org.nowplaying.
    case whole
    /// Of MPRIS alone.
    case plain(PlayerFace)
  }

  /// In µs; for an answer from memory, also of a program that is busy starting.
  private static let patience: UInt64 = 10_000_000
  private static let mostSessions = 64

  init(
    _ unique: String, _ name: String, _ place: Place, _ connection: Connection, _ board: Board,
    answered: @escaping () -> Void
  ) {
    self.unique = unique
    names = [name]
    self.place = place
    self.connection = connection
    self.board = board
    self.answered = answered
  }

  var isWhole: Bool { if case .whole = face { true } else { false } }
  var isAnswered: Bool {
    if case .unknown = face { return objectsQuestion == nil && playerQuestion == nil }
    return true
  }

  /// Takes every entry away: the player has left.
  func leave() {
    for entry in entries { board.remove(entry) }
    entries = []
  }

  // MARK: Questions

  /// Asks for everything: who it is first, so that a player that answers in order is never shown without its name;
  /// then for org.nowplaying, and at the same time for MPRIS, so that a player that answers nothing is waited for once.
  func ask() {
    askRoot()
    objectsQuestion = connection.ask(
      unique, "/org/nowplaying", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", { _ in .zero },
      patience: Self.patience
    ) { [unowned(unsafe) self] reply in
      objectsQuestion = nil
      var budget = DecodingBudget()
      // Any other reply means: not a player of org.nowplaying.
      if !reply.isError, reply.hasSignature("a{oa{sa{sv}}}"), let objects = reply.decodeObjects(&budget),
        objects.contains(where: { $0.path.exact == "/org/nowplaying/app" })
      {
        playerQuestion = nil
        beWhole(objects)
      } else {
        bePlain()
      }
    }
    askPlayer()
  }

  /// The player is none of org.nowplaying. What it has said of MPRIS before is not so any more, perhaps.
  private func bePlain() {
    guard playerQuestion == nil else { return }
    if hasAnsweredEarly { askPlayer() } else { answered() }
  }

  private func askRoot() {
    if rootQuestion != nil {
      asksRootAgain = true
      return
    }
    asksRootAgain = false
    getAll("org.mpris.MediaPlayer2") { [unowned(unsafe) self] properties in
      rootQuestion = nil
      if let properties { takeRoot(properties) }
      if asksRootAgain { askRoot() }
    } keep: {
      rootQuestion = $0
    }
  }

  private func askPlayer() {
    if playerQuestion != nil {
      asksPlayerAgain = true
      return
    }
    asksPlayerAgain = false
    getAll("org.mpris.MediaPlayer2.Player") { [unowned(unsafe) self] properties in
      playerQuestion = nil
      hasAnsweredEarly = properties != nil
      if objectsQuestion != nil { return }
      if let properties { takeAll(properties) }
      if asksPlayerAgain { askPlayer() }
      answered()
    } keep: {
      playerQuestion = $0
    }
    if playerQuestion == nil, objectsQuestion == nil { answered() }
  }

  private func getAll(
    _ interface: StaticString, _ answer: @escaping ([Decoded.Entry]?) -> Void, keep: (Subscription?) -> Void
  ) {
    keep(
      connection.ask(
        unique, Self.object, "org.freedesktop.DBus.Properties", "GetAll", { $0.append(interface) },
        patience: Self.patience
      ) { reply in
        var budget = DecodingBudget()
        answer(reply.isError || !reply.hasSignature("a{sv}") ? nil : reply.decodeMap(&budget))
      })
  }

  private func askPosition() {
    if positionQuestion != nil {
      asksAgain = true
      return
    }
    asksAgain = false
    positionQuestion = connection.ask(
      unique, Self.object, "org.freedesktop.DBus.Properties", "Get",
      {
        $0.append("org.mpris.MediaPlayer2.Player").then($0.append("Position"))
      }, patience: Self.patience
    ) { [unowned(unsafe) self] reply in
      positionQuestion = nil
      var budget = DecodingBudget()
      if asksAgain {
        askPosition()
      } else if !reply.isError, let position = reply.decodeVariant(&budget)?.anyInteger {
        move(to: position, isExact: false)
      }
    }
  }

  static let object = "/org/mpris/MediaPlayer2"

  // MARK: Answers and signals

  private func beWhole(_ objects: [DecodedObject]) {
    face = .whole
    for object in objects { add(object) }
    place.wasThere = false
    answered()
  }

  private func bePlain(_ properties: [Decoded.Entry]) {
    var player = PlayerFace()
    let now = np_now_us()
    _ = player.take(properties, now: now)
    if let position = properties["Position"]?.anyInteger { _ = player.move(to: position, now: now, isExact: true) }
    face = .plain(player)
    entries = [board.add(self, path: nil)]
    place.wasThere = false
  }

  /// Takes over all properties of MPRIS's interface, the first time or once more.
  private func takeAll(_ properties: [Decoded.Entry]) {
    guard case .plain = face else { return bePlain(properties) }
    _ = takePlain(properties)
    if let position = properties["Position"]?.anyInteger { move(to: position, isExact: false) }
  }

  private func takePlain(_ properties: [Decoded.Entry]) -> PlayerFace.Consequence {
    guard case .plain(var player) = face else { return .none }
    face = .unknown
    let consequence = player.take(properties, now: np_now_us())
    face = .plain(player)
    changeAll()
    return consequence
  }

  /// PropertiesChanged of an interface at MPRIS's object.
  ///
  /// - isPartial: whether other properties are no longer what they were, too. Small players often say only that.
  func foreignChanged(_ interface: String, _ properties: [Decoded.Entry], isPartial: Bool) {
    queue?.foreignChanged(interface, properties, isPartial: isPartial)
    playlists?.foreignChanged(interface)
    if interface.exact == "org.mpris.MediaPlayer2" {
      takeRoot(properties)
      if isPartial { askRoot() }
    } else if interface.exact == "org.mpris.MediaPlayer2.Player", case .plain = face {
      let consequence = takePlain(properties)
      if isPartial { askPlayer() } else if case .asksPosition = consequence { askPosition() }
    }
  }

  /// Seeked.
  func sought(to position: Int64) { move(to: position, isExact: true) }

  private func move(to position: Int64, isExact: Bool) {
    guard case .plain(var player) = face, player.move(to: position, now: np_now_us(), isExact: isExact) else { return }
    face = .plain(player)
    changeAll()
  }

  private func takeRoot(_ properties: [Decoded.Entry]) {
    let before = root
    root.take(properties)
    if root != before { changeAll() }
    if root.hasTrackList != before.hasTrackList { queue?.ask() }
  }

  /// PropertiesChanged of an object of org.nowplaying.
  func wholeChanged(_ path: String, _ interface: String, _ properties: [Decoded.Entry]) {
    if path.exact == Self.appPath { return changeApp(interface, properties) }
    guard let entry = entry(path) else { return }
    entry.face.take(interface, properties, now: np_now_us())
    board.change(entry)
  }

  /// InterfacesAdded, or an object of the first answer.
  func add(_ object: DecodedObject) {
    if object.path.exact == Self.appPath {
      for interface in object.interfaces { changeApp(interface.name, interface.properties) }
      return
    }
    guard object.interfaces.contains(where: { $0.name.exact == "org.nowplaying.Session1" }),
      entries.count < Self.mostSessions || entry(object.path) != nil
    else { return }
    // A path is never given again: who adds one twice says it anew.
    let entry = entry(object.path) ?? make(object.path)
    let now = np_now_us()
    for interface in object.interfaces { entry.face.take(interface.name, interface.properties, now: now) }
    board.change(entry)
  }

  private func make(_ path: String) -> Entry {
    let entry = board.add(self, path: path)
    entries.append(entry)
    return entry
  }

  /// InterfacesRemoved.
  func remove(_ path: String, _ interfaces: [String]) {
    guard interfaces.contains(where: { $0.exact == "org.nowplaying.Session1" }), let entry = entry(path) else { return }
    entries.removeAll { $0 === entry }
    board.remove(entry)
    endUnwanted()
  }

  private func entry(_ path: String) -> Entry? { entries.first { $0.path?.exact == path.exact } }

  private func changeApp(_ interface: String, _ properties: [Decoded.Entry]) {
    let before = app
    app.take(interface, properties)
    if app != before { changeAll() }
    if app.takesSurfaces, !before.takesSurfaces { register() }
  }

  func changeAll() {
    for entry in entries { board.change(entry) }
  }

  private static let appPath: ExactText = "/org/nowplaying/app"

  // MARK: What the surface shows

  private var wanted: (name: String, ratios: AspectRatios) = ("", [])

  /// Says in which aspect ratios this surface shows animated artwork, if the player wants to know.
  func register(_ ratios: AspectRatios, name: String) {
    wanted = (name, ratios)
    register()
  }

  private func register() {
    guard isWhole, app.takesSurfaces, wanted.ratios != registered else { return }
    registered = wanted.ratios
    let interface: StaticString = "org.nowplaying.Surfaces1"
    if registered.isEmpty {
      return connection.tell(unique, "/org/nowplaying/app", interface, "Unregister") { _ in .zero }
    }
    connection.tell(unique, "/org/nowplaying/app", interface, "Register") { message in
      message.container(.array, "{sv}") {
        message.append(entry: "aspect-ratios", "as") { message.append(registered.words) }
          .then(message.append(entry: "name", "s") { message.append(wanted.name) })
      }
    }
  }

  // MARK: What is known

  /// Returns the knowledge of an entry.
  func model(of entry: Entry) -> SessionModel {
    var model = SessionModel(info: SessionModel.Info(key: entry.key))
    let name = names.first ?? ""
    let end = Text(
      String(decoding: Array(name.utf8.dropFirst(PlayerName.prefix.utf8CodeUnitCount)), as: UTF8.self))
    model.info.busName = Text(name)
    if root.canRaise { model.info.abilities.insert(.raises) }
    if root.canQuit { model.info.abilities.insert(.quits) }
    if case .plain(let player) = face {
      fill(&model, player)
      identify(&model.info, root.desktopEntry, root.identity, root.desktopEntry, end)
    } else {
      fill(&model, entry.face)
      // MPRIS's Identity names the place as well: "Podcasts – Kitchen".
      let name = entry.face.isRemote && !root.identity.isEmpty ? root.identity : app.name
      identify(&model.info, app.id, name, app.desktopEntry, end)
    }
    if entry.followsQueue, entry.isShownByMPRIS { model.queue = queue?.queue }
    if entry.followsPlaylists { model.playlists = playlists?.playlists }
    return model
  }

  private func identify(_ info: inout SessionModel.Info, _ id: Text, _ name: Text, _ entry: Text, _ end: Text) {
    info.applicationID = id.isEmpty ? end : id
    info.displayName = name.isEmpty ? end : name
    info.desktopEntry = entry
  }

  private func fill(_ model: inout SessionModel, _ player: PlayerFace) {
    model.info.primary = .application
    model.info.volume = player.volume
    if player.setsVolume { model.info.abilities.insert(.setsVolume) }
    model.item = player.item
    model.playback = player.playback
    model.commands = player.commands
  }

  private func fill(_ model: inout SessionModel, _ session: SessionFace) {
    model.info.sessionID = session.id
    model.info.abilities.insert(.isWhole)
    if session.isRemote { model.info.abilities.insert(.isRemote) }
    if session.canSetVolume, session.volume >= 0 { model.info.abilities.insert(.setsVolume) }
    if app.mayShowVideo { model.info.abilities.insert(.mayShowVideo) }
    if session.isApplicationPrimary { model.info.primary.insert(.application) }
    if session.isSystemPrimary { model.info.primary.insert(.system) }
    model.info.volume = session.volume
    model.item = session.item
    model.playback = session.playback
    model.commands = session.commands.withToggle(isActive: session.playback.isActive)
    model.devices = session.devices
  }
}

/// Names on the bus that are those of players.
enum PlayerName {
  static let prefix: StaticString = "org.mpris.MediaPlayer2."

  /// Whether a name is that of a player, and not of playerctld, which repeats others.
  static func isOne(_ name: String) -> Bool {
    let prefix = Self.prefix.description
    guard name.utf8.count > prefix.utf8.count, name.utf8.starts(with: prefix.utf8) else { return false }
    return name.exact != "org.mpris.MediaPlayer2.playerctld"
  }
}
