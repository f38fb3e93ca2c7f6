// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying

@main struct Program {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let stream = arguments.first.flatMap(URL.init(string:)), arguments.count <= 2 else {
      fail("usage: swift-radio STREAM-URL [LOGO-URL]     (sound: FFMPEG_OUTPUT, by default \"-f pulse default\")")
    }
    // If the decoder ends before the stream does, a write to it must be an error and not a signal.
    signal(SIGPIPE, SIG_IGN)
    HostProgram.configure {
      $0.applicationID = "org.nowplaying.SwiftRadio"
      $0.displayName = "Swift Radio"
      $0.quit = { exit(0) }
    }
    let radio = Radio(stream: stream, logo: arguments.dropFirst().first.flatMap(URL.init(string:)))
    let session = MediaSession(radio)
    try await session.requestToBecomeApplicationPrimary()
    radio.play()
    // sleeps: until somebody ends the program
    try await Task.sleep(for: .seconds(Int64(Int32.max)))
    withExtendedLifetime(session) {}
  }

  static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(2)
  }
}
