// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying
import NowPlayingExtras

/// Plays files, and is the model that the desktop shows: the properties below are read when the desktop needs them, and
/// read again when one of them changes.
@Observable final class Player {
  private struct Item {
    let file: URL
    let title: String
    let artist: String
    let album: String
    let duration: TimeInterval?
  }

  static let speeds: [Float] = [0.5, 0.75, 1, 1.25, 1.5, 2]

  private var queue: Queue
  private var item: Item?
  private var state = MediaPlaybackSnapshot.PlaybackState.stopped
  /// The position at `positionDate`; each display computes the position from there on by itself.
  private var position: TimeInterval?
  private var positionDate = Date.now
  /// Whether the user wants playback to pause at the end of the song.
  private var stopsAfter = false
  private var opinions: [URL: MediaCommand.FeedbackStatus] = [:]
  @ObservationIgnored private let decoder: Decoder
  @ObservationIgnored private var session: MediaSession<Player>?
  /// Called when there is nothing left to play.
  @ObservationIgnored var ended: () -> Void = {}

  init(_ files: [URL], _ decoder: Decoder) {
    queue = Queue(files)
    self.decoder = decoder
    decoder.heard = { [unowned self] in hear($0) }
  }

  /// Shows the player and starts to play.
  func start() async throws {
    let session = MediaSession(self)
    self.session = session
    try decoder.open(queue.current)
    try await session.requestToBecomeApplicationPrimary()
  }

  private func hear(_ event: Decoder.Event) {
    switch event {
    case .opened:
      let file = queue.current
      item = Item(
        file: file, title: decoder.tag("title") ?? file.deletingPathExtension().lastPathComponent,
        artist: decoder.tag("artist") ?? "", album: decoder.tag("album") ?? "", duration: decoder.duration)
    case .restarted: note()
    case .finished: goOn()
    case .failed(let reason):
      FileHandle.standardError.write(Data("swift-player: \(queue.current.path): \(reason)\n".utf8))
      // A file that has failed would fail again.
      if queue.next() { open() } else { stop() }
    }
  }

  /// Stores the state and the position of playback.
  private func note() {
    state = decoder.isPaused ? .paused : .playing(rate: decoder.speed)
    (position, positionDate) = (decoder.position ?? 0, .now)
  }

  private func goOn() {
    if stopsAfter { decoder.isPaused = true }
    stopsAfter = false
    if queue.advance() { open() } else { stop() }
  }

  private func open() {
    do { try decoder.open(queue.current) } catch { stop() }
  }

  private func stop() {
    state = .stopped
    ended()
  }
}

// MARK: - What the desktop sees

extension Player: MediaSessionRepresentable {
  nonisolated var id: String { "player" }

  var content: (any MediaContentRepresentable)? {
    guard let item else { return nil }
    let duration = item.duration.map { MediaDuration.finite($0) }
    guard let cover = Cover.artwork(of: item.file) else {
      return MusicContent(
        id: item.file.path, songTitle: item.title, artistName: item.artist, albumName: item.album, type: .audio,
        duration: duration, artwork: nil)
    }
    // The video stands in for the cover where the desktop shows videos.
    return MusicContent(
      id: item.file.path, songTitle: item.title, artistName: item.artist, albumName: item.album, type: .audio,
      duration: duration, artwork: cover, animatedArtwork: Cover.animatedArtwork(of: item.file))
  }

  var playbackSnapshot: MediaPlaybackSnapshot? {
    MediaPlaybackSnapshot(state: state, elapsedTime: position, timestamp: positionDate)
  }

  var commands: [MediaCommand] {
    let commands: [MediaCommand] = [
      .play { self.setPaused(false) },
      .pause { self.setPaused(true) },
      .next { if self.queue.next() { self.open() } }.enabled(queue.hasNext),
      .previous {
        self.queue.previous()
        self.open()
      },
      .seekToPosition { try self.decoder.seek(to: $0) },
      .changePlaybackRate(supported: Self.speeds) { speed in
        self.decoder.speed = speed
        self.note()
      },
      .changeRepeatMode(current: queue.repeatMode) { self.queue.repeatMode = $0 },
      .changeShuffleMode(current: queue.shuffleMode, supported: [.off, .items]) { self.queue.shuffle($0) },
      .feedback(status: opinion) { self.think($0) },
    ]
    return commands + ownCommands
  }

  /// Two buttons that no other player has: their words are shown, and come back by their ids.
  private var ownCommands: [MediaCommand] {
    [
      .custom(id: "stop-after", title: "Stop after this song", icon: "timer", isActive: stopsAfter) {
        self.stopsAfter.toggle()
      },
      .custom(id: "again", title: "Start this song again", icon: "rewind") { try self.decoder.seek(to: 0) }
        .shown(in: .backSecondary),
    ]
  }

  private var opinion: MediaCommand.FeedbackStatus { item.flatMap { opinions[$0.file] } ?? .neutral }

  /// Stores the user's opinion of the item.
  func think(_ opinion: MediaCommand.FeedbackStatus) { if let item { opinions[item.file] = opinion } }

  private func setPaused(_ isPaused: Bool) {
    decoder.isPaused = isPaused
    note()
  }
}
