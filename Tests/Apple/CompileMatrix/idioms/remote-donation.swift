// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The app's side of sessions on other devices: found, started, updated and ended.
import NowPlaying

nonisolated struct RoomAttributes: RemoteMediaSessionAttributes, Hashable, Sendable {
  enum CodingKeys: String, CodingKey {
    case id = "room"
    case title
  }

  let id: String
  var title: String
}

@Observable @MainActor final class Rooms {
  private var sessions: [String: RemoteMediaSession<RoomAttributes>] = [:]

  func restore() async throws {
    for session in try await RemoteMediaSession<RoomAttributes>.sessions() { sessions[session.id] = session }
  }

  func play(_ title: String, in room: String) async -> Bool {
    let attributes = RoomAttributes(id: room, title: title)
    do {
      if let session = sessions[room] {
        try await session.update(attributes)
      } else {
        sessions[room] = try await .start(attributes: attributes)
      }
      try await sessions[room]?.requestToBecomeSystemPrimary()
      return sessions[room]?.isSystemPrimary ?? false
    } catch is RemoteMediaSessionError {
      sessions[room] = nil
    } catch {
      print(error)
    }
    return false
  }

  func stopAll() async {
    for (room, session) in sessions {
      try? await session.end()
      sessions[room] = nil
    }
  }
}
