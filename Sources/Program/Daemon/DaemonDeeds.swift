// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The sentences about what a daemon does beside standing for a player, and about what it cannot do. `daemon status`
/// prints them, and the log has each that begins or ends.
enum DaemonDeeds {
  /// - list: returns a property of the daemon's interface that is a list.
  /// - headsets: the headsets and cars that are connected; nil where they are not known.
  static func sentences(_ list: (StaticString) -> [String], headsets: [String]?) -> [String] {
    var sentences = zip(list("Paused"), list("PausedFor")).map { "has paused " + $0 + " for " + $1 }
    let awake = list("Awake").joined(separator: ", ")
    if !awake.isEmpty { sentences.append("keeps the machine awake, because it plays: " + awake) }
    let adapters = list("Adapters").joined(separator: ", ")
    if !adapters.isEmpty {
      let whom = headsets.map { $0.isEmpty ? "headsets, of which none is connected" : $0.joined(separator: ", ") }
      sentences.append("takes the keys of " + (whom ?? "headsets") + ", at " + adapters)
    }
    return sentences + list("Faults")
  }
}
