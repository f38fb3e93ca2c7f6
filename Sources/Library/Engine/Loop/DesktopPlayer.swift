// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// A player on the desktop: an endpoint with its publications. An app has one for its own sessions, and one for each
/// session that plays on other devices.
final class DesktopPlayer: LoopBound {
  let endpoint: BusEndpoint
  let publication: PlayerPublication
  private let sessions: ProtocolPublication
  let applicationPrimary: ApplicationPrimary
  let systemPrimary: SystemPrimary
  /// The remote session that is shown here; nil for the player of the app's own sessions.
  let session: Session?
  /// Whether the remote session that is shown here has ended.
  private(set) var isEnded = false
  /// Whether a client on this connection waits for an answer of the app's host.
  var isAwaited: Bool { publication.calls.openForApp > 0 }

  /// The closure that is told the name under which the session is shown, and the name that it was told last.
  private let nameChanged: ((String?) -> Void)?
  private var reportedName = ""

  init(
    _ core: AppCore, _ source: BusSource?, _ identity: Identity, _ surfaces: Surfaces, _ session: Session? = nil,
    _ nameChanged: ((String?) -> Void)? = nil
  ) {
    self.session = session
    self.nameChanged = nameChanged
    endpoint = BusEndpoint(core, source, identity)
    publication = PlayerPublication(core, identity, endpoint.name)
    applicationPrimary = ApplicationPrimary(core, publication)
    systemPrimary = SystemPrimary(core, publication)
    endpoint.add(publication)
    // The playlists belong to the app, so a remote session shows none.
    if session == nil {
      let playlists = PlaylistsPublication(core, endpoint.name, publication.calls)
      publication.playlists = playlists
      endpoint.add(playlists)
    }
    sessions = ProtocolPublication(core, identity, endpoint.name, publication, surfaces, remote: session)
    endpoint.add(sessions)
    endpoint.add(systemPrimary)
  }

  /// Emits changes, now or when it is time.
  ///
  /// - changes: the core's count of changes up to which commits are to be taken over.
  func flush(_ changes: UInt) {
    endpoint.flush(changes)
    systemPrimary.releaseWhenSent(areBehind: sessions.isBehindWithPrimary)
  }

  /// The time of the next turn.
  var nextTime: Instant { min(endpoint.nextTime, systemPrimary.nextTime) }

  /// Whether a change waits for the end of the interval between two signals. The state at that time is sent.
  var isCoalescing: Bool { publication.signals.isCoalescing }

  /// Removes a session that has ended. If this is the player of that session, it leaves the desktop. Its connection
  /// stays until `close`, for answers that are still to come.
  func remove(_ session: Session) {
    applicationPrimary.remove(session)
    systemPrimary.resign(session)
    endpoint.remove(session)
    guard self.session === session else { return }
    isEnded = true
    endpoint.withdraw()
  }

  /// Tells the closure the name under which the session is shown, if it has changed.
  func reportName() {
    guard let nameChanged else { return }
    let name = endpoint.name.isOwned && !endpoint.isWithdrawn ? endpoint.name.name : ""
    if name.exact == reportedName.exact { return }
    reportedName = name
    nameChanged(name)
  }

  /// Closes the connection of a player that has left the desktop. The bus has read everything.
  func close() {
    systemPrimary.stop()
    endpoint.close()
    nameChanged?(nil)
  }

  func stop() {
    systemPrimary.stop()
    endpoint.stop()
  }
}
