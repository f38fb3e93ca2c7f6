// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
package import Foundation
package import NowPlayingPush

/// The extension's own code, as its bus thread calls it. All of it runs on the main actor.
@MainActor package protocol ExtensionHost: AnyObject, Sendable {
  /// Decodes attributes from JSON.
  func decode(_ attributes: Data) throws(AttributesError) -> DecodedAttributes
  /// Has the extension make the model of a session, and shows it.
  func makeSession(_ attributes: DecodedAttributes, _ reports: SessionReports) async throws -> any SessionHost
}

extension ExtensionHost {
  /// Decodes attributes on the main actor, checks their id, and then calls a closure in a thread.
  nonisolated func decode(
    _ attributes: Data, in thread: BusThread,
    then: @escaping @Sendable (Result<DecodedAttributes, AttributesError>) -> Void
  ) {
    MainActorWatch.run {
      let result = Result { () throws(AttributesError) in
        let decoded = try self.decode(attributes)
        try AttributesJSON.check(id: decoded.id)
        return decoded
      }
      thread.post { then(result) }
    }
  }
}

extension BusThread {
  /// Has the thread do something, after everything that went by way of the main actor before.
  func postByMainActor(_ body: @escaping @Sendable () -> Void) {
    MainActorWatch.run { self.post(body) }
  }
}

/// A session that is shown.
@MainActor package protocol SessionHost: AnyObject, Sendable {
  /// Whether there is something to show.
  var hasContent: Bool { get }
  /// The name of the place where the session plays; nil when that is not known.
  var place: String? { get }
  func update(_ attributes: DecodedAttributes)
  func requestToBecomeSystemPrimary() async throws
  func end()
}

/// The reports about a session on the desktop. They are called on any thread.
package struct SessionReports: Sendable {
  /// Called with the bus name under which the session is shown, "" while it is not, and at last with nil when that name
  /// is gone.
  package let shown: @Sendable (String?) -> Void
  /// Called with whether the session is the system primary.
  package let isSystemPrimary: @Sendable (Bool) -> Void
  /// Called once before the session is shown. Returns false when it is not wanted any more.
  package let mayAppear: @Sendable () -> Bool
}

/// Decoded attributes.
///
/// `@unchecked Sendable`: `value` is used on the main actor only.
package final class DecodedAttributes: @unchecked Sendable {
  package let id: String
  package let value: Any

  package init(id: String, value: Any) {
    self.id = id
    self.value = value
  }
}
