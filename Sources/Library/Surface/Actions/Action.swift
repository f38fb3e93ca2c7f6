// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// An action that the host asks of a player.
final class Action {
  /// The kind of an action, with its arguments.
  enum Request {
    case command(Command)
    case volume(Double, device: String?)
    case step(Int32, device: String)
    case artwork(width: UInt32, height: UInt32)
    case chapterArtwork(Int, width: UInt32, height: UInt32)
    case select(TrackKind, String)
    case preview(AspectRatio, width: UInt32, height: UInt32)
    case video(AspectRatio, width: UInt32, height: UInt32)
    case raise
    case quit
    /// Follows the queue, or with false stops following it.
    case followQueue(Bool)
    /// Follows the playlists, or with nil stops following them.
    case followPlaylists(PlaylistsRequest?)
    case goTo(String)
    /// Adds the item of a URI to the queue, at the start or behind an entry.
    case add(uri: String, after: String?, plays: Bool)
    case remove(String)
    case activate(String)

    /// The request as the player takes it. Of the commands that a player of org.nowplaying does not offer itself,
    /// toggle-play-pause becomes play or pause, and a skip becomes a seek.
    func made(for model: SessionModel, now: Instant) throws(Failure) -> Request {
      guard case .command(let command) = self, model.info.abilities.contains(.speaksNowPlaying),
        model.commands.contains(where: { $0.kind == command.kind && $0.isDerived })
      else { return self }
      if command.kind == .togglePlayPause {
        guard let meant = model.commands.toggled(isActive: model.playback.isActive) else { throw .invalidState }
        return .command(Command(kind: meant.kind))
      }
      let length = model.item?.length
      guard let position = model.playback.position(at: now, length: length) else { throw .invalidState }
      let interval = command.time == .zero ? CommandDescriptor.defaultInterval : command.time
      let offset = command.kind == .skipForward ? interval : -interval
      let range = model.playback.seekable(at: now, isLive: model.item?.duration == .live)
      let (start, end) = (range?.start ?? .zero, range?.end ?? length ?? .max)
      return .command(
        Command(kind: .seekToPosition, time: max(start, min(end, position + offset)), offset: offset))
    }

    /// Whether the request begins or ends following a list of the player.
    var follows: Bool {
      switch self {
      case .followQueue, .followPlaylists: true
      default: false
      }
    }

    /// Whether the request changes what the player says of itself.
    var changesPlayer: Bool {
      switch self {
      case .command, .volume, .goTo, .activate: true
      default: false
      }
    }

    /// Whether the request is for a list of the player, and not for the session's item.
    var isOfLists: Bool {
      switch self {
      case .goTo, .add, .remove, .activate: true
      default: false
      }
    }
  }

  enum Reading {
    case none, waits, runs
  }

  /// A command with arguments. Only the arguments that its kind has are used.
  struct Command {
    let kind: CommandKind
    var phase = CommandEvent.Phase.begin
    var button: UInt32 = 0
    var time = Microseconds.zero
    /// The part of a seek's `time` that is counted from where the player is; nil for a seek to a position of the item.
    var offset: Microseconds?
    var rate = 0.0
    /// The mode; nil for the next one.
    var mode: Int32? = 0
    /// Whether the value is taken back where it is set already, as by a second press of a like button.
    var toggles = false
    var id = ""
  }

  let id: UInt64
  let session: SessionSnapshot
  let request: Request
  /// Called once, with the outcome.
  let done: (Outcome) -> Void
  var question: Subscription?
  /// The state of reading a picture from its address.
  var reading = Reading.none
  /// The outcome of reading the picture.
  var read = Outcome.done
  var began = Instant.min

  init(_ id: UInt64, _ session: SessionSnapshot, _ request: Request, done: @escaping (Outcome) -> Void) {
    self.id = id
    self.session = session
    self.request = request
    self.done = done
  }

  /// The time that the player has to answer. Players give up a second earlier.
  var timeout: Microseconds {
    switch request {
    case .preview: SurfaceLimits.previewTime
    case .video: SurfaceLimits.videoTime
    default: SurfaceLimits.requestTime
    }
  }
}

/// The outcome of an action.
enum Outcome {
  case done
  case picture(ReceivedFile, mime: StaticString, ImageSize, ImageOrientation)
  case video(ReceivedFile, mime: StaticString)
  case failed(Failure, String)

  /// The outcome for a picture. Its format and size are read from its bytes.
  static func picture(_ file: ReceivedFile) throws(Failure) -> Outcome {
    let bytes = UnsafeRawBufferPointer(start: file.bytes, count: file.size)
    guard let format = ImageFormat(bytes), let size = ImageSize(bytes) else { throw .notAnImage }
    return .picture(file, mime: format.mimeType, size, ImageOrientation(bytes))
  }
}

/// A file that a player has sent. Owns its descriptor and the mapping of its bytes.
final class ReceivedFile {
  let descriptor: Int32
  let size: Int
  /// The bytes of a sealed file; nil for a file that may change.
  let bytes: UnsafeRawPointer?

  private init(_ descriptor: Int32, size: Int, bytes: UnsafeRawPointer?) {
    self.descriptor = descriptor
    self.size = size
    self.bytes = bytes
  }

  deinit {
    if let bytes { np_unmap(bytes, size) }
    np_close(descriptor)
  }

  /// Maps a picture's file, which must be sealed so that nobody can change it.
  ///
  /// - descriptor: owned by the message.
  static func sealed(_ descriptor: Int32) throws(Failure) -> ReceivedFile {
    let own = try duplicate(descriptor)
    var size = 0
    var bytes: UnsafeRawPointer?
    let result = np_sealed_map(own, Limits.picture, &size, &bytes)
    if result.isFailure {
      np_close(own)
      throw result == NP_TOO_LARGE ? .tooLarge : .io
    }
    return ReceivedFile(own, size: size, bytes: bytes)
  }

  /// Takes a video's file without reading it: it may be on a disk that does not answer, and the loop must not wait.
  static func unmapped(_ descriptor: Int32) throws(Failure) -> ReceivedFile {
    ReceivedFile(try duplicate(descriptor), size: 0, bytes: nil)
  }

  private static func duplicate(_ descriptor: Int32) throws(Failure) -> Int32 {
    let own = np_duplicate(descriptor)
    if own.isFailure { throw .system }
    return own
  }
}
