// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore
import Testing

@testable import NowPlayingEngine

/// Tests which of the picture sizes that surfaces got are kept.
@Suite struct KeptPicturesTests {
  private let session: Session
  private let other: Session
  private let kept: KeptPictures
  private let kind = Request.Kind.artwork("cover")

  init() throws {
    let app = try lonelyApp()
    session = try Session(app, id: "s", QuietHost())
    other = try Session(app, id: "t", QuietHost())
    kept = KeptPictures(app.core)
  }

  /// - bytes: how many bytes it has beyond those of a picture.
  private func memory(_ mark: UInt8, bytes: Int = 0) throws -> MemoryPicture {
    try (picture(mark) + [UInt8](repeating: 0, count: bytes)).withUnsafeBytes { try MemoryPicture.make($0, nil).get() }
  }

  /// Keeps a picture, and returns the one to hand out.
  @discardableResult
  private func keep(_ picture: MemoryPicture, _ width: Int32, _ height: Int32) -> MemoryPicture? {
    guard case .memory(let given) = kept.keep(.memory(picture), session, kind, (width, height)) else { return nil }
    return given
  }

  /// Returns the picture of a size; nil where the host is to be asked.
  private func given(_ width: Int32, _ height: Int32, waiting: Int = 0) -> MemoryPicture? {
    guard case .memory(let given)? = kept.answer(session, kind, (width, height), waiting: waiting) else { return nil }
    return given
  }

  @Test func aSizeIsThePictureThatWasGivenForIt() throws {
    #expect(given(64, 64) == nil && kept.isEmpty)
    let (small, large) = (try memory(1), try memory(2))
    #expect(keep(small, 64, 64) === small && keep(large, 64, 128) === large && !kept.isEmpty)
    #expect(given(64, 64) === small && given(64, 128) === large && given(128, 64) == nil)
    // For another session or picture the host is asked.
    #expect(kept.answer(other, kind, (64, 64), waiting: 0) == nil)
    #expect(kept.answer(session, .artwork("another"), (64, 64), waiting: 0) == nil)
  }

  @Test func theSameBytesAreOneFile() throws {
    let (first, same, next) = (try memory(1), try memory(1), try memory(2))
    #expect(keep(first, 64, 64) === first && keep(same, 32, 32) === first && keep(next, 16, 16) === next)
    #expect(given(32, 32) === first)
  }

  @Test func soManySizesAreKept() throws {
    for size in 1...UInt8(16) {
      #expect(given(Int32(size), Int32(size)) == nil)
      // Pending requests to the host count as well.
      #expect((given(99, 99, waiting: 16 - Int(size) + 1) != nil) == (size > 1))
      keep(try memory(size), Int32(size), Int32(size))
    }
    // The smallest picture that is large enough is given, or else the largest.
    for (width, height, size) in [(99, 99, 16), (3, 5, 5), (5, 3, 5), (0, 0, 1)] as [(Int32, Int32, Int32)] {
      #expect(given(width, height) === given(size, size))
    }
  }

  @Test func soManyBytesAreKept() throws {
    let bytes = 3 << 20
    keep(try memory(1, bytes: bytes), 1, 1)
    #expect(given(2, 2) == nil && given(2, 2, waiting: 1) == nil && given(2, 2, waiting: 2) != nil)
    keep(try memory(2, bytes: bytes), 2, 2)
    #expect(given(3, 3) == nil && given(3, 3, waiting: 1) === given(2, 2))
    // The host may give further pictures nevertheless: one without room is not kept, and the kept one that fits is
    // given.
    let third = try memory(3, bytes: bytes)
    #expect(keep(third, 3, 3) === third)
    let fourth = keep(try memory(4, bytes: bytes), 1, 4)
    #expect(fourth === third)
    // The host is asked for no further size, also where there is room.
    kept.removeAll { _, _ in false }
    #expect(given(1, 3) === third && given(9, 9) === third)
    kept.removeAll { of, _ in of === other }
    #expect(!kept.isEmpty)
    kept.removeAll { of, _ in of === session }
    #expect(kept.isEmpty && given(1, 1) == nil)
  }

  /// The number and the bytes of all kept pictures are limited, since an item may have a picture for each chapter.
  @Test func fewAreKeptInAll() throws {
    let bytes = 1 << 20
    for number in 0..<100 {
      let picture = try memory(UInt8(number), bytes: bytes)
      _ = kept.keep(.memory(picture), number % 2 == 0 ? session : other, .artwork(String(number)), (64, 64))
    }
    let isKept = (0..<100).map {
      kept.answer($0 % 2 == 0 ? session : other, .artwork(String($0)), (64, 64), waiting: 0) != nil
    }
    // As many pictures are kept as fit, the last ones.
    #expect(isKept == (0..<100).map { $0 >= 100 - Limits.keptBytes / (bytes + 200) })
    for number in 0..<100 { _ = kept.keep(.memory(try memory(1)), session, .artwork("small \(number)"), (64, 64)) }
    let count = (0..<100).filter {
      kept.answer(session, .artwork("small \($0)"), (64, 64), waiting: 0) != nil
    }.count
    #expect(count == Limits.keptPictures)
    // The newest is kept, whatever its size.
    let large = try memory(1, bytes: Limits.picture - 4096)
    for number in 0..<3 { _ = kept.keep(.memory(large), session, .artwork("large \(number)"), (64, 64)) }
    #expect(kept.answer(session, .artwork("large 2"), (64, 64), waiting: 0) != nil)
    #expect(kept.answer(session, .artwork("small 99"), (64, 64), waiting: 0) == nil)
  }

  /// Two sizes of a picture may share a file, whose bytes count for the older one. When that is dropped, they count for
  /// the other one.
  @Test func aFileCountsAsLongAsItIsKept() throws {
    let bytes = Limits.picture - 4096
    _ = kept.keep(.memory(try memory(1, bytes: bytes)), session, kind, (1, 1))
    _ = kept.keep(.memory(try memory(1, bytes: bytes)), session, kind, (2, 2))
    for number in 0..<(Limits.keptPictures - 1) {
      _ = kept.keep(.memory(try memory(2)), session, .artwork("small \(number)"), (64, 64))
    }
    #expect(given(1, 1) !== nil && given(2, 2) != nil)
    _ = kept.keep(.memory(try memory(3, bytes: bytes)), other, kind, (1, 1))
    _ = kept.keep(.memory(try memory(4, bytes: bytes)), other, .artwork("next"), (1, 1))
    #expect(given(2, 2) == nil)
  }

  /// A provided picture, which counts as size 0, is kept even if it could not be read. Other failures are not kept.
  @Test func failuresAreKeptOfWhatIsProvided() {
    let failure = Request.Answer.failed(.io, "gone")
    let cases: [(Request.Kind, Int32, Bool)] = [
      (kind, 64, false), (kind, 0, true), (.preview("moving", .square), 64, false),
      (.preview("moving", .square), 0, false), (.video("moving", .square), 0, false),
    ]
    for (kind, size, isKept) in cases {
      _ = kept.keep(failure, session, kind, (size, size))
      var isFailure = false
      if case .failed(.io, "gone")? = kept.answer(session, kind, (size, size), waiting: 0) { isFailure = true }
      #expect(isFailure == isKept)
    }
  }
}
