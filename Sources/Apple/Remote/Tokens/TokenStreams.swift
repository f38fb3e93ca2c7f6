// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

/// A push token, and the streams that tell of its changes.
@MainActor package final class TokenStreams {
  package private(set) var token: Data?
  private var streams: [UUID: AsyncStream<Data>.Continuation] = [:]

  package init(_ token: Data? = nil) { self.token = token }

  /// A stream of the present token, if there is one, and each later one. If several tokens have not been read yet,
  /// it keeps only the newest.
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

  /// Ends the streams.
  package func finish() {
    for stream in streams.values { stream.finish() }
    streams = [:]
  }
}
