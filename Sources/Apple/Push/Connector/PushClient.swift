// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
package import NowPlayingCore

/// The callbacks of a connector to the user of its registrations and messages. Called on the control thread;
/// no call may call the connector before it has returned.
package protocol PushClient: AnyObject {
  /// Makes the keys of a registration; nil without libcrypto, which the client has logged once.
  func makeKeys() -> PushKeys?
  /// Stores a registration. Returns when it is on disk: the endpoint comes before the reply to Register. False
  /// when it cannot be.
  @discardableResult func store(_ registration: Registration?, for owner: PushOwner) -> Bool
  /// There is another token, or none any more. Not called for one that was restored.
  func tokenChanged(_ token: Data?, for owner: PushOwner)
  /// A message has come, not looked at yet. It is repeated until it is acknowledged: now or later, at most once.
  func receive(_ message: [UInt8], for owner: PushOwner, acknowledge: @escaping () -> Void)
  func log(_ level: LogLevel, _ line: String)
}
