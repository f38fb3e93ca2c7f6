// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A picture that is fetched when a surface wants to show it.
public struct Artwork: Identifiable, Sendable {
  /// The id of the picture. A picture that was fetched once is not asked for again under the same id.
  public let id: String
  let provider: @Sendable (CGSize) async throws -> ArtworkRepresentation

  /// Creates an artwork.
  ///
  /// - Parameters:
  ///   - id: The id of the picture.
  ///   - artworkProvider: Returns the picture at about a size in pixels, which is always finite, or the largest picture
  ///     when none is so large. It is called on no particular thread. If it throws, the picture is asked for again with
  ///     the next content.
  public init(id: String, artworkProvider: @escaping @Sendable (CGSize) async throws -> ArtworkRepresentation) {
    self.id = id
    provider = artworkProvider
  }
}
