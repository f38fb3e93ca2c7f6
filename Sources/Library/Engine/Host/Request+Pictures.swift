// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

// The answers to requests for pictures. Files are read and written in the calling thread, so that the loop never waits
// for a disk.

extension Request {
  /// Answers with a picture. Fails with `invalidArgument` for an address that is malformed, or has a scheme that
  /// desktops do not take.
  ///
  /// - unreadable: called with the system's error when a file cannot be read.
  public func complete(_ source: PictureSource, unreadable: (String) -> Void = { _ in }) -> Failure? {
    guard kind.isPicture else { return .invalidArgument }
    if let state { return state }
    return source.read(unreadable: unreadable) { bytes, url in
      if isForSurface {
        switch MemoryPicture.make(bytes, ratio) {
        case .success(let picture): return complete(.memory(picture))
        case .failure(let failure): return failure
        }
      }
      switch queue.keep(bytes, url, forSurfaces: false) {
      case .success(let picture): return complete(.picture(picture))
      case .failure(let failure): return failure
      }
    }
  }

  /// The aspect ratio that the picture must have; nil for any.
  private var ratio: AspectRatio? {
    if case .preview(_, let ratio) = kind { return ratio }
    return nil
  }
}
