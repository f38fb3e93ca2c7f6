// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import NowPlayingHost
internal import NowPlayingPush

// What is on file: it is stored before anybody is answered, so that an answer holds also after a crash. While the disk
// is full, calls of apps are refused and change nothing, and pushes are applied and not acknowledged.
extension ExtensionServer: SessionKeeper {
  /// New attributes of a session. One that has not been made yet is on file when it is. Returns false, with everything
  /// as it was, when they cannot be put on file.
  func keep(_ attributes: Data, of work: SessionWork) -> Bool {
    if var record = memory.session(work.id) {
      record.attributes = attributes
      record.changed = Self.now
      guard memory.replace(record) else { return false }
    }
    work.attributes = attributes
    return true
  }

  var notOnFile: SessionWork.Fault {
    SessionWork.Fault(error: .common(.failed), text: "It cannot be put on file: \(memory.reason)")
  }

  func willMake(_ work: SessionWork) -> Data? {
    guard var record = memory.session(work.id) else { return nil }
    record.attempts += 1
    memory.store(record)
    return record.push?.pushToken
  }

  func didMake(_ work: SessionWork) -> SessionWork.Fault? {
    // What is on file then is what came after the end.
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
    registerIfWanted(work)
    return nil
  }

  func didNotMake(_ work: SessionWork, _ fault: SessionWork.Fault) {
    if var record = memory.session(work.id) {
      record.attempts = 0
      memory.store(record)
    }
    forgetTokens(work.id)
    say(.warning, "The session \(work.id) was not made: \(fault.text)")
  }

  /// The player has gone, and the file before it.
  func didEnd(_ work: SessionWork) {
    connector?.unregister(.session(work.id))
    forgetTokens(work.id)
  }

  func isDone(_ work: SessionWork) { forget(work) }

  private func forgetTokens(_ id: String) {
    wantingTokens.remove(Data(id.utf8))
    MainActorWatch.run { SessionTokens.shared.end(id) }
  }

  /// Begins the end of a session: from now on it is not on file.
  func end(_ id: String, done: @escaping SessionWork.Done) {
    let isOnFile = memory.end(id, now: Self.now)
    let answer = { [self] (result: Result<Void, SessionWork.Fault>) in
      done(isOnFile ? result : .failure(notOnFile))
    }
    guard let work = work(for: id) else { return answer(.success(())) }
    work.isRegistered = false
    work.end(done: answer)
  }

  // MARK: Files that could not be written

  /// Acknowledges a push that is on file. One that is not waits, and is handed to the next process when this one ends.
  func acknowledgeIfSaved(_ push: ReceivedPush) {
    save()
    if memory.unsaved.isDisjoint(with: push.files) { return push.acknowledge() }
    if life.isAtItsEnd { return handedOn.append(push) }
    unacknowledged.append(push)
    if unacknowledged.count > Self.mostUnacknowledged { unacknowledged.removeFirst().drop() }
  }

  /// Tries to write what is not on file. Without it there were no registrations, which are made then.
  func save() {
    guard !memory.unsaved.isEmpty, memory.save() else { return }
    if needsStartToken { wantStartToken() }
    for work in works { registerIfWanted(work) }
  }

  /// Acknowledges all pushes that are on file by now. What is not on file is tried again later.
  func followFiles() {
    guard !memory.unsaved.isEmpty || !unacknowledged.isEmpty || saving != nil else { return }
    let waiting = unacknowledged
    unacknowledged = waiting.filter { !memory.unsaved.isDisjoint(with: $0.files) }
    for push in waiting where memory.unsaved.isDisjoint(with: push.files) { push.acknowledge() }
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

  // MARK: Restoring

  /// The same tokens as before. To be done on each connection.
  func restoreRegistrations() {
    if let start = memory.common.start { connector?.restore(start, for: .start, description: appName) }
    for var record in memory.sessions {
      if let push = record.push {
        connector?.restore(push, for: .session(record.id), description: description(of: record.id))
      }
      // A bus that does not say which it is may be the same.
      if bus.isEmpty { continue }
      if record.isStale(bus: bus, now: Self.now) {
        say(.info, "The session \(record.id) is too old, and ended")
        giveUp(record)
      } else if record.bus != bus {
        record.bus = bus
        memory.store(record)
      }
    }
    for work in works { registerIfWanted(work) }
  }

  /// Restores all sessions that an earlier process has shown, side by side: one that hangs holds up no other.
  func restoreSessions() {
    for record in memory.sessions {
      guard record.attempts < SessionRecord.mostAttempts else {
        say(.error, "The session \(record.id) has ended this program \(record.attempts) times, and is ended itself")
        giveUp(record)
        continue
      }
      guard let work = newWork(for: record.id) else { continue }
      work.attributes = record.attributes
      work.isRegistered = true
      decode(record.attributes) { [self] result in
        switch result {
        case .success(let attributes) where attributes.id.exact != record.id.exact:
          // Another version of the extension may compute ids in another way.
          say(.warning, "The session \(record.id) cannot be restored: its attributes are of \(attributes.id) now")
        case .success(let attributes): work.give(attributes, mayMake: true) { _ in }
        case .failure(let fault): say(.warning, "The session \(record.id) cannot be restored: \(fault.reason)")
        }
      }
    }
  }

  private func giveUp(_ record: SessionRecord) {
    memory.end(record.id, now: Self.now)
    connector?.unregister(.session(record.id))
  }
}
