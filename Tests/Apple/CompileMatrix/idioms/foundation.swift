// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The stand-ins and the lines of the article about Foundation on Linux, and source for Apple's systems that uses them.
import NowPlaying

#if canImport(OSLog)
  import OSLog
#endif

#if os(Linux)
  nonisolated struct Logger: Sendable {
    let subsystem: String
    let category: String

    func debug(_ message: OSLogMessage) { write(message) }
    func info(_ message: OSLogMessage) { write(message) }
    func notice(_ message: OSLogMessage) { write(message) }
    func warning(_ message: OSLogMessage) { write(message) }
    func error(_ message: OSLogMessage) { write(message) }

    private func write(_ message: OSLogMessage) {
      FileHandle.standardError.write(Data("\(category): \(message.text)\n".utf8))
    }
  }

  nonisolated struct OSLogMessage: ExpressibleByStringInterpolation {
    enum Privacy { case auto, `public`, `private`, sensitive }

    struct StringInterpolation: StringInterpolationProtocol {
      var text = ""

      init(literalCapacity: Int, interpolationCount: Int) {}
      mutating func appendLiteral(_ literal: String) { text += literal }
      mutating func appendInterpolation(_ value: some Any, privacy: Privacy = .auto) { text += "\(value)" }
    }

    let text: String

    init(stringLiteral text: String) { self.text = text }
    init(stringInterpolation interpolation: StringInterpolation) { text = interpolation.text }
  }

  extension NotificationCenter {
    nonisolated func notifications(
      named name: Notification.Name, object: AnyObject? = nil
    ) -> AsyncStream<Notification> {
      AsyncStream { continuation in
        nonisolated(unsafe) let token = addObserver(forName: name, object: object, queue: nil) {
          nonisolated(unsafe) let notification = $0
          continuation.yield(notification)
        }
        continuation.onTermination = { _ in self.removeObserver(token) }
      }
    }
  }

  extension URLSession {
    nonisolated func data(from url: URL) async throws -> (Data, URLResponse) {
      guard url.isFileURL else { return try await data(from: url, delegate: nil) }
      let data = try Data(contentsOf: url)
      return (data, URLResponse(url: url, mimeType: nil, expectedContentLength: data.count, textEncodingName: nil))
    }
  }
#endif

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

@MainActor final class Follower {
  private let logger = Logger(subsystem: "org.example.Player", category: "audio")
  private var task: Task<Void, Never>?
  private(set) var reasons: [UInt] = []

  func start() {
    task = Task { [weak self] in
      let reasons = NotificationCenter.default.notifications(named: Notification.Name("changed"))
        .compactMap { $0.userInfo?["reason"] as? UInt }
      for await reason in reasons { self?.take(reason) }
    }
  }

  private func take(_ reason: UInt) {
    reasons.append(reason)
    logger.debug("The route has changed")
    logger.error("The reason \(reason, privacy: .public) is one of \(self.reasons.count)")
  }

  func tell() {
    OperationQueue.main.addOperation {
      NotificationCenter.default.post(name: Notification.Name("changed"), object: nil)
    }
  }

  func count(_ center: NotificationCenter) async -> Int {
    for await _ in center.notifications(named: Notification.Name("changed"), object: self) { return reasons.count }
    return 0
  }
}

nonisolated func load(_ url: URL) async throws -> Data {
  let (data, _) = try await URLSession.shared.data(from: url)
  return data
}

nonisolated func time(of position: TimeInterval) -> String {
  Duration.seconds(position).formatted(.time(pattern: .minuteSecond))
}
