// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
internal import NowPlayingCore

extension ImageSize {
  /// The size in pixels; nil when the bytes are not a PNG, JPEG, WebP or GIF with a size.
  static func pixels(of data: Data) -> CGSize? {
    guard let size = data.withUnsafeBytes({ ImageSize($0) }) else { return nil }
    return CGSize(width: Int(size.width), height: Int(size.height))
  }
}
