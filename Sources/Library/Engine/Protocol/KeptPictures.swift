// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The pictures and videos of present items that surfaces were given. Each surface that asks gets the same file, and
/// only few sizes are kept: otherwise a client that asks for many sizes and reads nothing would cost the player a file
/// each time. The total is limited as well, because an item may have a picture for each chapter: beyond it the oldest
/// is dropped, and the host is asked again.
final class KeptPictures: LoopBound {
  /// A host's answer for one size.
  private final class Kept {
    let session: Session
    let kind: Request.Kind
    let width: Int32
    let height: Int32
    let answer: Request.Answer
    /// The memory of the answer; 0 where an earlier answer has the same file.
    var bytes: Int
    /// Whether the host is not asked for further sizes.
    var isLast = false

    init(
      _ session: Session, _ kind: Request.Kind, _ width: Int32, _ height: Int32, _ answer: Request.Answer, bytes: Int
    ) {
      (self.session, self.kind, self.width, self.height) = (session, kind, width, height)
      (self.answer, self.bytes) = (answer, bytes)
    }

    var area: Int64 { Int64(clamping: width) * Int64(clamping: height) }

    /// Whether both answers have the same file.
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

  /// The most sizes that are kept of one picture or video; and the most that a host is asked for at one time.
  private static let maxSizes = 16
  static let maxWaiting = 4
  /// The most bytes of one picture's sizes, without the largest; and of one video's files, without the largest.
  private static let maxExtra = 8 << 20
  private static let maxVideoExtra = 64 << 20

  init(_ core: AppCore) { self.core = core }

  var isEmpty: Bool { all.isEmpty }

  /// Returns the answer for a size: the one that was kept, or the size that fits best if the host is not asked for
  /// more. Nil when the host has to be asked.
  ///
  /// - waiting: the number of sizes that the host is being asked for.
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
    // The next answer may be as large as the largest until now.
    if extra + (waiting + 1) * largest <= Self.most(kind), count + waiting < Self.maxSizes { return nil }
    if waiting == 0 { close(session, kind) }
    return best(session, kind, size)
  }

  /// Keeps a host's answer. Returns the answer to send: a kept file with the same bytes, or another size where there is
  /// no room for this one.
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
    // A provided picture is one for all sizes, kept also where it cannot be read. A host that failed is asked again.
    default: guard case .artwork = kind, size.0 == 0 else { return answer }
    }
    all.append(Kept(session, kind, size.0, size.1, answer, bytes: bytes))
    if bytes > 0, sizes(session, kind).extra > Self.most(kind) {
      all.removeLast()
      close(session, kind)
      return best(session, kind, size) ?? answer
    }
    // The newest answer stays, whatever its size.
    while all.count > 1, all.count > Limits.keptPictures || sum > Limits.keptBytes { removeOldest() }
    return answer
  }

  /// Drops the oldest answer. Its bytes are counted for another answer with the same file.
  private func removeOldest() {
    let oldest = all.removeFirst()
    guard oldest.bytes > 0 else { return }
    for kept in all where kept.isOf(oldest.session, oldest.kind) && kept.hasFile(of: oldest) {
      kept.bytes = oldest.bytes
      return
    }
  }

  /// Drops pictures whose items are gone.
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

  /// The bytes of the largest file of a picture or video, and those of its other files.
  private func sizes(_ session: Session, _ kind: Request.Kind) -> (largest: Int, extra: Int) {
    var (largest, sum) = (0, 0)
    for kept in all where kept.isOf(session, kind) {
      largest = max(largest, kept.bytes)
      sum += kept.bytes
    }
    return (largest, sum - largest)
  }

  private static func most(_ kind: Request.Kind) -> Int { kind.isVideo ? maxVideoExtra : maxExtra }

  /// Stops asking the host for further sizes of a picture.
  private func close(_ session: Session, _ kind: Request.Kind) {
    for index in all.indices where all[index].isOf(session, kind) { all[index].isLast = true }
    core.log(.info, "Surfaces want more sizes of a picture than are kept, and get another: " + session.id)
  }

  /// Returns a kept picture with the same bytes.
  private func twin(of picture: MemoryPicture, _ session: Session, _ kind: Request.Kind) -> MemoryPicture? {
    for kept in all where kept.isOf(session, kind) {
      guard case .memory(let other) = kept.answer, other.size == picture.size else { continue }
      if np_have_same_bytes(other.descriptor, picture.descriptor, picture.size) { return other }
    }
    return nil
  }

  /// Returns a kept copy of the same video file.
  private func twin(of video: Video, _ session: Session, _ kind: Request.Kind) -> Video? {
    for kept in all where kept.isOf(session, kind) {
      if case .video(let other) = kept.answer, other.isCopy(ofSameFileAs: video) { return other }
    }
    return nil
  }

  /// Returns the smallest size that is large enough, or else the largest.
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
