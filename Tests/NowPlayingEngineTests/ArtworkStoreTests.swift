// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import NowPlayingCore
import Testing

@testable import NowPlayingEngine

@Suite struct ArtworkStoreTests {
  private func store(_ root: URL) -> ArtworkStore { ArtworkStore(root: root.path, "org.example.Player") }

  private func url(_ store: ArtworkStore, _ bytes: [UInt8]) throws -> URL {
    try #require(URL(string: bytes.withUnsafeBytes { store.store($0) }.get()))
  }

  @Test func theSamePictureKeepsItsName() throws {
    try withRuntimeDirectory { root in
      let store = store(root)
      let first = try url(store, picture(1))
      #expect(try url(store, picture(1)) == first)
      #expect(try url(store, picture(2)) != first)
      #expect(try Data(contentsOf: first) == Data(picture(1)))
    }
  }

  @Test func nobodyElseCanLook() throws {
    try withRuntimeDirectory { root in
      let file = try url(store(root), picture(1))
      var folder = file.deletingLastPathComponent()
      while folder.path != root.deletingLastPathComponent().path {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
        folder.deleteLastPathComponent()
      }
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }
  }

  @Test func whatADeadProcessLeftIsRemovedAndWhatALivingOneHasIsNot() throws {
    try withRuntimeDirectory { root in
      let living = store(root)
      let kept = try url(living, picture(1))
      var dead: ArtworkStore? = store(root)
      let left = try url(dead!, picture(2))
      dead = nil  // as if it had been killed: nothing is removed, but the lock is gone
      #expect(FileManager.default.fileExists(atPath: left.path))
      _ = try url(store(root), picture(3))
      #expect(!FileManager.default.fileExists(atPath: left.path))
      #expect(FileManager.default.fileExists(atPath: kept.path))
      withExtendedLifetime(living) {}
    }
  }

  @Test func nothingRemainsAtTheEnd() throws {
    try withRuntimeDirectory { root in
      let store = store(root)
      let file = try url(store, picture(1))
      store.removeAll()
      #expect(!FileManager.default.fileExists(atPath: file.deletingLastPathComponent().path))
    }
  }

  @Test func whatIsNoPictureIsRefused() throws {
    try withRuntimeDirectory { root in
      let store = store(root)
      #expect([].withUnsafeBytes { store.store($0) } == .failure(.notAnImage))
      #expect(Array("no picture".utf8).withUnsafeBytes { store.store($0) } == .failure(.notAnImage))
      var huge = picture(1)
      huge.append(contentsOf: [UInt8](repeating: 0, count: Limits.picture))
      #expect(huge.withUnsafeBytes { store.store($0) } == .failure(.tooLarge))
    }
  }

  @Test func aPlaceThatCannotBeWrittenIsAnError() {
    let store = ArtworkStore(root: "/proc/nowhere", "org.example.Player")
    #expect(picture(1).withUnsafeBytes { store.store($0) } == .failure(.io))
  }

  @Test func theAddressIsPercentEncoded() throws {
    try withRuntimeDirectory { root in
      let store = ArtworkStore(root: root.path + "/with space", "a/b")
      let text = try picture(1).withUnsafeBytes { store.store($0) }.get()
      #expect(text.contains("/with%20space/a_2fb/"))
      #expect(text.hasPrefix("file:///"))
    }
  }
}
