// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// One player on the desktop: an endpoint, and its publications. An app has one for its own sessions, and one for
/// each session that plays on other devices. Belongs to the loop.
final class DesktopPlayer {
  let endpoint: BusEndpoint
  let publication: PlayerPublication
  private let sessions: ProtocolPublication
  let applicationPrimary: ApplicationPrimary
  let systemPrimary: SystemPrimary
  /// The remote session shown here; nil for the app's own player.
  let session: Session?
  /// Whether that session has ended.
  private(set) var isEnded = false
  /// Whether a client waits for an answer of the app's that goes over this connection.
  var isAwaited: Bool { publication.calls.openForApp > 0 }

  /// The closure that hears under which name the session is shown, and the name that it heard last.
  private let place: ((String?) -> Void)?
  private var reportedName = ""

  init(
    _ core: AppCore, _ source: BusSource?, _ identity: Identity, _ surfaces: Surfaces, _ session: Session? = nil,
    _ place: ((String?) -> Void)? = nil
  ) {
    self.session = session
    self.place = place
    endpoint = BusEndpoint(core, source, identity)
    publication = PlayerPublication(core, identity, endpoint.name)
    applicationPrimary = ApplicationPrimary(core, publication)
    systemPrimary = SystemPrimary(core, publication)
    endpoint.add(publication)
    // A session that plays on other devices has no playlists.
    if session == nil {
      let playlists = PlaylistsPublication(core, endpoint.name, publication.calls)
      publication.playlists = playlists
      endpoint.add(playlists)
    }
    sessions = ProtocolPublication(core, identity, endpoint.name, publication, surfaces, remote: session)
    endpoint.add(sessions)
    endpoint.add(systemPrimary)
  }

  /// Emits what clients do not know yet, now or when it is time.
  ///
  /// - changes: how many changes of hosts there are to take over, as the core counts them.
  func flush(_ changes: UInt) {
    endpoint.flush(changes)
    systemPrimary.releaseWhenSent(areBehind: sessions.isBehindWithPrimary)
  }

  /// When to be woken.
  var nextTime: Int64 { min(endpoint.nextTime, systemPrimary.nextTime) }

  /// Whether a change waits for the end of the interval between two signals, when whatever is true then is emitted.
  var isCoalescing: Bool { publication.isCoalescing }

  /// A session has ended. When it is the one that has the player for itself, the player leaves the desktop; its
  /// connection stays until `stop`, for the answers to what was asked.
  func remove(_ session: Session) {
    applicationPrimary.remove(session)
    systemPrimary.resign(session)
    endpoint.remove(session)
    guard self.session === session else { return }
    isEnded = true
    endpoint.withdraw()
  }

  /// Reports under which name the session is shown, if that is another than was reported.
  func reportName() {
    guard let place else { return }
    let name = endpoint.name.isOwned && !endpoint.isWithdrawn ? endpoint.name.name : ""
    if name.exact == reportedName.exact { return }
    reportedName = name
    place(name)
  }

  /// The player has left the desktop: closes its connection, which the bus has read to its end.
  func close() {
    systemPrimary.stop()
    endpoint.close()
    place?(nil)
  }

  func stop() {
    systemPrimary.stop()
    endpoint.stop()
  }
}
