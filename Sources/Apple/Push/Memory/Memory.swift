// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CNowPlayingPlatform
internal import Foundation
package import NowPlayingCore

/// The state that an extension remembers, so that its sessions are shown again after a crash or a new start.
///
/// Everything is kept in memory, and is in files when the functions below return, except for the files in `unsaved`,
/// which could not be written, for example because the disk is full. Where there can be no files at all, the state
/// lives as long as the process.
package final class Memory {
  /// The sessions, in the order in which they were first stored. The sessions of an earlier process come first, ordered
  /// by their last change.
  package private(set) var sessions: [SessionRecord] = []
  package private(set) var common = ExtensionRecord()

  private var folder: StateFolder?
  /// The files that a later version has written, and that are never overwritten.
  private var later: Set<String> = []
  /// The names of files that could not be written or removed.
  package private(set) var unsaved: Set<String> = []
  /// The reason why the last of the `unsaved` files could not be written or removed.
  package private(set) var reason = ""
  private var hasWarned = false
  private let warn: (String) -> Void

  /// Whether there are files. Without them, as when another process has locked them, there can be no pushes, because
  /// the keys of a registration would be lost.
  package var isKept: Bool { folder != nil }

  /// Returns the path of an extension's files; nil without a home directory.
  package static func path(
    of service: String, _ environment: [String: String], isFlatpak: Bool
  ) -> String? {
    StateFolder.path(service, environment, isFlatpak: isFlatpak)
  }

  /// Locks the folder, and reads the stored state.
  ///
  /// - timeout: how long to wait for a process that holds the lock.
  /// - warn: is called with a line for the log.
  package init(path: String?, timeout: Microseconds = .seconds(3), warn: @escaping (String) -> Void) {
    self.warn = warn
    guard let path else {
      warn("there is no home to remember sessions in, and no push comes")
      return
    }
    switch StateFolder.open(path, timeout: timeout) {
    case .success(let folder):
      self.folder = folder
      load(folder)
    case .failure(let error) where error.number == NP_LOCKED:
      warn("\(path) is in use by another process: nothing is remembered, and no push comes")
    case .failure(let error):
      warn("\(path): \(error.text): nothing is remembered, and no push comes")
    }
  }

  /// Gives back the lock. From then on nothing is written.
  package func close() { folder = nil }

  package func session(_ id: String) -> SessionRecord? { sessions.first { $0.id.exact == id.exact } }

  /// Returns the state that decides whether a push is accepted or refused now.
  package func context(for owner: PushOwner, now: Double) -> PushContext {
    var seen = common.seen
    if case .session(let id) = owner { seen = session(id)?.seen ?? [] }
    return PushContext(
      owner: owner, seen: seen, sessions: sessions.map { .init(id: $0.id, applied: $0.applied) }, ended: common.ended,
      now: now)
  }

  // MARK: Storing

  // The functions below return whether the state is stored.

  /// Stores a new session, or the changes of one. When the session's registration has changed, the function returns
  /// only when the change is on the disk.
  @discardableResult package func store(_ record: SessionRecord) -> Bool {
    let index = sessions.firstIndex { $0.id.exact == record.id.exact }
    let isDurable = index.flatMap { sessions[$0].push } != record.push
    if let index { sessions[index] = record } else { sessions.append(record) }
    return write(record.fileName, record.file, isDurable: isDurable)
  }

  /// Stores a new session, or the changes of one. When they cannot be written to a file, returns false, and everything
  /// is as it was before.
  package func replace(_ record: SessionRecord) -> Bool {
    let (before, wasUnsaved) = (sessions, unsaved)
    store(record)
    guard unsaved.contains(record.fileName) else { return true }
    // The file still has the former content.
    (sessions, unsaved) = (before, wasUnsaved)
    return false
  }

  @discardableResult package func store(_ record: ExtensionRecord) -> Bool {
    let isDurable = record.start != common.start
    common = record
    return write(ExtensionRecord.fileName, record.file, isDurable: isDurable)
  }

  /// Stores the result of a push that was accepted. A session that it starts is recorded as shown on `bus`. Returns the
  /// names of the files in which the result is stored.
  @discardableResult package func store(
    _ push: PushPayload, salt: [UInt8], for owner: PushOwner, bus: String, now: Double
  ) -> Set<String> {
    let file = SessionRecord.fileName(of: push.id)
    switch push.action {
    case .end:
      end(push.id, timestamp: push.timestamp, now: now)
      return [file, ExtensionRecord.fileName]
    case .start(let attributes), .update(let attributes):
      var record = session(push.id) ?? SessionRecord(id: push.id, attributes: attributes, changed: now, bus: bus)
      record.attributes = attributes
      record.changed = now
      record.applied = push.timestamp
      if owner != .start { record.seen.remember(salt: salt) }
      store(record)
    }
    guard owner == .start else { return [file] }
    var common = common
    common.seen.remember(salt: salt)
    store(common)
    return [file, ExtensionRecord.fileName]
  }

  /// Stores that a session has ended: by a push with a timestamp, or by the app, without one. Returns false while the
  /// end cannot be written to a file, also for a repeated call for the same session.
  @discardableResult package func end(_ id: String, timestamp: Double? = nil, now: Double) -> Bool {
    if let record = session(id) {
      // The session's file is removed first, which leaves room on a full disk for the file that is written next.
      delete(id)
      var common = common
      // Servers count whole seconds, and may start the session again within this one.
      let at = timestamp ?? max(now.rounded(.down), record.applied ?? 0)
      common.remember(EndedSession(id: id, at: at), now: now)
      store(common)
    } else if !common.ended.contains(where: { $0.id.exact == id.exact }) {
      return true
    }
    return unsaved.isDisjoint(with: [SessionRecord.fileName(of: id), ExtensionRecord.fileName])
  }

  /// Removes a session that was never shown, or that must not be shown again.
  package func delete(_ id: String) {
    guard let index = sessions.firstIndex(where: { $0.id.exact == id.exact }) else { return }
    let record = sessions.remove(at: index)
    remove(record.fileName, isDurable: record.push != nil)
  }

  /// Records that all sessions were shown until now. Called when the process ends in good order, or has lost the bus.
  package func storeAsShown(now: Double) {
    for var record in sessions {
      record.changed = now
      // An attempt to build the model that is still going on has not ended the process, and so does not count.
      record.attempts = 0
      store(record)
    }
  }

  // MARK: Files

  /// Tries again to write or remove the `unsaved` files. Returns whether no file is unsaved any more.
  @discardableResult package func save() -> Bool {
    for name in unsaved {
      if name == ExtensionRecord.fileName {
        _ = write(name, common.file, isDurable: true)
      } else if let record = sessions.first(where: { $0.fileName == name }) {
        _ = write(name, record.file, isDurable: true)
      } else {
        remove(name, isDurable: true)
      }
    }
    return unsaved.isEmpty
  }

  private func write(_ name: String, _ text: Data?, isDurable: Bool) -> Bool {
    guard let folder, let text, !later.contains(name) else { return false }
    return note(folder.write(name, text, isDurable: isDurable), name, "written")
  }

  private func remove(_ name: String, isDurable: Bool) {
    guard let folder, !later.contains(name) else { return }
    _ = note(folder.remove(name, isDurable: isDurable), name, "removed")
  }

  /// Records the outcome of writing or removing a file, and warns of the first error. Returns whether there was none.
  private func note(_ error: Int32, _ name: String, _ done: String) -> Bool {
    guard error != 0 else {
      unsaved.remove(name)
      if unsaved.isEmpty { hasWarned = false }
      return true
    }
    unsaved.insert(name)
    reason = SystemError(error).text
    if !hasWarned, let folder {
      hasWarned = true
      warn("\(folder.path)/\(name) cannot be \(done): \(reason): what changes is not remembered")
    }
    // Somebody has removed the folder: from now on there are no files.
    if error == -ENOENT { (folder, unsaved) = (nil, []) }
    return false
  }

  private func load(_ folder: StateFolder) {
    for name in folder.names {
      if name.hasPrefix(".") {
        // A temporary file, left by a process that was killed while it wrote.
        folder.remove(name)
      } else if SessionRecord.isFileName(name) {
        load(name, folder) { bytes throws(FileError) in
          let record = try SessionRecord(file: bytes)
          guard record.fileName == name else { throw FileError.unreadable("it is the file of another session") }
          sessions.append(record)
        }
      } else if name == ExtensionRecord.fileName {
        load(name, folder) { bytes throws(FileError) in common = try ExtensionRecord(file: bytes) }
      }
    }
    sessions.sort { ($0.changed, $0.fileName) < ($1.changed, $1.fileName) }
    // Another program must have written so many files. The oldest are removed.
    let excess = sessions.prefix(max(sessions.count - PushLimits.sessions, 0))
    for record in excess { folder.remove(record.fileName) }
    sessions.removeFirst(excess.count)
    if !excess.isEmpty { warn("\(folder.path) has \(excess.count) sessions too many: the oldest are removed") }
  }

  private func load(_ name: String, _ folder: StateFolder, _ take: ([UInt8]) throws(FileError) -> Void) {
    do throws(FileError) {
      guard let bytes = folder.read(name) else { throw FileError.unreadable("it cannot be read") }
      try take(bytes)
    } catch {
      switch error {
      case .later:
        later.insert(name)
        warn("\(folder.path)/\(name) is of a later version, and left alone")
      case .unreadable(let reason):
        let isRemoved = folder.remove(name) == 0
        warn("\(folder.path)/\(name) \(isRemoved ? "is" : "cannot be") removed: \(reason)")
      }
    }
  }
}
