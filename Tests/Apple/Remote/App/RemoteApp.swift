// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying

// The app that the tests of the remote part run. It reads a JSON object per line and answers each by one.

struct Order: Decodable {
  let n: Int
  let `do`: String
  let id: String?
  let attributes: SpeakerAttributes?
  let names: [String]?
}

struct Answer: Encodable {
  var n: Int?
  var event: String?
  var ok: Bool?
  var id: String?
  var ids: [String]?
  var hex: String?
  var value: Bool?
  var error: String?

  @MainActor func say() {
    guard var line = try? JSONEncoder().encode(self) else { return }
    line.append(10)
    FileHandle.standardOutput.write(line)
  }
}

typealias Session = RemoteMediaSession<SpeakerAttributes>

@MainActor final class RemoteApp {
  private var handles: [String: Session] = [:]
  private var wasPrimary: [String: Bool] = [:]
  private var isListening = false
  private var local: MediaSession<LocalSpeaker>?
  private var player: MediaSession<LocalPlayer>?

  func carryOut(_ order: Order) async {
    var answer = Answer(n: order.n, ok: true)
    do {
      switch order.do {
      case "start":
        guard let attributes = order.attributes else { throw RemoteMediaSessionError.invalidAttributes }
        let handle = try await Session.start(attributes: attributes)
        hold(handle)
        answer.id = handle.id
      case "update":
        guard let attributes = order.attributes else { throw RemoteMediaSessionError.invalidAttributes }
        try await handle(order).update(attributes)
      case "end":
        try await handle(order).end()
        handles[order.id ?? ""] = nil
      case "primary": try await handle(order).requestToBecomeSystemPrimary()
      case "sessions":
        let sessions = try await Session.sessions()
        for handle in sessions { hold(handle) }
        answer.ids = sessions.map(\.id)
      case "token":
        answer.hex = Session.pushToStartToken?.hex
        listen()
      case "local":
        let session = MediaSession(onDevicesOf: LocalSpeaker())
        local = session
        try await session.requestToBecomeApplicationPrimary()
        answer.value = session.isApplicationPrimary
      case "end local": local = nil
      case "player":
        let session = MediaSession(LocalPlayer())
        player = session
        try await session.requestToBecomeApplicationPrimary()
      case "playlists": LocalPlaylists.offer(order.names ?? [])
      default: throw Refusal(text: "What is \(order.do)?")
      }
    } catch {
      answer.ok = false
      answer.error = (error as? RemoteMediaSessionError).map { "\($0)" } ?? (error as? Refusal)?.text ?? "\(error)"
    }
    answer.say()
  }

  private struct Refusal: Error {
    let text: String
  }

  /// Returns a session that this app holds, or one that exists: a push may have started it.
  private func handle(_ order: Order) async throws -> Session {
    if let handle = handles[order.id ?? ""] { return handle }
    for handle in try await Session.sessions() where handle.id == order.id {
      hold(handle)
      return handle
    }
    throw Refusal(text: "noHandle")
  }

  private func hold(_ handle: Session) {
    guard handles.updateValue(handle, forKey: handle.id) == nil else { return }
    watch(handle)
  }

  /// Prints an event when a session becomes system primary, and when it ceases to be.
  private func watch(_ handle: Session) {
    let value = withObservationTracking {
      handle.isSystemPrimary
    } onChange: { [weak self] in
      Task { @MainActor in
        if let self, self.handles[handle.id] === handle { self.watch(handle) }
      }
    }
    if value != (wasPrimary[handle.id] ?? false) { Answer(event: "primary", id: handle.id, value: value).say() }
    wasPrimary[handle.id] = value
  }

  private func listen() {
    if isListening { return }
    isListening = true
    let updates = Session.pushToStartTokenUpdates
    Task { @MainActor in
      for await token in updates { Answer(event: "startToken", hex: token.hex).say() }
    }
  }
}

extension Data {
  var hex: String { map { String(format: "%02x", $0) }.joined() }
}

@main struct Program {
  @MainActor static func main() async {
    let app = RemoteApp()
    Answer(event: "ready").say()
    let lines = AsyncStream<String> { continuation in
      Thread.detachNewThread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
    }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let value = try decoder.singleValueContainer()
      if let seconds = try? value.decode(Double.self) { return Date(timeIntervalSinceReferenceDate: seconds) }
      return try Date(try value.decode(String.self), strategy: .iso8601)
    }
    for await line in lines {
      guard let order = try? decoder.decode(Order.self, from: Data(line.utf8)) else {
        Answer(ok: false, error: "unreadable").say()
        continue
      }
      if order.do == "quit" {
        Answer(n: order.n, ok: true).say()
        exit(0)
      }
      // The commands begin in their order, and none waits for the one before.
      Task { @MainActor in await app.carryOut(order) }
    }
    exit(0)
  }
}
