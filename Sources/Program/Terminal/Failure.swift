// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The reason why a command has failed.
///
/// It is a class, so that throwing functions pass on a single pointer.
final class Failure: Error {
  /// The error in one sentence; empty when nothing is to be printed.
  let text: String
  /// Advice, printed on terminals alone; empty when there is none.
  let next: String
  /// The exit code.
  let code: Int32
  /// Whether the failure is about players rather than about the command line; `--no-messages` silences it then.
  let isStatus: Bool
  /// The players that have not answered in time, if that is the reason.
  let silent: [String]

  init(text: String, next: String = "", code: Int32 = 1, isStatus: Bool = false, silent: [String] = []) {
    (self.text, self.next, self.code, self.isStatus, self.silent) = (text, next, code, isStatus, silent)
  }

  /// Returns the failure for players that have not answered in time.
  ///
  /// - seconds: how long they had.
  static func unanswered(_ players: [String], within seconds: Int = 3) -> Failure {
    Failure(
      text: silence(of: players, within: seconds),
      next: "'nowplaying doctor " + (players.first ?? "") + "' looks at it.", isStatus: true, silent: players)
  }

  /// Returns the sentence about players that have not answered in time.
  static func silence(of players: [String], within seconds: Int = 3) -> String {
    players.joined(separator: ", ") + (players.count > 1 ? " have" : " has") + " not answered within "
      + String(seconds) + " seconds"
  }

  /// No player is there that the command line means.
  static let noPlayers = Failure(
    text: "No players found", next: "Start a player, or ask 'nowplaying doctor' why yours is not there.", isStatus: true
  )

  /// Returns the same failure with advice that names the players that are there, none of which is meant.
  ///
  /// - asPlayerctl: whether scripts must read what playerctl says; else the error itself has the advice.
  static func noPlayers(_ arguments: Arguments, among there: [String], asPlayerctl: Bool = false) -> Failure {
    guard !there.isEmpty, !arguments.players.isEmpty || !arguments.ignored.isEmpty else { return noPlayers }
    let there = there.joined(separator: ", ")
    let next =
      arguments.players.isEmpty
      ? "-i leaves out all that are there: " + there
      : "-p names none of those that are there: " + there
    if asPlayerctl { return Failure(text: noPlayers.text, next: next + ".", isStatus: true) }
    return Failure(text: noPlayers.text + ": " + next, isStatus: true)
  }

  /// The reader has closed the pipe. Nothing is printed.
  static let unread = Failure(text: "")

  static let busHasGone = Failure(
    text: "The session bus has gone", next: "Start the command again when there is one.")

  static let noBus = Failure(
    text: "There is no session bus",
    next: "Type it in a terminal of the desktop session, or name a bus with --bus; see 'nowplaying doctor'.")

  /// Returns this failure, or one that names the bus of the command line when the failure is that there is no bus.
  func about(bus: String) -> Failure {
    guard text.exact == Self.noBus.text.exact else { return self }
    return Failure(
      text: (BusAddress.isNowhere(bus) ? "There is no bus at " : "No bus answers this program at ") + bus,
      next: "Is a dbus-daemon running there, for this user? See docs/headless.md.", code: code)
  }
}
