// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// What the doctor says to one of the README's questions.
struct Finding {
  enum Kind {
    /// It is as it should be.
    case right
    /// It may be meant so.
    case odd
    /// It keeps clients from showing or driving the player.
    case wrong
    /// It cannot be seen from here.
    case unknown
  }

  let kind: Kind
  let text: String
  /// What to do next; empty where nothing is to be done.
  let next: String

  static func right(_ text: String) -> Finding { Finding(kind: .right, text: text, next: "") }
  static func odd(_ text: String, _ next: String) -> Finding { Finding(kind: .odd, text: text, next: next) }
  static func wrong(_ text: String, _ next: String) -> Finding { Finding(kind: .wrong, text: text, next: next) }
  static func unknown(_ text: String, _ next: String = "") -> Finding {
    Finding(kind: .unknown, text: text, next: next)
  }
}
