// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying
import SwiftSupport
import Testing

/// The parent of all tests of this module. They share one player on one bus, and so run one after the other.
@Suite(.serialized) enum AllTests {}

/// A model whose parts a test can change, and which counts how often it is read.
@Observable @MainActor final class Player: @MainActor MediaSessionRepresentable {
  struct Reads: Equatable {
    var id = 0
    var content = 0
    var snapshot = 0
    var commands = 0
  }

  /// Counting must not look like a change.
  @ObservationIgnored var reads = Reads()
  @ObservationIgnored var log: [String] = []
  @ObservationIgnored nonisolated(unsafe) static var living = 0

  var title: String?
  var contentID = "item"
  var isPlaying = false
  var elapsed: TimeInterval? = 0
  var timestamp: Date? = .now
  var duration: MediaDuration? = .finite(300)
  var artwork: Artwork?
  /// Replaces the content and the snapshot that are made of the properties above.
  var otherContent: (any MediaContentRepresentable)?
  var otherSnapshot: (@MainActor () -> MediaPlaybackSnapshot?)?
  var offered: (@MainActor (Player) -> [MediaCommand])?
  var session: MediaSession<Player>?

  private let name: String

  /// - name: the id of the session; it must differ from those of other sessions.
  init(title: String? = "Title", name: String = "player") {
    (self.title, self.name) = (title, name)
    Self.living += 1
  }

  deinit { Self.living -= 1 }

  var id: String {
    reads.id += 1
    return name
  }

  var content: (any MediaContentRepresentable)? {
    reads.content += 1
    if let otherContent { return otherContent }
    guard let title else { return nil }
    return GenericContent(id: contentID, title: title, type: .audio, duration: duration, artwork: artwork)
  }

  var playbackSnapshot: MediaPlaybackSnapshot? {
    reads.snapshot += 1
    if let otherSnapshot { return otherSnapshot() }
    return MediaPlaybackSnapshot(state: isPlaying ? .playing() : .paused, elapsedTime: elapsed, timestamp: timestamp)
  }

  var commands: [MediaCommand] {
    reads.commands += 1
    if let offered { return offered(self) }
    return [
      .play { self.log.append("play") }, .pause { self.log.append("pause") }, .next { self.log.append("next") },
      .seekToPosition { self.log.append("seek \($0)") },
    ]
  }

  /// Makes the session and waits until clients see the title.
  func show() async throws {
    let session = MediaSession(self)
    self.session = session
    try await session.requestToBecomeApplicationPrimary()
    let title = title
    try await eventually("the player is on the bus") { try await Client.title() == title }
  }

  /// Ends the session and waits until the player has gone.
  func hide() async throws {
    session = nil
    try await eventually("the player has gone") { try await Client.players() == [] }
  }
}

/// Shows a player for as long as a test runs.
@MainActor func withPlayer(
  _ player: Player = Player(), _ body: @MainActor (Player) async throws -> Void
) async throws {
  _ = TestBus.shared
  try await player.show()
  do {
    try await body(player)
  } catch {
    try await player.hide()
    throw error
  }
  try await player.hide()
}
