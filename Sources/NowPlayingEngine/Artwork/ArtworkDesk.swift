// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingCore

/// Asks hosts for pictures, and remembers what they gave. Belongs to the loop.
final class ArtworkDesk {
  /// A picture, by session and artwork id.
  private struct Picture {
    let session: Session
    let id: String
    let file: StoredPicture
  }

  private unowned(unsafe) let app: App
  /// The last used last.
  private var pictures: [Picture] = []
  private var pending: Request?
  /// The artwork that could not be had, until the session's next content.
  private var failed: (session: Session, id: String, serial: UInt32)?
  /// Called when an answer came.
  var changed: () -> Void = {}

  /// Pictures that are remembered, with their files.
  private static let capacity = 16
  /// Bytes of their files, which may lie in memory: two of the largest, or many ordinary ones.
  private static let mostBytes = 2 * Limits.picture
  /// What to ask for where nobody says a size.
  private static let size: Int32 = 512

  init(_ app: App) { self.app = app }

  /// The picture, if it is there. If not, the host is asked, once.
  ///
  /// - mayAsk: false while nobody can look at it.
  func picture(for content: Content?, of session: Session, serial: UInt32, mayAsk: Bool) -> StoredPicture? {
    guard let id = content?.artworkID, !id.isEmpty, session.handler.givesArtwork else {
      cancel()
      return nil
    }
    if let index = pictures.firstIndex(where: { $0.session === session && $0.id.exact == id.exact }) {
      let picture = pictures.remove(at: index)
      // Somebody else may have removed the file.
      if app.artwork.has(picture.file) {
        pictures.append(picture)
        cancel()
        return picture.file
      }
    }
    if let pending, pending.session === session, pending.kind == .artwork(id) { return nil }
    cancel()
    if let failed, failed.session === session, failed.id.exact == id.exact, failed.serial == serial { return nil }
    if mayAsk { ask(id, session, serial) }
    return nil
  }

  /// Whether an answer may come soon.
  var isWaiting: Bool { pending != nil }

  private func ask(_ id: String, _ session: Session, _ serial: UInt32) {
    let request = Request(.artwork(id), app, session, now: np_now_us()) { [unowned(unsafe) self] answer in
      pending = nil
      if case .picture(let file) = answer {
        remember(Picture(session: session, id: id, file: file))
      } else {
        failed = (session, id, serial)
        if case .failed(let failure, let message) = answer, failure != .cancelled {
          app.log(.warning, "No artwork \"" + id + "\": " + message)
        }
      }
      changed()
    }
    pending = request
    failed = nil
    app.tell(session) { $0.artwork(id, width: Self.size, height: Self.size, request) }
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
    while pictures.count > Self.capacity || rememberedBytes > Self.mostBytes { pictures.removeFirst() }
  }

  /// Of the files, of which several ids may share one.
  private var rememberedBytes: Int {
    var sum = 0
    for (index, picture) in pictures.enumerated() {
      if !pictures[..<index].contains(where: { $0.file.path.exact == picture.file.path.exact }) {
        sum += picture.file.size
      }
    }
    return sum
  }

  /// The app ends. What is remembered holds sessions, which hold the app, which holds this.
  func stop() {
    pending = nil
    failed = nil
    pictures = []
  }

  /// The session has ended.
  func forget(_ session: Session) {
    if let pending, pending.session === session { cancel() }
    if failed?.session === session { failed = nil }
    pictures.removeAll { $0.session === session }
  }
}
