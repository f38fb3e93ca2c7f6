// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The reasons for which a video is not passed to surfaces.
enum VideoFailure: Error {
  /// The file cannot be read. Has the system's error.
  case unreadable(String)
  /// The file is no complete video in a format that surfaces can show.
  case wrongFormat
  case wrongAspectRatio
  /// The video has more than 60 frames a second.
  case frameRate
  case tooLarge
}

/// A video for surfaces: a sealed copy in memory. A surface could reopen the descriptor of a file for writing by
/// `/proc/self/fd`, even from a sandbox without a path to the file.
public final class Video: @unchecked Sendable {
  /// The descriptor, which can be read at any offset. Closed with the last reference to this object.
  let descriptor: Int32
  let format: VideoFormat
  /// The size in bytes.
  let size: Int
  /// Identifies the copied file and its state at that time; nil for a video given as bytes.
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

// Copies the videos that hosts give, and checks whether surfaces may have them. Done in the host's own thread, because
// it reads from the disk. Safe to use from any thread.
extension Video {
  /// The highest frame rate. Many files round the times of frames, which turns 60 into 60.2.
  private static let frameRate = 60.25

  /// Copies the video in a file.
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

  /// - descriptor: the descriptor of the copy, or a negative errno.
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
    // The average rate counts: the rate of the two nearest frames would be too high, because times rounded to
    // milliseconds make 62.5 of 60. An unknown rate, 0, is allowed.
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
