// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// A picture in one of the forms in which a host can give it.
public enum PictureSource {
  /// The bytes of an image.
  case bytes(UnsafeRawBufferPointer)
  /// The path of a file, which will be copied.
  case file(UnsafePointer<CChar>)
  /// The address of a file that will not be copied, or of a picture that the desktop fetches.
  case address(String)

  /// Reads a picture in the calling thread, calls the closure `body` with it, and returns the closure's result. The
  /// closure gets the bytes of the picture, nil for one on the web, and the picture's address, nil for a picture that
  /// is to be copied. Fails with `invalidArgument` for an address that is malformed, or has a scheme that desktops do
  /// not take.
  ///
  /// - unreadable: called with the system's error when the file cannot be read.
  func read(
    unreadable: (String) -> Void, _ body: (UnsafeRawBufferPointer?, String?) -> Failure?
  ) -> Failure? {
    switch self {
    case .bytes(let bytes): return body(bytes, nil)
    case .file(let path): return Self.read(path, nil, unreadable, body)
    case .address(let given):
      let url = Secret.withoutUser(given)
      guard Escape.isURIText(url), let scheme = Escape.scheme(of: url) else { return .invalidArgument }
      if scheme.exact == "https" || scheme.exact == "http" {
        // Clients expect the scheme in lower case, and a host.
        let rest = url.part(from: scheme.byteCount)
        guard rest.exact.begins(with: "://"), rest.byteCount > 3, !rest.exact.begins(with: ":///") else {
          return .invalidArgument
        }
        return body(nil, scheme + rest)
      }
      // Clients only know addresses of files that begin so.
      guard url.exact.begins(with: "file://"), let path = Escape.path(ofFileURI: url) else { return .invalidArgument }
      return Self.read(path.map { CChar(bitPattern: $0) } + [0], url, unreadable, body)
    }
  }

  private static func read(
    _ path: UnsafePointer<CChar>, _ url: String?, _ unreadable: (String) -> Void,
    _ body: (UnsafeRawBufferPointer?, String?) -> Failure?
  ) -> Failure? {
    var data: UnsafeRawPointer?
    let size = np_load_file(path, Limits.picture, &data)
    if size < 0 {
      unreadable(String(cString: np_strerror(Int32(truncatingIfNeeded: size))))
      return size == NP_TOO_LARGE ? .tooLarge : .io
    }
    defer { np_unload_file(data) }
    return body(UnsafeRawBufferPointer(start: data, count: Int(clamping: size)), url)
  }
}

extension ArtworkStore {
  /// Stores a picture that was read. The desktop is given the address of a file that it can see or of a picture on the
  /// web, and otherwise a copy.
  ///
  /// - forSurfaces: whether surfaces may ask for the picture, too. Its bytes are then kept in memory, because the loop
  ///   may not wait for a disk.
  func keep(
    _ bytes: UnsafeRawBufferPointer?, _ url: String?, forSurfaces: Bool
  ) -> Result<StoredPicture, Failure> {
    guard let bytes else {
      let url = url ?? ""
      return .success(refer(to: url, key: Escape.hash(url), nil))
    }
    guard let url, seesOurFiles else { return store(bytes, forSurfaces: forSurfaces) }
    guard let base = bytes.baseAddress, ImageSize(bytes) != nil else { return .failure(.notAnImage) }
    let key = np_hash(base, bytes.count, 1)
    guard forSurfaces else { return .success(refer(to: url, key: key, nil)) }
    return MemoryPicture.make(bytes, nil).map { refer(to: url, key: key, $0) }
  }
}
