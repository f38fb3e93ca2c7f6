// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Why the app's extension has not done what the app wanted.
public enum RemoteMediaSessionError: Error, Hashable, Sendable, LocalizedError {
  /// The extension cannot read the attributes, or they are those of another session.
  case invalidAttributes
  /// All else: the log has the reason.
  case internalFailure

  /// A sentence for people.
  public var errorDescription: String? {
    switch self {
    case .invalidAttributes: "The extension cannot read the attributes of the session, or they are another session's"
    case .internalFailure: "The extension did not do it, or cannot be started"
    }
  }
}
