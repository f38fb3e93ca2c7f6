// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The call of a player by which something is asked of it.
struct ActionCall {
  let path: String
  let interface: StaticString
  let member: StaticString
  let fill: (Message) -> Int32

  private init(
    _ path: String, _ interface: StaticString, _ member: StaticString, _ fill: @escaping (Message) -> Int32 = { _ in 0 }
  ) {
    self.path = path
    self.interface = interface
    self.member = member
    self.fill = fill
  }

  /// Fails for what the session cannot do.
  static func make(_ request: Action.Request, of session: SessionSnapshot) throws(Failure) -> ActionCall {
    switch request {
    case .raise:
      guard session.model.info.abilities.contains(.raises) else { throw .notSupported }
      return ActionCall(foreignPath, "org.mpris.MediaPlayer2", "Raise")
    case .quit:
      guard session.model.info.abilities.contains(.quits) else { throw .notSupported }
      return ActionCall(foreignPath, "org.mpris.MediaPlayer2", "Quit")
    case .goTo, .add, .remove, .activate: return try list(request, session.model)
    default: break
    }
    if let path = session.path { return try whole(request, path, session.model) }
    switch request {
    case .command(let command): return try foreign(command, session.model)
    case .volume(let level, device: nil): return set("Volume", "d") { $0.append(level) }
    default: throw .notSupported
    }
  }

  private static var foreignPath: String { MPRISPlayer.object }

  // MARK: Queue and playlists

  /// Of players of org.nowplaying, too, which show these by MPRIS alone.
  private static func list(_ request: Action.Request, _ model: SessionModel) throws(Failure) -> ActionCall {
    if case .activate(let id) = request {
      if let playlists = model.playlists, !playlists.lists.contains(where: { $0.id.string.exact == id.exact }) {
        throw .noSuchContent
      }
      return ActionCall(foreignPath, "org.mpris.MediaPlayer2.Playlists", "ActivatePlaylist") { $0.append(path: id) }
    }
    guard model.info.primary.contains(.application) else { throw .notSupported }
    let interface: StaticString = "org.mpris.MediaPlayer2.TrackList"
    switch request {
    case .goTo(let id):
      try check(id, model.queue)
      return ActionCall(foreignPath, interface, "GoTo") { $0.append(path: id) }
    case .remove(let id):
      if model.queue?.canEdit == false { throw .notSupported }
      try check(id, model.queue)
      return ActionCall(foreignPath, interface, "RemoveTrack") { $0.append(path: id) }
    case .add(let uri, let after, let plays):
      if model.queue?.canEdit == false { throw .notSupported }
      if let after { try check(after, model.queue) }
      return ActionCall(foreignPath, interface, "AddTrack") { message in
        message.append(uri).then(message.append(path: after ?? TrackList.noTrack)).then(message.append(plays))
      }
    default: throw .notSupported
    }
  }

  /// Of an entry that is not there players say nothing. Of a part of a queue nobody knows.
  private static func check(_ id: String, _ queue: PlayingQueue?) throws(Failure) {
    guard let queue, queue.total == queue.entries.count else { return }
    if !queue.entries.contains(where: { $0.id.string.exact == id.exact }) { throw .noSuchContent }
  }

  // MARK: org.nowplaying

