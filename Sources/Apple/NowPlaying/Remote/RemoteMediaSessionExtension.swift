// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import ExtensionFoundation

/// The part of an app that shows what plays on other devices, whether the app runs or not: a program of its own, which
/// the bus starts.
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
/// Its executable is named as its service on the bus: `org.example.App.RemoteMedia`. With `--install` it makes itself
/// known to the bus, and `--help` tells of the rest.
@MainActor public protocol RemoteMediaSessionExtension<Attributes>: AppExtension {
  /// The model of a session.
  associatedtype Session: RemoteMediaSessionRepresentable
  /// The description of a session by the app, or by its server.
  associatedtype Attributes where Attributes == Session.Attributes
  /// Makes the model of a session, within ten seconds. Called once for each session that is not shown yet; later
  /// attributes go to ``RemoteMediaSessionRepresentable/update(_:)`` of that model.
  func session(_ attributes: Attributes) async throws -> Session
}
