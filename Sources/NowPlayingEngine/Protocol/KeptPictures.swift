// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingCore

/// The pictures and videos that surfaces were given of the items that are there: each is the same file as long as its
/// item stays, and there are few sizes. A client that asks for many sizes and reads nothing would otherwise have the
/// player pay for a file each time. Belongs to the loop.
final class KeptPictures {
  /// An answer of a host for one size.
  private final class Kept {
    let session: Session
    let kind: Request.Kind
    let width: Int32
    let height: Int32
    let answer: Request.Answer
    /// The memory that the answer takes; 0 where an earlier one has the same file.
    let bytes: Int
    /// Whether the host is asked for no further size.
    var isLast = false

    init(
      _ session: Session, _ kind: Request.Kind, _ width: Int32, _ height: Int32, _ answer: Request.Answer, bytes: Int
    ) {
      (self.session, self.kind, self.width, self.height) = (session, kind, width, height)
      (self.answer, self.bytes) = (answer, bytes)
    }

    var area: Int64 { Int64(clamping: width) * Int64(clamping: height) }

    @inline(never)
    func isOf(_ session: Session, _ kind: Request.Kind) -> Bool { self.session === session && self.kind == kind }
  }

  private let core: AppCore
  private var all: [Kept] = []

  /// Sizes of one picture or video; and how many of them a host is asked for at one time.
  private static let maxSizes = 16
  static let maxWaiting = 4
  /// Bytes of all files of a connection beyond the largest of each picture and video.
  static let maxExtra = 8 << 20

  init(_ core: AppCore) { self.core = core }

  var isEmpty: Bool { all.isEmpty }

  /// Returns the answer for a size: the one given before, or the size that fits best where the host is asked for no
  /// more. Nil when the host is to be asked.
  ///
  /// - waiting: how many sizes the host is asked for now.
  func answer(_ session: Session, _ kind: Request.Kind, _ size: (Int32, Int32), waiting: Int) -> Request.Answer? {
    var (count, largest, isFull) = (0, 0, false)
    for kept in all where kept.isOf(session, kind) {
      if kept.width == size.0, kept.height == size.1 { return kept.answer }
      count += 1
      largest = max(largest, kept.bytes)
      isFull = isFull || kept.isLast
    }
    if count == 0 { return nil }
    if isFull { return best(session, kind, size) }
    // The next answer may be as large as the largest before.
    if extra + (waiting + 1) * largest <= Self.maxExtra, count + waiting < Self.maxSizes { return nil }
    if waiting == 0 { close(session, kind) }
    return best(session, kind, size)
  }

  /// Keeps the answer of a host. Returns the one to hand out: the file that has the same bytes already, or another size
  /// where there is no room for one more.
  func keep(
    _ answer: Request.Answer, _ session: Session, _ kind: Request.Kind, _ size: (Int32, Int32)
  ) -> Request.Answer {
    var (bytes, answer) = (0, answer)
    switch answer {
    case .memory(let picture):
      bytes = picture.size
      if let twin = twin(of: picture, session, kind) { (bytes, answer) = (0, .memory(twin)) }
    case .video(let video): bytes = video.memory
    // A provided answer is the same for all sizes, also where it is nothing.
    default: if size.0 > 0 { return answer }
    }
    all.append(Kept(session, kind, size.0, size.1, answer, bytes: bytes))
    guard bytes > 0, extra > Self.maxExtra else { return answer }
    all.removeLast()
    close(session, kind)
    return best(session, kind, size) ?? answer
  }

  /// Forgets pictures whose items are gone.
  func forget(where isGone: (Session, Request.Kind) -> Bool) {
    var index = all.count
    while index > 0 {
      index -= 1
      if isGone(all[index].session, all[index].kind) { all.remove(at: index) }
    }
  }

  /// The bytes of all files beyond the largest of each picture and video.
  private var extra: Int {
    var sum = 0
    for (index, one) in all.enumerated() {
      var isLargest = true
      for (other, two) in all.enumerated() where other != index && two.isOf(one.session, one.kind) {
        if two.bytes > one.bytes || two.bytes == one.bytes && other < index { isLargest = false }
      }
      if !isLargest { sum += one.bytes }
    }
    return sum
  }

  /// Asks the host for no further size of an item's picture.
  private func close(_ session: Session, _ kind: Request.Kind) {
    for index in all.indices where all[index].isOf(session, kind) { all[index].isLast = true }
    core.log(.info, "Surfaces want more sizes of a picture than are kept, and get another: " + session.id)
  }

  /// Returns the picture that was given before and has the same bytes.
  private func twin(of picture: MemoryPicture, _ session: Session, _ kind: Request.Kind) -> MemoryPicture? {
    for kept in all where kept.isOf(session, kind) {
      guard case .memory(let other) = kept.answer, other.size == picture.size else { continue }
      if np_have_same_bytes(other.descriptor, picture.descriptor, picture.size) { return other }
    }
    return nil
  }

  /// Returns the smallest that is large enough, or the largest.
  private func best(_ session: Session, _ kind: Request.Kind, _ size: (Int32, Int32)) -> Request.Answer? {
    var (enough, largest): (Kept?, Kept?)
    for kept in all where kept.isOf(session, kind) {
      let isEnough = kept.width >= size.0 && kept.height >= size.1
      if isEnough, kept.area < enough?.area ?? .max { enough = kept }
      if kept.area > largest?.area ?? -1 { largest = kept }
    }
    return (enough ?? largest)?.answer
  }
}
