// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying
import Speaker

typealias Session = RemoteMediaSession<SpeakerAttributes>

/// The app starts, updates and ends sessions. The sessions go on without it.
@main struct Program {
  static let usage = """
    usage: swift-remote-speaker [COMMAND]     without one, commands are read from the input

      start ID NAME HOST PORT     shows what a speaker plays
      update ID NAME HOST PORT    gives a session another name or another speaker
      end ID                      shows it no longer
      sessions                    prints the ids of what is shown
      token                       prints the token for pushes that start sessions, as soon as there is one
    """

  struct Failure: LocalizedError {
    let errorDescription: String?
  }

  static func main() async {
    HostProgram.configure { $0.applicationID = "org.nowplaying.SwiftRemoteSpeaker" }
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.isEmpty else { exit(await obey(words) ? 0 : 1) }
    for await line in input { _ = await obey(line.split(separator: " ").map(String.init)) }
  }

  /// The lines of standard input.
  static var input: AsyncStream<String> {
    AsyncStream { lines in
      Thread.detachNewThread {
        while let line = readLine() { lines.yield(line) }
        lines.finish()
      }
    }
  }

  static func obey(_ words: [String]) async -> Bool {
    do {
      try await carryOut(words)
      return true
    } catch {
      FileHandle.standardError.write(Data("\(error.localizedDescription)\n".utf8))
      return false
    }
  }

  static func carryOut(_ words: [String]) async throws {
    switch (words.first, words.count) {
    case ("start", 5):
      let session = try await Session.start(attributes: attributes(words))
      say("\(session.id) is shown")
    case ("update", 5):
      try await session(words[1]).update(attributes(words))
      say("\(words[1]) is updated")
    case ("end", 2):
      try await session(words[1]).end()
      say("\(words[1]) has ended")
    case ("sessions", 1):
      for session in try await Session.sessions() { say(session.id) }
    case ("token", 1):
      for await token in Session.pushToStartTokenUpdates {
        say(String(decoding: token, as: UTF8.self))
        break
      }
    default: throw Failure(errorDescription: usage)
    }
  }

  static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

  /// Returns a session that exists, even if another process has started it.
  static func session(_ id: String) async throws -> Session {
    guard let session = try await Session.sessions().first(where: { $0.id == id }) else {
      throw Failure(errorDescription: "There is no session \(id)")
    }
    return session
  }

  /// The attributes include what the speaker plays now, so that the extension can show it without asking.
  static func attributes(_ words: [String]) async throws -> SpeakerAttributes {
    guard let port = UInt16(words[4]) else { throw Failure(errorDescription: usage) }
    let playback = try await MPD(host: words[3], port: port).playback()
    return SpeakerAttributes(id: words[1], name: words[2], host: words[3], port: port, playback: playback)
  }
}
