// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import NowPlayingBus

/// The command line of an extension's executable.
struct ExtensionArguments {
  enum Action {
    case serve, install, uninstall, print, help
  }

  /// The reason why the command line is not understood, for the person who typed it.
  struct Misuse: Error {
    let sentence: String
  }

  private(set) var action = Action.serve
  /// The value of `--name`.
  private var given: String?

  init(_ arguments: [String]) throws(Misuse) {
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst() {
      switch argument {
      case "--install": action = .install
      case "--uninstall": action = .uninstall
      case "--print": action = .print
      case "--help": action = .help
      case "--name":
        guard let name = rest.popFirst() else { throw Misuse(sentence: "--name wants a name") }
        given = name
      default: throw Misuse(sentence: "What is \(argument)? See --help")
      }
    }
  }

  /// Returns the extension's name on the bus.
  ///
  /// - file: the name of the executable, which is used when no name is given otherwise.
  func name(file: String) throws(Misuse) -> String {
    if let said = given ?? Environment.value("NOWPLAYING_EXTENSION_NAME") {
      guard RemoteInterface.isName(said) else {
        throw Misuse(sentence: "\(said) is no name for an extension: it must be a bus name such as \(Self.example)")
      }
      return said
    }
    guard RemoteInterface.isName(file) else {
      throw Misuse(
        sentence: """
          \(file) is no bus name, so the extension has none: call the executable after it, as \(Self.example), or say \
          it by --name or NOWPLAYING_EXTENSION_NAME
          """)
    }
    return file
  }

  private static let example = "org.example.App.RemoteMedia"

  static let help = """
    An extension that shows what plays on other devices. The bus starts it.

      --install      writes the file by which the bus finds it, for this user, and prints the file's path
      --uninstall    removes that file
      --print        prints that file, for packages
      --name NAME    the extension's name on the bus, the app's id with one more component. Without it
                     NOWPLAYING_EXTENSION_NAME, else the file name of the executable
      --help         prints this

    Without one of the first three it serves.

    """
}
