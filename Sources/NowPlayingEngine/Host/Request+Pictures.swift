// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingBus
import NowPlayingCore

// The answers to a request for an artwork. Files are read and written in the calling thread, so that the loop never
// waits for a disk.

extension Request {
  /// Answers with the bytes of a picture.
  public func complete(picture bytes: UnsafeRawBufferPointer) -> Failure? {
    guard kind.isPicture else { return .invalidArgument }
    if let state { return state }
    if isForSurface {
      switch MemoryPicture.make(bytes, ratio) {
      case .success(let picture): return complete(.memory(picture))
      case .failure(let failure): return failure
      }
    }
    switch queue.artwork.store(bytes) {
    case .success(let picture): return complete(.picture(picture))
    case .failure(let failure): return failure
    }
  }

  /// The ratio that the picture must have; nil for any.
  private var ratio: AspectRatio? {
    if case .preview(_, let ratio) = kind { return ratio }
    return nil
  }

  /// Answers with a copy of the picture in a file.
  ///
  /// - unreadable: told by what the system has refused the file.
  public func complete(pictureIn path: UnsafePointer<CChar>, unreadable: (String) -> Void) -> Failure? {
    guard kind.isPicture else { return .invalidArgument }
    if let state { return state }
    return read(path, unreadable) { complete(picture: $0) }
  }

  /// Answers with the address of a picture. Of one in a file, the desktop is told the file itself if it can see it, and
  /// else of a copy. `invalidArgument` when it is no address, or of no kind that desktops take.
  public func complete(pictureAt url: String, unreadable: (String) -> Void) -> Failure? {
    guard kind.isPicture, Escape.isURIText(url), let scheme = Escape.scheme(of: url) else { return .invalidArgument }
    if let state { return state }
    if scheme.exact == "https" || scheme.exact == "http" {
      // Clients compare the scheme in lower case, and ask no host that is not there.
      let rest = url.part(from: scheme.byteCount)
      guard rest.exact.begins(with: "://"), rest.byteCount > 3, !rest.exact.begins(with: ":///") else {
        return .invalidArgument
      }
      // Surfaces get bytes, and the library fetches nothing.
      if isForSurface { return .notLocal }
      return complete(.picture(queue.artwork.refer(to: scheme + rest)))
    }
    guard let bytes = Escape.path(ofFileURI: url) else { return .invalidArgument }
    let path = bytes.map { CChar(bitPattern: $0) } + [0]
    guard queue.artwork.seesOurFiles, !isForSurface else { return complete(pictureIn: path, unreadable: unreadable) }
    return read(path, unreadable) { bytes in
      ImageFormat(bytes) == nil ? .notAnImage : complete(.picture(queue.artwork.refer(to: url)))
    }
  }

  private func read(
    _ path: UnsafePointer<CChar>, _ unreadable: (String) -> Void, _ body: (UnsafeRawBufferPointer) -> Failure?
  ) -> Failure? {
    var data: UnsafeRawPointer?
    let size = np_load_file(path, Limits.picture, &data)
    if size < 0 {
      unreadable(String(cString: np_strerror(Int32(truncatingIfNeeded: size))))
      return size == NP_TOO_LARGE ? .tooLarge : .io
    }
    defer { np_unload_file(data) }
    return body(UnsafeRawBufferPointer(start: data, count: Int(clamping: size)))
  }
}
