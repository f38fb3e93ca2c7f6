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
  func position() -> Microseconds? {
    let now = Instant.now
    if signals.gap.isOn { return signals.positionInGap(at: now) }
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
  func settleSeek() -> Instant {
    guard let session, session.soughtEnds != .max else { return .max }
    if session.settleSeek(Instant.now) {
      shown.pending.contradict()
      refresh()
    }
    return session.soughtEnds
  }
}

// The silence of this player while another one steps down.
extension PlayerPublication {
  /// Sends nothing until `release`.
  func hold() { signals.isHeld = true }

  /// Ends `hold`. With `repeating`, a rival has stopped playing for this player, which announces again that it plays:
  /// some clients follow the player that said so last.
  func release(repeating: Bool) {
    signals.isHeld = false
    refresh()
    guard repeating, name.isAnnounced, let signal = signals.repetition(committed.state, Instant.now) else { return }
    emit(signal)
  }
}
