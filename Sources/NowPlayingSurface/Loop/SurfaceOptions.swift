// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The thread that runs the loop of a surface.
enum SurfaceLoopMode {
  /// A thread of the library.
  case thread
  /// The host, which polls a descriptor.
  case descriptor
  /// The host, which a thread of the library tells when to dispatch.
  case wakeup
}

/// The options with which a host makes a surface.
struct SurfaceOptions {
  var name = "surface"
  var busAddress = ""
  var busSocket: Int32?
  var loop = SurfaceLoopMode.thread

  /// The bus that was given, else that of the session; nil when the program is to stay off every bus.
  var busSource: BusSource? {
    if let busSocket { return .socket(busSocket) }
    if !busAddress.isEmpty { return .address(busAddress) }
    return BusAddress.session.map { .address($0) }
  }
}

/// The callbacks to a host. Called in the loop, with no lock held, but `wakeUp`.
protocol SurfaceHandler: BoardReader {
  func log(_ level: SurfaceLogLevel, _ message: String)
  func busChanged(_ state: BusState)
  func everybodyListed()
  func wakeUp()
  /// Nothing is told any more. Once.
  func finish()
}

/// How important a line of the log is. The raw values are those of the C header.
enum SurfaceLogLevel: Int32 {
  case error = 0
  case warning, info, debug
}
