// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import Foundation
import Testing

@testable import NowPlayingBus

@Suite struct ReactorTests {
  @Test func anyNumberOfSockets() throws {
    let reactor = try #require(Reactor.make())
    let pipes = (0..<40).map { _ in Pipe() }
    let sources = pipes.map { reactor.add($0.fileHandleForReading.fileDescriptor) }
    for source in sources { #expect(reactor.listen(to: source, NP_POLL_IN)) }
    #expect(reactor.wait(block: false).isEmpty)
    #expect(sources.allSatisfy { !$0.isReady })
    for index in [0, 7, 39] { pipes[index].fileHandleForWriting.write(Data([1])) }
    reactor.wake()
    #expect(reactor.wait(block: true) == [.wake, .source])
    #expect(sources.indices.filter { sources[$0].isReady } == [0, 7, 39])
    // A removed source is never ready.
    reactor.listen(to: sources[0], 0)
    reactor.remove(sources[39])
    #expect(reactor.wait(block: false) == .source)
    #expect(sources.indices.filter { sources[$0].isReady } == [7])
  }

  @Test func allThatAreReadyHaveTheirTurn() throws {
    let reactor = try #require(Reactor.make())
    let pipes = (0..<50).map { _ in Pipe() }
    var left = Set(pipes.indices)
    let sources = pipes.map { reactor.add($0.fileHandleForReading.fileDescriptor) }
    for (source, pipe) in zip(sources, pipes) {
      reactor.listen(to: source, NP_POLL_IN)
      pipe.fileHandleForWriting.write(Data([1]))
    }
    // More sources are ready than the system reports at once.
    for _ in 0..<10 where !left.isEmpty {
      _ = reactor.wait(block: true)
      for index in left where sources[index].isReady { left.remove(index) }
    }
    #expect(left.isEmpty)
  }

  @Test func whatPausesIsHeardOfLater() throws {
    let reactor = try #require(Reactor.make())
    let pipes = [Pipe(), Pipe()]
    let sources = pipes.map { reactor.add($0.fileHandleForReading.fileDescriptor) }
    for source in sources { reactor.listen(to: source, NP_POLL_IN) }
    pipes[0].fileHandleForWriting.write(Data([1]))
    reactor.wake()
    reactor.pause()
    #expect(reactor.isPaused)
    #expect(reactor.wait(block: false).isEmpty)
    #expect(!sources[0].isReady)
    // A source that is removed meanwhile does not come back.
    reactor.remove(sources[1])
    reactor.resume()
    #expect(reactor.wait(block: false) == [.wake, .source])
    #expect(sources[0].isReady)
  }
}
