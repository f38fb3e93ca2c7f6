// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingBus
@testable import NowPlayingEngine

/// Tests times and sizes on which others depend, with where they are documented or for whom they were measured.
@Suite struct TimesTests {
  private static let millisecond: Microseconds = 1000
  private static let second: Microseconds = 1_000_000

  /// Documented in the opening essay of the C header, and in rules 8 and 12.
  @Test func whatClientsAreSent() {
    #expect(Announcer<PlayerProperties, PlayerCall>.interval == Self.second / 20)
    #expect(ItemBeginning.picture == 40 * Self.millisecond)
    #expect(ItemBeginning.loading == 300 * Self.millisecond)
    #expect(ItemBeginning.settling == 20 * Self.millisecond)
    #expect(ItemGap.usual == 250 * Self.millisecond)
    #expect(PlayerAnnouncer.loading == 300 * Self.millisecond)
    #expect(ClientPosition.tolerance == 500 * Self.millisecond)
    #expect(ClientPosition.askedTolerance == 250 * Self.millisecond)
    #expect(ClientPosition.standingTolerance == 2 * Self.second)
  }

  /// The pauses double from 20 ms on. From 640 ms on, the socket's appearance is watched where it can be, so that a bus
  /// is found within a second of its return; further attempts are rare, because each wakes a sleeping machine.
  @Test func attemptsToConnect() {
    #expect(BusAttempts.firstPause == 20 * Self.millisecond)
    #expect(BusAttempts.watchFrom == 32 * BusAttempts.firstPause)
    #expect(BusAttempts.longestPause == 16 * BusAttempts.watchFrom)
    #expect(BusAttempts.watchedPause == 30 * Self.second)
    #expect(BusAttempts.stableAfter == 2 * Self.second)
  }

  /// A name that others take away again and again is requested once a minute.
  @Test func attemptsToHaveAName() {
    #expect(BusName.firstPause == Self.second)
    #expect(BusName.longestPause == 60 * Self.second)
    #expect(BusName.maxTaken == 3)
  }

  /// Timeouts for an ending app, a rival that must pause, and a bus that does not answer.
  @Test func timeout() {
    #expect(Reconnector.timeout == 500 * Self.millisecond)
    #expect(Reconnector.longestEnd == 3 * Self.second)
    #expect(PrimaryClaim.timeout == 300 * Self.millisecond)
    #expect(PrimaryClaim.busTimeout == 5 * Self.second)
    #expect(PrimaryClaim.reclaimDelay == 2 * Self.second)
    #expect(AppCore.unshownTimeout == 2 * Self.second)
    // The header names both to a host whose position is late.
    #expect(Limits.positionTime == 100 * Self.millisecond && PositionAnswers.pause == 10 * Self.second)
    #expect(PositionAnswers.tolerance == 10 * Self.millisecond)
  }

  @Test func sizes() {
    #expect(Reconnector.messagesPerTurn == 32)
    #expect(Limits.rememberedPictures == 16)
    // Twice the largest picture: the shown one, and the next.
    #expect(RememberedPictures.maxBytes == 2 * Limits.picture)
    // The largest picture that desktops show, at double density.
    #expect(ArtworkCache.size == 512)
    #expect(Log.maxLines == 64)
  }

  /// The bytes that may wait for a client that does not read, or asks for much at once.
  @Test func whatWaitsForClients() {
    #expect(Backlog.maxOfClient == 4 << 20 && Backlog.most == 12 << 20 && Backlog.maxMessages == 8192)
    #expect(Backlog.maxAhead == 512 << 10 && Backlog.interval == Self.second)
    #expect(Message.maxBytes == 8 << 20)
  }
}
