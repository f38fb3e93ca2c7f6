// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingCore

/// Wakes the loop, once, when a path may have appeared: it, or the first of its parents that is missing now.
final class PathWatch {
  private let reactor: Reactor
  private let source: Reactor.Source
  /// The name of the entry that is watched for.
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

  /// Whether the path may be there now. Other entries of a directory come and go, and mean nothing.
  func hasAppeared() -> Bool { source.isReady && drain() }

  /// The same, also for what has come since the loop was woken.
  func drain() -> Bool { np_watch_drain(source.descriptor, entry) }
}
