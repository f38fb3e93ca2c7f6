// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
internal import Synchronization

/// The picture of an item, asked for when the desktop wants to show it.
///
/// The object is the picture's identity: give the same object again while the picture is the same, and the desktop's
/// copy is used.
open class MPMediaItemArtwork: NSObject {
  private static let count = Atomic<UInt64>(0)

  /// Names the picture for the engine. An address would not do: it is used again for another object.
  let id = "artwork-" + String(MPMediaItemArtwork.count.add(1, ordering: .relaxed).newValue)
  private let requestHandler: (CGSize) -> UIImage

  private let size: CGSize

  /// The picture's size, with an origin of zero.
  open var bounds: CGRect { CGRect(origin: .zero, size: size) }

  /// A picture of a size. `requestHandler` gives it at a size, or larger, and is called on the main actor when the
  /// desktop wants it; it may be called again.
  public init(boundsSize: CGSize, requestHandler: @escaping (CGSize) -> UIImage) {
    size = boundsSize
    self.requestHandler = requestHandler
  }

  /// A picture that is there already.
  @available(*, deprecated, message: "Use init(boundsSize:requestHandler:)")
  public convenience init(image: UIImage) {
    self.init(boundsSize: image.size) { _ in image }
  }

  /// The part of the picture that is shown: all of it.
  @available(*, deprecated, message: "Crop the image before you give it")
  open var imageCropRect: CGRect { bounds }

  /// The picture for a size. Calls the handler, on the thread of the caller.
  open func image(at size: CGSize) -> UIImage? { requestHandler(size) }

  /// The size to ask for: no larger than the picture where that is known, so that nobody enlarges it.
  func size(within wanted: CGSize) -> CGSize {
    guard bounds.width > 0, bounds.height > 0, bounds.width.isFinite, bounds.height.isFinite else { return wanted }
    return CGSize(width: min(wanted.width, bounds.width), height: min(wanted.height, bounds.height))
  }
}
