// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
package import NowPlayingCore

/// The owner of a connector's registrations, which gets its messages. Called on the control thread. No method may call
/// the connector before it has returned.
package protocol PushClient: AnyObject {
  /// Makes the keys of a registration; nil when libcrypto is missing, which the client logs once.
  func makeKeys() -> PushKeys?
  /// Stores a registration, or removes it for nil. Returns only when the change is on disk, because the endpoint may
  /// come before the reply to Register; returns false when the change cannot be stored.
  @discardableResult func store(_ registration: Registration?, for owner: PushOwner) -> Bool
  /// Called when an owner has another token, or none any more. Not called for a token that was restored.
  func tokenChanged(_ token: Data?, for owner: PushOwner)
  /// Receives a message, which is still encrypted. The client calls `acknowledge` at most once, at once or later. Until
  /// then the distributor repeats the message.
  func receive(_ message: [UInt8], for owner: PushOwner, acknowledge: @escaping () -> Void)
  func log(_ level: LogLevel, _ line: String)
}
