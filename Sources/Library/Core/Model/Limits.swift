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
  /// The commands of a session, and the intervals and rates of a command.
  public static let commands = 64
  /// The chapters of a content.
  public static let chapters = 1024
  /// The bytes of a chapter's title.
  public static let chapterTitle = 256
  /// The tracks of a session.
  public static let tracks = 256
  /// The sessions of an app.
  public static let sessions = 1024
  /// The bytes of lyrics, chapters, and texts under a player's own keys, together for all sessions of one connection.
  public static let allLyrics = 4 << 20
  /// The bytes that clients are sent of one entry of a queue.
  public static let entry = 65536
  /// The requests of an app that are open at one time.
  public static let requests = 1024
  /// The URI schemes of an app.
  public static let schemes = 64
  /// The MIME types of an app.
  public static let mimeTypes = 256
  /// The bytes of a URI that a client asks to open.
  public static let uri = 65536
  /// The bytes of a picture.
  public static let picture = 32 << 20
  /// The pictures and videos that an app keeps after surfaces were given them, and their bytes.
  public static let keptPictures = 64
  public static let keptBytes = 64 << 20
  /// The entries of a queue.
  public static let queue = 1_000_000
  /// The playlists of an app.
  public static let playlists = 4096
  /// The devices of a session.
  public static let devices = 64
  /// The bytes of a video. Half a minute in the best quality that phones record has 200 MiB; a larger file is more
  /// likely to be the film itself, and surfaces may copy it.
  public static let video = 256 << 20
  /// The length of an item in microseconds from which on it is none: 100 years.
  public static let length: Int64 = 3_155_760_000_000_000
  /// The highest volume; a higher one is clamped to it.
  public static let volume = 100.0
}
