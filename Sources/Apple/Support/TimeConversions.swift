// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
internal import NowPlayingBus
package import NowPlayingCore

extension Instant {
  /// The time of a date; negative for a date before the machine started.
  package init(of date: Date) {
    self = .now + Microseconds(clamping: date.timeIntervalSinceNow * 1_000_000)
  }
}

extension Microseconds {
  /// Numbers that are too large are clamped; nil for numbers that are not finite.
  package init?(seconds: Double) {
    guard seconds.isFinite else { return nil }
    self.init(clamping: (seconds * 1_000_000).rounded())
  }

  package var seconds: Double { Double(count) / 1_000_000 }
}
