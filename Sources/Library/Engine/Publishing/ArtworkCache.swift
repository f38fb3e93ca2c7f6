// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Finds the picture of the item that is shown: one that its session remembers, or else one that the host is asked for.
final class ArtworkCache: LoopBound {
  private let core: AppCore
  private var pending: Request?
  /// The artwork that the host could not give. It is not asked for again before the session's next content.
  private var failed: (session: Session, id: String, serial: UInt32)?
  /// The picture that the item was shown with.
  private var shown: (session: Session, item: Content, file: StoredPicture)?
  /// The file whose address clients were sent, and may still be reading.
  private var sent: StoredPicture?
  /// Called when an answer has come.
  var changed: () -> Void = {}

  /// The width and height to ask for where no client has named a size.
  static let size: Int32 = 512

  init(_ core: AppCore) { self.core = core }

  /// Returns the picture to show with an item. An item keeps its picture until another picture is there, because
  /// desktops would flicker without it. Another item does not get it (rule 6 in Rules.md), nor does the next song of a
  /// station.
  ///
  /// - mayAsk: false while no client could see the picture.
  func shownPicture(for committed: CommittedState, of session: Session, mayAsk: Bool) -> StoredPicture? {
    let file = picture(for: committed, of: session, mayAsk: mayAsk)
    if let file, let item = committed.state.content {
      shown = (session, item, file)
    } else if pending == nil || !showsSameItem(committed, session) {
      shown = nil
    }
    return shown?.file
  }

  private func showsSameItem(_ committed: CommittedState, _ session: Session) -> Bool {
    guard let shown, shown.session === session, let item = committed.state.content else { return false }
    return shown.item.looksLike(item)
  }

  /// Keeps the file of the shown picture, because clients are sent its address.
  func keepSent() { sent = shown?.file }

  /// Releases the file whose address clients were sent.
  func forgetSent() { sent = nil }

  /// Returns the picture, if it is there. If not, asks the host once.
  ///
  /// - mayAsk: false while no client could see the picture.
  private func picture(for committed: CommittedState, of session: Session, mayAsk: Bool) -> StoredPicture? {
    guard let id = committed.state.content?.artworkID, !id.isEmpty else {
      cancel()
      return nil
    }
    if let picture = committed.picture {
      guard let file = picture.file else {
        cancel()
        return nil
      }
      if core.requests.artwork.has(file) {
        cancel()
        return file
      }
      // Another process has removed the file.
      session.lose(picture)
    }
    if let pending, pending.asks(session), pending.kind == .artwork(id) { return nil }
    cancel()
    let serial = committed.contentSerial
    if let failed, failed.session === session, failed.id.exact == id.exact, failed.serial == serial { return nil }
    if mayAsk { ask(id, session, serial) }
    return nil
  }

  /// Whether the host was asked and has not answered yet.
  var isWaiting: Bool { pending != nil }

  private func ask(_ id: String, _ session: Session, _ serial: UInt32) {
    let isAsked = session.handler.givesArtwork
    let request = Request(.artwork(id), core.requests, session, now: Instant.now) { [unowned(unsafe) self] answer in
      pending = nil
      if case .picture(let file) = answer {
        session.remember(file, for: id)
      } else {
        failed = (session, id, serial)
        if case .failed(let failure, let message) = answer, failure != .cancelled {
          // A host without a picture has made no mistake, and neither has one that provides its pictures later.
          let level = failure == .noSuchContent || !isAsked ? LogLevel.debug : .warning
          core.log(level, "No artwork \"" + id + "\": " + message)
        }
      }
      changed()
    }
    pending = request
    // A host without the callback may still provide the picture.
    if isAsked { session.tell { $0.artwork(id, Self.size, Self.size, request) } }
  }

  /// Cancels the request, because its picture is not wanted any more.
  private func cancel() {
    guard let request = pending else { return }
    pending = nil
    request.reply = nil
    request.cancel()
  }

  /// Drops everything of a session that has ended.
  func remove(_ session: Session) {
    if let pending, pending.asks(session) { cancel() }
    if failed?.session === session { failed = nil }
    if shown?.session === session { shown = nil }
  }
}
