// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
internal import NowPlayingCore

/// A picture as an encoded file: PNG, JPEG, WebP or GIF.
///
/// On Apple's systems it comes with UIKit and can be drawn. This one only carries bytes to the desktop, which decodes
/// them: nothing is drawn, scaled or encoded.
open class UIImage: NSObject, @unchecked Sendable {
  /// The bytes as they were given; none for an empty picture.
  let encoded: Data
  private let pixels: CGSize

  /// The size in pixels.
  open var size: CGSize { pixels }

  /// Pixels per point: always 1.
  open var scale: CGFloat { 1 }

  /// An empty picture, of no size. As an artwork it is shown as none.
  public override init() {
    encoded = Data()
    pixels = .zero
  }

  /// The picture in some bytes; nil when they are not a picture in a format that every desktop shows.
  public init?(data: Data) {
    guard let size = ImageSize.pixels(of: data) else { return nil }
    encoded = data
    pixels = size
  }

  /// The same, for source that gives a scale: it has no effect, the size is that in pixels.
  public convenience init?(data: Data, scale: CGFloat) { self.init(data: data) }

  /// The picture in a file; nil when it cannot be read or is not a picture.
  public convenience init?(contentsOfFile path: String) {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return nil }
    self.init(data: data)
  }

  /// The picture of a name, with or without its extension: from the program's resources, else from the icons that are
  /// installed; nil when there is none.
  public convenience init?(named name: String) { self.init(files: NamedImages.paths(name)) }

  /// The picture of a name from a bundle's resources; nil when there is none. Without a bundle as `init(named:)`.
  public convenience init?(named name: String, in bundle: Bundle?, with configuration: Configuration?) {
    self.init(files: bundle.map { NamedImages.paths(name, in: $0) } ?? NamedImages.paths(name))
  }

  /// A symbol of Apple's; always nil, because Linux has none. Ship a picture, and use `init(named:)`.
  public convenience init?(systemName name: String) { return nil }

  /// The first of some files that is a picture.
  private convenience init?(files: [String]) {
    for path in files {
      guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)), ImageSize.pixels(of: data) != nil else {
        continue
      }
      self.init(data: data)
      return
    }
    return nil
  }

  /// How a picture is to be looked up. There is nothing to choose here.
  open class Configuration: NSObject {}

  /// The bytes of the picture if it is a PNG. Nil for other formats: nothing is encoded anew.
  open func pngData() -> Data? { bytes(.png) }

  /// The bytes of the picture if it is a JPEG, whatever the quality. Nil for other formats: nothing is encoded anew.
  open func jpegData(compressionQuality: CGFloat) -> Data? { bytes(.jpeg) }

  private func bytes(_ format: ImageFormat) -> Data? {
    encoded.withUnsafeBytes { ImageFormat($0) } == format ? encoded : nil
  }
}
