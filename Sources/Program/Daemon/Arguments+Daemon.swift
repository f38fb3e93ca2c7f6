// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

extension Arguments {
  /// The options of a daemon that hold, as they are written on the command line.
  var daemonWords: [String] {
    func word(_ option: Options, _ value: String = "") -> String {
      "--" + OptionRow.name(of: option) + (value.isEmpty ? "" : "=" + value)
    }
    var words: [String] = []
    if !ignored.isEmpty { words.append(word(.ignore, ignored.joined(separator: ","))) }
    if pausesOthers { words.append(word(.pauseOthers, pausedAlone.joined(separator: ","))) }
    if !resumes { words.append(word(.noResume)) }
    if startsLast { words.append(word(.startLast)) }
    if let inhibitors { words.append(word(.inhibit, inhibitors.word)) }
    if inhibitsOnACAlone { words.append(word(.onAC)) }
    if servesHeadsets { words.append(word(.bluetooth)) }
    return words
  }
}
