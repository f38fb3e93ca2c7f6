// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
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

  /// Held while the disk is used.
  private let disk = Monitor()

  // MARK: Guarded by `disk`

  private let directory: ArtworkDirectory
  private var isClosed = false

  // MARK: Guarded by `monitor`

  /// Held for moments only, because the loop takes it.
  private let monitor = Monitor()
  private var files: [File] = []

  /// - roots: where to write, the best place first.
  init(roots: [String], _ applicationID: String) { directory = ArtworkDirectory(roots: roots, applicationID) }

  /// Writes a picture, unless it is there already.
  func store(_ bytes: UnsafeRawBufferPointer) -> Result<StoredPicture, Failure> {
    guard bytes.count <= Limits.picture else { return .failure(.tooLarge) }
    guard let base = bytes.baseAddress, let format = ImageFormat(bytes) else { return .failure(.notAnImage) }
    let name =
      Escape.hexadecimal(np_hash(base, bytes.count, 1)) + Escape.hexadecimal(np_hash(base, bytes.count, 2)) + "."
      + format.fileExtension.description
    return disk.locked {
      if isClosed { return .failure(.cancelled) }
      // Twice: somebody may remove the directory just now.
      for _ in 0..<2 {
        guard let folder = directory.prepare() else { break }
        let path = folder + "/" + name
        tidy(keeping: path)
        let isThere = np_file_has_size(path, Int64(clamping: bytes.count)) != 0
        let error = isThere ? 0 : np_write_file(folder, name, base, bytes.count)
        if error == 0 { return .success(hold(path, bytes.count)) }
        if error != NP_MISSING { break }
      }
      return .failure(.io)
    }
  }

  /// Whether a picture's file was there when the disk was looked at last.
  func has(_ picture: StoredPicture) -> Bool {
    monitor.locked {
      for file in files where file.path.exact == picture.path.exact { return !file.isMissing }
      return false
    }
  }

  /// A picture has gone.
  func release(_ path: String) {
    monitor.locked {
      for index in files.indices where files[index].path.exact == path.exact { files[index].references -= 1 }
    }
  }

  /// Removes all files and the directory. Nothing can be stored after that.
  func removeAll() {
    disk.locked {
      isClosed = true
      directory.remove()
      monitor.locked { files = [] }
    }
  }

  /// A picture whose file is there.
  private func hold(_ path: String, _ size: Int) -> StoredPicture {
    monitor.locked {
      if let index = files.firstIndex(where: { $0.path.exact == path.exact }) {
        files[index].references += 1
        files[index].isMissing = false
      } else {
        files.append(File(path: path, references: 1))
      }
    }
    return StoredPicture(url: Escape.fileURI(path), path: path, size: size, self)
  }

  /// Removes the files that nobody refers to, but for one, and finds out which others are there.
  private func tidy(keeping path: String) {
    let (unused, used) = monitor.locked {
      let unused = files.filter { $0.references <= 0 && $0.path.exact != path.exact }
      if !unused.isEmpty { files.removeAll { $0.references <= 0 && $0.path.exact != path.exact } }
      return (unused, files)
    }
    for file in unused { np_remove_file(file.path) }
    for file in used where np_file_has_size(file.path, -1) == 0 {
      monitor.locked {
        for index in files.indices where files[index].path.exact == file.path.exact { files[index].isMissing = true }
      }
    }
  }
}
