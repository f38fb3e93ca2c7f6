// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
package import NowPlayingCore

/// The owner of a connector's registrations, which gets its messages. Called on the control thread. No method may call
/// the connector before it has returned.
package protocol PushClient: AnyObject {
  /// Makes the keys of a registration; nil without libcrypto. The client then logs that once.
  func makeKeys() -> PushKeys?
  /// Stores a registration, or removes it for nil. Returns when it is on disk, because the endpoint may come before the
  /// reply to Register. Returns false when it cannot be stored.
  @discardableResult func store(_ registration: Registration?, for owner: PushOwner) -> Bool
  /// Called when an owner has another token, or none any more. Not called for a token that was restored.
  func tokenChanged(_ token: Data?, for owner: PushOwner)
  /// Receives a message, which is still encrypted. The distributor repeats it until it is acknowledged: at once or
  /// later, and at most once.
  func receive(_ message: [UInt8], for owner: PushOwner, acknowledge: @escaping () -> Void)
  func log(_ level: LogLevel, _ line: String)
}
