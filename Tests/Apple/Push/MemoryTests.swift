// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Testing

@testable import NowPlayingPush

@Suite struct MemoryTests {
  private let now = 1_773_907_200.0
  private let place = Place()

  private func record(_ id: String = "kitchen", changed: Double? = nil) -> SessionRecord {
    SessionRecord(id: id, attributes: Data(#"{"id":"\#(id)"}"#.utf8), changed: changed ?? now, bus: "bus 1")
  }

  @Test func whatIsStoredIsThereAgain() throws {
    var kitchen = record()
    kitchen.attributes = Data("{ \"id\" :\"kitchen\",\n\"x\":1.0e1,\"y\":\"\\u00e9\" }".utf8)
    kitchen.attempts = 2
    kitchen.applied = now - 0.5
    kitchen.seen = [Data(0..<16)]
    kitchen.push = place.registration()
    var common = ExtensionRecord()
    common.start = place.registration("start")
    common.seen = [Data(1...16)]
    common.ended = [EndedSession(id: "bath", at: now)]
    let memory = place.open()
    #expect(memory.isKept && memory.store(kitchen) && memory.store(record("bath", changed: now - 1)))
    #expect(memory.store(common))
    memory.close()
    let again = place.open()
    #expect(again.sessions == [record("bath", changed: now - 1), kitchen] && again.common == common)
    #expect(place.warnings.lines.isEmpty)
  }

  @Test(arguments: ["\"\\/", "\u{0}\u{1}\n\u{F}\u{10}\u{1F} \u{7F}", "K\u{FC}che \u{1F508}", "{},[]:"])
  func textsAreThereAgain(_ text: String) throws {
    let kitchen = SessionRecord(id: text, attributes: Data("{}".utf8), changed: now, bus: text)
    let file = try #require(kitchen.file)
    #expect(try SessionRecord(file: [UInt8](file)) == kitchen)
    #expect(try JSONSerialization.jsonObject(with: file) is [String: Any])
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity]) func numbersThatAreNone(_ number: Double) {
    var kitchen = record()
    kitchen.applied = number
    #expect(kitchen.file == nil && record("bath", changed: number).file == nil)
  }

  /// The stored files are JSON with exactly the documented keys.
  @Test func filesAreJSON() throws {
    let memory = place.open()
    memory.store(record())
    memory.store(ExtensionRecord())
    let session = try place.object(record().fileName)
    #expect(
      Set(session.keys) == [
        "version", "id", "attributes", "changed", "bus", "attempts", "applied", "seen", "push",
      ])
    #expect(session["version"] as? Int == 1 && session["applied"] is NSNull && session["push"] is NSNull)
    #expect(session["attributes"] as? [String: String] == ["id": "kitchen"])
    let common = try place.object("extension.json")
    #expect(Set(common.keys) == ["version", "start", "seen", "ended"] && common["start"] is NSNull)
    var record = record()
    record.push = place.registration()
    memory.store(record)
    let push = try #require(try place.object(record.fileName)["push"] as? [String: Any])
    #expect(push["distributor"] as? String == "org.unifiedpush.Distributor.kde" && push["version"] as? Int == 2)
    #expect((push["keys"] as? [String: String])?["privateKey"] == Vectors.keys.privateKey.base64URL)
  }

