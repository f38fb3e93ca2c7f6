// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The D-Bus call by which an action is asked of a player.
struct ActionCall {
  let path: String
  let interface: StaticString
  let member: StaticString
  let fill: (Message) -> Int32
  /// Makes the next call from the player's answer, where this call only asks for a value that the next one needs.
  /// Returns nil if the answer does not have the value.
  private(set) var next: ((Message) -> ActionCall?)?

  private init(
    _ path: String, _ interface: StaticString, _ member: StaticString, _ fill: @escaping (Message) -> Int32 = { _ in 0 }
  ) {
    self.path = path
    self.interface = interface
    self.member = member
    self.fill = fill
  }

  /// Makes the call for a request. Fails if the session cannot do it.
  static func make(_ request: Action.Request, of session: SessionSnapshot) throws(Failure) -> ActionCall {
    switch request {
    case .raise:
      guard session.model.info.abilities.contains(.raises) else { throw .notSupported }
      return ActionCall(mprisPath, "org.mpris.MediaPlayer2", "Raise")
    case .quit:
      guard session.model.info.abilities.contains(.quits) else { throw .notSupported }
      return ActionCall(mprisPath, "org.mpris.MediaPlayer2", "Quit")
    case .goTo, .add, .remove, .activate: return try list(request, session.model)
    default: break
    }
    if let path = session.path { return try nowPlaying(request, path, session.model) }
    switch request {
    case .command(let command): return try mpris(command, session.model)
    case .volume(let level, device: nil): return set("Volume", "d") { $0.append(level) }
    // A picture of an MPRIS player is read from its address, not asked for.
    case .artwork: throw .noSuchContent
    default: throw .notSupported
    }
  }

  private static var mprisPath: String { MPRISPlayer.object }
  private static let player: StaticString = "org.mpris.MediaPlayer2.Player"
  private static let trackList: StaticString = "org.mpris.MediaPlayer2.TrackList"

  // MARK: Queue and playlists

  /// Makes a call for the queue or the playlists. Players of org.nowplaying also have these by MPRIS alone.
  private static func list(_ request: Action.Request, _ model: SessionModel) throws(Failure) -> ActionCall {
    if case .activate(let id) = request {
      if let playlists = model.playlists, !playlists.lists.contains(where: { $0.id.string.exact == id.exact }) {
        throw .noSuchContent
      }
      return ActionCall(mprisPath, "org.mpris.MediaPlayer2.Playlists", "ActivatePlaylist") { $0.append(path: id) }
    }
    guard model.info.primary.contains(.application) else { throw .notSupported }
    switch request {
    case .goTo(let id):
      try check(id, model.queue)
      return ActionCall(mprisPath, trackList, "GoTo") { $0.append(path: id) }
    case .remove(let id):
      if model.queue?.canEdit == false { throw .notSupported }
      try check(id, model.queue)
      return ActionCall(mprisPath, trackList, "RemoveTrack") { $0.append(path: id) }
    case .add(let uri, let after, let plays):
      if model.queue?.canEdit == false { throw .notSupported }
      if let after, after.exact == "/" { return append(uri, plays, model) }
      if let after { try check(after, model.queue) }
      return add(uri, after ?? TrackList.noTrack, plays)
    default: throw .notSupported
    }
  }

  private static func add(_ uri: String, _ after: String, _ plays: Bool) -> ActionCall {
    ActionCall(mprisPath, trackList, "AddTrack") { message in
      message.append(uri).then(message.append(path: after)).then(message.append(plays))
    }
  }

  /// Adds an entry at the end of the queue. Players of org.nowplaying, which show only a part of a queue, do so for the
  /// unknown track "/". For other players the last entry must be known.
  private static func append(_ uri: String, _ plays: Bool, _ model: SessionModel) -> ActionCall {
    if model.info.abilities.contains(.speaksNowPlaying) { return add(uri, "/", plays) }
    if let queue = model.queue, queue.total == queue.entries.count {
      return add(uri, queue.entries.last?.id.string ?? TrackList.noTrack, plays)
    }
    var call = ActionCall(mprisPath, "org.freedesktop.DBus.Properties", "Get") { message in
      message.append(trackList).then(message.append("Tracks"))
    }
    call.next = { reply in
      func tracks(_ isWanted: (Int) -> Bool) -> (paths: [String], count: Int)? {
        reply.readVariant("ao") { reply.readPaths(most: SurfaceLimits.readQueue) { index, _ in isWanted(index) } }
      }
      guard let count = tracks({ _ in false })?.count else { return nil }
      if count == 0 { return add(uri, TrackList.noTrack, plays) }
      reply.rewind()
      return tracks({ $0 == count - 1 })?.paths.last.map { add(uri, $0, plays) }
    }
    return call
  }

