// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying

/// A radio: one station, and what it plays. The session follows it by observation; nothing here speaks to the desktop.
@Observable final class Radio {
  enum State {
    case off
    /// The radio is on, and no sound has come yet.
    case tuning
    case playing
  }

  let stream: URL
  let logo: URL?
  private(set) var state = State.off
  /// The station's name, as the station gives it.
  private(set) var stationName: String
  /// The title of the programme, as the station gives it.
  private(set) var streamTitle: String?

  @ObservationIgnored private var listening: Task<Void, Never>?

  init(stream: URL, logo: URL?) {
    self.stream = stream
    self.logo = logo
    stationName = stream.host() ?? stream.absoluteString
  }

  func play() {
    guard state == .off else { return }
    state = .tuning
    listening = Task {
      // A lost station is tuned in to again, until the user switches the radio off.
      while !Task.isCancelled {
        do {
          try await listen()
        } catch {
          FileHandle.standardError.write(Data("\(stream): \(error.localizedDescription)\n".utf8))
        }
        if Task.isCancelled { return }
        state = .tuning
        // sleeps: paces the attempts to reach a station
        try? await Task.sleep(for: .seconds(2))
      }
    }
  }

  /// A broadcast cannot be paused: the radio is switched off; switched on again it plays what is on then.
  func pause() {
    listening?.cancel()
    listening = nil
    state = .off
  }

  private func listen() async throws {
    let decoder = try Decoder()
    defer { decoder.stop() }
    for try await event in IcecastStream.events(of: stream) {
      switch event {
      case .name(let name): stationName = name
      case .title(let title): streamTitle = title.isEmpty ? nil : title
      case .audio(let data):
        try await decoder.play(data)
        if state == .tuning { state = .playing }
      }
    }
  }
}

extension Radio: @MainActor MediaSessionRepresentable {
  var id: String { "radio" }

  var content: (any MediaContentRepresentable)? {
    // The station stays the same, and so does the id; the programme changes. The duration is .live by default. The id
    // is published, so it is not the address of the stream, which may have a password in it.
    RadioContent(
      id: "station", stationName: stationName, programName: streamTitle,
      artwork: logo.map { logo in
        Artwork(id: logo.absoluteString) { @concurrent _ in
          try ArtworkRepresentation(data: await URLSession.shared.data(from: logo).0)
        }
      })
  }

  var playbackSnapshot: MediaPlaybackSnapshot? {
    switch state {
    case .off: MediaPlaybackSnapshot(state: .paused)
    case .tuning: MediaPlaybackSnapshot(state: .buffering)
    case .playing: MediaPlaybackSnapshot(state: .playing())
    }
  }

  var commands: [MediaCommand] {
    [.play { self.play() }, .pause { self.pause() }, .stop { self.pause() }]
  }
}
