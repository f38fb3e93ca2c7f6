// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingCore

/// The pictures and videos of an app that surfaces were given of the items that are there: each is the same file, and
/// there are few sizes. A client that asks for many sizes and reads nothing would otherwise have the player pay for a
/// file each time. Few are kept in all, too, because an item may have a picture for each of its chapters: the oldest
/// goes, and its host is asked anew. Belongs to the loop.
final class KeptPictures {
  /// An answer of a host for one size.
  private final class Kept {
    let session: Session
    let kind: Request.Kind
    let width: Int32
    let height: Int32
    let answer: Request.Answer
    /// The memory that the answer takes; 0 where an earlier one has the same file.
    var bytes: Int
    /// Whether the host is asked for no further size.
    var isLast = false

    init(
      _ session: Session, _ kind: Request.Kind, _ width: Int32, _ height: Int32, _ answer: Request.Answer, bytes: Int
    ) {
      (self.session, self.kind, self.width, self.height) = (session, kind, width, height)
      (self.answer, self.bytes) = (answer, bytes)
    }

    var area: Int64 { Int64(clamping: width) * Int64(clamping: height) }

    /// Whether both hand out the same file.
    func hasFile(of other: Kept) -> Bool {
      switch (answer, other.answer) {
      case (.memory(let a), .memory(let b)): a === b
      case (.video(let a), .video(let b)): a === b
      default: false
      }
    }

    func isOf(_ session: Session, _ kind: Request.Kind) -> Bool { self.session === session && self.kind == kind }
  }

  private let core: AppCore
  private var all: [Kept] = []

  /// Sizes of one picture or video; and how many of them a host is asked for at one time.
  private static let maxSizes = 16
  static let maxWaiting = 4
  /// Bytes of the sizes of one picture beyond the largest; a video is larger.
  private static let maxExtra = 8 << 20
  private static let maxVideoExtra = 64 << 20

  init(_ core: AppCore) { self.core = core }

  var isEmpty: Bool { all.isEmpty }

  /// Returns the answer for a size: the one given before, or the size that fits best where the host is asked for no
  /// more. Nil when the host is to be asked.
  ///
  /// - waiting: how many sizes the host is asked for now.
  func answer(_ session: Session, _ kind: Request.Kind, _ size: (Int32, Int32), waiting: Int) -> Request.Answer? {
    var (count, isFull) = (0, false)
    for kept in all where kept.isOf(session, kind) {
      if kept.width == size.0, kept.height == size.1 { return kept.answer }
      count += 1
      isFull = isFull || kept.isLast
    }
    if count == 0 { return nil }
    if isFull { return best(session, kind, size) }
    let (largest, extra) = sizes(session, kind)
    // The next answer may be as large as the largest before.
    if extra + (waiting + 1) * largest <= Self.most(kind), count + waiting < Self.maxSizes { return nil }
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
    case .video(let video):
      bytes = video.size
      if let twin = twin(of: video, session, kind) { (bytes, answer) = (0, .video(twin)) }
    // A provided answer is the same for all sizes, also where it is nothing.
    default: if size.0 > 0 { return answer }
    }
    all.append(Kept(session, kind, size.0, size.1, answer, bytes: bytes))
    if bytes > 0, sizes(session, kind).extra > Self.most(kind) {
      all.removeLast()
      close(session, kind)
      return best(session, kind, size) ?? answer
    }
    // The newest stays, whatever it takes.
    while all.count > 1, all.count > Limits.keptPictures || sum > Limits.keptBytes { removeOldest() }
    return answer
  }

  /// Forgets the oldest. Others that have the same file take over its bytes.
  private func removeOldest() {
    let oldest = all.removeFirst()
    guard oldest.bytes > 0 else { return }
    for kept in all where kept.isOf(oldest.session, oldest.kind) && kept.hasFile(of: oldest) {
      kept.bytes = oldest.bytes
      return
    }
  }

  /// Forgets pictures whose items are gone.
  func removeAll(where isGone: (Session, Request.Kind) -> Bool) {
    var index = all.count
    while index > 0 {
      index -= 1
      if isGone(all[index].session, all[index].kind) { all.remove(at: index) }
    }
  }

  /// The bytes of all files.
  private var sum: Int {
    var sum = 0
    for kept in all { sum += kept.bytes }
    return sum
  }

  /// The bytes of the largest file of a picture or video, and of its others.
  private func sizes(_ session: Session, _ kind: Request.Kind) -> (largest: Int, extra: Int) {
    var (largest, sum) = (0, 0)
    for kept in all where kept.isOf(session, kind) {
      largest = max(largest, kept.bytes)
      sum += kept.bytes
    }
    return (largest, sum - largest)
  }

  private static func most(_ kind: Request.Kind) -> Int { kind.isVideo ? maxVideoExtra : maxExtra }

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

  /// Returns the copy that was made before of the same file.
  private func twin(of video: Video, _ session: Session, _ kind: Request.Kind) -> Video? {
    for kept in all where kept.isOf(session, kind) {
      if case .video(let other) = kept.answer, other.isCopy(ofSameFileAs: video) { return other }
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
