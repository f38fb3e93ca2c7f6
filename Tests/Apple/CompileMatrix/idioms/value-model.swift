// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A model that is a value: what changes is in an observable object that it holds.
import NowPlaying

@Observable @MainActor final class LoopState {
  var layers: Set<String> = []
  var level = 1.0
}

@MainActor struct LoopModel: @MainActor MediaSessionRepresentable {
  let id: String
  let state: LoopState

  var content: (any MediaContentRepresentable)? {
    if state.layers.isEmpty {
      return nil
    }
    return GenericContent(
      id: id, title: state.layers.sorted().joined(separator: ", "), type: .audio, duration: .continuous, artwork: nil)
  }

  var playbackSnapshot: MediaPlaybackSnapshot? { MediaPlaybackSnapshot(state: state.level > 0 ? .playing() : .paused) }

  var commands: [MediaCommand] {
    let state = state
    return [.pause { state.level = 0 }, .play { state.level = 1 }]
  }
}

@MainActor func loops(_ names: String...) -> [MediaSession<LoopModel>] {
  names.map { MediaSession(LoopModel(id: $0, state: LoopState())) }
}
