// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Why a command ends without having done what it was asked for.
struct Failure: Error {
  /// The error in one sentence; empty when nothing is to be printed.
  let text: String
  /// Advice, printed on terminals alone; empty when there is none.
  var next = ""
  /// The exit code.
  var code: Int32 = 1
  /// A statement about players, which `--no-messages` keeps away, and not about the words of the command.
  var isStatus = false

  /// No player is there that was meant.
  static let noPlayers = Failure(
    text: "No players found", next: "Start a player, or ask 'nowplaying doctor' why yours is not there.", isStatus: true
  )

  /// The reader has closed the pipe. Prints nothing.
  static let unread = Failure(text: "")

  static let busHasGone = Failure(
    text: "The session bus has gone", next: "Start the command again when there is one.")

  static let noBus = Failure(
    text: "There is no session bus",
    next: "Type it in a terminal of the desktop session, or set DBUS_SESSION_BUS_ADDRESS; see 'nowplaying doctor'.")
}
