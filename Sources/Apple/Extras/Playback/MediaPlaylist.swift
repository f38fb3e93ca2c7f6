// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
public import NowPlaying
internal import NowPlayingCore

/// A playlist of the program, which is played as a whole.
public struct MediaPlaylist: Identifiable, Sendable {
  /// The id of the playlist within the program, the same at each start. If two have the same id, the first is shown. A
  /// playlist without an id is not shown.
  public let id: String
  /// The playlist's name, for people.
  public let name: String
  /// The URL of a small picture, of a file on this machine.
  public var icon: URL?
  /// The time at which the playlist was made; nil when it is not known.
  public var created: Date?
  /// The time at which the playlist was changed last; nil when it is not known.
  public var modified: Date?
  /// The time at which the playlist was played last; nil when it is not known.
  public var lastPlayed: Date?

  /// Describes a playlist.
  public init(
    id: String, name: String, icon: URL? = nil, created: Date? = nil, modified: Date? = nil, lastPlayed: Date? = nil
  ) {
    self.id = id
    self.name = name
    self.icon = icon
    self.created = created
    self.modified = modified
    self.lastPlayed = lastPlayed
  }

  /// Returns the engine's form of playlists, at most as many as the engine accepts.
  static func made(of playlists: [MediaPlaylist]) -> [Playlist] {
    var ids: Set<[UInt8]> = []
    var made: [Playlist] = []
    for playlist in playlists where made.count < Limits.playlists {
      guard let id = boundedText(playlist.id, limit: Limits.identifier), ids.insert(Array(id.utf8)).inserted else {
        continue
      }
      made.append(
        Playlist(
          id: id, name: boundedText(playlist.name, limit: Limits.identifier) ?? id,
          iconURL: boundedText(playlist.icon?.absoluteString) ?? "", created: seconds(playlist.created),
          modified: seconds(playlist.modified), lastPlayed: seconds(playlist.lastPlayed)))
    }
    return made
  }

  /// Returns a time in seconds since 1970; nil when it is not known.
  private static func seconds(_ date: Date?) -> Int64? {
    date.flatMap { Int64(exactly: $0.timeIntervalSince1970.rounded()) }
  }
}

extension HostProgram {
  /// Shows the program's playlists, in place of those before. Clients of MPRIS list them, in the user's order or by
  /// name and dates, and have one played.
  ///
  /// ```swift
  /// HostProgram.setPlaylists(library.playlists.map { MediaPlaylist(id: $0.id, name: $0.title) }) { id in
  ///   try await self.play(playlist: id)
  /// }
  /// ```
  ///
  /// The program becomes known to the desktop by it, as by a session: call
  /// ``/NowPlaying/HostProgram/configure(_:)`` before.
  ///
  /// - Parameters:
  ///   - playlists: The playlists in the user's order; at most 4096 are shown.
  ///   - action: Given the id of the playlist that somebody wants to hear. When it plays, say so by
  ///     `setActivePlaylist(_:)`.
  @MainActor public static func setPlaylists(
    _ playlists: [MediaPlaylist], _ action: @escaping @MainActor @Sendable (MediaPlaylist.ID) async throws -> Void
  ) {
    SharedApp.shared.set(playlists: MediaPlaylist.made(of: playlists), action)
  }

  /// Shows which playlist is played; nil for none. An id that no playlist has counts as nil.
  @MainActor public static func setActivePlaylist(_ id: MediaPlaylist.ID?) {
    SharedApp.shared.set(activePlaylist: boundedText(id, limit: Limits.identifier))
  }
}
