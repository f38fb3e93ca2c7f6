// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The order in which a daemon has the players: `nowplaying daemon`, or playerctld. It was there before this surface,
/// and has seen which of them began last.
final class DaemonOrder: LoopBound {
  private let connection: Connection
  private let told: ([String]) -> Void
  private var question: Subscription?
  /// Whether the answer is still to come.
  var isOpen: Bool { question != nil }

  /// The time that the daemon may take, in µs. It answers from memory.
  private static let timeout: UInt64 = 1_000_000
  /// The properties that have an order. Only the first is that of a surface, whatever a user has chosen with Shift.
  private static let properties: [(interface: StaticString, name: StaticString)] = [
    ("org.nowplaying.Daemon1", "Order"), ("com.github.altdesktop.playerctld", "PlayerNames"),
  ]

  /// Asks for the order.
  ///
  /// - told: called with the MPRIS names in their order, or without any if there is no answer.
  init(_ connection: Connection, told: @escaping ([String]) -> Void) {
    (self.connection, self.told) = (connection, told)
    ask(Self.properties[...])
  }

  private func ask(_ properties: ArraySlice<(interface: StaticString, name: StaticString)>) {
    question = nil
    guard let property = properties.first else { return told([]) }
    question = connection.ask(
      MPRISPlayer.daemon, MPRISPlayer.object, "org.freedesktop.DBus.Properties", "Get",
      { $0.append(property.interface).then($0.append(property.name)) }, timeout: Self.timeout
    ) { [unowned(unsafe) self] reply in
      let names = reply.isError ? nil : reply.readVariant("as") { reply.readArray(of: "s") { reply.readString() } }
      guard let names else { return ask(properties.dropFirst()) }
      question = nil
      told(Array(names.prefix(SurfaceLimits.players)))
    }
  }
}
