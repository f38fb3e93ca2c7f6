// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A picture that is fetched when somebody wants to see it.
public struct Artwork: Identifiable, Sendable {
  /// Names the picture. A picture that was fetched once is not asked for again under the same name.
  public let id: String
  let provider: @Sendable (CGSize) async throws -> ArtworkRepresentation

  /// Creates an artwork.
  ///
  /// - Parameters:
  ///   - id: Names the picture.
  ///   - artworkProvider: Returns the picture at about a size in pixels, which is always finite; its largest if it has
  ///     none so large. It is called on no particular thread. If it throws, the picture is asked for again with the
  ///     next content.
  public init(id: String, artworkProvider: @escaping @Sendable (CGSize) async throws -> ArtworkRepresentation) {
    self.id = id
    provider = artworkProvider
  }
}
