// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingCore

/// Wakes the loop once when a path may have appeared: the path itself, or the first missing folder on the way to it.
final class PathWatch {
  private let reactor: Reactor
  private let source: Reactor.Source
  /// The name of the directory entry that is waited for.
  private let entry: UnsafeMutablePointer<CChar>?

  private init(_ reactor: Reactor, _ descriptor: Int32, _ entry: UnsafeMutablePointer<CChar>?) {
    self.reactor = reactor
    self.entry = entry
    source = reactor.add(descriptor, isWatch: true)
  }

  /// Nil when the path cannot be watched.
  static func make(_ reactor: Reactor, for path: String) -> PathWatch? {
    var entry: UnsafeMutablePointer<CChar>?
    let descriptor = np_watch_new(path.cString, &entry)
    guard !descriptor.isFailure else { return nil }
    let watch = PathWatch(reactor, descriptor, entry)
    return reactor.listen(to: watch.source, NP_POLL_IN) ? watch : nil
  }

  deinit {
    reactor.remove(source)
    np_close(source.descriptor)
    np_free(entry)
  }

  /// Whether the path may exist now. Changes of other entries in the directory are ignored.
  func hasAppeared() -> Bool { source.isReady && drain() }

  /// Reads the changes. Returns whether the path may exist now, also for a change after the last wake of the loop.
  func drain() -> Bool { np_watch_drain(source.descriptor, entry) }
}
