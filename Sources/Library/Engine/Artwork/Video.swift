// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Why a video is not handed to surfaces.
enum VideoFailure: Error {
  /// With what the system says.
  case unreadable(String)
  /// It is not a whole video in a format that surfaces can show.
  case wrongFormat
  case wrongAspectRatio
  /// More than 60 frames a second.
  case frameRate
  case tooLarge
}

/// A video that surfaces can have: a sealed copy in memory. The descriptor of a file could be opened again for writing,
/// by `/proc/self/fd`, also by a surface in a sandbox that has no path to the file.
public final class Video: @unchecked Sendable {
  /// For reading, at any place in the file; closed with the last reference to this.
  let descriptor: Int32
  let format: VideoFormat
  /// In bytes.
  let size: Int
  /// Tells the file that was copied, as it was then, from others; nil of bytes.
  private let identity: UInt64?

  private init(_ descriptor: Int32, _ format: VideoFormat, _ size: Int, _ identity: UInt64?) {
    self.descriptor = descriptor
    self.format = format
    self.size = size
    self.identity = identity
  }

  deinit { np_close(descriptor) }

  func isCopy(ofSameFileAs other: Video) -> Bool { identity != nil && identity == other.identity }
}

// Copies the videos that hosts give, and finds out whether surfaces may have them. From any thread; it is done in the
// hosts' own, because it reads from the disk.
extension Video {
  /// The most that passes. Times of frames are rounded in many files, and 60 becomes 60.2.
  private static let frameRate = 60.25

  /// Copies a video in a file.
  static func copy(at path: UnsafePointer<CChar>, _ ratio: AspectRatios) -> Result<Video, VideoFailure> {
    var (size, identity) = (0, UInt64.zero)
    let descriptor = np_memory_copy("nowplaying video", path, Limits.video, &size, &identity)
    return checked(descriptor, size, ratio, identity)
  }

  /// Copies a video in memory.
  static func copy(of bytes: UnsafeRawBufferPointer, _ ratio: AspectRatios) -> Result<Video, VideoFailure> {
    guard bytes.count <= Limits.video else { return .failure(.tooLarge) }
    guard let base = bytes.baseAddress else { return .failure(.wrongFormat) }
    return checked(np_memory_file("nowplaying video", base, bytes.count), bytes.count, ratio, nil)
  }

  /// - descriptor: or a negative errno.
  private static func checked(
    _ descriptor: Int32, _ size: Int, _ ratio: AspectRatios, _ identity: UInt64?
  ) -> Result<Video, VideoFailure> {
    guard descriptor >= 0 else { return .failure(refusal(descriptor)) }
    switch check(descriptor, size, ratio) {
    case .success(let format): return .success(Video(descriptor, format, size, identity))
    case .failure(let failure):
      np_close(descriptor)
      return .failure(failure)
    }
  }

  private static func refusal(_ error: Int32) -> VideoFailure {
    switch error {
    case NP_TOO_LARGE: .tooLarge
    case NP_INVALID: .unreadable("Not a regular file")
    default: .unreadable(String(cString: np_strerror(error)))
    }
  }

  private static func check(
    _ descriptor: Int32, _ size: Int, _ ratio: AspectRatios
  ) -> Result<VideoFormat, VideoFailure> {
    var video = np_video()
    let error = np_video_read(descriptor, size, &video)
    if error == NP_INVALID { return .failure(.wrongFormat) }
    guard error == 0 else { return .failure(refusal(error)) }
    guard ratio.fit(width: video.width, height: video.height) else { return .failure(.wrongAspectRatio) }
    // The average, where it varies: the most would be of the two frames that are nearest to each other, which the
    // rounding of their times to milliseconds makes 62.5 of 60. One that nobody knows (0) passes.
    return video.frame_rate <= frameRate ? .success(VideoFormat(video.container)) : .failure(.frameRate)
  }
}

extension VideoFormat {
  fileprivate init(_ container: np_container) {
    switch container {
    case NP_CONTAINER_QUICKTIME: self = .quickTime
    case NP_CONTAINER_WEBM: self = .webM
    default: self = .mp4
    }
  }
}
