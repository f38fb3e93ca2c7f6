// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import Foundation
internal import NowPlayingCore
internal import NowPlayingPush

/// The sessions of an extension, and their stored state. Belongs to the extension's bus thread.
///
/// State is stored before a call is answered, so that it is not lost in a crash after the answer. While the disk is
/// full, calls of apps are refused and change nothing.
final class SessionStore: SessionKeeper, @unchecked Sendable {
  /// The id of the bus; "" when the bus has none.
  private(set) var bus = ""
  /// The work of the sessions, in the order in which they were started.
  private(set) var works: [SessionWork] = []
  private var hasRestored = false
  /// The timer of the next attempt to write state that could not be stored.
  private var saving: BusThread.Timer?
  private var savingPause = SessionStore.firstSavingPause
  private let thread: BusThread
  private let host: any ExtensionHost
  private let memory: Memory
  private let registrations: PushRegistrations

  /// The first and the longest pause between two attempts to write state.
  private static let firstSavingPause: Microseconds = .seconds(5)
  private static let longestSavingPause: Microseconds = .seconds(300)

  init(_ thread: BusThread, _ host: any ExtensionHost, _ memory: Memory, _ registrations: PushRegistrations) {
    self.thread = thread
    self.host = host
    self.memory = memory
    self.registrations = registrations
  }

  /// The present time, in Unix seconds.
  static var now: Double { Date().timeIntervalSince1970 }

  // MARK: Sessions

  /// Returns the work for an id; nil when it has none.
  func work(for id: String) -> SessionWork? { works.first { $0.id.exact == id.exact } }

  /// Returns the work for an id, which it makes if needed; nil when there are too many sessions.
  func newWork(for id: String) -> SessionWork? {
    if let work = work(for: id) { return work }
    guard works.count < PushLimits.sessions else { return nil }
    let work = SessionWork(id, thread, host, self)
    works.append(work)
    return work
  }

  var lines: [RemoteSessionLine] { works.compactMap(\.line) }

  /// Registers a session for pushes, because its model has asked for its token.
  func wantToken(_ id: String) {
    if let work = work(for: id) { registrations.register(work) }
  }

  /// Begins to end a session, whose stored state is removed at once.
  func end(_ id: String, done: @escaping SessionWork.Done) {
    let isOnFile = memory.end(id, now: Self.now)
    let answer = { [self] (result: Result<Void, SessionWork.CallError>) in
      done(isOnFile ? result : .failure(notOnFile))
    }
    guard let work = work(for: id) else { return answer(.success(())) }
    work.isRegistered = false
    work.end(done: answer)
  }

  // MARK: The stored state

  /// Stores new attributes of a session. A session that was not made yet is stored when it is made. Returns false when
  /// the attributes cannot be stored; everything is then as it was before.
  func keep(_ attributes: Data, of work: SessionWork) -> Bool {
    if var record = memory.session(work.id) {
      record.attributes = attributes
      record.changed = Self.now
      guard memory.replace(record) else { return false }
    }
    work.attributes = attributes
    return true
  }

  var notOnFile: SessionWork.CallError {
    SessionWork.CallError(error: .common(.failed), text: "It cannot be stored: \(memory.reason)")
  }

  /// Tries again to write state that could not be stored. If that succeeds, makes the registrations that had to wait
  /// for it.
  func save() {
    guard !memory.unsaved.isEmpty, memory.save() else { return }
    registrations.registerAgain(works)
  }

  /// Plans the next attempt to write state that could not be stored.
  func planSaving() {
    if memory.unsaved.isEmpty {
      saving?.cancel()
      (saving, savingPause) = (nil, Self.firstSavingPause)
    } else if saving == nil {
      saving = thread.after(savingPause) { [self] in
        saving = nil
        save()
      }
      savingPause = min(savingPause * 2, Self.longestSavingPause)
    }
  }

  // MARK: What becomes of a session's work

  func willMake(_ work: SessionWork) -> Data? {
    guard var record = memory.session(work.id) else { return nil }
    record.attempts += 1
    memory.store(record)
    return record.push?.pushToken
  }

  func didMake(_ work: SessionWork) -> SessionWork.CallError? {
    // The session was ended meanwhile: a stored record of its id is that of a newer session.
    if work.isEnding { return nil }
    var record =
      memory.session(work.id)
      ?? SessionRecord(id: work.id, attributes: work.attributes, changed: Self.now, bus: bus)
    record.attempts = 0
    if work.isRegistered {
      memory.store(record)
    } else if !memory.replace(record) {
      return notOnFile
    }
    work.isRegistered = true
    registrations.registerIfWanted(work)
    return nil
  }

  func didNotMake(_ work: SessionWork, _ fault: SessionWork.CallError) {
    if var record = memory.session(work.id) {
      record.attempts = 0
      memory.store(record)
    }
    registrations.endTokens(of: work.id)
    SharedApp.shared.log(.warning, "The session \(work.id) was not made: \(fault.text)")
  }

  /// Called when the player is gone; the file was removed before.
  func didEnd(_ work: SessionWork) {
    registrations.unregister(work.id)
    registrations.endTokens(of: work.id)
  }

  func isDone(_ work: SessionWork) { works.removeAll { $0 === work } }

  // MARK: Restoring

  /// Restores registrations on a new connection. On the first connection it also restores the sessions of an earlier
  /// process.
  func restore(on bus: String) {
    self.bus = bus
    restoreRegistrations()
    if !hasRestored { restoreSessions() }
    hasRestored = true
  }

  private func restoreRegistrations() {
    registrations.restoreStart()
    for var record in memory.sessions {
      registrations.restore(record, work(for: record.id))
      // A bus without an id may be the one on which the session was shown before, so its sessions are never too old.
      if bus.isEmpty { continue }
      if record.isStale(bus: bus, now: Self.now) {
        SharedApp.shared.log(.info, "The session \(record.id) is too old, and ended")
        giveUp(record)
      } else if record.bus != bus {
        record.bus = bus
        memory.store(record)
      }
    }
    for work in works { registrations.registerIfWanted(work) }
  }

  /// Restores all sessions at the same time, so that one that hangs does not delay the others.
  private func restoreSessions() {
    for record in memory.sessions {
      guard record.attempts < SessionRecord.maxAttempts else {
        SharedApp.shared.log(
          .error, "The session \(record.id) has ended this program \(record.attempts) times, and is ended itself")
        giveUp(record)
        continue
      }
      guard let work = newWork(for: record.id) else { continue }
      work.attributes = record.attributes
      work.isRegistered = true
      host.decode(record.attributes, in: thread) { result in
        let reason: String
        switch result {
        case .success(let attributes) where attributes.id.exact != record.id.exact:
          // Another version of the extension may compute ids differently.
          reason = "its attributes are of \(attributes.id) now"
        case .success(let attributes): return work.show(attributes, mayMake: true) { _ in }
        case .failure(let fault): reason = fault.reason
        }
        SharedApp.shared.log(.warning, "The session \(record.id) cannot be restored: \(reason)")
      }
    }
  }

  private func giveUp(_ record: SessionRecord) {
    memory.end(record.id, now: Self.now)
    registrations.unregister(record.id)
  }
}
