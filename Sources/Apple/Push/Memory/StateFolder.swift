// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CNowPlayingPlatform
internal import Foundation
internal import NowPlayingBus
internal import NowPlayingCore

/// The folder in which an extension remembers its state, locked while the extension runs. No other user can read it,
/// and links in it are not followed.
final class StateFolder {
  let path: String
  private let folder: Int32
  private let lock: Int32

  /// How long to wait between two attempts to take the lock.
  private static let pause: UInt32 = 10_000

  /// Returns the path of the folder; nil without a home directory.
  static func path(_ service: String, _ environment: [String: String], isFlatpak: Bool) -> String? {
    func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    // An old Flatpak does not set XDG_STATE_HOME, and its HOME is not the sandbox's own.
    let state =
      folder("XDG_STATE_HOME") ?? (isFlatpak ? folder("XDG_DATA_HOME") : nil)
      ?? folder("HOME").map { $0 + "/.local/state" }
    return state.map { $0 + "/nowplaying/" + service }
  }

  private init(_ path: String, folder: Int32, lock: Int32) {
    self.path = path
    self.folder = folder
    self.lock = lock
  }

  deinit {
    np_close(lock)
    np_close(folder)
  }

  /// Makes the folder and locks it. Fails with a negative errno: NP_LOCKED when another process has held the lock all
  /// the time.
  ///
  /// - timeout: how long to wait for that process.
  static func open(_ path: String, timeout: Microseconds) -> Result<StateFolder, SystemError> {
    let parent = parent(of: path)
    makeFolders(Self.parent(of: parent))
    guard np_parent_is_trusted(parent) else { return .failure(SystemError(-EPERM)) }
    for path in [parent, path] {
      let error = np_directory_private(path)
      if error.isFailure { return .failure(SystemError(error)) }
    }
    let until = Instant.now + timeout
    var lock = np_lock_directory(path)
    while lock == NP_LOCKED, Instant.now < until {
      usleep(pause)
      lock = np_lock_directory(path)
    }
    guard !lock.isFailure else { return .failure(SystemError(lock)) }
    let folder = np_above_stdio(Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW))
    guard !folder.isFailure else {
      np_close(lock)
      return .failure(SystemError(folder))
    }
    return .success(StateFolder(path, folder: folder, lock: lock))
  }

  private static func parent(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }

  /// Makes the missing folders of a path, for their owner alone, as the XDG Base Directory Specification says.
  private static func makeFolders(_ path: String) {
    var end = path.startIndex
    while let slash = path[end...].dropFirst().firstIndex(of: "/") {
      mkdir(String(path[..<slash]), 0o700)
      end = slash
    }
    mkdir(path, 0o700)
  }

  /// The names of all files, sorted.
  var names: [String] { directoryEntries(path).sorted() }

  /// Returns the bytes of a file; nil when it is not a regular file of this user, or is larger than any that is written
  /// here.
  func read(_ name: String) -> [UInt8]? {
    let file = np_above_stdio(openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK))
    guard !file.isFailure else { return nil }
    defer { np_close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_uid == np_user_id(),
      status.st_size <= Self.maxBytes
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(clamping: status.st_size))
    let count = np_read_at(file, 0, &bytes, bytes.count)
    return count < 0 ? nil : Array(bytes.prefix(Int(clamping: count)))
  }

  /// A size that no file reaches, even with the largest attributes, and with the longest ids of all sessions that have
  /// ended.
  private static let maxBytes = 16 << 20

  /// Writes a whole file, so that after a crash there is the old one or the new one. Returns 0 or a negative errno.
  ///
  /// - isDurable: whether the file must be on the disk when the function returns.
  func write(_ name: String, _ data: Data, isDurable: Bool) -> Int32 {
    let temporary = "." + Escape.hexadecimal(np_random())
    let file = np_above_stdio(openat(folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600))
    guard !file.isFailure else { return file }
    var error = data.withUnsafeBytes { np_write_all(file, $0.baseAddress, $0.count) }
    if error == 0, isDurable { error = Self.result(fsync(file)) }
    np_close(file)
    if error == 0 { error = Self.result(renameat(folder, temporary, folder, name)) }
    guard error == 0 else {
      unlinkat(folder, temporary, 0)
      return error
    }
    return isDurable ? Self.result(fsync(folder)) : 0
  }

  /// Removes a file, if it exists. Returns 0 or a negative errno.
  @discardableResult func remove(_ name: String, isDurable: Bool = false) -> Int32 {
    let error = Self.result(unlinkat(folder, name, 0))
    if isDurable { fsync(folder) }
    return error == -ENOENT ? 0 : error
  }

  private static func result(_ result: Int32) -> Int32 { result < 0 ? -errno : 0 }
}

/// An error of the system, as a negative errno.
struct SystemError: Error {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  var text: String { String(cString: np_strerror(number)) }
}
