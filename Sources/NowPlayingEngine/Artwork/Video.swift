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

  fileprivate init(_ descriptor: Int32, _ format: VideoFormat) {
    self.descriptor = descriptor
    self.format = format
  }

  deinit { np_close(descriptor) }
}

/// Opens the videos that hosts give, and finds out whether surfaces may have them. Safe to use from any thread; it is
/// used in the hosts' own, because it reads from the disk and the first time loads a library.
final class VideoReader: @unchecked Sendable {
  private let warn: (String) -> Void
  private let monitor = Monitor()
  private var hasWarned = Guarded(false)

  /// The most that passes. Where a WebM has no frame rate, it is counted from times in whole milliseconds, and 60
  /// becomes 60.2 in a short loop.
  private static let frameRate = 60.25

  /// - warn: told once, when there is no library that reads videos and the first is given.
  init(warn: @escaping (String) -> Void) { self.warn = warn }

  /// A video in a file, which surfaces read from the disk.
  func video(at path: UnsafePointer<CChar>, _ ratio: AspectRatios) -> Result<Video, VideoFailure> {
    var size = 0
    return video(np_open_file(path, Limits.video, &size), size, ratio)
  }

  /// A video in memory, of which surfaces read a copy.
  func video(of bytes: UnsafeRawBufferPointer, _ ratio: AspectRatios) -> Result<Video, VideoFailure> {
    guard bytes.count <= Limits.video else { return .failure(.tooLarge) }
    guard let base = bytes.baseAddress else { return .failure(.wrongFormat) }
    return video(np_memory_file("nowplaying video", base, bytes.count), bytes.count, ratio)
  }

  /// - descriptor: or a negative errno.
  private func video(_ descriptor: Int32, _ size: Int, _ ratio: AspectRatios) -> Result<Video, VideoFailure> {
    guard descriptor >= 0 else { return .failure(refusal(descriptor)) }
    switch check(descriptor, size, ratio) {
    case .success(let format): return .success(Video(descriptor, format))
    case .failure(let failure):
      np_close(descriptor)
      return .failure(failure)
    }
  }

  private func refusal(_ error: Int32) -> VideoFailure {
    switch error {
    case NP_TOO_LARGE: .tooLarge
    case NP_INVALID: .unreadable("Not a regular file")
    default: .unreadable(String(cString: np_strerror(error)))
    }
  }

  private func check(_ descriptor: Int32, _ size: Int, _ ratio: AspectRatios) -> Result<VideoFormat, VideoFailure> {
    var video = np_video()
    let error = np_video_read(descriptor, size, &video)
    if error == NP_NO_LIBRARY { return sniff(descriptor) }
    guard error == 0 else { return .failure(refusal(error)) }
    guard let format = VideoFormat(video.container), video.width > 0, video.height > 0, !video.is_cut else {
      return .failure(.wrongFormat)
    }
    var (width, height) = (video.width * (video.pixel_ratio > 0 ? video.pixel_ratio : 1), video.height)
    // On its side, turned to the right or to the left.
    if [90, 270].contains(where: { (video.rotation - $0).magnitude < 45 }) { (width, height) = (height, width) }
    guard ratio.fit(width: width, height: height) else { return .failure(.wrongAspectRatio) }
    // The average, where it varies: the most would be of the two frames that are nearest to each other, which the
    // rounding of their times to milliseconds makes 62.5 of 60. One that nobody knows (0) passes.
    return video.frame_rate <= Self.frameRate ? .success(format) : .failure(.frameRate)
  }

  /// Without the library: the format by what the file begins with, and nothing else.
  private func sniff(_ descriptor: Int32) -> Result<VideoFormat, VideoFailure> {
    let isFirst = monitor.locked { held in
      defer { hasWarned[held] = true }
      return !hasWarned[held]
    }
    if isFirst {
      warn(NP_VIDEO_LIBRARY + " is not there: the aspect ratio and frame rate of videos are not checked")
    }
    return withUnsafeTemporaryAllocation(byteCount: VideoFormat.magicSize, alignment: 1) { start in
      guard let base = start.baseAddress else { return .failure(.wrongFormat) }
      let count = np_read_at(descriptor, 0, base, start.count)
      guard count >= 0 else { return .failure(refusal(Int32(truncatingIfNeeded: count))) }
      let magic = UnsafeRawBufferPointer(start: base, count: Int(clamping: count))
      guard let format = VideoFormat(magic: magic) else { return .failure(.wrongFormat) }
      return .success(format)
    }
  }
}

extension VideoFormat {
  /// Nil when it is none that surfaces can show.
  fileprivate init?(_ container: np_container) {
    switch container {
    case NP_CONTAINER_MP4: self = .mp4
    case NP_CONTAINER_QUICKTIME: self = .quickTime
    case NP_CONTAINER_WEBM: self = .webM
    default: return nil
    }
  }
}
