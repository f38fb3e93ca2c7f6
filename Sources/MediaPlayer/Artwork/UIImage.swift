// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
internal import NowPlayingCore

/// A picture as an encoded file: PNG, JPEG, WebP or GIF.
///
/// On Apple's systems it comes with UIKit and can be drawn. This one only carries bytes to the desktop, which decodes
/// them: nothing is drawn, scaled or encoded.
public final class UIImage: NSObject, Sendable {
  /// The bytes as they were given.
  let encoded: Data

  /// The size in pixels.
  public let size: CGSize

  /// Pixels per point: always 1.
  public let scale: CGFloat = 1

  /// The picture in some bytes; nil when they are not a picture in a format that every desktop shows.
  public init?(data: Data) {
    guard let size = ImageSize.pixels(of: data) else { return nil }
    encoded = data
    self.size = size
  }

  /// The picture in a file; nil when it cannot be read or is not a picture.
  public convenience init?(contentsOfFile path: String) {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return nil }
    self.init(data: data)
  }

  /// The picture of a name, with or without its extension: from the program's resources, else from the icons that are
  /// installed; nil when there is none.
  public convenience init?(named name: String) {
    for path in NamedImages.paths(name) {
      guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)), ImageSize.pixels(of: data) != nil else {
        continue
      }
      self.init(data: data)
      return
    }
    return nil
  }

  /// The bytes of the picture if it is a PNG. Nil for other formats: nothing is encoded anew.
  public func pngData() -> Data? {
    encoded.withUnsafeBytes { ImageFormat($0) } == .png ? encoded : nil
  }
}
