// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Whether videos may start by themselves. Desktops have no such setting, so it is one of our own: the variable
/// NOWPLAYING_AUTOPLAY, or else the first word of the file `nowplaying/autoplay` in the user's configuration, is `off`.
struct Autoplay {
  private let variable: String?
  private let file: String?

  /// A relative path does not count, says the XDG Base Directory Specification.
  init(variable: String?, configuration: String?, home: String?) {
    self.variable = variable
    let directories = [configuration ?? "", home.map { $0 + "/.config" } ?? ""]
    file = directories.first { $0.exact.begins(with: "/") }.map { $0 + "/nowplaying/autoplay" }
  }

  /// By the environment; to be made when an app is made.
  init() {
    self.init(
      variable: Environment.value("NOWPLAYING_AUTOPLAY"), configuration: Environment.value("XDG_CONFIG_HOME"),
      home: Environment.value("HOME"))
  }

  /// Reads the file, unless the variable is set.
  var isOff: Bool {
    if let variable { return variable.exact == "off" }
    guard let file else { return false }
    var buffer = [CChar](repeating: 0, count: 64)
    let count = Int(clamping: np_read_file(file.cString, &buffer, buffer.count))
    guard count > 0 else { return false }
    var word: [UInt8] = []
    for byte in buffer.prefix(count) {
      if byte != UInt8(ascii: " "), !(9...13).contains(byte) {
        word.append(UInt8(bitPattern: byte))
      } else if !word.isEmpty {
        break
      }
    }
    return String(decoding: word, as: UTF8.self).exact == "off"
  }
}
