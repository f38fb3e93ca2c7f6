// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingCore

/// Holds the app's MPRIS name while there is something to show. Belongs to the loop.
final class NameKeeper {
  private enum State: Equatable {
    case none
    /// Asked for; clients may see us at any moment.
    case asked
    case owned
    /// The bus does not let us own any.
    case refused
  }

  private unowned(unsafe) let app: App
  private var connection: Connection?
  private var state = State.none
  private var name = ""
  /// Tells the answer to an earlier question from that to the last.
  private var serial: UInt32 = 0

  init(_ app: App) { self.app = app }

  /// Whether clients can see us, or will before they see anything that is sent from now on.
  var isAnnounced: Bool { state == .asked || state == .owned }
  var isOwned: Bool { state == .owned }

  func attach(_ connection: Connection?) {
    self.connection = connection
    state = .none
    serial &+= 1
  }

  /// Asks for the name. The properties must be right already: clients read them at once (rule 2).
  func acquire() {
    guard state == .none else { return }
    ask(app.identity.busName)
  }

  func release() {
    if isAnnounced, let connection { connection.releaseName(name) }
    state = .none
    serial &+= 1
  }

  private func ask(_ name: String) {
    guard let connection else { return }
    self.name = name
    state = .asked
    serial &+= 1
    let asked = serial
    connection.requestName(name, flags: NameFlag.doNotQueue) { [unowned(unsafe) self] reply in
      guard asked == serial else { return }
      switch reply {
      case .owner: state = .owned
      case .taken, .queued:
        // A second instance. No process id: in a Flatpak all are the same (rule 3).
        ask(app.identity.busName + ".instance" + String(decoding: Escape.hexadecimal(np_random()).utf8.prefix(8), as: UTF8.self))
      case .refused:
        state = .refused
        app.log(.error, "The bus does not let this program own " + name + ", so the desktop cannot see it")
      }
    }
  }

  /// The bus took the name away.
  func lost(_ name: String) {
    guard name == self.name, state == .owned else { return }
    state = .none
    app.log(.warning, "The bus took " + name + " away; asking for it again")
  }
}
