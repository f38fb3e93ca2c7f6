// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Players by their names, as playerctl has them: the MPRIS name without what all have in common.
enum PlayerNames {
  static let prefix: StaticString = "org.mpris.MediaPlayer2."
  static let daemon = "playerctld"
  /// The interface in which playerctld says which players there are.
  static var daemonInterface: StaticString { "com.github.altdesktop.playerctld" }

  /// Returns the last part of an MPRIS name; nil of another name.
  static func instance(_ name: String) -> String? {
    let prefix = prefix.description
    guard name.utf8.count > prefix.utf8.count, name.starts(with: prefix) else { return nil }
    return name.without(first: prefix.utf8.count)
  }

  /// Whether a name of the command line means an instance: it is the same, or the first parts of it, or any; a pattern
  /// that it fits, in which "*" is any text; or its whole MPRIS name, which is that of one alone.
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
    // Each where it comes first leaves the most for those behind it.
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

  /// Whether an instance comes after another by the names of the command line.
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

  /// In that order. By merging as GLib does it: the order of names and of "%any" is none that every way of sorting
  /// takes for the same.
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
