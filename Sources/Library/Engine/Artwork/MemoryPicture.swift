// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingCore

/// A picture for surfaces: the bytes of an image in a sealed memory file.
public final class MemoryPicture: @unchecked Sendable {
  let descriptor: Int32
  /// The size in bytes.
  let size: Int
  let format: ImageFormat
  let width: UInt32
  let height: UInt32

  private init(_ descriptor: Int32, _ bytes: Int, _ format: ImageFormat, _ size: ImageSize) {
    self.descriptor = descriptor
    self.size = bytes
    self.format = format
    width = UInt32(clamping: size.width)
    height = UInt32(clamping: size.height)
  }

  deinit { np_close(descriptor) }

  /// - bytes: the bytes of an image; nil for a picture on the web, which the library does not fetch.
  /// - ratio: the aspect ratio that it must have; nil for any.
  static func make(_ bytes: UnsafeRawBufferPointer?, _ ratio: AspectRatio?) -> Result<MemoryPicture, Failure> {
    guard let bytes else { return .failure(.notLocal) }
    guard bytes.count <= Limits.picture else { return .failure(.tooLarge) }
    guard let format = ImageFormat(bytes), let size = ImageSize(bytes) else { return .failure(.notAnImage) }
    if let ratio, !AspectRatios(ratio).fit(width: Double(size.width), height: Double(size.height)) {
      return .failure(.wrongAspectRatio)
    }
    guard let base = bytes.baseAddress else { return .failure(.notAnImage) }
    let descriptor = np_memory_file("nowplaying picture", base, bytes.count)
    guard descriptor >= 0 else { return .failure(.system) }
    return .success(MemoryPicture(descriptor, bytes.count, format, size))
  }
}
