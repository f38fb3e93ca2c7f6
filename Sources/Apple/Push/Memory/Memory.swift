// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CNowPlayingPlatform
internal import Foundation
internal import NowPlayingCore

/// The state that an extension remembers, so that the sessions that it showed are there again after a crash or a new
/// start.
///
/// Everything is in memory, and stored when the functions here return, unless it is `unsaved`: the disk is full, for
/// example. Where there can be no files it works as well, as long as the process lives.
package final class Memory {
  /// In the order in which they were stored first; those of a process before by their last change.
  package private(set) var sessions: [SessionRecord] = []
  package private(set) var common = ExtensionRecord()

  private var folder: StateFolder?
  /// The files of a later version, which are not written.
  private var later: Set<String> = []
  /// The files that are not as they should be, because they could not be written or removed.
  package private(set) var unsaved: Set<String> = []
  /// Why the last of them was not.
  package private(set) var reason = ""
  private var hasWarned = false
  private let warn: (String) -> Void

  /// Whether there are files. Without, as when another process has them, there can be no pushes: the keys of a
  /// registration would be lost.
  package var isKept: Bool { folder != nil }

  /// Where the files of an extension are; nil without a home.
  package static func path(
    of service: String, _ environment: [String: String], isFlatpak: Bool
  ) -> String? {
    StateFolder.path(service, environment, isFlatpak: isFlatpak)
  }

  /// Takes the lock, and reads what is stored.
  ///
  /// - timeout: how long to wait for the process that has the lock, in microseconds.
  /// - warn: is called with a line for the log.
  package init(path: String?, timeout: Int64 = 3_000_000, warn: @escaping (String) -> Void) {
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

  /// Gives the lock back. Nothing is written any more.
  package func close() { folder = nil }

  package func session(_ id: String) -> SessionRecord? { sessions.first { $0.id.exact == id.exact } }

  /// Returns the state that decides about a push now.
  package func context(for owner: PushOwner, now: Double) -> PushContext {
    var seen = common.seen
    if case .session(let id) = owner { seen = session(id)?.seen ?? [] }
    return PushContext(
      owner: owner, seen: seen, sessions: sessions.map { .init(id: $0.id, applied: $0.applied) }, ended: common.ended,
      now: now)
  }

  // MARK: Storing

  // These return whether it is stored.

  /// A new session, or all that has changed of one. It is on the disk when its registration is another.
  @discardableResult package func store(_ record: SessionRecord) -> Bool {
    let index = sessions.firstIndex { $0.id.exact == record.id.exact }
    let isDurable = index.flatMap { sessions[$0].push } != record.push
    if let index { sessions[index] = record } else { sessions.append(record) }
    return write(record.fileName, record.file, isDurable: isDurable)
  }

  /// A new session, or all that has changed of one: or nothing at all. Returns false when there is a file for it and it
  /// cannot be written; then all is as it was.
  package func replace(_ record: SessionRecord) -> Bool {
    let (before, wasUnsaved) = (sessions, unsaved)
    store(record)
    guard unsaved.contains(record.fileName) else { return true }
    // The file has the content of before.
    (sessions, unsaved) = (before, wasUnsaved)
    return false
  }

  @discardableResult package func store(_ record: ExtensionRecord) -> Bool {
    let isDurable = record.start != common.start
    common = record
    return write(ExtensionRecord.fileName, record.file, isDurable: isDurable)
  }

  /// A push that was accepted; a new session is on `bus`. Returns the files in which it is remembered.
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

  /// A session has ended: by a push, or by the app without a timestamp. Returns false when there is a file for that and
  /// it cannot be written; also when asked once more.
  @discardableResult package func end(_ id: String, timestamp: Double? = nil, now: Double) -> Bool {
    if let record = session(id) {
      // Its file goes first, and leaves room on a full disk for what follows.
      delete(id)
      var common = common
      // Servers count whole seconds, and may start it again within this one.
      let at = timestamp ?? max(now.rounded(.down), record.applied ?? 0)
      common.remember(EndedSession(id: id, at: at), now: now)
      store(common)
    } else if !common.ended.contains(where: { $0.id.exact == id.exact }) {
      return true
    }
    return unsaved.isDisjoint(with: [SessionRecord.fileName(of: id), ExtensionRecord.fileName])
  }

  /// A session that was never shown, or must not be shown again.
  package func delete(_ id: String) {
    guard let index = sessions.firstIndex(where: { $0.id.exact == id.exact }) else { return }
    let record = sessions.remove(at: index)
    remove(record.fileName, isDurable: record.push != nil)
  }

  /// The process ends in good order, or has lost the bus: until now all of them were shown.
  package func storeAsShown(now: Double) {
    for var record in sessions {
      record.changed = now
      // The session that is being made then has not ended the process.
      record.attempts = 0
      store(record)
    }
  }

  // MARK: Files

  /// Tries once more what could not be written or removed. Returns whether nothing is left of it.
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

  /// Notes what has become of a file, and warns of the first error. Returns whether there is none.
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
    // Somebody has removed the folder: from now on there can be no files.
    if error == -ENOENT { (folder, unsaved) = (nil, []) }
    return false
  }

  private func load(_ folder: StateFolder) {
    for name in folder.names {
      if name.hasPrefix(".") {
        // A process was killed while it wrote.
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
    // Written by something else; the oldest go.
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
