// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
public import ExtensionFoundation
package import NowPlayingPush
package import NowPlayingRemote

/// Serves a ``RemoteMediaSessionExtension``: makes its sessions, observes them and shows each as a player of its own.
@MainActor public final class RemoteMediaSessionExtensionConfiguration<Extension>: AppExtensionConfiguration
where Extension: RemoteMediaSessionExtension {
  private let served: Extension

  /// Creates a configuration. The extension returns it from ``/ExtensionFoundation/AppExtension/configuration``.
  public init(extension served: Extension) { self.served = served }
}

extension RemoteMediaSessionExtensionConfiguration: ExtensionHost {
  package func decode(_ attributes: Data) throws(AttributesError) -> DecodedAttributes {
    let value = try AttributesJSON.decode(Extension.Session.Attributes.self, from: attributes)
    return DecodedAttributes(id: value.id, value: value)
  }

  package func makeSession(
    _ attributes: DecodedAttributes, _ reports: SessionReports
  ) async throws -> any SessionHost {
    guard let value = attributes.value as? Extension.Session.Attributes else { throw CancellationError() }
    let model = try await served.session(value)
    guard reports.mayAppear() else { throw CancellationError() }
    if !model.id.utf8.elementsEqual(attributes.id.utf8) {
      SharedApp.shared.log(
        .warning, "A session's id is \(model.id), and that of its attributes is \(attributes.id), which counts")
    }
    return RemoteSession(model, attributes.id, reports)
  }
}

/// A remote session that is shown.
@MainActor private final class RemoteSession<Model: RemoteMediaSessionRepresentable>: SessionHost {
  private let model: Model
  private let publisher: SessionPublisher
  private let observer: ModelObserver

  init(_ model: Model, _ id: String, _ reports: SessionReports) {
    self.model = model
    publisher = SessionPublisher(id: id, isRemote: true)
    observer = ModelObserver(publisher, model) {
      SessionReading(
        id: id, content: model.content, snapshot: model.playbackSnapshot, commands: model.commands,
        devices: model.devices)
    }
    publisher.onPrimaryChange = reports.isSystemPrimary
    publisher.engine?.appear(reports.shown)
  }

  var hasContent: Bool { publisher.hasContent }
  var place: String? { publisher.devices.first?.name }

  func update(_ attributes: DecodedAttributes) {
    guard let value = attributes.value as? Model.Attributes else { return }
    model.update(value)
    // Read once here, because a model that cannot be observed would otherwise never be read.
    observer.read()
  }

  func requestToBecomeSystemPrimary() async throws { try await publisher.become(.system) }

  func end() { publisher.end() }
}
