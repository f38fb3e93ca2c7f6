// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
internal import Synchronization

/// The picture of an item, which is asked for when the desktop wants to show it.
///
/// Two objects count as two pictures: give the same object again while the picture is the same, so that the desktop's
/// copy is used.
open class MPMediaItemArtwork: NSObject {
  private static let count = Atomic<UInt64>(0)

  /// The id of the picture for the engine. It is a number, because the object's address may be used again for another
  /// object.
  let id = "artwork-" + String(MPMediaItemArtwork.count.add(1, ordering: .relaxed).newValue)
  private let requestHandler: (CGSize) -> UIImage

  private let size: CGSize

  /// The picture's size, with an origin of zero.
  open var bounds: CGRect { CGRect(origin: .zero, size: size) }

  /// Creates a picture of a size. `requestHandler` returns it at the wanted size, or larger; it is called on the main
  /// actor when the desktop wants the picture, perhaps several times.
  public init(boundsSize: CGSize, requestHandler: @escaping (CGSize) -> UIImage) {
    size = boundsSize
    self.requestHandler = requestHandler
  }

  /// Creates a picture from an image that exists already.
  @available(*, deprecated, message: "Use init(boundsSize:requestHandler:)")
  public convenience init(image: UIImage) {
    self.init(boundsSize: image.size) { _ in image }
  }

  /// The part of the picture that is shown: always all of it.
  @available(*, deprecated, message: "Crop the image before you give it")
  open var imageCropRect: CGRect { bounds }

  /// Returns the picture for a size. Calls the handler, on the thread of the caller.
  open func image(at size: CGSize) -> UIImage? { requestHandler(size) }

  /// The size to ask the handler for: the wanted one, but no larger than the picture where its size is known, so that
  /// no program enlarges it.
  func size(within wanted: CGSize) -> CGSize {
    guard bounds.width > 0, bounds.height > 0, bounds.width.isFinite, bounds.height.isFinite else { return wanted }
    return CGSize(width: min(wanted.width, bounds.width), height: min(wanted.height, bounds.height))
  }
}
