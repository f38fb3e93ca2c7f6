// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingCore

/// A moving picture, with a still one to show before it.
///
/// It is kept with its content. No Linux surface shows moving pictures yet, so the closures are not called, and the
/// static artwork is shown.
public struct AnimatedArtwork: Identifiable, Sendable {
  /// The shape of a moving picture.
  public enum AspectRatio: Hashable, Sendable {
    /// 1:1.
    case square
    /// 3:4.
    case tall
  }

  /// The shapes that something on this system can show; none.
  public static let compatibleAspectRatios: [AspectRatio] = []

  /// Names the moving picture.
  public let id: String
  /// The shapes that the moving picture comes in.
  public let supportedAspectRatios: [AspectRatio]
  let preview: @Sendable (CGSize, AspectRatio) async throws -> ArtworkRepresentation
  let video: @Sendable (CGSize, AspectRatio) async throws -> URL

  /// Creates a moving picture.
  ///
  /// - Parameters:
  ///   - id: Names the moving picture.
  ///   - supportedAspectRatios: The shapes that it comes in, at least one.
  ///   - preview: Returns a still picture, soon.
  ///   - video: Returns the URL of a file on this machine.
  public init(
    id: String, supportedAspectRatios: [AspectRatio] = [.square],
    preview: @escaping @Sendable (CGSize, AspectRatio) async throws -> ArtworkRepresentation,
    video: @escaping @Sendable (CGSize, AspectRatio) async throws -> URL
  ) {
    self.id = id
    self.supportedAspectRatios = supportedAspectRatios
    self.preview = preview
    self.video = video
  }
}
