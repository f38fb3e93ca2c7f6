// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import Foundation
import SwiftSupport
import Testing

/// Compares what the library reads from the headers of ffmpeg's videos with ffprobe's output.
@Suite struct VideoFactsTests {
  private static let codecs: [(String, [String])] = [
    ("h264.mp4", ["-c:v", "libx264"]), ("mpeg4.mp4", ["-c:v", "mpeg4"]), ("av1.mp4", ["-c:v", "libsvtav1"]),
    ("h264.mov", ["-c:v", "libx264"]), ("jpeg.mov", ["-c:v", "mjpeg"]), ("prores.mov", ["-c:v", "prores"]),
    ("vp8.webm", ["-c:v", "libvpx"]), ("vp9.webm", ["-c:v", "libvpx-vp9"]), ("av1.webm", ["-c:v", "libsvtav1"]),
  ]

  @Test(arguments: codecs) func shapes(_ name: String, _ codec: [String]) async throws {
    for size in ["320x240", "240x320", "1000x66"] { try await compare(name, Self.source(size), codec) }
    for pixel in ["2/1", "1/2", "10/11"] { try await compare(name, Self.source(), ["-vf", "setsar=" + pixel] + codec) }
  }

  @Test(arguments: codecs) func rates(_ name: String, _ codec: [String]) async throws {
    for rate in ["10", "24000/1001", "25", "30", "50", "60000/1001", "60", "121/2", "120"] {
      try await compare(name, Self.source(rate: rate), codec)
    }
    try await compare(name, Self.source(rate: "120", seconds: 2), Self.varying + codec)
    for count in ["1", "2", "3"] { try await compare(name, Self.source(), ["-frames:v", count] + codec) }
  }

  /// Tests videos whose frames are displayed in another order than they are stored in, and whose first track is sound.
  @Test(arguments: codecs) func sound(_ name: String, _ codec: [String]) async throws {
    try await compare(name, ["-f", "lavfi", "-i", "sine=d=1"] + Self.source(), codec)
  }

  @Test(arguments: [
    "frag_keyframe", "frag_keyframe+empty_moov", "frag_every_frame+empty_moov", "faststart", "negative_cts_offsets",
    "frag_keyframe+empty_moov+default_base_moof", "frag_keyframe+empty_moov+omit_tfhd_offset", "cmaf", "dash",
  ]) func fragments(_ flags: String) async throws {
    for name in ["a.mp4", "a.mov"] {
      let options = ["-c:v", "libx264", "-g", "15", "-movflags", flags]
      try await compare(name, ["-f", "lavfi", "-i", "sine=d=2"] + Self.source(seconds: 2), options)
      try await compare(name, Self.source(rate: "120", seconds: 2), Self.varying + options)
    }
  }

  /// Tests videos like those of recorders, which do not know the length in advance, and videos in short clusters.
  @Test func clusters() async throws {
    for codec in ["libvpx", "libvpx-vp9", "libsvtav1"] {
      for options in [["-live", "1"], ["-cluster_time_limit", "100"], ["-dash", "1"]] {
        try await compare("a.webm", Self.source(rate: "60"), ["-c:v", codec] + options)
      }
    }
  }

  /// Tests rotated videos, also with pixels that are not square; edit lists; times rounded to milliseconds; and the
  /// largest and smallest sizes.
  @Test(arguments: ["mp4", "mov"]) func changes(_ kind: String) async throws {
    for degrees in ["90", "180", "270"] {
      for pixel in ["1/1", "2/1"] {
        try await compare("a." + kind, Self.source("320x240"), ["-vf", "setsar=" + pixel, "-c:v", "libx264"]) {
          ["-i", $0, "-c", "copy", "-metadata:s:v:0", "rotate=" + degrees]
        }
      }
    }
    for options in [["-ss", "0.4"], ["-itsoffset", "1.5"]] {
      try await compare("a." + kind, Self.source(seconds: 2), ["-c:v", "libx264"]) {
        options + ["-i", $0, "-c", "copy"]
      }
    }
    try await compare("a." + kind, Self.source(rate: "60"), ["-c:v", "libx264", "-video_track_timescale", "1000"])
    for size in ["16384x16", "16x16384", "2x2"] {
      try await compare("a." + kind, Self.source(size), ["-c:v", "mjpeg"])
    }
  }

