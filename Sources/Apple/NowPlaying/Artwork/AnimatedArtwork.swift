// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import NowPlayingCore

/// A moving picture, a short video that loops, with a still that is shown before it.
///
/// A surface that can show moving pictures asks for this one by the protocol org.nowplaying while it shows the item:
/// for the still first, and then for the video, unless the machine saves power or the user wants nothing to move. Other
/// surfaces show the static artwork.
public struct AnimatedArtwork: Identifiable, Sendable {
  /// The shape of a moving picture.
  public enum AspectRatio: Hashable, Sendable {
    /// The shape 1:1.
    case square
    /// The shape 3:4.
    case tall
  }

  /// The shapes that something on this desktop shows now; empty while no surface for moving pictures is there. If a
  /// model's properties are computed from this property, the session reads the model again when the shapes change.
  ///
  /// A moving picture may be given in other shapes as well: they are not asked for.
  public static var compatibleAspectRatios: [AspectRatio] {
    let ratios = ShownRatios.shared.ratios
    return [.square, .tall].filter { ratios.contains(AspectRatios($0.code)) }
  }

  /// The id of the moving picture: surfaces take two with the same id for the same picture.
  public let id: String
  /// The shapes that the moving picture comes in.
  public let supportedAspectRatios: [AspectRatio]
  let preview: @Sendable (CGSize, AspectRatio) async throws -> ArtworkRepresentation
  let video: @Sendable (CGSize, AspectRatio) async throws -> URL

  /// Creates a moving picture.
  ///
  /// - Parameters:
  ///   - id: The id of the moving picture.
  ///   - supportedAspectRatios: The shapes that it comes in, at least one.
  ///   - preview: Returns a still of a shape at about a size in pixels, which is always finite. The request fails after
  ///     two seconds, because the static artwork is shown meanwhile.
  ///   - video: Returns the URL of a file on this machine, which must exist as long as the content is shown: MP4,
  ///     QuickTime or WebM, of the shape, of at most 256 MiB, with at most 60 frames a second. The request fails after
  ///     thirty seconds.
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
  /// The shape in the form that the engine takes.
  var code: NowPlayingCore.AspectRatio { self == .square ? .square : .tall }

  init(_ code: NowPlayingCore.AspectRatio) { self = code == .square ? .square : .tall }
}
