// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingCore

/// What surfaces were given of the items that are there, for whoever asks next: of each picture and video the same file
/// as long as its item stays, and of few sizes. A client that asks for many sizes and reads nothing would otherwise
/// have the player pay for a file each time. Belongs to the loop.
final class KeptPictures {
  /// One picture or video, of one session.
  private final class Subject {
    let session: Session
    let kind: Request.Kind
    var sizes: [Size] = []
    /// Whether no further size is asked for.
    var isFull = false

    init(_ session: Session, _ kind: Request.Kind) {
      self.session = session
      self.kind = kind
    }

    /// What its files take beyond the largest.
    var extra: Int {
      var (sum, largest) = (0, 0)
      for (index, size) in sizes.enumerated() where !sizes[..<index].contains(where: { $0.isSame(size) }) {
        sum += size.bytes
        largest = max(largest, size.bytes)
      }
      return sum - largest
    }
  }

  /// What was answered to whoever wanted a size.
  private struct Size {
    let width: Int32
    let height: Int32
    let answer: Request.Answer

    /// The memory that is kept.
    var bytes: Int {
      switch answer {
      case .memory(let picture): picture.size
      case .video(let video): video.memory
      default: 0
      }
    }

    func isSame(_ other: Size) -> Bool {
      switch (answer, other.answer) {
      case (.memory(let a), .memory(let b)): a === b
      case (.video(let a), .video(let b)): a === b
      default: false
      }
    }
  }

  private let core: AppCore
  private var subjects: [Subject] = []

  /// Sizes of one picture or video; and how many of them a host is asked for at one time.
  private static let mostSizes = 16
  static let mostWaiting = 4
  /// Bytes of all files of a connection beyond the largest of each picture and video.
  static let mostExtra = 8 << 20

  init(_ core: AppCore) { self.core = core }

  var isEmpty: Bool { subjects.isEmpty }

  private var extra: Int {
    var sum = 0
    for subject in subjects { sum += subject.extra }
    return sum
  }

  private func subject(_ session: Session, _ kind: Request.Kind) -> Subject? {
    subjects.first { $0.session === session && $0.kind == kind }
  }

  /// The answer to who wants a size: that which was given before, or that of the size that fits best where the host is
  /// asked for no more. Nil when the host is to be asked.
  ///
  /// - waiting: how many sizes the host is asked for now.
  func answer(_ session: Session, _ kind: Request.Kind, _ size: (Int32, Int32), waiting: Int) -> Request.Answer? {
    guard let subject = subject(session, kind) else { return nil }
    let same = subject.sizes.first { $0.width == size.0 && $0.height == size.1 }
    if let same { return same.answer }
    if subject.isFull { return best(subject, size) }
    // What the host gives now may be as large as the largest that it gave before.
    let largest = subject.sizes.map { $0.bytes }.max() ?? 0
    let hasRoom = extra + (waiting + 1) * largest <= Self.mostExtra
    if hasRoom, subject.sizes.count + waiting < Self.mostSizes { return nil }
    if waiting == 0 { fill(subject) }
    return best(subject, size)
  }

  /// Keeps what a host has given. Returns what is handed out: the file that has the same bytes already, or another size
  /// where there is no room for one more.
  func keep(
    _ answer: Request.Answer, _ session: Session, _ kind: Request.Kind, _ size: (Int32, Int32)
  ) -> Request.Answer {
    switch answer {
    case .memory, .video: break
    default: return answer
    }
    let subject = subject(session, kind) ?? Subject(session, kind)
    if subject.sizes.isEmpty { subjects.append(subject) }
    let known = twin(of: answer, subject)
    subject.sizes.append(Size(width: size.0, height: size.1, answer: known ?? answer))
    if known != nil { return known ?? answer }
    guard extra > Self.mostExtra else { return answer }
    subject.sizes.removeLast()
    fill(subject)
    return best(subject, size) ?? answer
  }

  /// Says once of an item that no further size is asked for.
  private func fill(_ subject: Subject) {
    if subject.isFull { return }
    subject.isFull = true
    core.log(.info, "Surfaces want more sizes of a picture than are kept, and get another: " + subject.session.id)
  }

  /// The picture that was given before and has the same bytes.
  private func twin(of answer: Request.Answer, _ subject: Subject) -> Request.Answer? {
    guard case .memory(let picture) = answer else { return nil }
    return subject.sizes.first {
      guard case .memory(let other) = $0.answer else { return false }
      return other.size == picture.size && np_have_same_bytes(other.descriptor, picture.descriptor, picture.size)
    }?.answer
  }

  /// The smallest that is large enough, or the largest.
  private func best(_ subject: Subject, _ size: (Int32, Int32)) -> Request.Answer? {
    func area(_ size: Size) -> Int64 { Int64(clamping: size.width) * Int64(clamping: size.height) }
    let enough = subject.sizes.filter { $0.width >= size.0 && $0.height >= size.1 }
    let found = enough.min { area($0) < area($1) } ?? subject.sizes.max { area($0) < area($1) }
    return found?.answer
  }

  /// The items of some pictures are gone.
  func forget(where isGone: (Session, Request.Kind) -> Bool) { subjects.removeAll { isGone($0.session, $0.kind) } }
}
