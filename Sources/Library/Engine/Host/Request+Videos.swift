// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

// The answers to requests for videos. Files are read in the calling thread, so that the loop never waits for a disk.

extension Request {
  /// Answers with the bytes of a video.
  public func complete(video bytes: UnsafeRawBufferPointer) -> Failure? {
    complete {
      Video.copy(of: bytes, $0)
    } unreadable: { _ in
    }
  }

  /// Answers with the video in a file, which is copied.
  ///
  /// - unreadable: called with the system's error when the file cannot be read.
  public func complete(videoIn path: UnsafePointer<CChar>, unreadable: (String) -> Void) -> Failure? {
    complete({ Video.copy(at: path, $0) }, unreadable: unreadable)
  }

  /// Answers with the video at an address. Fails with `invalidArgument` for a malformed one.
  public func complete(videoAt url: String, unreadable: (String) -> Void) -> Failure? {
    guard kind.isVideo, Escape.isURIText(url), let scheme = Escape.scheme(of: url) else { return .invalidArgument }
    if let state { return state }
    guard scheme.exact == "file", let bytes = Escape.path(ofFileURI: url) else { return .notLocal }
    return complete(videoIn: bytes.map { CChar(bitPattern: $0) } + [0], unreadable: unreadable)
  }

  private func complete(
    _ open: (AspectRatios) -> Result<Video, VideoFailure>, unreadable: (String) -> Void
  ) -> Failure? {
    guard case .video(_, let ratio) = kind else { return .invalidArgument }
    if let state { return state }
    switch open(AspectRatios(ratio)) {
    case .success(let video): return complete(.video(video))
    case .failure(.unreadable(let why)):
      unreadable(why)
      return .io
    case .failure(.wrongFormat): return .notAVideo
    case .failure(.wrongAspectRatio): return .wrongAspectRatio
    case .failure(.frameRate): return .frameRate
    case .failure(.tooLarge): return .tooLarge
    }
  }
}
