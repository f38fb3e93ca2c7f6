// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
internal import NowPlayingCore

/// The engine's clock: `CLOCK_MONOTONIC` in microseconds.
package enum MonotonicTime {
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// Returns the time of a date on this clock; negative for a date before the machine started.
  package static func time(of date: Date) -> Int64 {
    Clamp.sum(now, Clamp.microseconds(date.timeIntervalSinceNow * 1_000_000))
  }
}

/// Converts seconds to microseconds. Numbers that are too large are clamped; nil for numbers that are not finite.
package func microseconds(_ seconds: Double) -> Int64? {
  seconds.isFinite ? Clamp.microseconds((seconds * 1_000_000).rounded()) : nil
}