  @Test func attributesMayBeAsDeepAsTheyMayBe() throws {
    let depth = PushLimits.depth - 1
    var deep = record()
    deep.attributes = Data(
      (#"{"x":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}").utf8)
    #expect(throws: Never.self) { try JSONText([UInt8](deep.attributes)[...]) }
    place.open().store(deep)
    #expect(place.open().sessions == [deep])
  }

  @Test func aFileIsReplacedAtOnce() throws {
    let memory = place.open()
    memory.store(record())
    let before = try FileHandle(forReadingFrom: place.url(record().fileName))
    var changed = record()
    changed.bus = "bus 2"
    memory.store(changed)
    // The old file is unchanged: a program that reads it while it is replaced must not read half of the new one.
    #expect(try SessionRecord(file: [UInt8](try #require(try before.readToEnd()))) == record())
    #expect(place.open().sessions.isEmpty && place.names == ["lock", record().fileName])
    memory.close()
    #expect(place.open().sessions == [changed])
  }

  @Test func nobodyElseMayRead() throws {
    try FileManager.default.createDirectory(at: place.folder, withIntermediateDirectories: true)
    for folder in [place.folder, place.folder.deletingLastPathComponent()] { #expect(chmod(folder.path, 0o755) == 0) }
    let memory = place.open()
    memory.store(record())
    memory.store(ExtensionRecord())
    #expect(place.names == ["extension.json", "lock", record().fileName])
    for name in place.names { #expect(place.mode(place.url(name)) == 0o600) }
    #expect(place.mode(place.folder) == 0o700 && place.mode(place.folder.deletingLastPathComponent()) == 0o700)
  }

  @Test func foldersAreMade() {
    let deep = place.root.appending(path: "a/b/c/nowplaying/org.example.App.RemoteMedia")
    let memory = Memory(path: deep.path) { place.warnings.add($0) }
    #expect(memory.isKept && memory.store(record()) && place.warnings.lines.isEmpty)
    #expect(place.mode(place.root.appending(path: "a/b")) == 0o700)
  }

  @Test func itsPlace() {
    func path(_ environment: [String: String], isFlatpak: Bool = false) -> String? {
      Memory.path(of: "org.example.App.RemoteMedia", environment, isFlatpak: isFlatpak)
    }
    let end = "/nowplaying/org.example.App.RemoteMedia"
    let all = ["XDG_STATE_HOME": "/s", "XDG_DATA_HOME": "/d", "HOME": "/h"]
    #expect(path(all) == "/s" + end && path(all, isFlatpak: true) == "/s" + end)
    let noState = all.filter { $0.key != "XDG_STATE_HOME" }
    #expect(path(noState) == "/h/.local/state" + end && path(noState, isFlatpak: true) == "/d" + end)
    for odd in ["", "state", "./s"] {
      #expect(path(["XDG_STATE_HOME": odd, "HOME": "/h"]) == "/h/.local/state" + end)
    }
    #expect(path([:]) == nil && path(["HOME": "h"]) == nil)
    let memory = Memory(path: nil) { place.warnings.add($0) }
    #expect(!memory.isKept && place.warnings.lines.count == 1)
  }

  // MARK: Sessions

  @Test func endsAreRemembered() {
    let memory = place.open()
    memory.store(record())
    memory.store(record("bath"))
    #expect(memory.end("kitchen", timestamp: now - 3, now: now))
    #expect(memory.end("bath", now: now + 0.9))
    #expect(memory.end("nobody", now: now))
    memory.close()
    let again = place.open()
    let ended = [EndedSession(id: "kitchen", at: now - 3), EndedSession(id: "bath", at: now)]
    #expect(again.sessions.isEmpty && again.common.ended == ended)
    #expect(place.names == ["extension.json", "lock"])
  }

  @Test func theAppsEndIsNotBeforeTheLastPush() {
    let memory = place.open()
    var ahead = record()
    ahead.applied = now + 100
    memory.store(ahead)
    memory.end("kitchen", now: now)
    #expect(memory.common.ended == [EndedSession(id: "kitchen", at: now + 100)])
  }

  @Test func endsAreForgottenAfterEightHours() {
    let memory = place.open()
    for (index, id) in ["a", "b", "a", "c"].enumerated() {
      memory.store(record(id))
      memory.end(id, now: now + Double(index))
    }
    #expect(memory.common.ended.map(\.id) == ["b", "a", "c"])
    memory.store(record("d"))
    memory.end("d", now: now + 1 + 8 * 3600)
    #expect(memory.common.ended.map(\.id) == ["b", "a", "c", "d"])
    memory.store(record("e"))
    memory.end("e", now: now + 2 + 8 * 3600)
    #expect(memory.common.ended.map(\.id) == ["a", "c", "d", "e"])
  }

  @Test func endsAreBounded() {
    var record = ExtensionRecord()
    for number in 0...PushLimits.ended { record.remember(EndedSession(id: "\(number)", at: now), now: now) }
    #expect(record.ended.count == PushLimits.ended && record.ended.first?.id == "1")
  }

  @Test func whatIsForgottenLeavesNothing() {
    let memory = place.open()
    memory.store(record())
    memory.delete("kitchen")
    memory.delete("kitchen")
    #expect(memory.sessions.isEmpty && memory.common.ended.isEmpty && place.names == ["lock"])
  }

  @Test func whatCannotBeRemovedIsSaid() throws {
    let memory = place.open()
    memory.store(record())
    let name = record().fileName
    try FileManager.default.removeItem(at: place.url(name))
    try FileManager.default.createDirectory(at: place.url(name), withIntermediateDirectories: false)
    memory.end("kitchen", now: now)
    #expect(memory.sessions.isEmpty && place.warnings.lines.count == 1)
    #expect(place.warnings.lines.first?.contains("\(name) cannot be removed") == true)
  }

  /// The number of stored sessions is limited, because another program may have written more, and all would be
  /// registered and shown.
  @Test func sessionsAreBounded() throws {
    let memory = place.open()
    for number in 0..<PushLimits.sessions + 3 { memory.store(record("\(number)", changed: now + Double(number))) }
    memory.close()
    let again = place.open()
    #expect(again.sessions.count == PushLimits.sessions && again.sessions.first?.id == "3")
    #expect(place.warnings.lines.count == 1 && place.names.count == PushLimits.sessions + 1)
  }

  @Test func pushesAreStored() throws {
    let memory = place.open()
    let start = PushPayload(action: .start(Data(#"{"a":1}"#.utf8)), id: "kitchen", timestamp: now - 5)
    let file = record().fileName
    #expect(memory.store(start, salt: Array(0..<16), for: .start, bus: "bus 2", now: now) == [file, "extension.json"])
    var expected = SessionRecord(id: "kitchen", attributes: Data(#"{"a":1}"#.utf8), changed: now, bus: "bus 2")
    expected.applied = now - 5
    #expect(memory.sessions == [expected] && memory.common.seen == [Data(0..<16)])
    expected.push = place.registration()
    memory.store(expected)
    let update = PushPayload(action: .update(Data(#"{"a":2}"#.utf8)), id: "kitchen", timestamp: now - 4)
    #expect(memory.store(update, salt: Array(1...16), for: .session("kitchen"), bus: "bus 3", now: now + 1) == [file])
    expected.attributes = Data(#"{"a":2}"#.utf8)
    (expected.changed, expected.applied, expected.seen) = (now + 1, now - 4, [Data(1...16)])
    memory.close()
    let again = place.open()
    #expect(again.sessions == [expected] && again.common.seen == [Data(0..<16)])
    let context = again.context(for: .session("kitchen"), now: now)
    #expect(context.seen == [Data(1...16)] && context.sessions.map(\.applied) == [now - 4] && context.now == now)
    #expect(again.context(for: .start, now: now).seen == [Data(0..<16)])
    #expect(again.context(for: .session("bath"), now: now).seen.isEmpty)
    let end = PushPayload(action: .end, id: "kitchen", timestamp: now - 3)
    let ended = again.store(end, salt: Array(2...17), for: .session("kitchen"), bus: "bus 3", now: now)
    #expect(ended == [file, "extension.json"] && memory.unsaved.isEmpty && again.unsaved.isEmpty)
    #expect(again.sessions.isEmpty && again.context(for: .start, now: now).ended.map(\.at) == [now - 3])
  }

  @Test func saltsAreBounded() {
    let memory = place.open()
    for number in UInt8(0)...39 {
      let push = PushPayload(action: .update(Data("{}".utf8)), id: "kitchen", timestamp: now)
      for owner in [PushOwner.start, .session("kitchen")] {
        memory.store(push, salt: [number], for: owner, bus: "", now: now)
      }
    }
    let last = (UInt8(8)...39).map { Data([$0]) }
    #expect(memory.session("kitchen")?.seen == last && memory.common.seen == last)
  }

  @Test func whatWasShownUntilNow() {
    let memory = place.open()
    memory.store(record())
    memory.store(record("bath", changed: now - 100))
    memory.storeAsShown(now: now + 7)
    memory.close()
    #expect(place.open().sessions.map(\.changed) == [now + 7, now + 7])
  }

  @Test func whatIsStale() {
    let old = record(changed: now - 8 * 3600 - 1)
    #expect(old.isStale(bus: "bus 2", now: now) && !old.isStale(bus: "bus 1", now: now))
    #expect(!record(changed: now - 8 * 3600).isStale(bus: "bus 2", now: now))
    #expect(!record(changed: now + 1e9).isStale(bus: "bus 2", now: now))
  }
}