  // MARK: How it is compared

  private static let varying = ["-vf", "select='not(mod(n,4))+lt(n,20)'", "-vsync", "vfr"]

  private static func source(_ size: String = "80x80", rate: String = "30", seconds: Int = 1) -> [String] {
    ["-f", "lavfi", "-i", "testsrc=size=\(size):rate=\(rate):duration=\(seconds)", "-pix_fmt", "yuv420p"]
  }

  /// - again: the options of a second ffmpeg, which changes the video in place.
  private func compare(
    _ name: String, _ source: [String], _ options: [String], again: ((String) -> [String])? = nil
  ) async throws {
    try await withFolder { folder in
      var path = folder.appending(path: name).path
      let fast = options.contains("libx264") ? ["-preset", "ultrafast", "-bf", "2"] : []
      _ = try await Tool.output(["ffmpeg", "-v", "error"] + source + options + fast + ofOneThread + [path])
      if let again {
        let changed = folder.appending(path: "again " + name).path
        _ = try await Tool.output(["ffmpeg", "-v", "error"] + again(path) + [changed])
        path = changed
      }
      let probed = try await Probed(path)
      let read = try Read(path)
      let what = Comment(rawValue: "\(name) \(source) \(options): read \(read.video), ffprobe \(probed)")
      #expect((read.shape / probed.shape - 1).magnitude < 1e-4, what)
      #expect(read.video.container == Read.container(of: name), what)
      // WebM has whole milliseconds, so that there may be one frame more. MP4 lists durations in decoding order: if
      // they vary, the last few of them belong to other frames than the last ones displayed.
      let isVarying = options.starts(with: Self.varying)
      let roughness = name.hasSuffix("webm") && probed.span > 0 ? 0.0021 / probed.span : isVarying ? 0.03 : 1e-4
      #expect((read.video.frame_rate - probed.rate).magnitude <= probed.rate * roughness, what)
    }
  }
}

/// The facts that the library reads.
private struct Read {
  var video = np_video()
  var shape: Double { video.width / video.height }

  init(_ path: String) throws {
    var size = 0
    let descriptor = np_open_file(path, .max, &size)
    try #require(descriptor >= 0)
    defer { np_close(descriptor) }
    try #require(np_video_read(descriptor, size, &video) == 0, "\(path) is no video")
  }

  static func container(of name: String) -> np_container {
    switch name.suffix(3) {
    case "mp4": NP_CONTAINER_MP4
    case "mov": NP_CONTAINER_QUICKTIME
    default: NP_CONTAINER_WEBM
    }
  }
}

/// ffprobe's facts: the aspect ratio, and the times of the first and the last frame.
private struct Probed {
  private(set) var shape = 0.0
  private(set) var count = 0
  private(set) var span = 0.0
  var rate: Double { count > 1 ? Double(count - 1) / span : 0 }

  private struct Answer: Decodable {
    struct Side: Decodable { var rotation: Int? }
    struct Stream: Decodable {
      var width, height: Double
      var sampleAspectRatio: String?
      var sideDataList: [Side]?
    }
    struct Packet: Decodable { var ptsTime: String? }
    var streams: [Stream]
    var packets: [Packet]
  }

  init(_ path: String) async throws {
    let entries = "stream=width,height,sample_aspect_ratio:stream_side_data=rotation:packet=pts_time"
    let output = try await Tool.output(
      ["ffprobe", "-v", "error", "-of", "json", "-select_streams", "v:0", "-show_entries", entries, path])
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let answer = try decoder.decode(Answer.self, from: Data(output.utf8))
    let stream = try #require(answer.streams.first)
    let pixel = (stream.sampleAspectRatio ?? "1:1").split(separator: ":").compactMap { Double($0) }
    shape = stream.width / stream.height
    if pixel.count == 2, pixel[0] > 0 { shape *= pixel[0] / pixel[1] }
    let rotation = stream.sideDataList?.compactMap(\.rotation).first ?? 0
    if rotation % 180 != 0 { shape = 1 / shape }
    let times = answer.packets.compactMap { $0.ptsTime.flatMap(Double.init) }
    count = times.count
    if let first = times.min(), let last = times.max() { span = last - first }
  }
}
