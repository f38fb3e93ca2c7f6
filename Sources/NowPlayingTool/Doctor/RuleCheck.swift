// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Which of the rules of publishing, in Rules.md, a player breaks, as far as it can be seen without driving it.
enum RuleCheck {
  struct Breach {
    let rule: Int
    let text: String
    let next: String
  }

  static func breaches(_ seen: Examination) -> [Breach] {
    connection(seen) + track(seen) + types(seen) + telling(seen) + picture(seen) + identity(seen) + abilities(seen)
      + interfaces(seen)
  }

  private static func connection(_ seen: Examination) -> [Breach] {
    let shared = seen.others.filter { $0.owner.exact == seen.owner?.exact && $0.instance.exact != seen.instance.exact }
    guard let other = shared.first else { return [] }
    return [
      Breach(
        rule: 1,
        text: "its connection has the name of " + other.instance + " as well, and clients see only one of them",
        next: "give each player a connection of its own")
    ]
  }

  private static func track(_ seen: Examination) -> [Breach] {
    if seen.metadata.isEmpty { return [] }
    switch seen.metadata["mpris:trackid"] {
    case nil:
      return [Breach(rule: 4, text: "the item has no mpris:trackid, so nobody can set its position", next: "send one")]
    case .path(let path):
      guard path.utf8.starts(with: "/org/mpris".utf8) else { return [] }
      return [
        Breach(rule: 4, text: "mpris:trackid is below /org/mpris, which is MPRIS's own", next: "take another path")
      ]
    case .some(let value):
      return [
        Breach(
          rule: 4, text: "mpris:trackid is of type " + value.type + ", and KDE takes o alone",
          next: "send an object path")
      ]
    }
  }

  /// The types of the metadata that the specification names.
  private static let metadata: [(key: StaticString, type: StaticString)] = [
    ("mpris:length", "x"), ("mpris:artUrl", "s"), ("xesam:album", "s"), ("xesam:albumArtist", "as"),
    ("xesam:artist", "as"), ("xesam:asText", "s"), ("xesam:audioBPM", "i"), ("xesam:autoRating", "d"),
    ("xesam:comment", "as"), ("xesam:composer", "as"), ("xesam:contentCreated", "s"), ("xesam:discNumber", "i"),
    ("xesam:firstUsed", "s"), ("xesam:genre", "as"), ("xesam:lastUsed", "s"), ("xesam:lyricist", "as"),
    ("xesam:title", "s"), ("xesam:trackNumber", "i"), ("xesam:url", "s"), ("xesam:useCount", "i"),
    ("xesam:userRating", "d"),
  ]

  private static func types(_ seen: Examination) -> [Breach] {
    guard let root = seen.root, let player = seen.player else { return [] }
    var found: [Breach] = []
    func check(_ properties: [Variant.Property], _ key: String, _ type: String, isNeeded: Bool) {
      guard let value = properties[key] else {
        if isNeeded { found.append(Breach(rule: 6, text: "GetAll has no " + key, next: "answer with every property")) }
        return
      }
      if value.type.exact != type.exact {
        found.append(
          Breach(rule: 5, text: key + " is of type " + value.type + ", not " + type, next: "send it as " + type))
      }
    }
    let optional: [ExactText] = ["DesktopEntry", "CanSetFullscreen", "Fullscreen", "LoopStatus", "Shuffle"]
    for row in RootProperties.table.rows {
      let name = row.name.description
      check(root, name, row.signature.description, isNeeded: !optional.contains(name.exact))
    }
    for row in PlayerProperties.table.rows {
      let name = row.name.description
      check(player, name, row.signature.description, isNeeded: !optional.contains(name.exact))
    }
    check(player, "Position", "x", isNeeded: true)
    for (key, type) in metadata { check(seen.metadata, key.description, type.description, isNeeded: false) }
    return found
  }

