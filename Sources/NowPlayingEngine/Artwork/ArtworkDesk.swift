// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingCore

/// Asks hosts for pictures, and remembers what they gave. Belongs to the loop.
final class ArtworkDesk {
  /// A picture, by session and artwork id.
  private struct Picture {
    let session: Session
    let id: String
    let url: String
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
  /// What to ask for where nobody says a size.
  private static let size: Int32 = 512

  init(_ app: App) { self.app = app }

  /// The picture's URL, if it is there. If not, the host is asked, once.
  func url(for content: Content?, of session: Session, serial: UInt32) -> String? {
    guard let id = content?.artworkID, !id.isEmpty, session.handler.givesArtwork else {
      cancel()
      return nil
    }
    if let index = pictures.firstIndex(where: { $0.session === session && $0.id == id }) {
      let picture = pictures[index]
      if index != pictures.count - 1 { pictures.append(pictures.remove(at: index)) }
      cancel()
      return picture.url
    }
    if let pending, pending.session === session, pending.kind == .artwork(id) { return nil }
    cancel()
    if let failed, failed.session === session, failed.id == id, failed.serial == serial { return nil }
    ask(id, session, serial)
    return nil
  }

  /// Whether an answer may come soon.
  var isWaiting: Bool { pending != nil }

  private func ask(_ id: String, _ session: Session, _ serial: UInt32) {
    let request = Request(.artwork(id), app, session, now: np_now_us()) { [unowned(unsafe) self] answer in
      pending = nil
      if case .picture(let url) = answer {
        remember(Picture(session: session, id: id, url: url))
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
    app.monitor.locked {
      guard request.stateLocked == nil else { return }
      request.cancelLocked(.cancelled)
      app.pendingRequests.removeAll { $0 === request }
      app.answeredRequests.append(request)
    }
  }

  private func remember(_ picture: Picture) {
    pictures.append(picture)
    while pictures.count > Self.capacity { forgetFirst() }
  }

  /// The oldest is long out of sight. Its file goes, unless another id has the same picture.
  private func forgetFirst() {
    let picture = pictures.removeFirst()
    if !pictures.contains(where: { $0.url == picture.url }) { app.artwork.remove(picture.url) }
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
    let gone = pictures.filter { $0.session === session }
    pictures.removeAll { $0.session === session }
    for picture in gone where !pictures.contains(where: { $0.url == picture.url }) {
      app.artwork.remove(picture.url)
    }
  }
}
