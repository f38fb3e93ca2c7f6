// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ExtensionFoundation
import SwiftSupport
import Testing

@testable import NowPlaying

extension AllTests {
  /// Tests that the declarations of the remote part exist with their exact types, mostly by compiling.
  @Suite @MainActor struct RemoteDeclarationTests {
    private typealias Handle = RemoteMediaSession<Speaker>
    private typealias Level = @Sendable (Float) async throws -> Void
    private typealias Step = @Sendable () async throws -> Void

    @Test func aHandleIsWhatAppleSaysThatItIs() {
      func isSession<Session: Identifiable & Observable & Sendable>(_: Session.Type) where Session.ID == String {}
      isSession(Handle.self)
      let start: @MainActor (Speaker) async throws -> Handle = Handle.start(attributes:)
      let all: @MainActor () async throws -> [Handle] = Handle.sessions
      let members: [PartialKeyPath<Handle>] = [\.id, \.isSystemPrimary]
      #expect(members.count == 2)
      _ = (start, all)
      @MainActor func uses(_ handle: Handle, _ speaker: Speaker) async throws {
        try await handle.update(speaker)
        try await handle.requestToBecomeSystemPrimary()
        try await handle.end()
        let _: Data? = Handle.pushToStartToken
        let _: AsyncStream<Data> = Handle.pushToStartTokenUpdates
      }
      #expect(RemoteMediaSessionError.invalidAttributes != .internalFailure)
      #expect(Set<RemoteMediaSessionError>([.invalidAttributes, .internalFailure]).count == 2)
    }

    @Test func aDeviceHasItsTypesAndCapabilities() {
      let types: Set<MediaDevice.DeviceType> = [
        .speaker, .tv, .setTopBox, .mediaStick, .gamingConsole, .phone, .tablet, .laptop, .desktop, .wearable, .car,
        .web,
      ]
      #expect(types.count == 12)
      let absolute: (Float, @escaping Level) -> MediaDevice.Capability = MediaDevice.Capability.absoluteVolume
      let relative: (@escaping Step, @escaping Step) -> MediaDevice.Capability = MediaDevice.Capability.relativeVolume
      let device = MediaDevice(
        id: "1", name: "Kitchen", type: .speaker, capabilities: [absolute(0.5) { _ in }, relative({}, {})])
      func isValue<Value: Sendable & Identifiable>(_: Value) {}
      isValue(device)
      #expect(device.id == "1" && device.name == "Kitchen" && device.capabilities.count == 2)
    }

    @Test func anExtensionHasItsPoint() {
      #expect(SpeakerExtension().extensionPoint.id == "com.apple.nowplaying.remote-media")
      #expect(AppExtensionPoint.Identifier("a.b") == AppExtensionPoint.Identifier(host: "a", name: "b"))
      #expect(NamedExtension().extensionPoint == SpeakerExtension().extensionPoint)
    }

    @Test func aSnapshotIsReadAsAnOptionalOne() {
      func read<Model: RemoteMediaSessionRepresentable>(_ model: Model) -> MediaPlaybackSnapshot? {
        guard let snapshot = model.playbackSnapshot else { return nil }
        return snapshot
      }
      func readOfAny(_ model: any RemoteMediaSessionRepresentable) -> MediaPlaybackSnapshot? { model.playbackSnapshot }
      let (speaker, silent) = (SpeakerModel(), SilentModel())
      #expect(read(speaker)?.state == .paused && readOfAny(speaker)?.state == .paused)
      #expect(read(silent) == nil && readOfAny(silent) == nil)
      silent.playbackSnapshot = MediaPlaybackSnapshot(state: .stopped)
      #expect(read(silent)?.state == .stopped && readOfAny(silent)?.state == .stopped)
      let own: MediaPlaybackSnapshot = speaker.playbackSnapshot
      #expect(own.state == .paused)
    }

    @Test func outsideOfAnExtensionThereAreNoTokens() async {
      let model = SpeakerModel()
      #expect(model.pushToken == nil)
      for await _ in model.pushTokenUpdates { Issue.record("there is a token") }
    }
  }
}

private struct Speaker: RemoteMediaSessionAttributes {
  let id: String
}

@Observable @MainActor private final class SpeakerModel: @MainActor RemoteMediaSessionRepresentable {
  let id = "1"
  var content: (any MediaContentRepresentable)? { nil }
  // The property is not optional, as in Apple's own example.
  var playbackSnapshot: MediaPlaybackSnapshot { MediaPlaybackSnapshot(state: .paused) }
  var commands: [MediaCommand] { [] }
  var devices: [MediaDevice] { [] }
  func update(_ attributes: Speaker) {}
}

@Observable @MainActor private final class SilentModel: @MainActor RemoteMediaSessionRepresentable {
  let id = "2"
  var content: (any MediaContentRepresentable)? { nil }
  var playbackSnapshot: MediaPlaybackSnapshot?
  var commands: [MediaCommand] { [] }
  var devices: [MediaDevice] { [] }
  func update(_ attributes: Speaker) {}
}

private final class SpeakerExtension: @MainActor RemoteMediaSessionExtension {
  var configuration: some AppExtensionConfiguration { RemoteMediaSessionExtensionConfiguration(extension: self) }
  func session(_ attributes: Speaker) async throws -> SpeakerModel { SpeakerModel() }
}

private final class NamedExtension: @MainActor RemoteMediaSessionExtension {
  var configuration: some AppExtensionConfiguration { RemoteMediaSessionExtensionConfiguration(extension: self) }
  var extensionPoint: AppExtensionPoint {
    AppExtensionPoint.Identifier(host: "com.apple.nowplaying", name: "remote-media")
  }
  func session(_ attributes: Speaker) async throws -> SpeakerModel { SpeakerModel() }
}
