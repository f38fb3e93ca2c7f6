// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The questions of docs/troubleshooting.md that are asked of a player that the bus knows.
struct Questions {
  let seen: Examination

  private var name: String { seen.instance }

  func library() -> Finding {
    guard let process = seen.process else { return .unknown("the bus does not say which process it is") }
    if process.sandbox != nil { return .unknown("it is in a sandbox, where its log cannot be seen", .log) }
    if process.isReplay { return .right(process.label + ", replays a recording") }
    if !seen.entry.hasLibrary { return .right(process.label + ", speaks without libnowplaying") }
    return Self.library(of: process)
  }

  static func library(of process: ProcessFacts) -> Finding {
    if process.variable("NOWPLAYING_LOG") == nil {
      return .right(process.label + "; NOWPLAYING_LOG=debug would have it say what it does")
    }
    return .right(process.label + ", logs to its stderr")
  }

  func content() -> Finding {
    guard seen.player != nil else { return .unknown("it does not answer") }
    if seen.metadata.isEmpty, seen.saysTooMuch {
      return .wrong("its answer is too long to be read here, and has no metadata at its start", .tooMuch)
    }
    if seen.metadata.isEmpty { return .wrong("it has no metadata, so clients show nothing of it", .noMetadata) }
    if let error = seen.entry.published?.primary?.error {
      return .odd("it cannot play what it shows, and says why: " + error, .trouble, name)
    }
    guard let title = seen.metadata.text("xesam:title"), !title.isEmpty else {
      return .odd("its item has no title", .noTitle)
    }
    if let text = Examination.otherUnit(seen.moved?.position, seen.length) { return .odd(text, .otherUnit) }
    if seen.isAtEnd { return .odd("it says that it plays \"" + title + "\", and is at the end of it", .atEnd) }
    return .right("\"" + title + "\", " + (seen.entry.status.isEmpty ? "without a PlaybackStatus" : seen.entry.status))
  }

  func primary() -> Finding {
    guard seen.player != nil else { return .unknown("whether it plays is not known: it does not answer") }
    let listeners = Listeners.all(seen.bus)
    let heard: String
    switch listeners {
    case nil: heard = "; the bus does not say who listens"
    case let list? where list.isEmpty: heard = "; nobody listens to players"
    case let list?: heard = "; players are listened to by " + list.joined(separator: ", ")
    }
    let daemon = PlayerNames.prefix.description + PlayerNames.daemon
    let order = seen.bus.names().has(daemon) ? MPRIS.instances(seen.bus) : []
    if let first = order.first, first.exact != name.exact {
      return .odd("media keys and panels that drive one player drive " + first + heard, .otherDriven)
    }
    // A player that does not answer is left out: it cannot be known whether it plays.
    let other = seen.others.first { $0.answers && $0.instance.exact != name.exact }
    if order.isEmpty, let other, !seen.isPlaying {
      return .odd("it does not play, and " + other.instance + " is there as well" + heard, .otherPlays)
    }
    if let list = listeners, list.isEmpty { return .odd("nobody listens to players on this bus", .nobodyListens) }
    return .right("no other player comes before it" + heard)
  }

  func sandbox() -> Finding {
    guard let process = seen.process else { return .unknown("the bus does not say which process it is") }
    switch process.sandbox {
    case nil:
      if name.utf8.contains(46), seen.entry.author == .other {
        return .odd("no sandbox, but a name with a dot, and playerctl takes the part before it", .dottedName)
      }
      return .right("it is in none")
    case .flatpak(let id):
      if isBelow(id) { return .right("Flatpak " + id + " may have this name") }
      return .wrong(
        "Flatpak " + id + " permits only org.mpris.MediaPlayer2." + id + " and names below it", .flatpakName,
        name + " " + id)
    case .snap(let id):
      if isBelow(id) { return .right("snap " + id + " has this name") }
      return .odd("snap " + id + " has another name than its own", .snapName)
    }
  }

