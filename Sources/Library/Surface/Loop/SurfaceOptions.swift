// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The options with which a host makes a surface.
struct SurfaceOptions {
  var name = "surface"
  var busAddress = ""
  var busSocket: Int32?
  var loop = LoopMode.thread
  /// Whether the host is given both of two entries that are one playback.
  var givesTwins = false

  var busSource: BusSource? { .chosen(socket: busSocket, address: busAddress) }
}

/// The callbacks to a host. Called in the loop, with no lock held; `wakeUp` is called on a thread of its own.
protocol SurfaceHandler: SessionListObserver {
  func log(_ level: LogLevel, _ message: String)
  func busChanged(_ state: BusState)
  func everybodyListed()
  func wakeUp()
  /// Called once, after all other callbacks.
  func finish()
}
