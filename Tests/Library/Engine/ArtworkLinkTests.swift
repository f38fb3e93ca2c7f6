// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingEngine

/// Tests links that somebody has put into the library's folders to make it write or remove files elsewhere.
@Suite struct ArtworkLinkTests {
  private let files = FileManager.default

  /// Provides a folder whose content must stay unchanged, and another one to work in.
  private func withVictim(_ body: (_ victim: URL, _ base: URL) throws -> Void) throws {
    try withRuntimeDirectory { root in
      let victim = root.appending(path: "victim")
      let base = root.appending(path: "base")
      for folder in [victim, base] { try files.createDirectory(at: folder, withIntermediateDirectories: true) }
      try Data("precious".utf8).write(to: victim.appending(path: "file"))
      try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: victim.path)
      try body(victim, base)
      #expect(try files.contentsOfDirectory(atPath: victim.path) == ["file"])
      #expect(try Data(contentsOf: victim.appending(path: "file")) == Data("precious".utf8))
      let mode = try files.attributesOfItem(atPath: victim.path)[.posixPermissions] as? NSNumber
      #expect(mode?.intValue == 0o755)
    }
  }

  private func store(_ roots: URL...) -> ArtworkStore { ArtworkStore(roots: roots.map(\.path), "player") }

  private func put(_ store: ArtworkStore, _ mark: UInt8 = 1) throws -> StoredPicture {
    try picture(mark).withUnsafeBytes { store.store($0, forSurfaces: false) }.get()
  }

  private func folder(_ picture: StoredPicture) -> URL {
    URL(fileURLWithPath: picture.file).deletingLastPathComponent()
  }

  @Test func asRoot() throws {
    try withVictim { victim, base in
      let root = base.appending(path: "nowplaying")
      try files.createSymbolicLink(at: root, withDestinationURL: victim)
      #expect(throws: Failure.io) { try put(store(root)) }
      #expect(try put(store(root, base.appending(path: "other"))).file.hasPrefix(base.path + "/other/"))
    }
  }

  @Test func asDirectoryOfTheApplication() throws {
    try withVictim { victim, base in
      let root = base.appending(path: "nowplaying")
      try files.createDirectory(at: root, withIntermediateDirectories: true)
      try files.createSymbolicLink(at: root.appending(path: "player"), withDestinationURL: victim)
      #expect(throws: Failure.io) { try put(store(root)) }
    }
  }

  @Test func inPlaceOfOurOwnDirectory() throws {
    try withVictim { victim, base in
      let store = store(base.appending(path: "nowplaying"))
      let first = try put(store)
      try files.moveItem(at: folder(first), to: base.appending(path: "moved"))
      try files.createSymbolicLink(at: folder(first), withDestinationURL: victim)
      let second = try put(store, 2)
      #expect(folder(second) != folder(first) && !store.has(first))
      #expect(files.fileExists(atPath: second.file))
      store.removeAll()
    }
  }

  @Test func amongWhatDeadProcessesLeft() throws {
    try withVictim { victim, base in
      let parent = base.appending(path: "nowplaying/player")
      try files.createDirectory(at: parent, withIntermediateDirectories: true)
      try files.createSymbolicLink(at: parent.appending(path: "0123456789abcdef"), withDestinationURL: victim)
      let store = store(base.appending(path: "nowplaying"))
      _ = try put(store)
      store.removeAll()
    }
  }

  @Test func asLock() throws {
    try withVictim { victim, base in
      let left = base.appending(path: "nowplaying/player/0123456789abcdef")
      try files.createDirectory(at: left, withIntermediateDirectories: true)
      let target = victim.appending(path: "file")
      try files.createSymbolicLink(at: left.appending(path: "lock"), withDestinationURL: target)
      let dangling = base.appending(path: "nowplaying/player/fedcba9876543210")
      try files.createDirectory(at: dangling, withIntermediateDirectories: true)
      try files.createSymbolicLink(
        at: dangling.appending(path: "lock"), withDestinationURL: victim.appending(path: "made"))
      _ = try put(store(base.appending(path: "nowplaying")))
      // The folders stay, because it cannot be determined whether they are in use.
      #expect(files.fileExists(atPath: left.path) && files.fileExists(atPath: dangling.path))
    }
  }

  @Test func asFile() throws {
    try withVictim { victim, base in
      let store = store(base.appending(path: "nowplaying"))
      let first = try put(store)
      try files.removeItem(atPath: first.file)
      try files.createSymbolicLink(
        at: URL(fileURLWithPath: first.file), withDestinationURL: victim.appending(path: "file"))
      let again = try put(store)
      #expect(again.file == first.file)
      #expect(try files.attributesOfItem(atPath: again.file)[.type] as? FileAttributeType == .typeRegular)
      #expect(try Data(contentsOf: URL(fileURLWithPath: again.file)) == Data(picture(1)))
    }
  }

  @Test func inADirectoryThatIsRemoved() throws {
    try withVictim { victim, base in
      let store = store(base.appending(path: "nowplaying"))
      let first = try put(store)
      try files.createSymbolicLink(
        at: folder(first).appending(path: "link"), withDestinationURL: victim.appending(path: "file"))
      store.removeAll()
      #expect(!files.fileExists(atPath: folder(first).path))
    }
  }
}
