// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// How the tests of audio programs stand in for MediaPlayer: what is read is overridden.
import MediaPlayer

final class SkipEvent: MPSkipIntervalCommandEvent {
  override var interval: TimeInterval { 30 }
  override var command: MPRemoteCommand { MPRemoteCommandCenter.shared().skipForwardCommand }
  override var timestamp: TimeInterval { 1 }
}

final class PositionEvent: MPChangePlaybackPositionCommandEvent {
  override var positionTime: TimeInterval { 12 }
}

final class RateEvent: MPChangePlaybackRateCommandEvent {
  override var playbackRate: Float { 1.5 }
}

final class SeekEvent: MPSeekCommandEvent {
  override var type: MPSeekCommandEventType { .endSeeking }
}

final class RepeatEvent: MPChangeRepeatModeCommandEvent {
  override var repeatType: MPRepeatType { .all }
  override var preservesRepeatMode: Bool { true }
}

final class ShuffleEvent: MPChangeShuffleModeCommandEvent {
  override var shuffleType: MPShuffleType { .items }
  override var preservesShuffleMode: Bool { true }
}

final class RatingEvent: MPRatingCommandEvent {
  override var rating: Float { 4 }
}

final class FeedbackEvent: MPFeedbackCommandEvent {
  override var isNegative: Bool { true }
}

final class LanguageEvent: MPChangeLanguageOptionCommandEvent {
  override var setting: MPChangeLanguageOptionSetting { .permanent }
}

final class Cover: MPMediaItemArtwork {
  override var bounds: CGRect { CGRect(x: 0, y: 0, width: 10, height: 10) }
  override func image(at size: CGSize) -> UIImage? { nil }
}

protocol InfoCenter: AnyObject {
  var nowPlayingInfo: [String: Any]? { get set }
  var playbackState: MPNowPlayingPlaybackState { get set }
}

extension MPNowPlayingInfoCenter: InfoCenter {}

final class InfoCenterDouble: InfoCenter {
  var nowPlayingInfo: [String: Any]?
  var playbackState = MPNowPlayingPlaybackState.unknown
}

func handle(_ event: MPRemoteCommandEvent) -> TimeInterval? {
  (event as? MPSkipIntervalCommandEvent)?.interval
}

func test() -> Bool { handle(SkipEvent()) == 30 && handle(PositionEvent()) == nil }
