// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
import Foundation
internal import NowPlayingCore

/// The item that the program plays now, as a dictionary: the desktop shows it in its media controls.
///
/// ```swift
/// MPNowPlayingInfoCenter.default().nowPlayingInfo = [
///   MPMediaItemPropertyTitle: "Tarkus",
///   MPMediaItemPropertyPlaybackDuration: 1243.0,
///   MPNowPlayingInfoPropertyElapsedPlaybackTime: 0.0,
/// ]
/// MPNowPlayingInfoCenter.default().playbackState = .playing
/// ```
///
/// The desktop shows the program while the dictionary is not nil; commands alone show nothing. While a `MediaSession`
/// of the module NowPlaying is application primary, that session is shown instead.
///
/// May be used on any thread. Each change is published at once.
open class MPNowPlayingInfoCenter: NSObject {
  nonisolated(unsafe) private static let center = MPNowPlayingInfoCenter(isShared: true)

  /// Makes a center. Programs use `default()` instead.
  init(isShared: Bool) {}

  /// The program's center.
  open class func `default`() -> MPNowPlayingInfoCenter { center }

  /// The item that plays now, by keys `MPMediaItemProperty…` and `MPNowPlayingInfoProperty…`; nil when nothing does.
  ///
  /// The elapsed time is the position at the moment at which the dictionary is set: set it again whenever playback
  /// jumps, not while it runs. Without an elapsed time, an item starts at 0 when it is first set. When the elapsed time
  /// is the same as before and something else of the item is new, as when a picture is added later, the item plays on.
  open var nowPlayingInfo: [String: Any]? {
    get { CenterSession.shared.info }
    set { CenterSession.shared.set(info: newValue) }
  }

  /// Whether the program plays. Set it at every start and stop, as on macOS.
  ///
  /// The default is `.unknown`, which means: playing when the dictionary's playback rate is not 0 (it is 1.0 when it is
  /// absent), paused when the rate is 0, stopped without a dictionary. While this property is `.playing`, a rate of 0
  /// in the dictionary is taken for the default rate.
  open var playbackState: MPNowPlayingPlaybackState {
    get { CenterSession.shared.playbackState }
    set { CenterSession.shared.set(playbackState: newValue) }
  }

  /// The keys for animated artwork that something on this desktop shows now; empty while no such surface is there.
  ///
  /// Animated artwork may be given for any key: while nothing shows it, its handlers are not called. A surface that
  /// appears later finds it. Code that reads this property in an observation is told when it changes, as of a property
  /// of an `@Observable` class.
  open class var supportedAnimatedArtworkKeys: [String] {
    let ratios = ShownRatios.shared.ratios
    return [AspectRatio.square, .tall].filter { ratios.contains(AspectRatios($0)) }.map(\.key)
  }
}
