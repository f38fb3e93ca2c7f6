// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

extension Session {
  /// Returns the picture that the host has provided for an id; nil when there is none.
  func provided(_ id: String) -> StoredPicture? {
    core.locked { held in pictures[held].use(id).flatMap { $0.isProvided ? $0.file : nil } }
  }

  /// Provides the picture of an artwork id, whether it was asked for or not. It answers open requests for the id. Fails
  /// with `invalidArgument` for an address that is malformed, or has a scheme that desktops do not take.
  ///
  /// - source: the picture; nil to say that there is none.
  /// - unreadable: called with the system's error when a file cannot be read.
  public func provide(_ source: PictureSource?, for id: String, unreadable: (String) -> Void) -> Failure? {
    guard isAlive else { return .invalidState }
    guard let source else { return provide(nil, id) }
    return source.read(unreadable: unreadable) { bytes, url in
      switch core.requests.keep(bytes, url, forSurfaces: true) {
      case .success(let file): return provide(file, id)
      // The store is closed, because the app has ended meanwhile.
      case .failure(let failure): return failure == .cancelled ? .invalidState : failure
      }
    }
  }

  private func provide(_ file: StoredPicture?, _ id: String) -> Failure? {
    core.locked { held in
      if isFreed[held] || core.control.isClosing[held] { return .invalidState }
      remember(RememberedPicture(id, file, isProvided: true), held)
      let answer = file.map { Request.Answer.picture($0) } ?? .failed(.noSuchContent, "The item has no picture")
      core.requests.answer(self, .artwork(id), answer, held)
      core.control.wake(held)
      return nil
    }
  }

  /// Forgets a picture whose file was removed. A host that had provided the picture must provide it again, and is
  /// warned.
  func lose(_ picture: RememberedPicture) {
    if picture.isProvided {
      core.log(.warning, "The file of the artwork \"" + picture.id + "\" is gone: provide the picture again")
    }
    remove(picture)
  }

  /// Remembers a picture that the host has given in answer to a request.
  func remember(_ file: StoredPicture, for id: String) {
    core.locked { remember(RememberedPicture(id, file, isProvided: false), $0) }
  }

  // MARK: With the lock

  /// Returns the remembered picture of a content's artwork. Where there is none, the picture that is shown stays, if it
  /// has the same id.
  func picture(of content: Content?, _ held: Held) -> RememberedPicture? {
    guard let id = content?.artworkID else { return nil }
    if let picture = pictures[held].use(id) { return picture }
    return newest[held].picture.flatMap { $0.id.exact == id.exact ? $0 : nil }
  }

  /// Returns all provided pictures, if the content has chapters, which may use them.
  func pictures(of content: Content?, _ held: Held) -> ProvidedPictures? {
    content?.chapters == nil ? nil : ProvidedPictures(pictures[held].provided)
  }

  /// Remembers a picture, and shows it if it belongs to the content. It does not replace a picture that the host has
  /// provided.
  func remember(_ picture: RememberedPicture, _ held: Held) {
    if !picture.isProvided, let present = pictures[held].use(picture.id), present.isProvided { return }
    pictures[held].remember(picture)
    let content = newest[held].state.content
    if content?.artworkID?.exact == picture.id.exact {
      show(picture, held)
    } else if content?.chapters != nil {
      show(newest[held].picture, held)
    }
  }

  /// Forgets a picture whose file is gone.
  func remove(_ picture: RememberedPicture) {
    monitor.locked { held in
      pictures[held].remove(picture.id)
      if newest[held].picture === picture {
        show(nil, held)
      } else if newest[held].provided != nil {
        show(newest[held].picture, held)
      }
    }
  }

  func show(_ picture: RememberedPicture?, _ held: Held) {
    let (state, serial) = (newest[held].state, newest[held].contentSerial)
    newest[held] = CommittedState(state, contentSerial: serial, picture, pictures(of: state.content, held))
    _ = core.changed(held)
  }
}
