// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Like and dislike as two buttons, and one that goes through all three.
import NowPlaying

@Observable @MainActor
final class OpinionModel: @MainActor MediaSessionRepresentable {
  typealias Status = MediaCommand.FeedbackStatus

  let id = "opinions"
  private var opinions: [String: Status] = [:]
  var songs = ["a", "b"]
  var usesOneButton = false

  private var song: String { songs.first ?? "" }
  private var opinion: Status {
    get { opinions[song, default: .neutral] }
    set { opinions[song] = newValue }
  }

  var content: (any MediaContentRepresentable)? {
    MusicContent(
      id: song, songTitle: song, artistName: "", albumName: "", type: .audio, duration: nil, artwork: nil)
  }
  var playbackSnapshot: MediaPlaybackSnapshot? { MediaPlaybackSnapshot(state: .playing()) }
  var commands: [MediaCommand] {
    let set: (Status) async throws -> Void = { self.opinion = $0 }
    let feedback: [MediaCommand] =
      usesOneButton
      ? [.feedback(title: "Rate", shortTitle: "Rate", status: opinion, set)]
      : [
        .feedback(title: "Like", shortTitle: "Like", status: opinion, set),
        .feedback(title: "Dislike", shortTitle: "Dislike", status: opinion, set),
      ]
    return feedback + [.next { self.songs.removeFirst() }.enabled(songs.count > 1)]
  }
}