  /// Fails for an entry that the queue does not have, because players ignore such a call. A queue that is known only in
  /// part is not checked.
  private static func check(_ id: String, _ queue: PlayingQueue?) throws(Failure) {
    guard let queue, queue.total == queue.entries.count else { return }
    if !queue.entries.contains(where: { $0.id.string.exact == id.exact }) { throw .noSuchContent }
  }

  // MARK: org.nowplaying

  private static func nowPlaying(
    _ request: Action.Request, _ path: String, _ model: SessionModel
  ) throws(Failure) -> ActionCall {
    let session: StaticString = "org.nowplaying.Session1"
    let animated: StaticString = "org.nowplaying.AnimatedArtwork1"
    let remote: StaticString = "org.nowplaying.Remote1"
    switch request {
    case .command(let command):
      let item = command.kind.isOfPlayer ? nil : model.item?.id.string
      // A player that begins an item meanwhile would take the position, or the "like", for that. A button that is held
      // is released all the same.
      let isOfItem = !command.kind.isOfPlayer && command.kind != .custom && command.phase != .end
      if item == nil, isOfItem { throw .noSuchContent }
      return ActionCall(path, session, "SendCommand") { message in
        message.append(command.kind.word).then(append(command, item, message))
      }
    case .volume(let level, device: nil): return ActionCall(path, session, "SetVolume") { $0.append(level) }
    case .volume(let level, let device?):
      return ActionCall(path, remote, "SetDeviceVolume") { message in
        message.append(device).then(message.append(level))
      }
    case .step(let step, let device):
      return ActionCall(path, remote, "StepDeviceVolume") { message in
        message.append(device).then(message.append(step))
      }
    case .artwork(let width, let height):
      guard let id = model.item?.artworkID, !id.isEmpty else { throw .noSuchContent }
      return ActionCall(path, session, "GetArtwork") { appendPicture($0, id, nil, width, height) }
    case .chapterArtwork(let index, let width, let height):
      guard let chapters = model.item?.fields.chapters, chapters.indices.contains(index),
        !chapters[index].artworkID.isEmpty
      else { throw .noSuchContent }
      let id = chapters[index].artworkID
      return ActionCall(path, session, "GetArtwork") { appendPicture($0, id, nil, width, height) }
    case .select(let kind, let id):
      guard model.tracks.contains(where: { $0.kind == kind }) else { throw .notSupported }
      return ActionCall(path, "org.nowplaying.Tracks1", "SelectTrack") { message in
        message.append(kind.word).then(message.append(id))
      }
    case .preview(let ratio, let width, let height):
      let id = try animatedID(model, ratio)
      return ActionCall(path, animated, "GetPreview") { appendPicture($0, id, ratio, width, height) }
    case .video(let ratio, let width, let height):
      let id = try animatedID(model, ratio)
      return ActionCall(path, animated, "GetVideo") { appendPicture($0, id, ratio, width, height) }
    default: throw .notSupported
    }
  }

  private static func animatedID(_ model: SessionModel, _ ratio: AspectRatio) throws(Failure) -> Text {
    guard let ids = model.item?.animated else { throw .noSuchContent }
    let id = ratio == .square ? ids.square : ids.tall
    if id.isEmpty { throw .noSuchContent }
    return id
  }

  private static func appendPicture(
    _ message: Message, _ id: Text, _ ratio: AspectRatio?, _ width: UInt32, _ height: UInt32
  ) -> Int32 {
    message.append(id.string).then(ratio.map { message.append($0.word) } ?? .zero)
      .then(message.append(width)).then(message.append(height))
  }

  private typealias Further = CommandKindRow.Further

  /// Appends the arguments of SendCommand.
  private static func append(_ command: Action.Command, _ item: String?, _ message: Message) -> Int32 {
    message.container(.array, "{sv}") {
      let first =
        item.map { item in message.append(entry: Further.item.key, Further.item.type) { message.append(item) } }
        ?? .zero
      let isToggle = command.toggles && command.kind.isTakenBack
      let toggle =
        isToggle ? message.append(entry: Further.toggle.key, Further.toggle.type) { message.append(true) } : 0
      return first.then(toggle).then(appendArguments(command, message))
    }
  }

