// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// How audio programs say what they play.
import MediaPlayer

extension MPNowPlayingInfoCenter {
  func change(_ body: (inout [String: Any]) -> Void) {
    var info = nowPlayingInfo ?? [:]
    body(&info)
    nowPlayingInfo = info
  }
}

struct PlayedTrack {
  let id: MPMediaEntityPersistentID
  let title: String
  let artist: String?
  let seconds: Double
  let rate: Float
}

@MainActor func show(_ track: PlayedTrack, at position: TimeInterval) {
  var info = [String: Any]()
  info[MPMediaItemPropertyTitle] = track.title
  info[MPMediaItemPropertyArtist] = track.artist
  info[MPMediaItemPropertyAlbumTitle] = ""
  info[MPMediaItemPropertyPersistentID] = track.id
  info[MPMediaEntityPropertyPersistentID] = NSNumber(value: track.id)
  info[MPMediaItemPropertyPlaybackDuration] = NSNumber(value: track.seconds)
  info[MPMediaItemPropertyMediaType] = MPMediaType.music.rawValue
  info[MPNowPlayingInfoPropertyMediaType] = MPNowPlayingInfoMediaType.audio.rawValue
  info[MPNowPlayingInfoPropertyElapsedPlaybackTime] = position
  info[MPNowPlayingInfoPropertyPlaybackRate] = track.rate
  info[MPNowPlayingInfoPropertyDefaultPlaybackRate] = 1.0 as Float
  info[MPNowPlayingInfoPropertyPlaybackQueueIndex] = 0
  info[MPNowPlayingInfoPropertyPlaybackQueueCount] = UInt(10)
  info[MPNowPlayingInfoPropertyIsLiveStream] = false
  info[MPNowPlayingInfoPropertyPlaybackProgress] = Float(0.5)
  info[MPNowPlayingInfoPropertyExternalContentIdentifier] = "\(track.id)"
  info[MPNowPlayingInfoPropertyServiceIdentifier] = Bundle.main.bundleIdentifier
  MPNowPlayingInfoCenter.default().nowPlayingInfo = info
  MPNowPlayingInfoCenter.default().nowPlayingInfo?[MPNowPlayingInfoPropertyElapsedPlaybackTime] = position
  MPNowPlayingInfoCenter.default().nowPlayingInfo![MPNowPlayingInfoPropertyPlaybackRate] = NSNumber(value: 1)
  MPNowPlayingInfoCenter.default().change { $0[MPMediaItemPropertyGenre] = "Jazz" }
  MPNowPlayingInfoCenter.default().playbackState = .playing
}

func clear() {
  let center = MPNowPlayingInfoCenter.default()
  center.nowPlayingInfo = nil
  if center.playbackState != .stopped { center.playbackState = .stopped }
}
