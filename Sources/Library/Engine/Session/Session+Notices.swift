// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// Callbacks that a host may lack. Without them clients are not offered its commands, or its tracks.
struct MissingCallbacks: OptionSet {
  let rawValue: UInt8
  static let command = MissingCallbacks(rawValue: 1)
  static let selectTrack = MissingCallbacks(rawValue: 2)

  /// The callback's name in the C header.
  var name: StaticString { self == .command ? "command" : "select_track" }
}

// Warnings for the host, each logged once for a session.
extension Session {
  /// Warns a host that clients are not offered something, because a callback is missing.
  ///
  /// - what: the word of a command, or "tracks".
  func notice(_ what: StaticString, without callback: MissingCallbacks) {
    let isNew = monitor.locked { noticed[$0].insert(callback).inserted }
    if isNew {
      core.log(.warning, "Nobody is offered " + what.string + ": there is no callback " + callback.name.string)
    }
  }

  /// Warns a host whose volume is far above the maximum: it probably counts to 100 instead of 1.0.
  func noticeVolume(_ settings: SessionSettings) {
    guard let volume = settings.volume, volume > 1.5 * max(1, settings.volumeMaximum), !volumeWasNoticed else { return }
    volumeWasNoticed = true
    clientBug("a session has a volume of " + Escape.decimal(Clamp.int64(100 * volume)) + " %: 1.0 is full")
  }
}
