// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A feature of the system that extensions can extend, by its name.
public struct AppExtensionPoint: Identifiable, Hashable, Sendable {
  /// The name of an extension point.
  public struct Identifier: Hashable, Sendable {
    let name: String

    /// Creates an identifier from a whole name.
    public init(_ value: StaticString) { name = value.description }

    /// Creates an identifier from two parts, with a dot between them.
    public init(host bundleIdentifier: StaticString, name: StaticString) {
      self.name = "\(bundleIdentifier).\(name)"
    }
  }

  /// Makes an extension point from the name in the body of ``AppExtension/extensionPoint``.
  @resultBuilder public struct Bind {
    /// The extension point with a name.
    public static func buildBlock(_ identifier: Identifier) -> AppExtensionPoint {
      AppExtensionPoint(id: identifier.name)
    }
  }

  public let id: String

  /// The extension point of sessions that play on other devices; the only one on Linux.
  package static let remoteMedia = AppExtensionPoint(id: "com.apple.nowplaying.remote-media")
}
