// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// A process that has the library, and no player on the bus.
final class SilentProcess {
  /// The reason, as far as it can be seen.
  enum Reason {
    /// The library is switched off, or on another bus.
    case elsewhere
    /// None of its connections is the library's.
    case unconnected
    /// The library's connection does not answer.
    case silent
    /// A session has a content, with this title, and none with a content asks to be shown.
    case notAsked(String)
    case noContent
    /// A session is ready, and the bus has not given the name.
    case unnamed
  }

  let process: ProcessFacts
  let reason: Reason
  /// The objects of its connection; nil when it publishes none.
  let published: Published?

  /// Returns whether it is mentioned without being named. A panel in Python has loaded both libraries, and is none.
  var isMissed: Bool { !process.isElsewhere && (published != nil || !process.hasSurface) }

  /// Returns whether a word of the command line means it.
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

  /// Finds all of this user, whatever they are called; those on this bus come first.
  static func all(_ bus: SessionBus, _ roster: Roster) -> [SilentProcess] {
    let shown = roster.entries.compactMap { $0.process?.id }
    let sandboxes = roster.entries.compactMap { $0.process?.sandbox?.key.exact }
    let processes = ProcessFacts.all().filter { process in
      // The bus sees a sandbox's proxy, and not the player in it.
      process.user == np_user_id() && !shown.contains(process.id) && process.library != .none
        && !(process.sandbox.map { sandboxes.contains($0.key.exact) } ?? false)
    }
    // Forked processes have everything of their parents.
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

  /// Returns the connections of the bus with their processes.
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
  /// The id, with what tells the two kinds apart.
  var key: String {
    switch self {
    case .flatpak(let id): "flatpak " + id
    case .snap(let id): "snap " + id
    }
  }
}
