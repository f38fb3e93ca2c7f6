// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
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

/// A video that surfaces can have.
public final class Video: @unchecked Sendable {
  /// For reading, at any place in the file; closed with the last reference to this.
  let descriptor: Int32
  let format: VideoFormat
  /// The bytes of a copy in memory; 0 of a file.
  let memory: Int

  private init(_ descriptor: Int32, _ format: VideoFormat, memory: Int) {
    self.descriptor = descriptor
    self.format = format
    self.memory = memory
  }

  deinit { np_close(descriptor) }
}

// Opens the videos that hosts give, and finds out whether surfaces may have them. From any thread; it is done in the
// hosts' own, because it reads from the disk.
extension Video {
  /// The most that passes. Times of frames are rounded in many files, and 60 becomes 60.2.
  private static let frameRate = 60.25

  /// Opens a video in a file, which surfaces read from the disk.
  static func open(at path: UnsafePointer<CChar>, _ ratio: AspectRatios) -> Result<Video, VideoFailure> {
    var size = 0
    return checked(np_open_file(path, Limits.video, &size), size, ratio, memory: 0)
  }

  /// Copies a video in memory, of which surfaces read the copy.
  static func copy(of bytes: UnsafeRawBufferPointer, _ ratio: AspectRatios) -> Result<Video, VideoFailure> {
    guard bytes.count <= Limits.video else { return .failure(.tooLarge) }
    guard let base = bytes.baseAddress else { return .failure(.wrongFormat) }
    return checked(np_memory_file("nowplaying video", base, bytes.count), bytes.count, ratio, memory: bytes.count)
  }

  /// - descriptor: or a negative errno.
  private static func checked(
    _ descriptor: Int32, _ size: Int, _ ratio: AspectRatios, memory: Int
  ) -> Result<Video, VideoFailure> {
    guard descriptor >= 0 else { return .failure(refusal(descriptor)) }
    switch check(descriptor, size, ratio) {
    case .success(let format): return .success(Video(descriptor, format, memory: memory))
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
