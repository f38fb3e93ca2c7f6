// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Something that the host asks of a player.
final class Action {
  /// The kind of an action.
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
    /// Or to follow it no longer.
    case followQueue(Bool)
    /// Or with nil to follow them no longer.
    case followPlaylists(PlaylistsRequest?)
    case goTo(String)
    /// At the start, or behind an entry.
    case add(uri: String, after: String?, plays: Bool)
    case remove(String)
    case activate(String)

    /// The request as the player takes it: toggle-play-pause is made of others where the player does not offer it.
    func made(for model: SessionModel) throws(Failure) -> Request {
      guard case .command(let command) = self, command.kind == .togglePlayPause,
        model.commands.contains(where: { $0.isDerived })
      else { return self }
      guard let meant = model.commands.toggled(isActive: model.playback.isActive) else { throw .invalidState }
      return .command(Command(kind: meant.kind))
    }

    /// Whether nothing is called, but something followed from now on.
    var follows: Bool {
      switch self {
      case .followQueue, .followPlaylists: true
      default: false
      }
    }

    /// Whether it is not for the item that the session had.
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

  /// A command with its arguments, of which only those count that its kind has.
  struct Command {
    let kind: CommandKind
    var phase = CommandEvent.Phase.begin
    var button: UInt32 = 0
    var time: Int64 = 0
    var rate = 0.0
    /// Nil: the next.
    var mode: Int32? = 0
    var id = ""
  }

  let id: UInt64
  let session: SessionSnapshot
  let request: Request
  /// Called once.
  let done: (Outcome) -> Void
  var question: Subscription?
  /// The reading of a picture at an address.
  var reading = Reading.none
  /// The outcome of that.
  var read = Outcome.done
  var began = Int64.zero

  init(_ id: UInt64, _ session: SessionSnapshot, _ request: Request, done: @escaping (Outcome) -> Void) {
    self.id = id
    self.session = session
    self.request = request
    self.done = done
  }

  /// How long the player may take, in µs. Players fail a second earlier by themselves.
  var timeout: Int64 {
    switch request {
    case .preview: 3_000_000
    case .video: 31_000_000
    default: 11_000_000
    }
  }
}

/// The outcome of an action.
enum Outcome {
  case done
  case picture(ReceivedFile, mime: StaticString, ImageSize, ImageOrientation)
  case video(ReceivedFile, mime: StaticString)
  case failed(Failure, String)

  /// A picture, whose bytes say what it is.
  static func picture(_ file: ReceivedFile) throws(Failure) -> Outcome {
    let bytes = UnsafeRawBufferPointer(start: file.bytes, count: file.size)
    guard let format = ImageFormat(bytes), let size = ImageSize(bytes) else { throw .notAnImage }
    return .picture(file, mime: format.mimeType, size, ImageOrientation(bytes))
  }
}

/// A file that a player has sent. Owns its descriptor and its bytes in memory.
final class ReceivedFile {
  let descriptor: Int32
  let size: Int
  /// Nil for a file that may change.
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

  /// A picture's file: one that nobody can change any more, in memory.
  ///
  /// - descriptor: the message's.
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

  /// A video's file, of which nothing is asked here: it may be on a disk that is not there, and the loop must not wait.
  static func unseen(_ descriptor: Int32) throws(Failure) -> ReceivedFile {
    ReceivedFile(try duplicate(descriptor), size: 0, bytes: nil)
  }

  private static func duplicate(_ descriptor: Int32) throws(Failure) -> Int32 {
    let own = np_duplicate(descriptor)
    if own.isFailure { throw .system }
    return own
  }
}
