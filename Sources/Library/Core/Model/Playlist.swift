// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A playlist of a player, which is played as a whole.
public struct Playlist: Sendable {
  /// The id within the app. Never empty.
  public let id: String
  public let name: String
  /// The address of the icon; "" when the playlist has none.
  public let iconURL: String
  /// Seconds since 1970; nil when unknown.
  public let created, modified, lastPlayed: Int64?

  public init(
    id: String, name: String, iconURL: String = "", created: Int64? = nil, modified: Int64? = nil,
    lastPlayed: Int64? = nil
  ) {
    self.id = id
    self.name = name
    self.iconURL = Secret.withoutUser(iconURL)
    self.created = created
    self.modified = modified
    self.lastPlayed = lastPlayed
  }
}