  private static func whole(
    _ request: Action.Request, _ path: String, _ model: SessionModel
  ) throws(Failure) -> ActionCall {
    let session: StaticString = "org.nowplaying.Session1"
    let animated: StaticString = "org.nowplaying.AnimatedArtwork1"
    let remote: StaticString = "org.nowplaying.Remote1"
    switch request {
    case .command(let command):
      let item = model.item?.id.string
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

  /// The arguments of SendCommand.
  private static func append(_ command: Action.Command, _ item: String?, _ message: Message) -> Int32 {
    message.container(.array, "{sv}") {
      let first = item.map { item in message.append(entry: "item", "s") { message.append(item) } } ?? .zero
      return first.then(appendArguments(command, message))
    }
  }

  /// The arguments that a kind of command has.
  private static func appendArguments(_ command: Action.Command, _ message: Message) -> Int32 {
    switch command.kind {
    case .seekToPosition: message.append(entry: "position", "x") { message.append(command.time) }
    case .skipForward, .skipBackward:
      command.time == 0 ? 0 : message.append(entry: "interval", "x") { message.append(command.time) }
    case .seekForward, .seekBackward:
      message.append(entry: "phase", "s") { message.append(command.phase == .begin ? "begin" : "end") }
    case .changeRate: message.append(entry: "rate", "d") { message.append(command.rate) }
    case .changeRepeatMode, .changeShuffleMode: appendMode(command, message)
    case .feedback:
      message.append(entry: "button", "u") { message.append(command.button) }.then(appendMode(command, message))
    case .setRating: message.append(entry: "rating", "d") { message.append(command.rate) }
    case .mute: message.append(entry: "muted", "b") { message.append(command.mode != 0) }
    case .custom: message.append(entry: "id", "s") { message.append(command.id) }
    default: 0
    }
  }

  private static func appendMode(_ command: Action.Command, _ message: Message) -> Int32 {
    var word: StaticString = ""
    for (number, mode) in command.kind.modes.enumerated() where number == Int(clamping: command.mode) { word = mode }
    return message.append(entry: "mode", "s") { message.append(word) }
  }

  // MARK: MPRIS

  private static func foreign(_ command: Action.Command, _ model: SessionModel) throws(Failure) -> ActionCall {
    guard let offered = model.commands.first(where: { $0.kind == command.kind }) else { throw .notSupported }
    if !offered.enabled { throw .invalidState }
    func method(_ call: PlayerCall) -> ActionCall {
      ActionCall(foreignPath, "org.mpris.MediaPlayer2.Player", call.name)
    }
    switch command.kind {
    case .play: return method(.play)
    case .pause: return method(.pause)
    case .stop: return method(.stop)
    case .togglePlayPause: return method(.playPause)
    case .next: return method(.next)
    case .previous: return method(.previous)
    case .skipForward: return seek(by: command.time == 0 ? CommandDescriptor.defaultInterval : command.time)
    case .skipBackward:
      return seek(by: Clamp.difference(0, command.time == 0 ? CommandDescriptor.defaultInterval : command.time))
    case .seekToPosition:
      guard let item = model.item else { throw .noSuchContent }
      if command.time < 0 || command.time > item.length ?? .max { throw .invalidArgument }
      return ActionCall(foreignPath, "org.mpris.MediaPlayer2.Player", "SetPosition") { message in
        message.append(path: item.id.string).then(message.append(command.time))
      }
    case .changeRate: return set("Rate", "d") { $0.append(command.rate) }
    case .changeRepeatMode:
      let status = LoopStatus(RepeatMode(rawValue: command.mode) ?? .all)
      return set("LoopStatus", "s") { $0.append(status.name) }
    case .changeShuffleMode: return set("Shuffle", "b") { $0.append(command.mode != 0) }
    case .seekForward, .seekBackward, .feedback, .nextChapter, .previousChapter, .seekToLive, .setRating, .bookmark,
      .mute, .custom:
      throw .notSupported
    }
  }

  private static func seek(by offset: Int64) -> ActionCall {
    ActionCall(foreignPath, "org.mpris.MediaPlayer2.Player", "Seek") { $0.append(offset) }
  }

  private static func set(
    _ property: StaticString, _ type: StaticString, _ append: @escaping (Message) -> Int32
  ) -> ActionCall {
    ActionCall(foreignPath, "org.freedesktop.DBus.Properties", "Set") { message in
      message.append("org.mpris.MediaPlayer2.Player").then(message.append(property))
        .then(message.container(.variant, type) { append(message) })
    }
  }
}
