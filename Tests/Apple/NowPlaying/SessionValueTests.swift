// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying
import NowPlayingExtras
import SwiftSupport
import Testing

extension AllTests {
  /// The queue and the volume, which commands of the model carry, as clients of MPRIS see and change them.
  @Suite @MainActor struct SessionValueTests {
    private static let trackList = "org.mpris.MediaPlayer2.TrackList"

    @discardableResult
    private func call(_ method: String, _ arguments: String...) async throws -> Tool {
      try await TestBus.shared.run(
        ["busctl", "--user", "call", TestBus.player, Client.path, Self.trackList, method] + arguments)
    }

    private func list(_ property: String) async throws -> JSON {
      let result = try await TestBus.shared.run([
        "busctl", "--user", "--json=short", "get-property", TestBus.player, Client.path, Self.trackList, property,
      ])
      return JSON(text: result.output)["data"]
    }

    @Test func theVolumeIsSeenAndSet() async throws {
      try await withPlayer { player in
        let volume = Place()
        volume.seconds = 0.5
        player.offered = { _ in [.changeVolume(current: volume.seconds, maximum: 1.5) { volume.seconds = $0 }] }
        try await eventually("it is seen") { try await Client.number("Volume") == 0.5 }
        #expect(try await Client.set("Volume", "d", "2").status == 0)
        try await eventually("it is set, within its bounds") { volume.seconds == 1.5 }
        try await eventually("it is seen") { try await Client.number("Volume") == 1.5 }
        // A volume that is not enabled is shown and cannot be set; a volume that is not a number counts as full.
        player.offered = { _ in [.changeVolume(current: .nan) { volume.seconds = $0 }.enabled(false)] }
        try await eventually("it is seen") { try await Client.number("Volume") == 1 }
        try await Client.set("Volume", "d", "0.1")
        #expect(volume.seconds == 1.5)
      }
    }

    @Test func theQueueIsSeenAndChanged() async throws {
      try await withPlayer { player in
        let items: [any MediaContentRepresentable] = (0..<3).map {
          GenericContent(id: "item\($0)", title: "Item \($0)", type: .audio, duration: nil, artwork: nil)
        }
        let queue = MediaQueue(items)
        let row = Place()
        player.otherContent = items[0]
        @MainActor func offer(_ queue: MediaQueue, isEditable: Bool) {
          player.offered = { player in
            [
              .queue(queue, row: Int(row.seconds), isEditable: isEditable) { change in
                switch change {
                case .goTo(let to): row.seconds = Double(to)
                case .remove(let at): player.log.append("remove \(at)")
                }
              }
            ]
          }
        }
        offer(queue, isEditable: false)
        try await eventually("it is seen") { try await self.list("Tracks")[2].text != nil }
        #expect(try await list("CanEditTracks").flag == false)
        let tracks = try await list("Tracks")
        #expect(try await call("GoTo", "o", tracks[2].text ?? "").status == 0)
        try await eventually("it goes there") { row.seconds == 2 }
        offer(MediaQueue(items.reversed()), isEditable: true)
        try await eventually("it can be edited") { try await self.list("CanEditTracks").flag == true }
        let others = try await list("Tracks")
        #expect(try await call("RemoveTrack", "o", others[0].text ?? "").status == 0)
        try await eventually("it is told") { player.log == ["remove 0"] }
        player.offered = { _ in [] }
        try await eventually("there is none") { try await self.list("Tracks").isNull }
      }
    }
  }
}
