// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

// Reads pictures from addresses that players publish. Each is read by a thread of its own, because a disk may be slow
// or never answer.
extension Action {
  /// The address of the picture that the action asks for; nil when the player has published none, or the action is not
  /// about a picture.
  var pictureURL: Text? {
    guard case .artwork = request, let url = session.model.item?.artworkURL, !url.isEmpty else { return nil }
    return url
  }

  /// Whether the action needs a call to the player, and not only a file to read.
  var asksPlayer: Bool { pictureURL == nil || session.model.item?.artworkID.isEmpty == false }

  /// Reads the picture on another thread, which then passes the action with its outcome to the loop.
  func startReading(_ handOver: @escaping (Action) -> Void) {
    reading = .runs
    // Read here, because the program may change its environment while the thread runs.
    let roots = Self.roots(of: session.model.info)
    let (error, thread) = startThread { [self] in
      read = pictureURL.map { Self.picture(at: $0.string, below: roots) } ?? .done
      handOver(self)
    }
    if error == 0 { return np_thread_detach(thread) }
    read = .failed(.system, "There is no thread left")
    handOver(self)
  }

  private static func picture(at url: String, below roots: [String]) -> Outcome {
    switch PictureAddress(url) {
    case .elsewhere: return none(.notLocal)
    case .data(let bytes): return bytes.withUnsafeBytes { picture($0) }
    case .file(let path): return picture(at: path, below: roots)
    }
  }

  private static func none(_ failure: Failure) -> Outcome { .failed(failure, failure.sentence.string) }

  /// The folders in which the root of a player may be: a sandbox has another folder at /tmp, where browsers and others
  /// keep their pictures. For a Flatpak the bus sees only the process of a proxy, which has the /tmp of this machine.
  private static func roots(of info: SessionModel.Info) -> [String] {
    let runtime = Environment.value("XDG_RUNTIME_DIR") ?? ""
    let process = Escape.decimal(Int64(clamping: info.process))
    return ["", runtime + "/.flatpak/" + info.applicationID.string, "/proc/" + process + "/root"]
  }

  private static func picture(at path: PicturePath, below roots: [String]) -> Outcome {
    var data: UnsafeRawPointer?
    let missing: Int64 = -2  // ENOENT
    var size = missing
    for root in roots {
      for index in 0..<path.count where size < 0 {
        let found = (root.bytes + path[index]).withUnsafeBytes {
          np_load_file($0.baseAddress?.assumingMemoryBound(to: CChar.self), Limits.picture, &data)
        }
        // The error is that of the likeliest path that exists.
        if found >= 0 || size == missing && root.isEmpty { size = found }
      }
    }
    if size == NP_TOO_LARGE { return none(.tooLarge) }
    if size == NP_INVALID { return none(.notAnImage) }
    if size < 0 {
      return .failed(
        .io, "The picture cannot be read: " + String(cString: np_strerror(Int32(truncatingIfNeeded: size))))
    }
    defer { np_unload_file(data) }
    return picture(UnsafeRawBufferPointer(start: data, count: Int(truncatingIfNeeded: size)))
  }

  /// Copies the bytes to a sealed file in memory, as players of org.nowplaying do.
  private static func picture(_ bytes: UnsafeRawBufferPointer) -> Outcome {
    if bytes.isEmpty { return none(.notAnImage) }
    let name: StaticString = "nowplaying picture"
    let file = np_memory_file(name.cString, bytes.baseAddress, bytes.count)
    if file.isFailure { return none(.system) }
    defer { np_close(file) }
    do throws(Failure) { return try .picture(ReceivedFile.sealed(file)) } catch { return none(error) }
  }
}
