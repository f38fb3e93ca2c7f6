// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingRemote

extension RemoteMediaSessionRepresentable {
  /// The address to which the app's server pushes updates of this session: a PushSubscription of the web's Push API, in
  /// JSON. Nil until there is one. Reading this property registers the session for pushes.
  public var pushToken: Data? { SessionTokens.shared.token(of: id) }

  /// The present token, if there is one, and each later one. The stream ends with the session.
  public var pushTokenUpdates: AsyncStream<Data> { SessionTokens.shared.updates(of: id) }
}
