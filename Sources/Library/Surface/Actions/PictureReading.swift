// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

// Pictures at the addresses that players give. Each is read on a thread of its own, since a disk may be slow, or never
// answer.
extension Action {
  /// The address of the picture that is asked for; nil when the player does not say it, or another thing is asked for.
  var pictureURL: Text? {
    guard case .artwork = request, let url = session.model.item?.artworkURL, !url.isEmpty else { return nil }
    return url
  }

  /// Whether the player has to be asked for what is asked for, and not only a file to be read.
  var asksPlayer: Bool { pictureURL == nil || session.model.item?.artworkID.isEmpty == false }

  /// Reads the picture on another thread, which hands the action with what came of it to the loop.
  func startReading(_ handOver: @escaping (Action) -> Void) {
    reading = .runs
    let (error, thread) = startThread { [self] in
      read = pictureURL.map { Self.picture(at: $0.string) } ?? .done
      handOver(self)
    }
    if error == 0 { return np_thread_detach(thread) }
    read = .failed(.system, "There is no thread left")
    handOver(self)
  }

  private static func picture(at url: String) -> Outcome {
    switch PictureAddress(url) {
    case .elsewhere: return none(.notLocal)
    case .data(let bytes): return bytes.withUnsafeBytes { picture($0) }
    case .file(let path): return picture(at: path)
    }
  }

  private static func none(_ failure: Failure) -> Outcome { .failed(failure, failure.sentence.string) }

  private static func picture(at path: PicturePath) -> Outcome {
    var data: UnsafeRawPointer?
    let missing: Int64 = -2  // ENOENT
    var size = missing
    for index in 0..<path.count where size < 0 {
      let found = path[index].withUnsafeBytes {
        np_load_file($0.baseAddress?.assumingMemoryBound(to: CChar.self), Limits.picture, &data)
      }
      // The error is that of the likeliest path that leads to something.
      if found >= 0 || size == missing { size = found }
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

  /// Hands bytes on in a file of memory, which nobody changes, as players of org.nowplaying do.
  private static func picture(_ bytes: UnsafeRawBufferPointer) -> Outcome {
    if bytes.isEmpty { return none(.notAnImage) }
    let name: StaticString = "nowplaying picture"
    let file = np_memory_file(name.cString, bytes.baseAddress, bytes.count)
    if file.isFailure { return none(.system) }
    defer { np_close(file) }
    do throws(Failure) { return try .picture(ReceivedFile.sealed(file)) } catch { return none(error) }
  }
}
