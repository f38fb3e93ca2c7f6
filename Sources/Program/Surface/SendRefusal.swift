// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore

/// Says why a player does not take the argument of a command, in the words of the command line.
enum SendRefusal {
  /// Returns the error; nil where the player's own words say more.
  ///
  /// - said: the argument as the command line has it.
  static func failure(_ event: nowplaying_command_event, _ said: String, _ session: Session) -> Failure? {
    guard let kind = CommandKind(rawValue: event.kind), !said.isEmpty else { return nil }
    let next = "'nowplaying show' tells what each command takes."
    switch kind.takes {
    case .position:
      let end = session.duration.map { ", which ends at " + Number.clock($0.count) } ?? ""
      return Failure(text: "There is no " + said + " in the item" + end, next: next)
    case .rate:
      let offered = session.commands.first { $0.kind == event.kind }
      var rates = (offered?.offeredRates ?? []).map { Number.short($0) }
      if let range = offered?.rateRange {
        rates.append(Number.short(range.lowerBound) + " to " + Number.short(range.upperBound))
      }
      if rates.isEmpty { return nil }
      return Failure(
        text: said + " is not a speed that it offers; it offers " + rates.joined(separator: ", "), next: next)
    case .mode:
      let modes = session.commands.filter { $0.kind == event.kind }.flatMap { $0.modes.supported }
      var words: [String] = []
      for mode in modes where !words.has(mode.description) { words.append(mode.description) }
      if words.isEmpty { return nil }
      return Failure(text: "It does not offer " + said + "; it offers " + words.joined(separator: ", "), next: next)
    default: return nil
    }
  }
}

extension Session {
  /// Returns the number of the one feedback button that sets an opinion; nil where none or several do.
  ///
  /// - mode: the number of the opinion. Where several buttons take it back, the one that has set it is meant.
  func button(for mode: Int32) -> UInt32? {
    let words = CommandKind.feedback.row.modes
    let index = Int(truncatingIfNeeded: mode)
    guard words.indices.contains(index) else { return nil }
    let word = ExactText(words[index])
    let able = commands.filter { command in
      command.kind == NOWPLAYING_COMMAND_FEEDBACK && command.modes.supported.contains { ExactText($0) == word }
    }
    let others = able.filter { command in command.modes.current.map { ExactText($0) != word } ?? false }
    return able.count == 1 ? able.first?.button : others.count == 1 ? others.first?.button : nil
  }
}
