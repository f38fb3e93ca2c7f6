// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying
import Testing

extension AllTests {
  /// Whole programs, from their beginning to their end.
  @Suite @MainActor struct ProgramTests {
    private static let name = "org.mpris.MediaPlayer2.TestPlayer"

    /// The program of Tests/TestPlayer, beside the one that tests.
    private nonisolated static var path: String {
      let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
      return (tests as NSString).deletingLastPathComponent + "/TestPlayer"
    }

    /// A process with what it has said.
    private final class Program {
      let process: Process
      private let (input, output, errors) = (Pipe(), Pipe(), Pipe())
      let said = Lines()
      let complained = Lines()

      init(_ mode: String, _ variables: [String]) throws {
        process = try TestBus.shared.start(
          variables + [ProgramTests.path, mode], input: input, output: output, errors: errors)
        for (pipe, lines) in [(output, said), (errors, complained)] {
          pipe.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            if data.isEmpty { handle.readabilityHandler = nil } else { lines.append(String(decoding: data, as: UTF8.self)) }
          }
        }
      }

      func tell(_ line: String) { input.fileHandleForWriting.write(Data("\(line)\n".utf8)) }

      deinit {
        for pipe in [output, errors] { pipe.fileHandleForReading.readabilityHandler = nil }
        kill(process.processIdentifier, SIGKILL)
      }
    }

    private func start(_ mode: String, _ variables: String...) throws -> Program {
      try Program(mode, ["NOWPLAYING_APPLICATION_ID=org.example.TestPlayer"] + variables)
    }

    private func isShown() async throws -> Bool { try await Client.players().contains("TestPlayer") }

    /// The file that clients are given.
    private func picture() async throws -> String? {
      let url = try await Client.playerctl("-p", "TestPlayer", "metadata", "mpris:artUrl")
      return URL(string: url)?.path(percentEncoded: false)
    }

    @Test(arguments: ["exit", "return"]) func picturesGoWithTheProgram(_ end: String) async throws {
      _ = TestBus.shared
      let program = try start("shown")
      try await eventually("it is shown") { program.said.all.joined() == "shown\n" }
      try await eventually("it has a picture") { try await self.picture() != nil }
      let file = try #require(try await picture())
      #expect(FileManager.default.fileExists(atPath: file))
      program.tell(end)
      try await eventually("it has ended") { !program.process.isRunning }
      #expect(program.process.terminationReason == .exit && program.process.terminationStatus == 0)
      #expect(!FileManager.default.fileExists(atPath: file))
    }

    /// Otherwise a closure that is never called is a riddle.
    @Test func whoDoesNotServeTheMainActorIsToldWhatToCall() async throws {
      _ = TestBus.shared
      let program = try start("blocked")
      try await eventually("it is told") { program.complained.all.joined().contains("dispatchMain()") }
      let lines = program.complained.all.joined()
      #expect(lines.contains("The main actor has not been served for two seconds"))
      #expect(lines.contains("HostProgram.dispatchMainQueue()"))
      #expect(program.said.all == [])
    }

    @Test func withoutABusAProgramGoesOn() async throws {
      _ = TestBus.shared
      let program = try start("shown", "DBUS_SESSION_BUS_ADDRESS=", "XDG_RUNTIME_DIR=")
      try await eventually("it is refused") { !program.said.all.isEmpty }
      #expect(program.said.all.joined().contains("there is no session bus"))
      program.tell("return")
      try await eventually("it has ended") { !program.process.isRunning }
      #expect(program.process.terminationStatus == 0)
    }

    /// For the tests of a program: no player on the developer's desktop.
    @Test func anEnvironmentVariableSwitchesPublishingOff() async throws {
      _ = TestBus.shared
      let program = try start("shown", "NOWPLAYING_BUS=none")
      try await eventually("it is refused") { !program.said.all.isEmpty }
      #expect(program.said.all.joined().contains("there is no session bus"))
      #expect(try await !isShown())
    }
  }
}
