// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
internal import NowPlayingCore

/// A picture as an encoded file: PNG, JPEG, WebP or GIF.
///
/// On Apple's systems this class comes with UIKit and can be drawn. Here it only carries bytes to the desktop, which
/// decodes them: nothing is drawn, scaled or encoded.
open class UIImage: NSObject, @unchecked Sendable {
  /// The bytes of the file as they were given; empty for an empty picture.
  let encoded: Data
  private let pixels: CGSize

  /// The size in pixels.
  open var size: CGSize { pixels }

  /// The pixels per point: always 1.
  open var scale: CGFloat { 1 }

  /// Creates an empty picture, of no size. An artwork with it counts as none.
  public override init() {
    encoded = Data()
    pixels = .zero
  }

  /// Creates a picture from the bytes of a file; nil when they are not in a format that every desktop shows.
  public init?(data: Data) {
    guard let size = ImageSize.pixels(of: data) else { return nil }
    encoded = data
    pixels = size
  }

  /// Creates a picture from the bytes of a file. The scale has no effect: it is there so that source for Apple's
  /// systems compiles.
  public convenience init?(data: Data, scale: CGFloat) { self.init(data: data) }

  /// Creates a picture from a file; nil when it cannot be read or is not a picture.
  public convenience init?(contentsOfFile path: String) {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return nil }
    self.init(data: data)
  }

  /// Creates a picture from a file, as AppKit's class does; nil when it cannot be read or is not a picture, and for the
  /// URL of anything but a file, because nothing is fetched here.
  public convenience init?(contentsOf url: URL) {
    guard url.isFileURL else { return nil }
    self.init(contentsOfFile: url.path)
  }

  /// Creates the picture with a name, with or without its extension: from the program's resources, else from the icons
  /// that are installed; nil when there is none.
  public convenience init?(named name: String) { self.init(files: NamedImages.paths(name)) }

  /// Creates the picture with a name from a bundle's resources; nil when there is none. Without a bundle it looks as
  /// `init(named:)` does.
  public convenience init?(named name: String, in bundle: Bundle?, with configuration: Configuration?) {
    self.init(files: bundle.map { NamedImages.paths(name, in: $0) } ?? NamedImages.paths(name))
  }

  /// Always nil, because Linux has none of Apple's symbols. Ship a picture, and use `init(named:)`.
  public convenience init?(systemName name: String) { return nil }

  /// Creates a picture from the first file that is one.
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

  /// The way in which a picture is looked up. No choice exists on Linux.
  open class Configuration: NSObject {}

  /// The bytes of the picture if it is a PNG. Nil for other formats: nothing is encoded anew.
  open func pngData() -> Data? { bytes(.png) }

  /// The bytes of the picture if it is a JPEG, whatever the quality. Nil for other formats: nothing is encoded anew.
  open func jpegData(compressionQuality: CGFloat) -> Data? { bytes(.jpeg) }

  private func bytes(_ format: ImageFormat) -> Data? {
    encoded.withUnsafeBytes { ImageFormat($0) } == format ? encoded : nil
  }
}

/// AppKit's name of the class, for programs that are for macOS.
public typealias NSImage = UIImage
