// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// A process that has loaded the library and is not a player on the bus.
final class SilentProcess {
  /// The reason, as far as it can be seen.
  enum Reason {
    /// The library is disabled, or uses another bus.
    case elsewhere
    /// The process has no connection of the library.
    case unconnected
    /// The library's connection does not answer.
    case silent
    /// A session has an item with this title, but no session with an item has asked to be shown.
    case notAsked(String)
    case noContent
    /// A session is ready, but the bus has not given the name.
    case unnamed
  }

  let process: ProcessFacts
  let reason: Reason
  /// The objects of the process's connection; nil when it publishes none.
  let published: Published?

  /// Whether the process is listed although the command line does not name it. A panel in Python loads both libraries
  /// without being a player, and is left out.
  var isMissed: Bool { !process.isElsewhere && (published != nil || !process.hasSurface) }

  /// Returns whether a word of the command line names the process.
  func isNamed(_ word: String) -> Bool {
    let small = Escape.lowercased(word).exact
    let start = PlayerNames.prefix.description
    let names = [published?.app.text("Id") ?? "", published?.app.text("Name") ?? ""].filter { !$0.isEmpty }
    return process.isNamed(word)
      || names.contains { name in
        [name, Escape.lastComponent(name), start + Escape.lastComponent(name)].contains {
          Escape.lowercased($0).exact == small
        }
      }
  }

  /// Returns all processes of this user that have loaded the library and are not shown; those on this bus come first.
  static func all(_ bus: SessionBus, _ roster: Roster) -> [SilentProcess] {
    let shown = roster.entries.compactMap { $0.process?.id }
    let sandboxes = roster.entries.compactMap { $0.process?.sandbox?.key.exact }
    let processes = ProcessFacts.all().filter { process in
      // A player in a sandbox is left out: the bus sees the process of the sandbox's proxy instead.
      process.user == np_user_id() && !shown.contains(process.id) && process.library != .none
        && !(process.sandbox.map { sandboxes.contains($0.key.exact) } ?? false)
    }
    // A forked process has mapped the library because its parent has, and is left out.
    let parents = roster.entries.compactMap { $0.process } + processes
    let alone = processes.filter { process in
      !parents.contains { $0.id == process.parent && [String].areSame($0.words, process.words) }
    }
    if alone.isEmpty { return [] }
    let connections = Self.connections(bus)
    let found = alone.map { process in
      SilentProcess(process, bus, connections.filter { $0.process == process.id }.map { $0.name })
    }
    return found.filter { !$0.process.isElsewhere } + found.filter { $0.process.isElsewhere }
  }

  /// Returns the connections on the bus with their processes.
  private static func connections(_ bus: SessionBus) -> [(name: String, process: UInt32)] {
    let names = bus.names().filter { $0.utf8.first == UInt8(ascii: ":") }
    let answers = bus.ask(names.map { .bus("GetConnectionUnixProcessID", $0) }, timeout: Roster.timeout)
    return zip(names, answers).compactMap { name, answer in
      if case .value(.uint32(let id)) = answer { return (name, id) }
      return nil
    }
  }

  private init(_ process: ProcessFacts, _ bus: SessionBus, _ connections: [String]) {
    self.process = process
    let answers = bus.ask(connections.map { .objects(of: $0) }, timeout: Roster.timeout)
    published = answers.compactMap { Published($0) }.first
    guard let published else {
      if connections.isEmpty, process.isElsewhere || process.variable("NOWPLAYING_BUS")?.exact == "none" {
        reason = .elsewhere
      } else {
        reason = answers.contains { $0.isSilence } ? .silent : .unconnected
      }
      return
    }
    let ready = published.sessions.first { !$0.content.isEmpty }
    if ready?.isPrimary ?? false {
      reason = .unnamed
      return
    }
    reason = ready.map { .notAsked($0.content.text("title") ?? $0.id) } ?? .noContent
  }
}

extension ProcessSandbox {
  /// The sandbox's id, with a prefix for its kind.
  var key: String {
    switch self {
    case .flatpak(let id): "flatpak " + id
    case .snap(let id): "snap " + id
    }
  }
}
