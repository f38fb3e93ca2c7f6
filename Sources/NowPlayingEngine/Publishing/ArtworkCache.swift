// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingCore

/// Asks hosts for pictures, and remembers what they gave. Belongs to the loop.
final class ArtworkCache {
  /// A picture, by session and artwork id.
  private struct Picture {
    let session: Session
    let id: String
    let file: StoredPicture
  }

  private let core: AppCore
  /// The last used last.
  private var pictures: [Picture] = []
  private var pending: Request?
  /// The artwork that could not be had, until the session's next content.
  private var failed: (session: Session, id: String, serial: UInt32)?
  /// Called when an answer came.
  var changed: () -> Void = {}

  /// Pictures that are remembered, with their files.
  static let capacity = 16
  /// Bytes of their files, which may lie in memory: two of the largest, or many ordinary ones.
  static let maxBytes = 2 * Limits.picture
  /// The size to ask for where nobody prefers one.
  static let size: Int32 = 512

  init(_ core: AppCore) { self.core = core }

  /// The picture, if it is there. If not, the host is asked, once.
  ///
  /// - mayAsk: false while nobody can look at it.
  func picture(for content: Content?, of session: Session, serial: UInt32, mayAsk: Bool) -> StoredPicture? {
    guard let id = content?.artworkID, !id.isEmpty, session.handler.givesArtwork else {
      cancel()
      return nil
    }
    if let file = remembered(id, session) {
      cancel()
      return file
    }
    if let pending, pending.asks(session), pending.kind == .artwork(id) { return nil }
    cancel()
    if let failed, failed.session === session, failed.id.exact == id.exact, failed.serial == serial { return nil }
    if mayAsk { ask(id, session, serial) }
    return nil
  }

  /// A picture that is there.
  private func remembered(_ id: String, _ session: Session) -> StoredPicture? {
    // From the last: all tracks of an album have the same.
    guard let index = pictures.lastIndex(where: { $0.session === session && $0.id.exact == id.exact }) else {
      return nil
    }
    let file = pictures[index].file
    // Somebody else may have removed the file.
    guard core.requests.artwork.has(file) else {
      pictures.remove(at: index)
      return nil
    }
    if index != pictures.count - 1 { pictures.append(pictures.remove(at: index)) }
    return file
  }

  /// Whether an answer may come soon.
  var isWaiting: Bool { pending != nil }

  private func ask(_ id: String, _ session: Session, _ serial: UInt32) {
    let request = Request(.artwork(id), core.requests, session, now: np_now_us()) { [unowned(unsafe) self] answer in
      pending = nil
      if case .picture(let file) = answer {
        remember(Picture(session: session, id: id, file: file))
      } else {
        failed = (session, id, serial)
        if case .failed(let failure, let message) = answer, failure != .cancelled {
          // A host without a picture has made no mistake.
          core.log(failure == .noSuchContent ? .debug : .warning, "No artwork \"" + id + "\": " + message)
        }
      }
      changed()
    }
    pending = request
    session.tell { $0.artwork(id, Self.size, Self.size, request) }
  }

  /// An answer that comes later is for a picture that nobody wants.
  private func cancel() {
    guard let request = pending else { return }
    pending = nil
    request.reply = nil
    request.cancel()
  }

  /// The oldest are long out of sight.
  private func remember(_ picture: Picture) {
    pictures.append(picture)
    while pictures.count > Self.capacity || rememberedBytes > Self.maxBytes { pictures.removeFirst() }
  }

  /// Of our files, of which several ids may share one.
  private var rememberedBytes: Int {
    var sum = 0
    for (index, picture) in pictures.enumerated() {
      if !pictures[..<index].contains(where: { $0.file.url.exact == picture.file.url.exact }) {
        sum += picture.file.size
      }
    }
    return sum
  }

  /// The session has ended.
  func forget(_ session: Session) {
    if let pending, pending.asks(session) { cancel() }
    if failed?.session === session { failed = nil }
    pictures.removeAll { $0.session === session }
  }
}
