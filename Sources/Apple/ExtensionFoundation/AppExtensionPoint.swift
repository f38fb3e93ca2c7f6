// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The point of the system that an extension extends, by its name.
public struct AppExtensionPoint: Identifiable, Hashable, Sendable {
  /// The name of an extension point.
  public struct Identifier: Hashable, Sendable {
    let name: String

    /// A whole name.
    public init(_ value: StaticString) { name = value.description }

    /// A name of two parts, with a dot between them.
    public init(host bundleIdentifier: StaticString, name: StaticString) {
      self.name = "\(bundleIdentifier).\(name)"
    }
  }

  /// Makes an extension point of a name, in the body of ``AppExtension/extensionPoint``.
  @resultBuilder public struct Bind {
    /// The extension point with a name.
    public static func buildBlock(_ identifier: Identifier) -> AppExtensionPoint {
      AppExtensionPoint(id: identifier.name)
    }
  }

  public let id: String

  /// The extension point of sessions which play on other devices; the only one on Linux.
  package static let remoteMedia = AppExtensionPoint(id: "com.apple.nowplaying.remote-media")
}
