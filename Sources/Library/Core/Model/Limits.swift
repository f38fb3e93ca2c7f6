// Made by contract/generate of contract/data/limits.toml: do not edit.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The most that is kept of what a host gives. The C header has the same numbers, as NOWPLAYING_MAX_….
public enum Limits {
  /// The bytes of an ordinary text.
  public static let text = 4096
  /// The bytes of lyrics.
  public static let lyrics = 65536
  /// The bytes of an id, a name or an address.
  public static let identifier = 1024
  /// The entries of a list of texts.
  public static let list = 64
  /// The keys that a player defines for one content.
  public static let extra = 32
  /// The bytes of a key that a player defines.
  public static let extraKey = 64
  /// The commands of a session.
  public static let commands = 64
  /// The intervals of a command.
  public static let intervals = 64
  /// The rates of a command.
  public static let rates = 64
  /// The chapters of a content.
  public static let chapters = 1024
  /// The bytes of a chapter's title.
  public static let chapterTitle = 256
  /// The tracks of a session.
  public static let tracks = 256
  /// The sessions of an app.
  public static let sessions = 1024
  /// The requests of an app that are open at one time.
  public static let requests = 1024
  /// The URI schemes of an app.
  public static let schemes = 64
  /// The MIME types of an app.
  public static let mimeTypes = 256
  /// The bytes of a URI that a client asks to open.
  public static let uri = 65536
  /// The bytes of a picture.
  public static let picture = 33_554_432
  /// The pictures that a session remembers.
  public static let rememberedPictures = 16
  /// The entries of a queue.
  public static let queue = 1_000_000
  /// The playlists of an app.
  public static let playlists = 4096
  /// The devices of a session.
  public static let devices = 64
  /// The steps of a rating.
  public static let steps = 100
  /// The width and the height of a picture that can be asked for.
  public static let pixels = 16384
  /// The bytes of that part of an app's name on the bus that the app gives.
  public static let busNamePart = 100
  /// The entries of a queue that clients see at one time.
  public static let shownQueue = 100
  /// The bytes of lyrics, chapters, and texts under a player's own keys, together for all sessions of one connection.
  public static let allLyrics = 4_194_304
  /// The bytes that clients are sent of one entry of a queue.
  public static let entry = 65536
  /// The pictures and videos that an app keeps after surfaces were given them.
  public static let keptPictures = 64
  /// The bytes of the pictures and videos that an app keeps after surfaces were given them.
  public static let keptBytes = 67_108_864
  /// The bytes of a video.
  public static let video = 268_435_456
  /// The time that a host has to answer a request.
  public static let requestTime: Microseconds = .seconds(10)
  /// The time that a host has for a preview.
  public static let previewTime: Microseconds = .seconds(2)
  /// The time that a host has for a video.
  public static let videoTime: Microseconds = .seconds(30)
  /// The longest time for an answer to the callback `position`.
  public static let positionTime: Microseconds = .milliseconds(100)
  /// The length of an item from which on it is none: 100 years.
  public static let length: Microseconds = .seconds(3_155_760_000)
  /// The highest volume; a higher one is clamped to it.
  public static let volume = 100.0
}
