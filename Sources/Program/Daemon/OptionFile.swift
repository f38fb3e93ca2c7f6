// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingProgram
import NowPlayingBus
import NowPlayingCore

/// The file of the daemon's options, `daemon.conf`: one a line, as on the command line, where "--" may be left out. A
/// "#" begins a comment.
struct OptionFile {
  /// The options, as words of the command line.
  private(set) var words: [String] = []
  /// A sentence for each wrong line, which is left out.
  private(set) var faults: [String] = []

  /// The most bytes that are read, and the most faults that are told.
  private static let most = 65536
  private static let mostFaults = 16

  /// The name of the file, by the XDG Base Directory Specification.
  static var path: String {
    // The specification has relative paths ignored.
    let own = Environment.value("XDG_CONFIG_HOME").flatMap { $0.utf8.first == 47 ? $0 : nil }
    return (own ?? (Environment.value("HOME") ?? "") + "/.config") + "/nowplaying/daemon.conf"
  }

  /// Reads the file. Without one there are no options in it.
  ///
  /// - taken: the options that it may have.
  init(taking taken: Options) {
    let path = Self.path
    var data: UnsafeRawPointer?
    let count = path.withCString { np_load_file($0, Self.most, &data) }
    defer { np_unload_file(data) }
    if count < 0, path.withCString({ tool_exists($0) }) {
      faults = [path + " cannot be read: " + String(cString: np_strerror(Int32(clamping: count)))]
    }
    guard count > 0 else { return }
    let bytes = Array(UnsafeRawBufferPointer(start: data, count: Int(truncatingIfNeeded: count)))
    for (index, line) in bytes.parts(10, all: true).enumerated() {
      guard let word = Self.word(line) else { continue }
      do throws(Failure) {
        let one = try Arguments([word])
        try one.refuse(allBut: taken, beside: "the file")
        if one.options.isEmpty { throw Failure(text: "It names no option") }
        words.append(word)
      } catch {
        if faults.count == Self.mostFaults { break }
        faults.append(
          path + ", line " + String(index + 1) + ": " + error.text
            + (error.text.utf8.last == UInt8(ascii: "?") ? "" : ".")
            + " Correct or delete the line; 'nowplaying help daemon' names the options.")
      }
    }
  }

  /// Returns the word that a line would be on the command line; nil for a line without an option.
  private static func word(_ line: ArraySlice<UInt8>) -> String? {
    let comment = line.indices.first { index in
      line[index] == UInt8(ascii: "#") && (index == line.startIndex || line[index - 1] == 32 || line[index - 1] == 9)
    }
    let text = Arguments.trimmed(line[..<(comment ?? line.endIndex)])
    if text.isEmpty { return nil }
    let name = text.before(61)
    let value = Array(text.utf8).dropFirst(name.utf8.count)
    let word = (name.starts(with: "--") ? "" : "--") + Arguments.trimmed(ArraySlice(name.utf8))
    return value.isEmpty ? word : word + "=" + Arguments.trimmed(value.dropFirst())
  }
}
