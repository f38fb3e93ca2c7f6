// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

@_exported import Foundation
internal import NowPlayingRemote

/// The configuration that an extension gives when it begins.
@MainActor @preconcurrency public protocol AppExtensionConfiguration: Sendable {}

/// A part of an app that is a program of its own, and that the system starts when it is needed.
public protocol AppExtension {
  /// The type of the extension's configuration.
  associatedtype Configuration: AppExtensionConfiguration
  /// The configuration, which says how the extension is served.
  @MainActor @preconcurrency var configuration: Configuration { get }
  /// The extension point to which the extension belongs.
  @MainActor @preconcurrency @AppExtensionPoint.Bind var extensionPoint: AppExtensionPoint { get }
  /// Makes the extension. Called when its program starts.
  @MainActor @preconcurrency init()
  /// Runs the program of the extension, from its start to its end.
  @MainActor @preconcurrency static func main() throws
}

extension AppExtension {
  /// The extension point of sessions which play on other devices.
  @MainActor @preconcurrency public var extensionPoint: AppExtensionPoint { .remoteMedia }

  /// Reads the program's arguments (see `--help`), makes the extension and serves it. Never returns.
  @MainActor @preconcurrency public static func main() throws {
    let program = ExtensionProgram.begin(CommandLine.arguments)
    let instance = Self()
    let (configuration, point) = (instance.configuration, instance.extensionPoint)
    guard point == .remoteMedia, let host = configuration as? any ExtensionHost else {
      ExtensionProgram.refuse(
        "The extension point \(point.id) is not known here; it must be \(AppExtensionPoint.remoteMedia.id)")
    }
    program.serve(host)
  }
}
