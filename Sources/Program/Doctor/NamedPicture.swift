// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingCore

/// The file that the artwork URL of a player names, checked as desktops read it.
struct NamedPicture {
  let format: ImageFormat
  let size: Int

  init(at path: [UInt8], _ url: String) throws(Failure) {
    var data: UnsafeRawPointer?
    let size = (path + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { np_load_file($0.baseAddress, Limits.picture, &data) }
    }
    defer { np_unload_file(data) }
    if size < 0 {
      throw Failure(
        text: "Cannot read " + CleanText.line(url) + ": " + String(cString: np_strerror(Int32(clamping: size))))
    }
    self.size = Int(truncatingIfNeeded: size)
    guard let format = ImageFormat(UnsafeRawBufferPointer(start: data, count: self.size)) else {
      throw Failure(text: "There is no PNG, JPEG, WebP or GIF at " + CleanText.line(url))
    }
    self.format = format
  }
}
