// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingProgram
import NowPlayingBus
import NowPlayingCore

/// The program's output. A terminal gets colours, and no control characters that a player may have sent.
final class Console {
  /// Whether the output is a terminal; otherwise it is plain text, as for a file.
  let isTerminal: Bool
  let isColored: Bool
  private var pending: [UInt8] = []

  /// How something is coloured on a terminal: numbers of "Select Graphic Rendition".
  enum Style: Int {
    case strong = 1
    case faint = 2
    case good = 32
    case warning = 33
    case bad = 31
  }

  private static let output: Int32 = 1
  private static let errors: Int32 = 2

  init() {
    isTerminal = tool_is_terminal(Self.output)
    // https://no-color.org: no colours when NO_COLOR is set and not empty.
    isColored = isTerminal && Environment.value("NO_COLOR") == nil && Environment.value("TERM")?.exact != "dumb"
  }

  var columns: Int { Int(truncatingIfNeeded: tool_columns(Self.output)) }

  /// Returns a text in a style.
  func styled(_ text: String, _ style: Style) -> String {
    isColored && !text.isEmpty ? "\u{1B}[" + String(style.rawValue) + "m" + text + "\u{1B}[0m" : text
  }

  /// Prints text that is the program's own or already clean.
  func write(_ text: String) {
    pending += text.utf8
  }

  /// Prints a line. On a terminal it is broken at blanks, and its further lines are indented.
  ///
  /// - start: stands before the text; if it is longer than the indent, or leaves no room for a whole word, the text
  ///   begins below it.
  func writeLine(_ start: String, _ text: String, indent: Int, _ style: Style? = nil) {
    func shown(_ part: String) -> String { style.map { styled(part, $0) } ?? part }
    guard isTerminal else { return write(start + text + "\n") }
    var (start, indent) = (start, indent)
    let longest = text.parts(32).map { Columns.count($0) }.max() ?? 0
    if longest > columns - indent, longest <= columns - 2 { indent = min(indent, 2) }
    if Columns.count(start) > indent {
      for line in Columns.wrapped(start, to: max(2, columns)) { write(line + "\n") }
      start = " ".times(indent)
    }
    for line in Columns.wrapped(text, to: max(2, columns - indent)) {
      write(start + shown(line) + "\n")
      start = " ".times(indent)
    }
  }

  /// Prints bytes that are the program's own or already clean.
  func write(_ bytes: [UInt8]) { pending += bytes }

  /// Prints the text of a command of playerctl, whose template may have lines: unchanged into a file or pipe, without
  /// other control characters on a terminal. There the values of a player in it are on one line already.
  func writeForeign(_ text: String) { write(isTerminal ? CleanText.lines(text) : text) }

  /// Returns a text of a player as it is printed: as it is into a file or pipe, clean and on one line on a terminal.
  func shown(_ text: String) -> String { isTerminal ? CleanText.line(text) : text }

  func shown(_ value: Variant) -> Variant { isTerminal ? value.clean : value }

  func shown(_ property: Variant.Property) -> Variant.Property {
    Variant.Property(key: shown(property.key), value: shown(property.value))
  }

  /// Writes all that was printed.
  func flush() throws(Failure) {
    if pending.isEmpty { return }
    let result = pending.withUnsafeBytes { tool_write(Self.output, $0.baseAddress, $0.count) }
    pending.removeAll(keepingCapacity: true)
    if result == 0 { return }
    // A closed pipe means that its reader has read enough.
    if tool_is_broken_pipe(result) { throw Failure.unread }
    throw Failure(text: "Cannot write to standard output: " + String(cString: np_strerror(result)))
  }

  /// Prints a line for a person who waits at a terminal.
  static func mention(_ text: String) {
    if tool_is_terminal(errors) { writeError(text) }
  }

  /// Prints a line about the command line, which is carried out all the same.
  static func warn(_ text: String) { writeError(CleanText.line(text)) }

  /// Returns whether NOWPLAYING_LOG enables a level.
  static func logs(_ level: LogLevel) -> Bool {
    // An unknown word in the variable enables logging too: the user wants to see something.
    guard let word = Environment.value("NOWPLAYING_LOG") else { return false }
    return level.rawValue <= (LogLevel(word: word) ?? .debug).rawValue
  }

  /// Prints a line of the log to standard error, as the library does.
  static func log(_ part: String, _ level: LogLevel, _ text: String) {
    writeError("nowplaying[" + part + "] " + level.word.description + ": " + CleanText.line(text))
  }

  /// Prints an error to standard error: one line, whatever a player has put into it, and on a terminal a second one
  /// with advice.
  func complain(_ failure: Failure) {
    if failure.text.isEmpty { return }
    Self.writeError(CleanText.line(failure.text))
    if tool_is_terminal(Self.errors), !failure.next.isEmpty { Self.writeError(CleanText.line(failure.next)) }
  }

  private static func writeError(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = line.withUnsafeBytes { tool_write(errors, $0.baseAddress, $0.count) }
  }
}
