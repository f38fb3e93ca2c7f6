// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CTool
import NowPlayingBus
import NowPlayingCore

/// The questions of the README's "It does not show up" that are asked of a player that the bus knows.
struct Questions {
  let seen: Examination

  private var name: String { seen.instance }

  func library() -> Finding {
    guard let process = seen.process else { return .unknown("the bus does not say which process it is") }
    if process.sandbox != nil {
      return .unknown(
        "it is in a sandbox, where its log cannot be seen", "Start it with NOWPLAYING_LOG=debug: flatpak run --env=…")
    }
    if !process.hasLibrary {
      return .right("process \(process.id), \(process.name), speaks without libnowplaying")
    }
    if process.variable("NOWPLAYING_LOG") == nil {
      return .right("process \(process.id), \(process.name); NOWPLAYING_LOG=debug would have it say what it does")
    }
    return .right("process \(process.id), \(process.name), logs to its stderr")
  }

  func content() -> Finding {
    guard seen.player != nil else { return .unknown("it does not answer") }
    if seen.metadata.isEmpty {
      return .wrong(
        "it has no metadata, so clients show nothing of it",
        "Set a content, commit it, and ask to be the application primary.")
    }
    guard let title = seen.text(seen.metadata, "xesam:title"), !title.isEmpty else {
      return .odd("its item has no title", "Set a title: most clients show nothing without.")
    }
    return .right("\"" + title + "\", " + (seen.text(seen.player, "PlaybackStatus") ?? "without a PlaybackStatus"))
  }

  func primary() -> Finding {
    let listeners = Listeners.all(seen.bus)
    let heard: String
    switch listeners {
    case nil: heard = "; the bus does not say who listens"
    case let list? where list.isEmpty: heard = "; nobody listens to players"
    case let list?: heard = "; players are listened to by " + list.joined(separator: ", ")
    }
    let daemon = PlayerNames.prefix.description + PlayerNames.daemon
    let order = seen.bus.names().contains { $0.exact == daemon.exact } ? MPRIS.instances(seen.bus) : []
    if let first = order.first, first.exact != name.exact {
      return .odd(
        "media keys and panels that drive one player drive " + first + heard,
        "Let it play: playerctld puts the player first that has changed last.")
    }
    if order.isEmpty, let other = seen.others.first(where: { $0.instance.exact != name.exact }), !seen.isPlaying {
      return .odd("it does not play, and " + other.instance + " is there as well" + heard, "Let it play.")
    }
    if let list = listeners, list.isEmpty {
      return .odd(
        "nobody listens to players on this bus", "Start a desktop's panel, playerctld or 'nowplaying follow'.")
    }
    return .right("no other player comes before it" + heard)
  }

  func sandbox() -> Finding {
    guard let process = seen.process else { return .unknown("the bus does not say which process it is") }
    switch process.sandbox {
    case nil:
      if name.utf8.contains(46) {
        return .odd(
          "no sandbox, but a name with a dot, of which playerctl takes the first part for the player",
          "Take a name without a dot, unless it is a second instance.")
      }
      return .right("it is in none")
    case .flatpak(let id):
      return isBelow(id)
        ? .right("Flatpak " + id + " may have this name")
        : .wrong(
          "Flatpak " + id + " permits org.mpris.MediaPlayer2." + id + " and names below it alone",
          "Ask for that name, or give the manifest --own-name.")
    case .snap(let id):
      return isBelow(id)
        ? .right("snap " + id + " has this name")
        : .odd("snap " + id + " has another name than its own", "Give its slot of the interface mpris this name.")
    }
  }

  private func isBelow(_ id: String) -> Bool { PlayerNames.matches(id, name) }

  func desktopFile() -> Finding {
    guard let root = seen.root else { return .unknown("it does not answer") }
    guard let entry = seen.text(root, "DesktopEntry"), !entry.isEmpty else {
      return .wrong("it names no desktop file, so nobody finds its name and icon", "Give desktop_entry.")
    }
    for folder in Self.applications {
      let path = folder + "/applications/" + entry + ".desktop"
      if tool_exists(path) { return .right(path) }
    }
    return .wrong(
      "there is no " + entry + ".desktop",
      "Install it in ~/.local/share/applications, or give its name without \".desktop\" as desktop_entry.")
  }

  /// Where desktop files are, by the XDG Base Directory Specification.
  private static var applications: [String] {
    let home = Environment.value("XDG_DATA_HOME") ?? (Environment.value("HOME") ?? "") + "/.local/share"
    let shared = Environment.value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    let exported = ["/var/lib/flatpak/exports/share", home + "/flatpak/exports/share", "/var/lib/snapd/desktop"]
    return [home] + shared.utf8.split(separator: 58).map { String(decoding: Array($0), as: UTF8.self) } + exported
  }

  func answers() -> Finding {
    if seen.player != nil, seen.root != nil { return .right("at once, with all its properties") }
    return .wrong(
      "it does not answer within 2 seconds, or by an error",
      "Have its callbacks return, and its main loop call nowplaying_app_dispatch().")
  }

  func picture() -> Finding {
    guard seen.player != nil else { return .unknown("it does not answer") }
    guard let url = seen.text(seen.metadata, "mpris:artUrl"), !url.isEmpty else {
      return .odd("it names none", "Give the content an artwork id, and answer the callback 'artwork'.")
    }
    guard let path = Escape.path(ofFileURI: url) else {
      return .odd("it is at " + url + ", which not every client fetches", "Keep it in a file, and name that.")
    }
    do throws(Failure) {
      let picture = try Pictures.published(url)
      return .right("\(picture.type), \(picture.data.count) bytes, at " + String(decoding: path, as: UTF8.self))
    } catch {
      return .wrong(error.text, error.next.isEmpty ? "Give a file that everybody can read." : error.next)
    }
  }
}
