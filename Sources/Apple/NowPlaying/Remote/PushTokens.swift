// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingRemote

extension RemoteMediaSessionRepresentable {
  /// The address to which the app's server pushes updates of this session: a PushSubscription as web browsers have it,
  /// in JSON. Nil until there is one; asking for it registers for pushes.
  public var pushToken: Data? { SessionTokens.shared.token(of: id) }

  /// The present token, and each that follows. Ends with the session.
  public var pushTokenUpdates: AsyncStream<Data> { SessionTokens.shared.updates(of: id) }
}
