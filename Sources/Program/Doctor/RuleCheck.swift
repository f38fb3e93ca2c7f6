// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// Finds which rules of publishing (Rules.md) a player breaks, as far as that can be seen without driving it.
enum RuleCheck {
  struct Breach {
    let rule: Int
    let text: String
    let cause: Cause

    /// The sentence that says what players should do.
    var sentence: StaticString {
      switch rule {
      case 1: "Each player has a connection of its own."
      case 4: "The track id is an object path, and not below /org/mpris."
      case 5: "Each value has the type that MPRIS gives it."
      case 6: "GetAll has every property of MPRIS."
      case 7: "Position is where the player is, at each reading, and in no signal but Seeked."
      case 8: "A signal has the values that have changed, and comes at most 20 times a second."
      case 9: "The picture's address is a URI."
      case 10: "Each player has a name for people, and no two the same."
      case 11: "CanControl is true, and CanPlay says whether there is something to play."
      case 16: "It answers at once."
      default: "Only MPRIS's own interfaces are at its object."
      }
    }
  }

  static func breaches(_ seen: Examination) -> [Breach] {
    connection(seen) + track(seen) + types(seen) + telling(seen) + picture(seen) + identity(seen) + abilities(seen)
      + interfaces(seen) + size(seen)
  }

  private static func connection(_ seen: Examination) -> [Breach] {
    let shared = seen.others.filter {
      $0.owner.exact == seen.entry.owner.exact && $0.instance.exact != seen.instance.exact
    }
    guard let other = shared.first else { return [] }
    return [
      Breach(
        rule: 1,
        text: "its connection has the name of " + other.instance + " as well, and clients see only one of them",
        cause: .sharedConnection)
    ]
  }

  private static func track(_ seen: Examination) -> [Breach] {
    if seen.metadata.isEmpty { return [] }
    switch seen.metadata["mpris:trackid"] {
    case nil:
      return [Breach(rule: 4, text: "the item has no mpris:trackid, so nobody can set its position", cause: .noTrackID)]
    case .path(let path):
      guard path.starts(with: "/org/mpris") else { return [] }
      return [
        Breach(rule: 4, text: "mpris:trackid is below /org/mpris, which is MPRIS's own", cause: .ownTrackID)
      ]
    case .some(let value):
      return [
        Breach(
          rule: 4, text: "mpris:trackid is of type " + value.type + ", and KDE takes only o",
          cause: .trackIDType)
      ]
    }
  }

  /// The metadata keys of the MPRIS specification, with their types.
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
    var (missing, wrong): ([String], [String]) = ([], [])
    func check(_ properties: [Variant.Property], _ key: String, _ type: String, isNeeded: Bool) {
      guard let value = properties[key] else {
        if isNeeded { missing.append(key) }
        return
      }
      if value.type.exact != type.exact { wrong.append(key + " is of type " + value.type + ", not " + type) }
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
    var found: [Breach] = []
    if !wrong.isEmpty { found.append(Breach(rule: 5, text: wrong.joined(separator: "; "), cause: .wrongType)) }
    if !missing.isEmpty, !seen.saysTooMuch {
      found.append(Breach(rule: 6, text: "GetAll has no " + missing.joined(separator: ", "), cause: .missing))
    }
    return found
  }

  private static func telling(_ seen: Examination) -> [Breach] {
    var found: [Breach] = []
    // A constant Position of 0 without a length is no breach: MPRIS has no other way to express an unknown position, as
    // in a broadcast.
    if let (distance, time, position) = seen.moved, seen.metadata["mpris:length"] != nil || position != .zero,
      !seen.isAtEnd, let rate = rate(seen)
    {
      let expected = time * rate
      if distance == .zero, rate != 0 {
        found.append(Breach(rule: 7, text: "it plays, and Position stands still", cause: .standing))
      } else if Microseconds.distance(distance, expected) > max(time / 2, .milliseconds(200)) + step(distance, position)
      {
        let moved = "Position moved by " + String(distance.count / 1000) + " ms in " + String(time.count / 1000) + " ms"
        found.append(Breach(rule: 7, text: moved + ", at a Rate of " + Number.short(rate), cause: .speed))
      }
    }
    if seen.signals.contains(where: { $0.hasPosition }) {
      found.append(Breach(rule: 7, text: "PropertiesChanged has Position", cause: .sentPosition))
    }
    if seen.signals.contains(where: { $0.hasInvalidated }) {
      found.append(
        Breach(
          rule: 8, text: "PropertiesChanged has names without values, and KDE asks for everything again",
          cause: .invalidated))
    }
    if seen.signals.count > 20 {
      found.append(
        Breach(
          rule: 8, text: "it has sent " + String(seen.signals.count) + " signals while it was looked at",
          cause: .flood))
    }
    return found
  }

