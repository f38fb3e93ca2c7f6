// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

/// A push token, and who wants to hear of each change of it.
@MainActor package final class TokenStreams {
  package private(set) var token: Data?
  private var streams: [UUID: AsyncStream<Data>.Continuation] = [:]

  package init(_ token: Data? = nil) { self.token = token }

  /// The present token, if there is one, and each that follows. Only the newest waits to be read.
  package var updates: AsyncStream<Data> {
    let (stream, continuation) = AsyncStream<Data>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let key = UUID()
    streams[key] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor in self?.streams[key] = nil }
    }
    if let token { continuation.yield(token) }
    return stream
  }

  package func change(_ token: Data?) {
    guard token != self.token else { return }
    self.token = token
    if let token { for stream in streams.values { stream.yield(token) } }
  }

  /// No more will come.
  package func finish() {
    for stream in streams.values { stream.finish() }
    streams = [:]
  }
}
