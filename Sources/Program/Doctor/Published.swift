// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The objects that a connection publishes as org.nowplaying.
final class Published {
  final class Session {
    let path: String
    let id: String
    let content: [Variant.Property]
    let playback: [Variant.Property]
    let isPrimary: Bool
    /// All properties of the session.
    let properties: [Variant.Property]

    fileprivate init(_ path: String, _ properties: [Variant.Property]) {
      self.path = path
      self.properties = properties
      id = properties.text("Id") ?? ""
      content = properties["Content"]?.properties ?? []
      playback = properties["Playback"]?.properties ?? []
      if case .bool(let value) = properties["ApplicationPrimary"] { isPrimary = value } else { isPrimary = false }
    }

    /// The kind of the session's error and the player's text for it; nil without an error.
    var error: String? {
      guard playback.text("state")?.exact == "error" else { return nil }
      let kind = playback.text("error-kind") ?? ErrorKind.other.word.description
      return playback.text("error").map { kind + ": " + $0 } ?? kind
    }
  }

  /// The properties of the interface App1.
  let app: [Variant.Property]
  let sessions: [Session]

  /// Fails when the answer is not one of org.nowplaying.
  init?(_ answer: SessionBus.Answer) {
    guard case .value(.array(_, let objects)) = answer else { return nil }
    var app: [Variant.Property]?
    var sessions: [Session] = []
    for object in objects {
      guard case .entry(.path(let path), .array(_, let interfaces)) = object else { continue }
      for interface in interfaces {
        guard case .entry(.string(let name), let value) = interface, let properties = value.properties else { continue }
        if name.equals("org.nowplaying.App1") { app = properties }
        if name.equals("org.nowplaying.Session1") { sessions.append(Session(path, properties)) }
      }
    }
    guard let app else { return nil }
    self.app = app
    self.sessions = sessions
  }

  /// The session that MPRIS shows.
  var primary: Session? { sessions.first { $0.isPrimary } }
}

extension [Variant.Property] {
  func text(_ key: String) -> String? {
    if case .string(let text) = self[key] { return text }
    return nil
  }
}
