// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The user's setting whether videos may start by themselves. Desktops have no such setting, so this library has one:
/// autoplay is off if the variable NOWPLAYING_AUTOPLAY is `off`. Where the variable is not set, autoplay is off if the
/// first word of `nowplaying/autoplay` in the user's configuration directory is `off`.
struct Autoplay {
  private let variable: String?
  private let file: String?

  /// Finds the file of the setting. By the XDG Base Directory Specification, relative paths are ignored.
  init(variable: String?, configuration: String?, home: String?) {
    self.variable = variable
    let directories = [configuration ?? "", home.map { $0 + "/.config" } ?? ""]
    file = directories.first { $0.exact.begins(with: "/") }.map { $0 + "/nowplaying/autoplay" }
  }

  /// Reads the environment. Called in the host's thread when an app is made.
  init() {
    self.init(
      variable: Environment.value("NOWPLAYING_AUTOPLAY"), configuration: Environment.value("XDG_CONFIG_HOME"),
      home: Environment.value("HOME"))
  }

  /// Whether autoplay is off. Reads the file, unless the variable is set.
  var isOff: Bool {
    if let variable { return variable.exact == "off" }
    guard let file else { return false }
    var word: [UInt8] = []
    for byte in SmallFile.text(file).bytes {
      if byte != UInt8(ascii: " "), !(9...13).contains(byte) {
        word.append(byte)
      } else if !word.isEmpty {
        break
      }
    }
    return String(decoding: word, as: UTF8.self).exact == "off"
  }
}
