// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The reason why a session cannot become primary.
public enum MediaSessionError: Error, Hashable, Sendable, LocalizedError {
  /// The session cannot become active now: there is no session bus. It is shown as soon as there is one.
  case invalidState
  /// The session has ended.
  case sessionInvalidated
  /// The system has refused: it does not let the program own the name, or another session was faster.
  case internalFailure

  /// A sentence for people.
  public var errorDescription: String? {
    switch self {
    case .invalidState: "The session cannot become active now: there is no session bus"
    case .sessionInvalidated: "The session has ended"
    case .internalFailure: "The system did not make the session primary"
    }
  }
}
