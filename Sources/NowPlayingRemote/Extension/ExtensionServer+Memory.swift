// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import NowPlayingHost
internal import NowPlayingPush

// What is on file: it is stored before anybody is answered, so that an answer holds also after a crash.
extension ExtensionServer: SessionKeeper {
  /// New attributes of a session. One that has not been made yet is on file when it is.
  func keep(_ attributes: Data, of work: SessionWork) {
    work.attributes = attributes
    guard var record = memory.session(work.id) else { return }
    record.attributes = attributes
    record.changed = Self.now
    memory.store(record)
  }

  func willMake(_ work: SessionWork) -> Data? {
    guard var record = memory.session(work.id) else { return nil }
    record.attempts += 1
    memory.store(record)
    return record.push?.pushToken
  }

  func didMake(_ work: SessionWork, _ failure: SessionInstance.Failure?) {
    // What is on file then is what came after the end.
    if work.isEnding, failure == nil { return }
    var record = memory.session(work.id)
    if failure == nil {
      work.isRegistered = true
      record = record ?? SessionRecord(id: work.id, attributes: work.attributes, changed: Self.now, bus: bus)
    }
    if var record {
      record.attempts = 0
      memory.store(record)
    }
    if let failure {
      forgetTokens(work.id)
      say(.warning, "The session \(work.id) was not made: \(SessionWork.Fault(failure).text)")
    } else {
      registerIfWanted(work)
    }
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
    memory.end(id, now: Self.now)
    guard let work = work(for: id) else { return done(.success(())) }
    work.isRegistered = false
    work.end(done: done)
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

  /// All that a process before has shown, side by side: one that hangs holds up no other.
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