  private func isBelow(_ id: String) -> Bool { PlayerNames.matches(id, name) }

  func desktopFile() -> Finding {
    guard let root = seen.root else { return .unknown("it does not answer") }
    guard let entry = root.text("DesktopEntry") else {
      return .odd("it names no desktop file, so nobody finds its name and icon", .noDesktopEntry)
    }
    if entry.isEmpty { return .right("it says that it has none") }
    guard let id = DesktopID(entry) else {
      return .odd(
        "\"" + entry + "\" is not the name of a desktop file, so nobody finds its name and icon", .noDesktopID)
    }
    if let path = id.path { return .right(path) }
    return .odd("there is no " + entry + ".desktop, so nobody finds its name and icon", .noDesktopFile, entry)
  }

  func answers() -> Finding {
    if seen.player != nil, seen.root != nil {
      return .right(seen.saysTooMuch ? "at once" : "at once, with all its properties")
    }
    for answer in [seen.entry.root, seen.entry.player] where !answer.isSilence {
      if case .error(let name, let text) = answer {
        return .wrong("it answers with an error: " + name + " " + text, .refused)
      }
    }
    return Self.silence(of: seen.process)
  }

  /// Returns why a process does not answer.
  static func silence(of process: ProcessFacts?) -> Finding {
    if let process, process.isStopped {
      return .wrong("it does not answer, for " + process.label + ", is stopped", .stopped, String(process.id))
    }
    return .wrong("it does not answer within 2 seconds", .silent)
  }

  func picture() -> Finding {
    guard seen.player != nil else { return .unknown("it does not answer") }
    guard let url = seen.metadata.text("mpris:artUrl"), !url.isEmpty else { return unnamedPicture() }
    guard let path = Escape.path(ofFileURI: url) else {
      if url.utf8.first == UInt8(ascii: "/") {
        return .wrong(
          "\"" + url + "\" is a path and not a URI, which clients do not fetch", .plainPath, Escape.fileURI(url))
      }
      switch Escape.scheme(of: url)?.exact {
      case "http", "https": return .odd("it is at " + url + ", which not every client fetches", .webPicture)
      case "data": return .wrong("it is in the address itself, as data:, which most clients ignore", .dataPicture)
      default: return .odd("it is at " + url + ", which not every client fetches", .otherPicture)
      }
    }
    do throws(Failure) {
      let picture = try NamedPicture(at: path, url)
      return .right(
        picture.format.mimeType.description + ", " + String(picture.size) + " bytes, at "
          + String(decoding: path, as: UTF8.self))
    } catch {
      return .wrong(error.text, .lostPicture)
    }
  }

  /// The time that a player may take to send a picture.
  private static let timeout: Microseconds = .seconds(3)

  /// Checks the picture of a player whose metadata has no artwork URL, by org.nowplaying: the player may have a
  /// picture, and say why it cannot be shown.
  private func unnamedPicture() -> Finding {
    guard let session = seen.entry.published?.primary, let id = session.content.text("artwork") else {
      return .odd("it names none", .noPicture)
    }
    let answer = seen.bus.call(
      PlayerNames.prefix.description + name, session.path, "org.nowplaying.Session1", "GetArtwork",
      timeout: Self.timeout
    ) { message in
      message.append(id).then(message.append(UInt32.zero)).then(message.append(UInt32.zero))
    }
    switch answer {
    case .value:
      return .right("it has one, \"" + id + "\", and gives it to clients that ask; its address is not emitted yet")
    case .error where answer.isSilence:
      let text = "its picture \"" + id + "\" does not come within 3 seconds"
      return .wrong(text, .latePicture)
    case .error(let name, _) where name.exact == ExactText(ProtocolError.notFound.name):
      return .right("it has none for this item")
    case .error(let name, let text):
      let start = "GDBus.Error:" + name + ": "
      let reason = text.without(first: start.utf8.count)
      return .wrong("its picture \"" + id + "\" cannot be shown: " + reason, .failedPicture, reason)
    }
  }
}
