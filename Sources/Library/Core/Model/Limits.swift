// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// How much of what a host gives is kept. The C header says the same numbers, as NOWPLAYING_MAX_….
public enum Limits {
  /// Bytes of an ordinary text.
  public static let text = 4096
  /// Bytes of lyrics.
  public static let lyrics = 65536
  /// Bytes of an id, a name or an address.
  public static let identifier = 1024
  /// Entries of a list of texts.
  public static let list = 64
  /// Keys of a content that are the player's own.
  public static let extra = 32
  /// Bytes of such a key.
  public static let extraKey = 64
  /// Commands of a session, and intervals and rates of a command.
  public static let commands = 64
  /// Chapters of a content.
  public static let chapters = 1024
  /// Bytes of the title of a chapter.
  public static let chapterTitle = 256
  /// Tracks of a session.
  public static let tracks = 256
  /// Sessions of an app.
  public static let sessions = 1024
  /// Bytes of the lyrics, the chapters, and the texts under keys of the player's own, of all sessions of a connection.
  public static let allLyrics = 4 << 20
  /// Bytes of what clients get of an entry of a queue.
  public static let entry = 65536
  /// Requests of an app that are open at one time.
  public static let requests = 1024
  /// URI schemes of an app.
  public static let schemes = 64
  /// MIME types of an app.
  public static let mimeTypes = 256
  /// Bytes of a URI that a client asks to open.
  public static let uri = 65536
  /// Bytes of a picture.
  public static let picture = 32 << 20
  /// Pictures and videos of an app that are kept because surfaces were given them, and bytes of them.
  public static let keptPictures = 64
  public static let keptBytes = 64 << 20
  /// Entries of a queue.
  public static let queue = 1_000_000
  /// Playlists of an app.
  public static let playlists = 4096
  /// Devices of a session.
  public static let devices = 64
  /// Bytes of a video. A loop of half a minute in the best quality that phones record has 200 MiB; what is larger is
  /// more likely to be the film itself, and surfaces may copy it.
  public static let video = 256 << 20
  /// The highest volume; a higher one is clamped.
  public static let volume = 100.0
}
