// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import Foundation
import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingBus

/// Tests the descriptor that wakes the loop: it reports what is ready, and nothing else.
@Suite struct ReactorTests {
  private let reactor: Reactor

  init() throws { reactor = try #require(Reactor.make()) }

  /// Whether a host would find the reactor's descriptor readable.
  private var isReadable: Bool {
    var one = pollfd(fd: reactor.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&one, 1, 0) == 1
  }

  @Test func nothingIsReadyAtFirst() {
    #expect(!isReadable && reactor.wait(block: false) == [])
    let (wake, timer) = (Reactor.Ready.wake, Reactor.Ready.timer)
    #expect(!wake.isEmpty && !timer.isEmpty && wake.isDisjoint(with: timer))
  }

  @Test func aWakeIsReportedOnce() {
    for _ in 0..<2 {
      reactor.wake()
      reactor.wake()
      #expect(isReadable && reactor.wait(block: true) == .wake)
      #expect(!isReadable && reactor.wait(block: false) == [])
    }
  }

  @Test func theTimerIsReportedWhenItIsTime() {
    for _ in 0..<2 {
      let time = Instant.now + 20_000
      reactor.arm(at: time)
      #expect(reactor.wait(block: true) == .timer && Instant.now >= time)
      #expect(!isReadable && reactor.wait(block: false) == [])
      // Arms the same time again, which has passed.
      reactor.arm(at: time)
      #expect(isReadable && reactor.wait(block: true) == .timer)
    }
    reactor.arm(at: 0)
    reactor.arm(at: .max)
    #expect(!isReadable && reactor.wait(block: false) == [])
    reactor.arm(at: Instant.now + 3_600_000_000)
    #expect(!isReadable)
    reactor.arm(at: 0)
    #expect(reactor.wait(block: true) == .timer)
  }

  @Test func allTogether() {
    let descriptors = (0..<20).map { _ in np_eventfd_new() }
    defer { for descriptor in descriptors { np_close(descriptor) } }
    let sources = descriptors.map { reactor.add($0) }
    for source in sources { #expect(reactor.listen(to: source, NP_POLL_IN)) }
    #expect(!isReadable)
    for chosen in [0, 7, 19] {
      np_eventfd_signal(descriptors[chosen])
      #expect(reactor.wait(block: true) == .source)
      for (index, source) in sources.enumerated() { #expect(source.isReady == (index == chosen)) }
      np_timerfd_drain(descriptors[chosen])
      #expect(reactor.wait(block: false) == [] && !sources.contains { $0.isReady })
    }
    // More sources are ready than one wait reports; none is forgotten.
    for descriptor in descriptors { np_eventfd_signal(descriptor) }
    reactor.wake()
    reactor.arm(at: 0)
    var (ready, seen): (Reactor.Ready, Set<Int>) = ([], [])
    for _ in 0..<4 {
      ready.formUnion(reactor.wait(block: false))
      for (index, source) in sources.enumerated() where source.isReady { seen.insert(index) }
    }
    #expect(ready == [.wake, .timer, .source] && seen.count == 20)
  }

  @Test func sourcesAreForgotten() {
    let descriptor = np_eventfd_new()
    defer { np_close(descriptor) }
    np_eventfd_signal(descriptor)
    let source = reactor.add(descriptor)
    #expect(!isReadable && !source.isReady)
    #expect(reactor.listen(to: source, NP_POLL_IN) && isReadable)
    #expect(reactor.listen(to: source, 0) && !isReadable)
    #expect(reactor.listen(to: source, NP_POLL_IN) && isReadable)
    #expect(reactor.listen(to: source, NP_POLL_IN) && isReadable)
    reactor.remove(source)
    #expect(!isReadable && reactor.wait(block: false) == [])
    let again = reactor.add(descriptor)
    #expect(reactor.listen(to: again, NP_POLL_IN) && reactor.wait(block: true) == .source)
    #expect(again.isReady && !source.isReady)
    let wrong = reactor.add(-1)
    #expect(!reactor.listen(to: wrong, NP_POLL_IN))
  }

  /// A host that runs a main loop inside a callback must be able to wait there.
  @Test func nothingIsReadableWhileItIsPaused() {
    let descriptors = (0..<2).map { _ in np_eventfd_new() }
    defer { for descriptor in descriptors { np_close(descriptor) } }
    let sources = descriptors.map { reactor.add($0) }
    for source in sources { reactor.listen(to: source, NP_POLL_IN) }
    let unused = reactor.add(np_eventfd_new())
    np_eventfd_signal(unused.descriptor)
    np_eventfd_signal(descriptors[0])
    reactor.wake()
    reactor.arm(at: 0)
    #expect(isReadable && !reactor.isPaused)
    for _ in 0..<2 {
      reactor.pause()
      #expect(!isReadable && reactor.isPaused)
    }
    // A source that was removed during the pause is not waited for after it, and neither is one that was never added.
    reactor.remove(sources[1])
    np_eventfd_signal(descriptors[1])
    #expect(!isReadable)
    reactor.resume()
    #expect(isReadable && !reactor.isPaused)
    #expect(
      reactor.wait(block: true) == [.wake, .source] && sources[0].isReady && !sources[1].isReady && !unused.isReady)
    np_timerfd_drain(descriptors[0])
    #expect(!isReadable)
    reactor.arm(at: 0)
    #expect(reactor.wait(block: true) == .timer)
    np_close(unused.descriptor)
  }

  @Test func pathsThatAppear() throws {
    try withRuntimeDirectory { folder in
      let path = folder.appending(path: "bus").path
      var watch = PathWatch.make(reactor, for: path)
      #expect(watch != nil && !isReadable && watch?.hasAppeared() == false)
      try Data().write(to: folder.appending(path: "other"))
      #expect(reactor.wait(block: true) == .source && watch?.hasAppeared() == false)
      #expect(!isReadable)
      try Data().write(to: URL(fileURLWithPath: path))
      #expect(reactor.wait(block: true) == .source && watch?.hasAppeared() == true)
      #expect(reactor.wait(block: false) == [] && watch?.hasAppeared() == false)
      try Data().write(to: folder.appending(path: "more"))
      #expect(isReadable)
      watch = nil
      #expect(!isReadable)
      #expect(PathWatch.make(reactor, for: "relative") == nil)
    }
  }
}
