// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

extension Session {
  /// Returns the picture that the host has provided for an id; nil when there is none.
  func provided(_ id: String) -> StoredPicture? {
    core.locked { held in pictures[held].use(id).flatMap { $0.isProvided ? $0.file : nil } }
  }

  /// Provides the picture of an artwork id, before it is asked for or after. Requests for it that are open are answered
  /// by it. `invalidArgument` when its address is none, or of no kind that desktops take.
  ///
  /// - source: nil: there is none.
  /// - unreadable: called with the error by which the system has refused a file.
  public func provide(_ source: PictureSource?, for id: String, unreadable: (String) -> Void) -> Failure? {
    guard isAlive else { return .invalidState }
    guard let source else { return provide(nil, id) }
    return source.read(unreadable: unreadable) { bytes, url in
      switch core.requests.artwork.take(bytes, url, forSurfaces: true) {
      case .success(let file): return provide(file, id)
      // The app has ended meanwhile.
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

  /// Forgets a picture whose file somebody has removed. A host that has provided it hears of it by the log alone.
  func lose(_ picture: RememberedPicture) {
    if picture.isProvided {
      core.log(.warning, "The file of the artwork \"" + picture.id + "\" is gone: provide the picture again")
    }
    forget(picture)
  }

  /// Remembers the picture that its host gave when it was asked.
  func remember(_ file: StoredPicture, for id: String) {
    core.locked { remember(RememberedPicture(id, file, isProvided: false), $0) }
  }
}
