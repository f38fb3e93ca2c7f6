// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingEngine

@Suite struct ArtworkStoreTests {
  private func store(_ root: URL) -> ArtworkStore { ArtworkStore(roots: [root.path], "org.example.Player") }

  private func put(_ store: ArtworkStore, _ bytes: [UInt8]) throws -> StoredPicture {
    try bytes.withUnsafeBytes { store.store($0, forSurfaces: false) }.get()
  }

  private func failure(_ store: ArtworkStore, _ bytes: [UInt8]) -> Failure? {
    guard case .failure(let failure) = bytes.withUnsafeBytes({ store.store($0, forSurfaces: false) }) else {
      return nil
    }
    return failure
  }

  private func exists(_ picture: StoredPicture) -> Bool { FileManager.default.fileExists(atPath: picture.file) }

  private func folder(_ picture: StoredPicture) -> URL {
    URL(fileURLWithPath: picture.file).deletingLastPathComponent()
  }

  @Test func theSamePictureKeepsItsName() throws {
    try withRuntimeDirectory { root in
      let store = store(root)
      let first = try put(store, picture(1))
      let second = try put(store, picture(2))
      #expect(try put(store, picture(1)).url == first.url)
      #expect(second.url != first.url)
      // The name must stay the same in all versions: gnome-shell caches by file name for ever.
      #expect(URL(fileURLWithPath: first.file).lastPathComponent == "86cf58316ec5afb6918e1e8a880a7997.png")
      #expect(try Data(contentsOf: #require(URL(string: first.url))) == Data(picture(1)))
    }
  }

  @Test func nobodyElseCanLook() throws {
    try withRuntimeDirectory { root in
      let picture = try put(store(root), picture(1))
      var folder = folder(picture)
      while folder.path != root.deletingLastPathComponent().path {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
        folder.deleteLastPathComponent()
      }
      let attributes = try FileManager.default.attributesOfItem(atPath: picture.file)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }
  }

  // MARK: The life of a file

  @Test func aFileStaysForEveryoneWhoHoldsIt() throws {
    try withRuntimeDirectory { root in
      let store = store(root)
      var holders = [try put(store, picture(1)), try put(store, picture(1))]
      let path = holders[0].file
      holders.removeLast()
      _ = try put(store, picture(2))
      #expect(FileManager.default.fileExists(atPath: path))
      holders.removeLast()
      let last = try put(store, picture(3))
      // Storing the next picture removes those that are not held any more.
      let files = try FileManager.default.contentsOfDirectory(atPath: folder(last).path)
      #expect(files.sorted() == [URL(fileURLWithPath: last.file).lastPathComponent, "lock"].sorted())
    }
  }

  @Test func aPictureThatComesBackIsThere() throws {
    try withRuntimeDirectory { root in
      let store = store(root)
      let path = try put(store, picture(1)).file
      let again = try put(store, picture(1))
      #expect(again.file == path && exists(again) && store.has(again))
    }
  }

  @Test func whatADeadProcessLeftIsRemovedAndWhatALivingOneHasIsNot() throws {
    try withRuntimeDirectory { root in
      let living = store(root)
      let kept = try put(living, picture(1))
      // Simulates a killed process: no file is removed, but the lock is released.
      let left = try put(store(root), picture(2)).file
      #expect(FileManager.default.fileExists(atPath: left))
      _ = try put(store(root), picture(3))
      #expect(!FileManager.default.fileExists(atPath: left))
      #expect(exists(kept))
      withExtendedLifetime(living) {}
    }
  }

  @Test func nothingRemainsAtTheEnd() throws {
    try withRuntimeDirectory { root in
      let store = ArtworkStore(roots: [root.path + "/nowplaying"], "org.example.Player")
      _ = try put(store, picture(1))
      store.removeAll()
      #expect(try FileManager.default.contentsOfDirectory(atPath: root.path) == [])
      #expect(failure(store, picture(1)) == .cancelled)
      #expect(try FileManager.default.contentsOfDirectory(atPath: root.path) == [])
    }
  }

  @Test func whatSomebodyRemovedIsKnownAndWrittenAgain() throws {
    try withRuntimeDirectory { root in
      let store = store(root)
      let first = try put(store, picture(1))
      let second = try put(store, picture(2))
      try FileManager.default.removeItem(atPath: first.file)
      let third = try put(store, picture(3))
      #expect(!store.has(first) && store.has(second) && store.has(third))
      #expect(try put(store, picture(1)).url == first.url)
      #expect(store.has(first) && exists(first))
      // Simulates a cleaner, or the end of the login session.
      try FileManager.default.removeItem(at: root.appending(path: "org_2eexample_2ePlayer"))
      let fourth = try put(store, picture(4))
      #expect(exists(fourth) && store.has(fourth) && !store.has(second) && !store.has(third))
    }
  }

  /// Instances that start and end at the same time must not remove each other's new files. Locks belong to open files,
  /// so that stores in one process behave like processes.
  @Test func sideBySide() throws {
    try withRuntimeDirectory { root in
      let path = root.path + "/nowplaying"
      let failures = Failures()
      DispatchQueue.concurrentPerform(iterations: 6) { number in
        for round in 0..<300 {
          let store = ArtworkStore(roots: [path], "org.example.Player")
          for mark in [UInt8(number), 100 + UInt8(number)] {
            let stored = picture(mark).withUnsafeBytes { store.store($0, forSurfaces: false) }
            guard case .success(let picture) = stored, exists(picture) else {
              failures.add("\(number), round \(round): \(stored)")
              continue
            }
          }
          store.removeAll()
        }
      }
      #expect(failures.all == [])
    }
  }

  // MARK: Wrong pictures, wrong places

  @Test func whatIsNoPictureIsRefused() throws {
    try withRuntimeDirectory { root in
      let store = store(root)
      #expect(failure(store, []) == .notAnImage)
      #expect(failure(store, Array("no picture".utf8)) == .notAnImage)
      #expect(failure(store, picture(1) + [UInt8](repeating: 0, count: Limits.picture)) == .tooLarge)
    }
  }

  @Test func aPlaceThatCannotBeWrittenIsAnError() {
    #expect(failure(ArtworkStore(roots: ["/proc/nowhere"], "org.example.Player"), picture(1)) == .io)
    #expect(failure(ArtworkStore(roots: [], "org.example.Player"), picture(1)) == .io)
  }

  @Test func theNextPlaceIsTakenAndNothingIsLeftInTheFirst() throws {
    try withRuntimeDirectory { root in
      // The first root lies in a directory that is missing, the second in one that is a file.
      try Data().write(to: root.appending(path: "file"))
      let roots = ["missing/nowplaying", "file/nowplaying", "nowplaying"].map { root.path + "/" + $0 }
      let store = ArtworkStore(roots: roots, "org.example.Player")
      let stored = try put(store, picture(1))
      #expect(stored.file.hasPrefix(roots[2] + "/"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: root.path).sorted() == ["file", "nowplaying"])
    }
  }

  @Test func theAddressIsPercentEncoded() throws {
    try withRuntimeDirectory { root in
      let store = ArtworkStore(roots: [root.path + "/with space"], "a/b")
      let url = try put(store, picture(1)).url
      #expect(url.contains("/with%20space/a_2fb/"))
      #expect(url.hasPrefix("file:///"))
    }
  }
}

/// Collects failures of several threads.
private final class Failures: @unchecked Sendable {
  private let lock = NSLock()
  private var list: [String] = []

  var all: [String] { lock.withLock { list } }

  func add(_ failure: String) { lock.withLock { list.append(failure) } }
}
