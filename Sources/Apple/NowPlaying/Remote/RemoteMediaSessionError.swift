// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The reason why the app's extension has not done what the app wanted.
public enum RemoteMediaSessionError: Error, Hashable, Sendable, LocalizedError {
  /// The extension cannot read the attributes, or the attributes have the id of another session.
  case invalidAttributes
  /// Any other reason, which is in the log.
  case internalFailure

  /// A sentence for people.
  public var errorDescription: String? {
    switch self {
    case .invalidAttributes: "The extension cannot read the attributes of the session, or they are another session's"
    case .internalFailure: "The extension did not do it, or cannot be started"
    }
  }
}
