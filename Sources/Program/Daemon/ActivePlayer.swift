// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The player that the daemon stands for. Clients see it only after it has answered with all its properties, so that
/// they never take the properties of another player for its own.
final class ActivePlayer {
  let name: String
  private let connection: Connection
  /// Called when the answers are complete and clients may see the player.
  private let ready: (ActivePlayer) -> Void
  private(set) var isReady = false
  /// Whether the player has not answered in time.
  private(set) var isSilent = false
  /// The player's answers, one per interface; nil where it gave none.
  private(set) var root: KeptMessage?
  private(set) var player: KeptMessage?
  private let heard: (Message) -> Void
  private var question: Subscription?
  private var signals: Subscription?
  private var owners: Subscription?

  /// The timeout of a call for properties. A player answers these from memory.
  private static let timeout: Microseconds = .seconds(2)

  init(
    _ name: String, _ connection: Connection, heard: @escaping (Message) -> Void,
    ready: @escaping (ActivePlayer) -> Void
  ) {
    (self.name, self.connection, self.heard, self.ready) = (name, connection, heard, ready)
    owners = connection.subscribe(
      "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='" + name + "'"
    ) { [unowned(unsafe) self] message in
      _ = (message.readString(), message.readString())
      // Another connection owns the name now and may be another program. The surface notices when nobody owns it.
      if !(message.readString() ?? "").isEmpty { askAll() }
    }
    askAll()
  }

  /// Asks for all that clients may read.
  private func askAll() {
    (isReady, isSilent, signals) = (false, false, nil)
    question = connection.ask(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner", { $0.append(name) }
    ) { [unowned(unsafe) self] reply in
      guard let owner = reply.readString() else { return begin() }
      signals = connection.subscribe("type='signal',sender='" + owner + "',path='" + MPRIS.path + "'") {
        [unowned(unsafe) self] signal in
        if isReady, !signal.isTooMuch { heard(signal) }
      }
      // Asks one after the other, so that the signals kept are those that follow the last answer, and none from before
      // it.
      ask(owner, MPRIS.root) { [unowned(unsafe) self] reply in
        root = reply
        ask(owner, MPRIS.player) { [unowned(unsafe) self] reply in
          player = reply
          begin()
        }
      }
    }
    if question == nil { begin() }
  }

  private func ask(_ owner: String, _ interface: StaticString, _ answer: @escaping (KeptMessage?) -> Void) {
    question = connection.ask(
      owner, MPRIS.path, MPRIS.properties, "GetAll", { $0.append(interface) }, timeout: Self.timeout
    ) { [unowned(unsafe) self] reply in
      isSilent = reply.errorName?.equals("org.freedesktop.DBus.Error.NoReply") ?? false
      answer(reply.isError || !reply.hasSignature("a{sv}") || reply.isTooMuch ? nil : reply.passable)
    }
    if question == nil { answer(nil) }
  }

  private func begin() {
    isReady = true
    ready(self)
    (root, player) = (nil, nil)
  }
}
