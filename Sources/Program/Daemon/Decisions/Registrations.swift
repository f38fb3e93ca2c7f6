// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// Decides when the player of headsets is registered at the adapters of Bluetooth: at each that comes, before other
/// programs if possible, because BlueZ gives all keys to the player that was registered first.
struct Registrations {
  enum Turn {
    /// BlueZ has told of an adapter, or of one that has gone.
    case appeared(String)
    case gone(String)
    /// BlueZ has answered a registration.
    case registered(String)
    case refused(String)
    /// BlueZ has ended, and has forgotten everything.
    case ended
  }

  private struct Adapter {
    let path: String
    var isRegistered = false
    var retries = Retries()
  }

  private var adapters: [Adapter] = []
  /// The most adapters that are served. No machine has as many.
  private static let most = 16

  /// The adapters that are there.
  var known: [String] { adapters.map { $0.path } }

  /// The adapters at which the player is registered.
  var registered: [String] { adapters.filter { $0.isRegistered }.map { $0.path } }

  /// The time at which `due` must be called.
  var nextTime: Instant { adapters.map { $0.retries.nextTime }.min() ?? .max }

  /// Takes over what has happened. Returns the adapters at which the player must be registered now.
  mutating func handle(_ turn: Turn, now: Instant) -> [String] {
    switch turn {
    case .appeared(let path):
      guard index(of: path) == nil, adapters.count < Self.most else { return [] }
      adapters.append(Adapter(path: path))
      adapters[adapters.count - 1].retries.begin(now)
      return [path]
    case .gone(let path): adapters.removeAll { $0.path.exact == path.exact }
    case .registered(let path): if let index = index(of: path) { adapters[index].isRegistered = true }
    case .refused(let path): if let index = index(of: path) { adapters[index].retries.fail(now) }
    case .ended: adapters = []
    }
    return []
  }

  /// Returns the adapters at which the player must be registered once more now.
  mutating func due(_ now: Instant) -> [String] {
    var paths: [String] = []
    for index in adapters.indices where adapters[index].retries.nextTime <= min(now, .max - Microseconds(1)) {
      adapters[index].retries.begin(now)
      paths.append(adapters[index].path)
    }
    return paths
  }

  private func index(of path: String) -> Int? { adapters.firstIndex { $0.path.exact == path.exact } }
}
