// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// error: no member '(failure|chapters|tags)'; no member '(custom|mute|shown)'; no member 'pauses; cannot find 'Media
import AVFAudio
import NowPlaying

@MainActor func added(_ snapshot: MediaPlaybackSnapshot, _ song: MusicContent, _ command: MediaCommand) {
  _ = snapshot.failure
  _ = song.chapters
  _ = song.tags
  _ = MediaCommand.custom
  _ = MediaCommand.mute
  _ = command.shown
  _ = AVAudioSession.sharedInstance().pausesOtherPlayers
  _ = MediaTrack.self
  _ = MediaTags.self
  _ = MediaChapter.self
}
