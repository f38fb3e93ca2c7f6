// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// How important a log line is. The raw values are those of the C header.
public enum LogLevel: Int32, CaseIterable, Sendable {
  case error = 0
  case warning, info, debug

  public var name: StaticString {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .info: "info"
    case .debug: "debug"
    }
  }

  /// Returns nil for an unknown word.
  public init?(name: String) {
    for level in Self.allCases where ExactText(level.name) == name.exact {
      self = level
      return
    }
    return nil
  }
}
