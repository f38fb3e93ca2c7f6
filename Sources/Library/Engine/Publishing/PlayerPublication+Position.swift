// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

// The position of what is shown, for which the host may be asked.
extension PlayerPublication {
  /// Asks the host for its position, before a call that depends on it.
  func askPosition() {
    if session?.askPosition(isAhead: isAhead) != nil { refresh() }
  }

  /// The position of what is shown, for which the host may be asked; nil when it is unknown.
  /// Between two items it is the one that clients count on from.
  func position() -> Int64? {
    let now = np_now_us()
    if isBetweenItems { return max(0, clientPosition.believed(at: now)) }
    return session?.askPosition(isAhead: isAhead) ?? committed.state.position(at: now)
  }

  /// Whether the client has sent the present call without waiting for the answer to its previous call.
  private var isAhead: Bool { connection?.isAhead ?? false }

  /// Returns the state with the position that the host answers, if it can be asked.
  func askPosition(after newest: CommittedState) -> CommittedState {
    guard let session, session.handler.answersPosition, newest !== committed else { return newest }
    return session.askPosition(after: newest)
  }

  /// Takes over the host's own position when the target of an accepted seek does not count any more. Returns the time
  /// of the next call.
  func settleSeek() -> Int64 {
    guard let session, session.soughtEnds != .max else { return .max }
    if session.settleSeek(np_now_us()) { refresh() }
    return session.soughtEnds
  }
}