  /// Appends the argument that a kind of command has.
  private static func appendArguments(_ command: Action.Command, _ message: Message) -> Int32 {
    let row = command.kind.row
    func append(_ append: () -> Int32) -> Int32 { message.append(entry: row.key, row.takes.type, append) }
    switch row.takes {
    case .none: return 0
    case .position:
      let offset = command.offset?.count
      let first =
        offset.map { offset in message.append(entry: Further.offset.key, Further.offset.type) { message.append(offset) }
        } ?? .zero
      return first.then(append { message.append(command.time.count) })
    case .interval: return command.time == .zero ? 0 : append { message.append(command.time.count) }
    case .phase: return append { message.append(command.phase.word) }
    case .rate where command.rate == 0: return 0
    case .rate, .fraction: return append { message.append(command.rate) }
    case .mode:
      var word: StaticString = ""
      for (number, mode) in row.modes.enumerated() where number == Int(clamping: command.mode ?? .zero) { word = mode }
      let button =
        command.kind == .feedback
        ? message.append(entry: Further.button.key, Further.button.type) { message.append(command.button) } : 0
      return command.mode == nil ? button : button.then(append { message.append(word) })
    case .truth: return command.mode.map { mode in append { message.append(mode != 0) } } ?? .zero
    case .id: return append { message.append(command.id) }
    }
  }

  // MARK: MPRIS

  private static func mpris(_ command: Action.Command, _ model: SessionModel) throws(Failure) -> ActionCall {
    guard let offered = model.commands.first(where: { $0.kind == command.kind }) else { throw .notSupported }
    if !offered.enabled { throw .invalidState }
    let row = command.kind.row
    if row.mpris.utf8CodeUnitCount == 0 { throw .notSupported }
    switch row.takes {
    case .none: return ActionCall(mprisPath, player, row.mpris)
    case .interval:
      let interval = command.time == .zero ? CommandDescriptor.defaultInterval : command.time
      let offset = command.kind == .skipBackward ? -interval : interval
      return ActionCall(mprisPath, player, row.mpris) { $0.append(offset.count) }
    case .position:
      guard let item = model.item else { throw .noSuchContent }
      if command.time < .zero || command.time > item.length ?? .max { throw .invalidArgument }
      if !item.takesPosition { return seek(to: command.time) }
      return ActionCall(mprisPath, player, row.mpris) { message in
        message.append(path: item.id.string).then(message.append(command.time.count))
      }
    case .rate:
      var rate = command.rate
      if rate == 0, let rates = offered.rates {
        let choice = UnsafeBufferPointer(start: rates.pointer, count: rates.count)
        rate = NextValue.rate(of: choice, above: model.playback.defaultRate)
      }
      return set(row.mpris, "d") { $0.append(rate) }
    case .mode:
      let mode = command.mode ?? NextValue.mode(of: offered.supported, behind: offered.current)
      if command.kind == .changeShuffleMode { return set(row.mpris, "b") { $0.append(mode != 0) } }
      let status = LoopStatus(RepeatMode(rawValue: mode) ?? .all)
      return set(row.mpris, "s") { $0.append(status.name) }
    case .phase, .fraction, .truth, .id: throw .notSupported
    }
  }

  /// Seeks by an offset from the present position, because SetPosition needs the track id, which many players do not
  /// publish.
  private static func seek(to position: Microseconds) -> ActionCall {
    var call = ActionCall(mprisPath, "org.freedesktop.DBus.Properties", "Get") { message in
      message.append(player).then(message.append("Position"))
    }
    call.next = { reply in
      var budget = DecodingBudget()
      guard let place = reply.decodeVariant(&budget)?.anyInteger else { return nil }
      return ActionCall(mprisPath, player, "Seek") { $0.append((position - Microseconds(place)).count) }
    }
    return call
  }

  private static func set(
    _ property: StaticString, _ type: StaticString, _ append: @escaping (Message) -> Int32
  ) -> ActionCall {
    ActionCall(mprisPath, "org.freedesktop.DBus.Properties", "Set") { message in
      message.append(player).then(message.append(property))
        .then(message.container(.variant, type) { append(message) })
    }
  }
}
