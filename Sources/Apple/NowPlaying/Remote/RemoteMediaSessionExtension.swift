// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import ExtensionFoundation

/// The part of an app that shows sessions on other devices, whether the app runs or not: a program of its own, which
/// the session bus starts.
///
/// ```swift
/// @main
/// final class SpeakerExtension: @MainActor RemoteMediaSessionExtension {
///   var configuration: some AppExtensionConfiguration {
///     RemoteMediaSessionExtensionConfiguration(extension: self)
///   }
///   func session(_ attributes: SpeakerAttributes) async throws -> SpeakerSession { SpeakerSession(attributes) }
/// }
/// ```
///
/// The executable has the name of its service on the bus: `org.example.App.RemoteMedia`. With `--install` it installs
/// itself as a service of the bus; `--help` lists its other options.
@MainActor public protocol RemoteMediaSessionExtension<Attributes>: AppExtension {
  /// The model of a session.
  associatedtype Session: RemoteMediaSessionRepresentable
  /// The description of a session, given by the app or its server.
  associatedtype Attributes where Attributes == Session.Attributes
  /// Makes the model of a session, within ten seconds. Called once for each session that is not shown yet; later
  /// attributes of the session go to ``RemoteMediaSessionRepresentable/update(_:)`` of its model.
  func session(_ attributes: Attributes) async throws -> Session
}
