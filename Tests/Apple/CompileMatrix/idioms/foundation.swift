// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The lines of the article about Foundation on Linux, which compile on Apple's systems too.
import NowPlaying

extension NotificationCenter {
  nonisolated func stream<Value: Sendable>(
    of name: Notification.Name, _ read: @escaping @Sendable (Notification) -> Value
  ) -> AsyncStream<Value> {
    AsyncStream { continuation in
      nonisolated(unsafe) let token = addObserver(forName: name, object: nil, queue: nil) {
        continuation.yield(read($0))
      }
      continuation.onTermination = { _ in self.removeObserver(token) }
    }
  }
}

nonisolated func load(_ url: URL) async throws -> Data {
  if url.isFileURL { return try Data(contentsOf: url) }
  return try await URLSession.shared.data(from: url).0
}

@MainActor final class Clock {
  private var task: Task<Void, Never>?
  private(set) var ticks = 0

  func start() {
    task = Task { [weak self] in
      // sleeps: is the clock that it shows
      while (try? await Task.sleep(for: .seconds(1))) != nil { self?.ticks += 1 }
    }
  }

  func stop() { task?.cancel() }
}

nonisolated func follow() async {
  for await count in NotificationCenter.default.stream(of: Notification.Name("changed"), { $0.userInfo?.count ?? 0 }) {
    print(count)
  }
}
