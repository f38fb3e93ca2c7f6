// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
package import NowPlayingCore

/// The values of a snapshot that the module NowPlayingExtras adds.
package struct SnapshotAdditions: Equatable, Sendable {
  /// Why media cannot be played.
  package struct Failure: Equatable, Sendable {
    package let kind: ErrorKind
    package let message: String?

    package init(_ kind: ErrorKind, _ message: String?) {
      self.kind = kind
      self.message = message
    }
  }

  package var failure: Failure?
  package var seekableRange: ClosedRange<TimeInterval>?
  package var bufferedTime: TimeInterval?
  package var isAtLiveEdge = false

  /// The engine's form of the values; nil when there are none.
  var detail: PlaybackDetail? {
    guard failure != nil || seekableRange != nil || bufferedTime != nil || isAtLiveEdge else { return nil }
    let range = seekableRange.flatMap { range in
      Microseconds(seconds: range.lowerBound).flatMap { start in
        Microseconds(seconds: range.upperBound).flatMap { PlaybackDetail.Range(start, $0) }
      }
    }
    return PlaybackDetail(
      seekable: range, buffered: bufferedTime.flatMap(Microseconds.init(seconds:)), isAtLiveEdge: isAtLiveEdge,
      error: Content.bounded(failure?.message), errorKind: failure?.kind ?? .other)
  }
}
