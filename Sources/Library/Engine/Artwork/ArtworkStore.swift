// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Stores pictures as files that the desktop can read. Safe to use from any thread.
///
/// A file is named by a hash of its content: desktops cache pictures by name for ever, so another picture needs another
/// name, and an equal picture keeps its name (rule 9 in Rules.md). Only the threads that bring pictures write to the
/// disk, and the end of the app; the loop's turns never do. So a file without references is removed when the next
/// picture is stored.
final class ArtworkStore: @unchecked Sendable {
  private struct File {
    let path: String
    /// The number of `StoredPicture`s for the file.
    var references: Int
    /// Whether another process has removed the file.
    var isMissing = false
  }

  /// Whether the desktop sees the files of this program under the same paths: not those in a sandbox.
  let seesOurFiles: Bool

  /// Distinguishes the process that made the store from its forked children.
  private let forkGeneration = np_fork_generation()

  /// Locked while the disk is used, which may take long.
  private let disk = Monitor()
  /// The directories, the best first. Used with `disk` locked.
  private let directories: [ArtworkDirectory]
  private var isClosed = Guarded(false)

  /// Locked only briefly, because the loop uses it. It may be locked while `disk` is.
  private let monitor = Monitor()
  private var files = Guarded<[File]>([])

  /// - roots: the directories to write to, the best first.
  /// - seesOurFiles: whether the desktop sees the files of this program under the same paths.
  init(roots: [String], _ applicationID: String, seesOurFiles: Bool = true) {
    self.seesOurFiles = seesOurFiles
    directories = roots.map { ArtworkDirectory(root: $0, applicationID) }
  }

  deinit {
    disk.free()
    monitor.free()
  }

  /// Stores a picture as a file, unless the file exists.
  ///
  /// - forSurfaces: whether surfaces may ask for the picture, too. Then its bytes are also kept in memory, unless the
  ///   file itself is in memory.
  func store(_ bytes: UnsafeRawBufferPointer, forSurfaces: Bool) -> Result<StoredPicture, Failure> {
    guard bytes.count <= Limits.picture else { return .failure(.tooLarge) }
    guard let base = bytes.baseAddress, let format = ImageFormat(bytes), ImageSize(bytes) != nil else {
      return .failure(.notAnImage)
    }
    let key = np_hash(base, bytes.count, 1)
    let name =
      Escape.hexadecimal(key) + Escape.hexadecimal(np_hash(base, bytes.count, 2)) + "." + format.fileExtension.string
    return disk.locked { held in
      if isClosed[held] { return .failure(.cancelled) }
      // A directory may be full: the runtime directory is a small part of the memory.
      for directory in directories {
        guard let path = write(name, base, bytes.count, to: directory) else { continue }
        // Where the bytes cannot be kept in memory, this reference ends, and the file is removed later.
        let stored = hold(path, bytes.count, key, nil)
        guard forSurfaces, !np_file_is_in_memory(path.cString) else { return .success(stored) }
        return MemoryPicture.make(bytes, nil).map { hold(path, bytes.count, key, $0) }
      }
      return .failure(.io)
    }
  }

  /// Writes the file of a picture, unless it exists. Returns its path; nil when it cannot be written.
  private func write(_ name: String, _ base: UnsafeRawPointer, _ size: Int, to directory: ArtworkDirectory) -> String? {
    // Two attempts, because another process may remove the directory meanwhile.
    for _ in 0..<2 {
      guard let folder = directory.prepare() else { return nil }
      let path = folder + "/" + name
      tidy(keeping: path)
      if np_file_has_size(path.cString, Int64(clamping: size)) { return path }
      let error = np_write_file(folder.cString, name.cString, base, size)
      if error == 0 { return path }
      if error != NP_MISSING { return nil }
    }
    return nil
  }

  /// Whether the file of a picture existed when the disk was examined last.
  func has(_ picture: StoredPicture) -> Bool {
    guard let path = picture.path else { return true }
    return monitor.locked { held in
      for file in files[held] where file.path.exact == path.exact { return !file.isMissing }
      return false
    }
  }

  /// Makes a reference to a picture that is not a file of the store.
  func refer(to url: String, key: UInt64, _ memory: MemoryPicture?) -> StoredPicture {
    StoredPicture(url: url, path: nil, size: memory?.size ?? 0, key: key, memory: memory, self)
  }

  /// Ends a reference to a file.
  func release(_ path: String) {
    // The files belong to the parent process, and another thread of it may have held the lock.
    if np_fork_generation() != forkGeneration { return }
    monitor.locked { held in
      for index in files[held].indices where files[held][index].path.exact == path.exact {
        files[held][index].references -= 1
      }
    }
  }

  /// Removes all files and the directories. Nothing can be stored afterwards.
  func removeAll() {
    disk.locked { held in
      isClosed[held] = true
      for directory in directories { directory.remove() }
      monitor.locked { files[$0] = [] }
    }
  }

  /// Makes a reference to a file of the store.
  private func hold(_ path: String, _ size: Int, _ key: UInt64, _ memory: MemoryPicture?) -> StoredPicture {
    monitor.locked { held in
      if let index = files[held].firstIndex(where: { $0.path.exact == path.exact }) {
        files[held][index].references += 1
        files[held][index].isMissing = false
      } else {
        files[held].append(File(path: path, references: 1))
      }
    }
    return StoredPicture(url: Escape.fileURI(path), path: path, size: size, key: key, memory: memory, self)
  }

  /// Removes the files without references, except one, and notes which of the others are missing.
  private func tidy(keeping path: String) {
    let (unused, used) = monitor.locked { held in
      let unused = files[held].filter { $0.references <= 0 && $0.path.exact != path.exact }
      files[held].removeAll { $0.references <= 0 && $0.path.exact != path.exact }
      return (unused, files[held])
    }
    for file in unused { np_remove_file(file.path.cString) }
    for file in used where !np_file_has_size(file.path.cString, -1) {
      monitor.locked { held in
        for index in files[held].indices where files[held][index].path.exact == file.path.exact {
          files[held][index].isMissing = true
        }
      }
    }
  }
}
