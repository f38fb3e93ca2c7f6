// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Testing

@testable import NowPlayingPush

/// Tests with files that are broken, late or of other users, and with folders that cannot be made.
@Suite struct OddFilesTests {
  private let place = Place()
  private let kitchen = SessionRecord(id: "kitchen", attributes: Data(#"{"id":"kitchen"}"#.utf8), changed: 1, bus: "")
  private let bath = SessionRecord(id: "bath", attributes: Data(#"{"id":"bath"}"#.utf8), changed: 2, bus: "")

  init() {
    let memory = place.open()
    #expect(memory.store(kitchen) && memory.store(bath) && memory.store(ExtensionRecord()))
  }

  private static let broken: [[UInt8]] =
    [
      "", "{", "[]", "null", #"{"version":1}"#, #"{"version":1,"id":"kitchen","attributes":{"id":"kit"#,
      #"{"version":1,"id":"kitchen"}"#, #"{"id":"kitchen","attributes":{}}"#, #"{"version":0}"#, #"{"version":"2"}"#,
      #"{"version":1,"id":"kitchen","attributes":"x","changed":0,"bus":"","attempts":0,"seen":[]}"#,
      #"{"version":0,"id":"kitchen","attributes":{},"changed":0,"bus":"","attempts":0,"seen":[],"ended":[]}"#,
      #"{"version":1,"id":"garage","attributes":{},"changed":0,"bus":"","attempts":0,"seen":[]}"#,
      #"{"version":1,"id":"kitchen","attributes":{},"changed":0,"bus":"","attempts":0,"seen":["/"],"ended":[]}"#,
      #"{"version":1,"id":"kitchen","attributes":{},"changed":0,"bus":"","attempts":0,"seen":[],"push":7,"start":7}"#,
      String(repeating: "[", count: 100_000),
    ].map { Array($0.utf8) } + [Array(repeating: 0, count: 100), [0x7B, 0xFF, 0x7D]]

  @Test(arguments: broken) func whatIsBrokenIsRemoved(_ bytes: [UInt8]) throws {
    try place.write(kitchen.fileName, bytes)
    let memory = place.open()
    #expect(memory.sessions == [bath] && !place.names.contains(kitchen.fileName))
    #expect(place.warnings.lines.count == 1 && place.warnings.lines[0].contains(kitchen.fileName))
    #expect(memory.store(kitchen))
  }

  @Test(arguments: broken) func aBrokenFileOfTheExtensionIsRemoved(_ bytes: [UInt8]) throws {
    try place.write("extension.json", bytes)
    let memory = place.open()
    #expect(memory.sessions == [kitchen, bath] && memory.common == ExtensionRecord())
    #expect(place.warnings.lines.count == 1 && place.warnings.lines[0].contains("extension.json"))
    #expect(!place.names.contains("extension.json"))
  }

  @Test func whatIsTooLargeIsNotRead() throws {
    let most = 16 << 20
    try place.write("x", Data(count: most))
    let folder = try StateFolder.open(place.folder.path, timeout: 0).get()
    #expect(folder.read("x")?.count == most)
    try place.write("x", Data(count: most + 1))
    #expect(folder.read("x") == nil)
  }

  /// Python and people write null for a missing value.
  @Test func whatIsMissingMayBeNull() throws {
    try place.write(
      kitchen.fileName,
      #"{"seen":[],"attempts":0,"bus":"","changed":1,"attributes":{"id":"kitchen"},"id":"kitchen","version":1.0,"z":1}"#
        .utf8)
    #expect(place.open().sessions == [kitchen, bath])
  }

  @Test(arguments: [(-7, 0), (2, 2), (9_223_372_036_854_775_807, 3)])
  func attemptsAreBounded(_ written: Int, _ read: Int) throws {
    var odd = kitchen
    odd.attempts = written
    try place.write(kitchen.fileName, try #require(odd.file))
    #expect(place.open().session("kitchen")?.attempts == read)
  }

  @Test func laterVersionsAreLeftAlone() throws {
    let later = Array(#"{"version":2,"what":["ever"]}"#.utf8)
    try place.write(kitchen.fileName, later)
    try place.write("extension.json", later)
    let memory = place.open()
    #expect(memory.sessions == [bath] && memory.common == ExtensionRecord())
    #expect(!memory.store(kitchen) && memory.session("kitchen") == kitchen)
    memory.delete("kitchen")
    #expect(memory.end("bath", now: 5) && memory.unsaved.isEmpty)
    for name in [kitchen.fileName, "extension.json"] {
      #expect(try Array(Data(contentsOf: place.url(name))) == later)
      #expect(place.warnings.lines.count { $0.contains(name) } == 1)
    }
  }

  @Test func whatWasHalfWrittenIsRemoved() throws {
    try place.write(".session-0123.json", "{".utf8)
    try place.write("notes.txt", "mine".utf8)
    #expect(place.open().sessions.count == 2)
    #expect(!place.names.contains(".session-0123.json") && place.names.contains("notes.txt"))
    #expect(place.warnings.lines.isEmpty)
  }

  @Test func linksAreNotFollowed() throws {
    let elsewhere = place.root.appending(path: "elsewhere")
    try FileManager.default.moveItem(at: place.url(kitchen.fileName), to: elsewhere)
    try FileManager.default.createSymbolicLink(at: place.url(kitchen.fileName), withDestinationURL: elsewhere)
    let before = try Data(contentsOf: elsewhere)
    let memory = place.open()
    #expect(memory.sessions == [bath])
    var other = kitchen
    other.bus = "other"
    #expect(memory.store(other))
    #expect(try Data(contentsOf: elsewhere) == before)
  }

  @Test(arguments: [0, 1]) func foldersThatAreLinksAreNotUsed(_ above: Int) throws {
    let folder = above == 0 ? place.folder : place.folder.deletingLastPathComponent()
    let elsewhere = place.root.appending(path: "elsewhere")
    try FileManager.default.moveItem(at: folder, to: elsewhere)
    try FileManager.default.createSymbolicLink(at: folder, withDestinationURL: elsewhere)
    works(without: place.open())
  }

  @Test func otherKindsOfFilesAreNone() throws {
    try FileManager.default.createDirectory(at: place.url("session-x.json"), withIntermediateDirectories: true)
    #expect(mkfifo(place.url("session-y.json").path, 0o600) == 0)
    #expect(place.open().sessions == [kitchen, bath] && place.warnings.lines.count == 2)
  }

  @Test(.enabled(if: geteuid() == 0)) func filesOfOthersAreNone() throws {
    #expect(chown(place.url(kitchen.fileName).path, 65534, 65534) == 0)
    #expect(place.open().sessions == [bath])
    #expect(chown(place.folder.path, 65534, 65534) == 0)
    works(without: place.open())
  }

  @Test func aFileInPlaceOfTheFolder() throws {
    try FileManager.default.removeItem(at: place.folder)
    try Data().write(to: place.folder)
    works(without: place.open())
  }

  @Test func aFolderThatGoesIsLoggedOnce() throws {
    let memory = place.open()
    try FileManager.default.removeItem(at: place.folder)
    #expect(!memory.store(kitchen) && !memory.store(bath) && !memory.store(ExtensionRecord()))
    #expect(memory.sessions == [kitchen, bath] && place.warnings.lines.count == 1)
    #expect(!memory.isKept && memory.unsaved.isEmpty && memory.replace(kitchen) && memory.end("bath", now: 0))
  }

  @Test func whatCannotBeWrittenIsTriedAgain() throws {
    let memory = place.open()
    let obstacle = place.url(kitchen.fileName)
    try FileManager.default.removeItem(at: obstacle)
    try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: false)
    var changed = kitchen
    changed.attempts = 2
    #expect(!memory.replace(changed) && memory.sessions == [kitchen, bath])
    #expect(memory.unsaved.isEmpty && memory.reason.contains("directory"))
    #expect(!memory.store(changed) && memory.unsaved == [kitchen.fileName] && !memory.save())
    #expect(memory.store(ExtensionRecord()) && memory.unsaved == [kitchen.fileName])
    #expect(place.warnings.lines.count == 1)
    try FileManager.default.removeItem(at: obstacle)
    #expect(memory.save() && memory.unsaved.isEmpty && memory.save())
    try FileManager.default.removeItem(at: obstacle)
    try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: false)
    // The failure is logged once more, because the file was written since the last failure. A folder cannot be removed
    // as a file is.
    #expect(!memory.end("kitchen", now: 0) && !memory.end("kitchen", now: 0) && place.warnings.lines.count == 2)
    try FileManager.default.removeItem(at: obstacle)
    #expect(memory.save() && memory.end("kitchen", now: 0))
    memory.close()
    #expect(place.open().sessions == [bath])
  }

  @Test func aFullDiskLeavesTheOldFile() throws {
    // The system refuses a file name of this length, so that the last step, renaming the written file, fails.
    let folder = try StateFolder.open(place.folder.path, timeout: 0).get()
    let before = place.names
    #expect(folder.write(String(repeating: "x", count: 300), Data("{}".utf8), isDurable: false) == -ENAMETOOLONG)
    #expect(place.names == before)
    #expect(folder.write("x", Data("{}".utf8), isDurable: true) == 0 && folder.read("x") == Array("{}".utf8))
  }

  // MARK: The lock

  @Test func oneProcessHasIt() {
    let first = place.open()
    let start = ContinuousClock.now
    works(without: place.open(timeout: 200_000))
    #expect(ContinuousClock.now - start >= .milliseconds(200))
    #expect(place.warnings.lines[0].contains("in use"))
    // The stored sessions are kept while the memory is in use by another process.
    works(without: place.open(timeout: .zero))
    first.close()
    #expect(place.open().sessions == [kitchen, bath])
  }

  @Test func itIsWaitedFor() {
    let lock = open(place.url("lock").path, O_RDWR)
    #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
    // sleeps: late enough to be waited for; if not, the test sees less
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(100)) { close(lock) }
    #expect(place.open(timeout: 60_000_000).isKept)
  }

  /// Checks a memory that has no files.
  private func works(without memory: Memory, at location: SourceLocation = #_sourceLocation) {
    let before = place.warnings.lines.count
    #expect(!memory.isKept && memory.sessions.isEmpty && before > 0, sourceLocation: location)
    #expect(!memory.store(bath) && memory.sessions == [bath], sourceLocation: location)
    #expect(memory.end("bath", now: 5) && memory.sessions.isEmpty, sourceLocation: location)
    #expect(memory.common.ended == [EndedSession(id: "bath", at: 5)], sourceLocation: location)
    #expect(place.warnings.lines.count == before, sourceLocation: location)
  }
}