  /// Returns the granularity of the position: many players report whole seconds or fractions of them, so that the
  /// position may lag by as much.
  private static func step(_ distance: Microseconds, _ position: Microseconds) -> Microseconds {
    let steps: [Int64] = [1_000_000, 500_000, 250_000, 100_000]
    return Microseconds(steps.first { distance.count % $0 == 0 && position.count % $0 == 0 } ?? 0)
  }

  private static func rate(_ seen: Examination) -> Double? {
    if case .double(let rate) = seen.player?["Rate"] { return rate }
    return nil
  }

  private static func picture(_ seen: Examination) -> [Breach] {
    // A path in the place of a URI is reported by question 10.
    guard let url = seen.metadata.text("mpris:artUrl"), url.utf8.first != UInt8(ascii: "/"), !Escape.isURIText(url)
    else { return [] }
    return [
      Breach(
        rule: 9, text: "mpris:artUrl is not a URI: it has characters that must be percent-encoded", cause: .noURI)
    ]
  }

  private static func identity(_ seen: Examination) -> [Breach] {
    if seen.root == nil { return [] }
    var found: [Breach] = []
    let identity = seen.entry.identity
    if identity.isEmpty {
      found.append(Breach(rule: 10, text: "it has no Identity, and KDE ignores it", cause: .noIdentity))
    }
    let same = seen.others.filter {
      $0.identity.exact == identity.exact && $0.instance.exact != seen.instance.exact && !identity.isEmpty
        && !$0.isAnotherInstance(of: seen.entry) && !$0.isBridged(to: seen.entry)
    }
    if let other = same.first {
      found.append(
        Breach(
          rule: 10, text: other.instance + " has the same Identity, \"" + identity + "\"",
          cause: .sameIdentity))
    }
    return found
  }

  /// Returns another instance of the same program whose name people cannot tell from this player's; nil when there is
  /// none.
  static func twin(_ seen: Examination) -> Roster.Entry? {
    let identity = seen.entry.identity
    if identity.isEmpty { return nil }
    return seen.others.first {
      $0.identity.exact == identity.exact && $0.isAnotherInstance(of: seen.entry) && !$0.isBridged(to: seen.entry)
    }
  }

  /// Returns the browser's own player for that of its extension, or the other way round; nil when there is none.
  static func bridged(_ seen: Examination) -> Roster.Entry? { seen.others.first { $0.isBridged(to: seen.entry) } }

  private static func abilities(_ seen: Examination) -> [Breach] {
    if seen.isFalse("CanControl") {
      return [Breach(rule: 11, text: "CanControl is false, and KDE disables everything", cause: .noControl)]
    }
    if seen.isFalse("CanPlay"), !seen.metadata.isEmpty {
      return [
        Breach(
          rule: 11, text: "CanPlay is false although there is an item, and GNOME and playerctl skip it",
          cause: .noPlay)
      ]
    }
    return []
  }

  private static func interfaces(_ seen: Examination) -> [Breach] {
    let others: [StaticString] = [
      MPRIS.properties, "org.freedesktop.DBus.Introspectable", "org.freedesktop.DBus.Peer",
      "org.freedesktop.DBus.ObjectManager",
    ]
    func isKnown(_ name: String) -> Bool {
      MPRIS.interfaces.contains { name.equals($0) } || others.contains { name.equals($0) }
    }
    // playerctld has an interface of its own there, which playerctl uses, and is exempt.
    guard seen.instance.exact != PlayerNames.daemon.exact,
      let other = seen.interfaces?.first(where: { !isKnown($0) })
    else { return [] }
    return [
      Breach(
        rule: 14, text: other + " is at MPRIS's object, and playerctld crashes at a change of such an interface",
        cause: .ownInterface)
    ]
  }

  private static func size(_ seen: Examination) -> [Breach] {
    if !seen.saysTooMuch { return [] }
    let limits =
      String(DecodingBudget.bytes >> 20) + " MiB of text, " + String(DecodingBudget.values) + " values or "
      + String(DecodingBudget.entries) + " entries of a dictionary"
    return [
      Breach(
        rule: 16, text: "an answer has more than " + limits + ", beyond which it is not read here", cause: .tooMuch)
    ]
  }
}
