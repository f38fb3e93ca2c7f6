// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingCore

extension Instant {
  public static var now: Instant { Instant(np_now_us()) }
}

extension Microseconds {
  /// The processor time that the calling thread has used.
  public static var usedByThread: Microseconds { Microseconds(np_thread_time_us()) }

  /// The time as sd-bus takes it, for which the greatest number is no limit; a time that is over is 0.
  var ofBus: UInt64 { self == .max ? .max : UInt64(clamping: count) }
}
