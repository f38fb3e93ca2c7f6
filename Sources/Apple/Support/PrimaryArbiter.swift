// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import NowPlayingCore
package import NowPlayingEngine

/// Decides which session is shown when a program uses both modules. Apple does not define what happens then. Here a
/// `MediaSession` that is application primary is shown, and `MPNowPlayingInfoCenter` when no such session exists.
///
/// Safe to use from any thread, because sessions end in `deinit`.
package final class PrimaryArbiter: Sendable {
  package static let shared = PrimaryArbiter()

  private struct State {
    /// The media session that is, or was asked to become, application primary.
    var mediaSession: Session?
    /// The information center's session, while it has something to show.
    var infoCenter: Session?
    var isConflictLogged = false

    /// Returns true once: at the first call while both modules have a session to show.
    mutating func noteConflict() -> Bool {
      guard mediaSession != nil, infoCenter != nil, !isConflictLogged else { return false }
      isConflictLogged = true
      return true
    }
  }

  private let state = Locked(State())

  private init() {}

  /// Makes a media session the application primary.
  package func show(mediaSession session: Session) -> Failure? {
    let failure = session.requestApplicationPrimary()
    if failure == nil { shown(mediaSession: session) }
    return failure
  }

  /// Makes a media session the system primary, and so the application primary too.
  package func raise(mediaSession session: Session) -> Failure? {
    let failure = session.requestSystemPrimary()
    if failure == nil { shown(mediaSession: session) }
    return failure
  }

  private func shown(mediaSession session: Session) {
    let isConflict = state.withLock { state in
      state.mediaSession = session
      return state.noteConflict()
    }
    if isConflict { logConflict() }
  }

  /// Handles the end of a media session.
  package func ended(mediaSession session: Session) {
    let next: Session? = state.withLock { state in
      guard state.mediaSession === session else { return nil }
      state.mediaSession = nil
      return state.infoCenter
    }
    _ = next?.requestApplicationPrimary()
  }

  /// Makes the information center's session the application primary, now or when no media session is application
  /// primary.
  package func show(infoCenter session: Session) -> Failure? {
    let (mayShow, isConflict) = state.withLock { state in
      state.infoCenter = session
      return (state.mediaSession == nil, state.noteConflict())
    }
    if isConflict { logConflict() }
    return mayShow ? session.requestApplicationPrimary() : nil
  }

  /// Handles that the information center has nothing to show any more, or that its session has ended.
  package func ended(infoCenter session: Session) {
    state.withLock { state in
      if state.infoCenter === session { state.infoCenter = nil }
    }
  }

  private func logConflict() {
    SharedApp.shared.log(
      .warning, "MPNowPlayingInfoCenter is not shown while a MediaSession is the application primary: use one of them")
  }
}
