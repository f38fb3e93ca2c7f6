// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// How important a log line is. The raw values are those of the C header.
public enum LogLevel: Int32, Sendable {
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

  /// Nil for any other word.
  public init?(name: String) {
    switch name.exact {
    case "error": self = .error
    case "warning": self = .warning
    case "info": self = .info
    case "debug": self = .debug
    default: return nil
    }
  }
}
