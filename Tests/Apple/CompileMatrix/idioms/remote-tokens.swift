// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Tokens for pushes, which go to the app's server as they come.
import NowPlaying

nonisolated struct TokenUpload: Encodable, Sendable {
  let token: String
  let session: String?
}

nonisolated struct MeetingAttributes: RemoteMediaSessionAttributes, Sendable {
  var id: String
}

actor TokenServer {
  private let url: URL
  private(set) var last: String?

  init(_ url: URL) { self.url = url }

  func send(_ token: Data, of session: String?) async throws {
    let text = token.map { String(format: "%02x", $0) }.joined()
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.httpBody = try JSONEncoder().encode(TokenUpload(token: text, session: session))
    _ = try await URLSession.shared.data(for: request)
    last = text
  }
}

@MainActor func uploadTokens(to server: TokenServer) async throws {
  if let token = RemoteMediaSession<MeetingAttributes>.pushToStartToken { try await server.send(token, of: nil) }
  for await token in RemoteMediaSession<MeetingAttributes>.pushToStartTokenUpdates {
    try await server.send(token, of: nil)
  }
}