  private static func telling(_ seen: Examination) -> [Breach] {
    var found: [Breach] = []
    // Of a position that a player does not know, as of a broadcast, MPRIS can only say 0.
    if seen.metadata["mpris:length"] != nil, let (position, time) = seen.moved, let rate = rate(seen) {
      let expected = Clamp.microseconds(Double(time) * rate)
      if position == 0, rate != 0 {
        found.append(
          Breach(rule: 7, text: "it plays, and Position stands still", next: "compute Position at each reading"))
      } else if Clamp.distance(position, expected) > max(time / 2, 200_000) {
        found.append(
          Breach(
            rule: 7,
            text: "Position moved by \(position / 1000) ms in \(time / 1000) ms, at a Rate of "
              + Number.short(rate), next: "let Position and Rate agree"))
      }
    }
    if seen.signals.contains(where: { $0.changed.contains { $0.exact == "Position" } }) {
      found.append(
        Breach(rule: 7, text: "PropertiesChanged has Position", next: "send Seeked at jumps, and Position never"))
    }
    if seen.signals.contains(where: { !$0.invalidated.isEmpty }) {
      found.append(
        Breach(
          rule: 8, text: "PropertiesChanged has names without values, for which KDE asks everything anew",
          next: "send the values"))
    }
    if seen.signals.count > 20 {
      found.append(
        Breach(
          rule: 8, text: "it has sent \(seen.signals.count) signals while it was looked at",
          next: "send what has changed, at most 20 times a second"))
    }
    return found
  }

  private static func rate(_ seen: Examination) -> Double? {
    if case .double(let rate) = seen.player?["Rate"] { return rate }
    return nil
  }

  private static func picture(_ seen: Examination) -> [Breach] {
    guard let url = seen.text(seen.metadata, "mpris:artUrl"), !url.isEmpty, !Escape.isURIText(url) else { return [] }
    return [
      Breach(
        rule: 9, text: "mpris:artUrl is no URI: it has characters that must be percent-encoded", next: "encode them")
    ]
  }

  private static func identity(_ seen: Examination) -> [Breach] {
    guard let root = seen.root else { return [] }
    var found: [Breach] = []
    let identity = seen.text(root, "Identity") ?? ""
    if identity.isEmpty {
      found.append(Breach(rule: 10, text: "it has no Identity, and KDE ignores it", next: "send a name for people"))
    }
    let same = seen.others.filter {
      $0.identity.exact == identity.exact && $0.instance.exact != seen.instance.exact && !identity.isEmpty
    }
    if let other = same.first {
      found.append(
        Breach(
          rule: 10, text: other.instance + " has the same Identity, \"" + identity + "\"",
          next: "say in the name what tells the players apart"))
    }
    if (seen.text(root, "DesktopEntry") ?? "").isEmpty {
      found.append(
        Breach(rule: 10, text: "it has no DesktopEntry, so nobody finds its name and icon", next: "send DesktopEntry"))
    }
    return found
  }

  private static func abilities(_ seen: Examination) -> [Breach] {
    if seen.isFalse("CanControl") {
      return [Breach(rule: 11, text: "CanControl is false, and KDE disables everything", next: "let it be true")]
    }
    if seen.isFalse("CanPlay"), !seen.metadata.isEmpty {
      return [
        Breach(
          rule: 11, text: "CanPlay is false although there is an item, and GNOME and playerctl pass it over",
          next: "let it say whether there is something to play, and not whether it plays")
      ]
    }
    return []
  }

  private static func interfaces(_ seen: Examination) -> [Breach] {
    let known: [ExactText] = [
      "org.mpris.MediaPlayer2", "org.mpris.MediaPlayer2.Player", "org.mpris.MediaPlayer2.TrackList",
      "org.mpris.MediaPlayer2.Playlists", "org.freedesktop.DBus.Properties", "org.freedesktop.DBus.Introspectable",
      "org.freedesktop.DBus.Peer", "org.freedesktop.DBus.ObjectManager",
    ]
    // playerctld has one, for playerctl.
    guard seen.instance.exact != PlayerNames.daemon.exact,
      let other = seen.interfaces?.first(where: { !known.contains($0.exact) })
    else { return [] }
    return [
      Breach(
        rule: 14, text: other + " is at MPRIS's object, where playerctld ends at an interface that it does not know",
        next: "serve it at another path")
    ]
  }
}
