// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

// Notices for the host in the log, each once for a session.
extension Session {
  /// Tells a host that what it has said is seen by nobody, because a callback is missing.
  ///
  /// - bit: of the callback, in `missing`.
  /// - what: a command, or the tracks.
  @inline(never)
  func notice(_ bit: UInt8, _ what: StaticString, _ callback: StaticString) {
    let isNew = monitor.locked { held in
      let before = missing[held]
      missing[held] = before | bit
      return before & bit == 0
    }
    if isNew { core.log(.warning, "Nobody is offered " + what.string + ": there is no callback " + callback.string) }
  }

  /// Tells a host whose volume is far above its maximum that 1.0 is full: such a host counts to 100.
  func noticeVolume(_ settings: SessionSettings) {
    guard let volume = settings.volume, volume > 1.5 * max(1, settings.volumeMaximum), !volumeWasNoticed else { return }
    volumeWasNoticed = true
    clientBug("a session has a volume of " + Escape.decimal(Clamp.microseconds(100 * volume)) + " %: 1.0 is full")
  }
}
