// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The instance names of players, as playerctl uses them: the MPRIS name without the prefix that all players share.
enum PlayerNames {
  static let prefix: StaticString = "org.mpris.MediaPlayer2."
  static let daemon = "playerctld"
  /// The interface in which playerctld lists the players.
  static var daemonInterface: StaticString { "com.github.altdesktop.playerctld" }

  /// The interface in which `nowplaying daemon` tells its choice, which playerctld does not have.
  static var choiceInterface: StaticString { "org.nowplaying.Daemon1" }

  /// Returns the instance name that an MPRIS name ends with; nil when the name has another prefix.
  static func instance(_ name: String) -> String? {
    let prefix = prefix.description
    guard name.utf8.count > prefix.utf8.count, name.starts(with: prefix) else { return nil }
    return name.without(first: prefix.utf8.count)
  }

  /// Returns whether a name from the command line means an instance. It does when it equals the instance or its first
  /// parts, is "%any", is a pattern ("*" is any text) that the instance matches, or is the whole MPRIS name of the
  /// instance.
  static func matches(_ name: String, _ instance: String) -> Bool {
    if let whole = Self.instance(name) { return fits(whole, instance) }
    if name.equals("%any") || instance.equals("%any") || fits(name, instance) { return true }
    return instance.starts(with: name + ".")
  }

  private static func fits(_ pattern: String, _ name: String) -> Bool {
    let parts = Array(pattern.utf8).parts(42, all: true)
    guard parts.count > 1, let first = parts.first, let last = parts.last else { return pattern.exact == name.exact }
    var rest = Array(name.utf8)[...]
    guard rest.count >= first.count + last.count, rest.starts(with: first) else { return false }
    rest = rest.dropFirst(first.count)
    guard rest.suffix(last.count).elementsEqual(last) else { return false }
    rest = rest.dropLast(last.count)
    // The first occurrence of each part leaves the most text for the parts that follow.
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let start = rest.indices.first(where: { rest[$0...].starts(with: part) }) else { return false }
      rest = rest[(start + part.count)...]
    }
    return true
  }

  static func isSelected(_ instance: String, _ arguments: Arguments) -> Bool {
    if arguments.ignored.contains(where: { matches($0, instance) }) { return false }
    return arguments.players.isEmpty || arguments.players.contains { matches($0, instance) }
  }

  /// Returns whether the names of the command line put instance `a` after instance `b`.
  static func isAfter(_ a: String, _ b: String, _ names: [String]) -> Bool {
    if a.exact == b.exact { return false }
    func place(_ instance: String) -> Int? {
      names.firstIndex { !$0.equals("%any") && matches($0, instance) }
    }
    let any = names.firstIndex { $0.equals("%any") } ?? .max
    switch (place(a), place(b)) {
    case (nil, nil): return false
    case (nil, let b?): return b < any
    case (let a?, nil): return a >= any
    case (let a?, let b?): return a > b
    }
  }

  /// Sorts a list by `isAfter`. The result depends on the algorithm because "%any" makes the order inconsistent; this
  /// is a merge sort, as in GLib, so that the result equals playerctl's.
  static func sorted(_ list: [String], _ isAfter: (String, String) -> Bool) -> [String] {
    if list.count < 2 { return list }
    let middle = (list.count + 1) / 2
    var (left, right) = (sorted(Array(list[..<middle]), isAfter)[...], sorted(Array(list[middle...]), isAfter)[...])
    var merged: [String] = []
    while let a = left.first, let b = right.first {
      merged.append(isAfter(a, b) ? right.removeFirst() : left.removeFirst())
    }
    return merged + left + right
  }
}
