// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying

/// Usage: swift-player [--OPTION=VALUE …] FILE …
///
/// Plays music, is shown by the desktop, and driven by it. The options are mpv's: --volume=50, --ao=null. A picture
/// named cover or folder beside the files is their cover. Desktops that show videos get a video instead; `Cover` says
/// how its file must be named. As many desktops have no such buttons, "like", "dislike" and "neutral" can be typed into
/// the terminal to rate the song. Surfaces of org.nowplaying show two buttons more: "Stop after this song", and "Start
/// this song again".
@main struct Program {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    let files = arguments.filter { !$0.hasPrefix("--") }.map { URL(fileURLWithPath: $0) }
    guard !files.isEmpty else { fail("Usage: swift-player [--OPTION=VALUE …] FILE …") }
    var options: [String: String] = [:]
    for argument in arguments where argument.hasPrefix("--") {
      let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1).map(String.init)
      options[parts.first ?? ""] = parts.count > 1 ? parts[1] : "yes"
    }
    HostProgram.configure {
      $0.applicationID = "org.nowplaying.SwiftPlayer"
      $0.displayName = "Swift Player"
      $0.quit = { exit(0) }
    }
    do {
      let player = Player(files, try Decoder(options))
      let end = AsyncStream<Void> { stream in player.ended = { stream.finish() } }
      try await player.start()
      readOpinions { player.think($0) }
      for await _ in end {}
    } catch {
      fail("swift-player: \(error.localizedDescription)")
    }
  }

  private static let opinions: [String: MediaCommand.FeedbackStatus] = [
    "like": .positive, "dislike": .negative, "neutral": .neutral,
  ]

  /// Reads the terminal on a thread of its own, because reading blocks.
  private static func readOpinions(_ heard: @escaping @MainActor @Sendable (MediaCommand.FeedbackStatus) -> Void) {
    let opinions = opinions
    Thread.detachNewThread {
      while let line = readLine() {
        if let opinion = opinions[line] { Task { @MainActor in heard(opinion) } }
      }
    }
  }

  private static func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data((text + "\n").utf8))
    exit(2)
  }
}
