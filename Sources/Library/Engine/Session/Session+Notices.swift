// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The callbacks without which what a host says is seen by nobody.
struct MissingCallbacks: OptionSet {
  let rawValue: UInt8
  static let command = MissingCallbacks(rawValue: 1)
  static let selectTrack = MissingCallbacks(rawValue: 2)

  /// The name in the header of the one that it is.
  var name: StaticString { self == .command ? "command" : "select_track" }
}

// Notices for the host in the log, each once for a session.
extension Session {
  /// Tells a host that what it has said is seen by nobody, because a callback is missing.
  ///
  /// - what: a command, or the tracks.
  func notice(_ what: StaticString, without callback: MissingCallbacks) {
    let isNew = monitor.locked { noticed[$0].insert(callback).inserted }
    if isNew {
      core.log(.warning, "Nobody is offered " + what.string + ": there is no callback " + callback.name.string)
    }
  }

  /// Tells a host whose volume is far above its maximum that 1.0 is full: such a host counts to 100.
  func noticeVolume(_ settings: SessionSettings) {
    guard let volume = settings.volume, volume > 1.5 * max(1, settings.volumeMaximum), !volumeWasNoticed else { return }
    volumeWasNoticed = true
    clientBug("a session has a volume of " + Escape.decimal(Clamp.microseconds(100 * volume)) + " %: 1.0 is full")
  }
}
