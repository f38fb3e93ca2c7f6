// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingProgram

/// A program of another package that carries out a command, and takes the command's word as its option.
struct Companion {
  static let browser = Companion(
    command: "browser", words: ["install", "list", "remove"], program: "nowplaying-browser-host",
    package: "nowplaying-browser", folder: "plugins/browser")
  static let bridge = Companion(
    command: "bridge", words: ["check", "list", "try"], program: "nowplaying-mqtt", package: "nowplaying-mqtt",
    folder: "plugins/mqtt")

  private let command: String
  let words: [String]
  private let program: String
  private let package: String
  private let folder: String

  /// Becomes the program. Without a word it lists.
  func run(_ arguments: Arguments, _: Console) throws(Failure) {
    let word = arguments.words.count > 1 ? arguments.words[1] : "list"
    guard words.has(word) else {
      throw UnknownWord.refusal(word, by: command, takes: words)
    }
    program.withCString { program in word.withCString { tool_become(program, $0) } }
    throw Failure(
      text: "No " + program + " is installed",
      next: "Debian has it in the package " + package + "; elsewhere build " + folder + " of libnowplaying.")
  }
}
