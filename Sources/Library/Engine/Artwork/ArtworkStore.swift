// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Pictures as files that the desktop can read. Safe to use from any thread.
///
/// A file is named by its content: desktops cache by name for ever, so a new picture needs a new name, and the same
/// picture keeps its own (rule 9). The disk is touched by the threads that bring pictures and at the end of the app,
/// never by the loop's turns: a file that nobody refers to any more goes when the next one comes.
final class ArtworkStore: @unchecked Sendable {
  private struct File {
    let path: String
    /// How many `StoredPicture`s there are.
    var references: Int
    /// Somebody else has removed it.
    var isMissing = false
  }

  /// Whether the desktop finds every file of this program under the same path: not out of a sandbox.
  let seesOurFiles: Bool

  /// Tells the process that made it from its children.
  private let forkGeneration = np_fork_generation()

  /// Held while the disk is used, for as long as the disk takes.
  private let disk = Monitor()
  /// The best place first. Used with the disk's lock.
  private let directories: [ArtworkDirectory]
  private var isClosed = Guarded(false)

  /// Held for moments only, because the loop takes it; sometimes with the disk's lock held.
  private let monitor = Monitor()
  private var files = Guarded<[File]>([])

  /// - roots: where to write, the best place first.
  /// - seesOurFiles: whether the desktop finds every file of this program under the same path.
  init(roots: [String], _ applicationID: String, seesOurFiles: Bool = true) {
    self.seesOurFiles = seesOurFiles
    directories = roots.map { ArtworkDirectory(root: $0, applicationID) }
  }

  deinit {
    disk.free()
    monitor.free()
  }

  /// Writes a picture, unless it is there already.
  ///
  /// - forSurfaces: whether surfaces may ask for it, too. Its bytes are kept in memory then, unless the file itself is.
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
      // A place may be there and full: the runtime directory is a small part of the memory.
      for directory in directories {
        guard let path = write(name, base, bytes.count, to: directory) else { continue }
        // The file goes again where the bytes cannot be kept.
        let stored = hold(path, bytes.count, key, nil)
        guard forSurfaces, !np_file_is_in_memory(path.cString) else { return .success(stored) }
        return MemoryPicture.make(bytes, nil).map { hold(path, bytes.count, key, $0) }
      }
      return .failure(.io)
    }
  }

  /// Writes a picture's file, unless it is there already; its path, or nil when it cannot be there.
  private func write(_ name: String, _ base: UnsafeRawPointer, _ size: Int, to directory: ArtworkDirectory) -> String? {
    // Twice: somebody may remove the directory just now.
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

  /// Whether a picture's file was there when the disk was looked at last.
  func has(_ picture: StoredPicture) -> Bool {
    guard let path = picture.path else { return true }
    return monitor.locked { held in
      for file in files[held] where file.path.exact == path.exact { return !file.isMissing }
      return false
    }
  }

  /// A picture that lies elsewhere, as the desktop finds it.
  func refer(to url: String, key: UInt64, _ memory: MemoryPicture?) -> StoredPicture {
    StoredPicture(url: url, path: nil, size: memory?.size ?? 0, key: key, memory: memory, self)
  }

  /// A picture has gone.
  func release(_ path: String) {
    // In a child another thread may have left the lock taken, and the files are the parent's.
    if np_fork_generation() != forkGeneration { return }
    monitor.locked { held in
      for index in files[held].indices where files[held][index].path.exact == path.exact {
        files[held][index].references -= 1
      }
    }
  }

  /// Removes all files and the directory. Nothing can be stored after that.
  func removeAll() {
    disk.locked { held in
      isClosed[held] = true
      for directory in directories { directory.remove() }
      monitor.locked { files[$0] = [] }
    }
  }

  /// A picture whose file is there.
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

  /// Removes the files that nobody refers to, but for one, and finds out which others are there.
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
