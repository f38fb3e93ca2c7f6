// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import NowPlayingCore

/// A moving picture, a short video that loops, with a still one to show before it.
///
/// Surfaces that show moving pictures ask for it by the protocol org.nowplaying, while somebody looks: first for the
/// preview and then, unless the machine saves power or the user wants nothing to move, for the video. The others show
/// the static artwork.
public struct AnimatedArtwork: Identifiable, Sendable {
  /// The shape of a moving picture.
  public enum AspectRatio: Hashable, Sendable {
    /// 1:1.
    case square
    /// 3:4.
    case tall
  }

  /// The shapes that something on this desktop shows now; none while no surface for moving pictures is there. A model
  /// that looks at it is read again when that changes.
  ///
  /// Nothing is lost by giving a moving picture in other shapes: they are not asked for.
  public static var compatibleAspectRatios: [AspectRatio] {
    let ratios = ShownRatios.shared.ratios
    return [.square, .tall].filter { ratios.contains(AspectRatios($0.code)) }
  }

  /// Names the moving picture: surfaces take two with the same id for the same.
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
  ///   - preview: Returns a still picture of a shape at about a size in pixels, which is always finite. It is given up
  ///     after two seconds, because the static artwork is shown meanwhile.
  ///   - video: Returns the URL of a file on this machine, which must be there while the content is: MP4, QuickTime or
  ///     WebM, of the shape, of at most 256 MiB, with at most 60 frames a second. It is given up after thirty seconds.
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

extension AnimatedArtwork.AspectRatio {
  /// The engine's name for it.
  var code: NowPlayingCore.AspectRatio { self == .square ? .square : .tall }

  init(_ code: NowPlayingCore.AspectRatio) { self = code == .square ? .square : .tall }
}
