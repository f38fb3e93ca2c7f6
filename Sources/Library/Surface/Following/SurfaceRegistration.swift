// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The registration of this surface at a player, which tells the aspect ratios in which it shows animated artwork.
struct SurfaceRegistration: LoopBound {
  private let player: String
  private let connection: Connection
  private var name = ""
  private var wanted: AspectRatios = []
  private var registered: AspectRatios = []
  /// Whether the player takes registrations.
  private var isPossible = false

  init(_ player: String, _ connection: Connection) {
    self.player = player
    self.connection = connection
  }

  /// Sets the aspect ratios that the surface shows.
  mutating func show(_ ratios: AspectRatios, name: String) {
    (wanted, self.name) = (ratios, name)
    register()
  }

  /// Notes that the player takes registrations.
  mutating func begin() {
    isPossible = true
    register()
  }

  private mutating func register() {
    guard isPossible, wanted != registered else { return }
    registered = wanted
    let interface: StaticString = "org.nowplaying.Surfaces1"
    if wanted.isEmpty {
      return connection.tell(player, "/org/nowplaying/app", interface, "Unregister") { _ in .zero }
    }
    let (words, name) = (wanted.words, self.name)
    connection.tell(player, "/org/nowplaying/app", interface, "Register") { message in
      message.container(.array, "{sv}") {
        message.append(entry: "aspect-ratios", "as") { message.append(words) }
          .then(message.append(entry: "name", "s") { message.append(name) })
      }
    }
  }
}
