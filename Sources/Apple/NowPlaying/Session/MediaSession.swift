// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport

/// Shows a model on the desktop: in its panels and lock screens, to media keys, headsets and phones.
///
/// The session observes the model as soon as it is created, and shows it once ``requestToBecomeApplicationPrimary()``
/// was called. Release the session to remove the player from the desktop.
///
/// When a session is released, no other session of the program takes its place, not even one that plays: call
/// ``requestToBecomeApplicationPrimary()`` of that session.
///
/// The session holds its model. A model that also holds its session must let go of it (`session = nil`), so that both
/// are released.
@Observable
@MainActor public class MediaSession<Representable> where Representable: MediaSessionRepresentable {
  /// The id that the model had when the session was made.
  public nonisolated let id: String

  @ObservationIgnored private let publisher: SessionPublisher
  @ObservationIgnored private let observer: ModelObserver

  /// Creates a session that observes a model.
  public convenience init(_ representable: Representable) { self.init(representable, devices: nil) }

  /// Creates a session that observes a model.
  ///
  /// - devices: reads the devices that the session plays on; nil for one that plays on this machine.
  package init(_ representable: Representable, devices: (@MainActor () -> [MediaDevice])?) {
    id = representable.id
    publisher = SessionPublisher(id: id, isRemote: devices != nil)
    observer = ModelObserver(publisher, representable) {
      SessionReading(
        id: representable.id, content: representable.content, snapshot: representable.playbackSnapshot,
        commands: representable.commands, devices: devices?() ?? [])
    }
    publisher.engine?.appear()
  }

  /// Whether the session can be shown, which needs a session bus.
  public var canBecomeApplicationPrimary: Bool { publisher.canBecomePrimary }

  /// Whether the session is the one of the program's sessions that the desktop shows.
  public var isApplicationPrimary: Bool { publisher.isApplicationPrimary }

  /// Whether the session is the one that the whole desktop should control, among the programs that use this library.
  /// For programs that do not use it, desktops go by the playback state.
  public var isSystemPrimary: Bool { publisher.isSystemPrimary }

  /// Shows the session on the desktop, in place of the program's other sessions.
  ///
  /// - Throws: ``MediaSessionError/invalidState`` when there is no session bus: the session is shown as soon as there
  ///   is one. ``MediaSessionError/internalFailure`` when the system has no thread or descriptor left.
  public func requestToBecomeApplicationPrimary() async throws { try await publisher.become(.application) }

  /// Shows the session on the desktop, and asks that the whole desktop control it before all others.
  ///
  /// - Throws: ``MediaSessionError/invalidState`` when there is no session bus, ``MediaSessionError/internalFailure``
  ///   when the bus refuses, which is usual in a sandbox. In both cases the session becomes its program's primary all
  ///   the same.
  public func requestToBecomeSystemPrimary() async throws { try await publisher.become(.system) }
}

extension MediaSession: Identifiable {}
