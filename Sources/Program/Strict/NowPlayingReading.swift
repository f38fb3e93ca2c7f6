// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Checks what a player says by org.nowplaying.
struct NowPlayingReading {
  let driven: DrivenPlayer
  let published: Published
  let verdicts: Verdicts

  func run() {
    readApp()
    for session in published.sessions {
      readContent(session)
      readPlayback(session)
      readCommands(session)
    }
    readPrimary()
    readErrors()
  }

  private func readApp() {
    let missing = ["Id", "Name", "DesktopEntry", "MprisName"].filter { published.app.text($0) == nil }
    verdicts.check(.npApp, missing.isEmpty, "App1 has no text " + missing.joined(separator: ", "))
    let name = published.app.text("MprisName") ?? ""
    verdicts.check(.npApp, name.exact == driven.name.exact, "MprisName is \"" + name + "\"")
  }

  private func readContent(_ session: Published.Session) {
    let content = session.content
    // An empty dictionary means that there is no item.
    if content.isEmpty { return verdicts.check(.npContent, true, "") }
    for key in ["id", "kind", "media-type", "duration-kind"] where content.text(key) == nil {
      verdicts.breaks(.npContent, "Content of " + session.id + " has no text " + key)
    }
    let isFinite = content.text("duration-kind")?.exact == "finite"
    var isRight = content["duration"] == nil
    if case .int64(let duration) = content["duration"] { isRight = isFinite && duration > 0 }
    if isFinite, content["duration"] == nil { isRight = false }
    verdicts.check(.npContent, isRight, "duration of " + session.id + " does not fit duration-kind")
    for row in FieldRow.tables.flatMap({ $0 }) {
      guard let value = content[row.word.description] else { continue }
      let isTyped = value.type.exact == Self.type(row.form).exact
      verdicts.check(
        .npContent, isTyped, row.word.description + " of " + session.id + " is of type " + value.type)
    }
    let lines = Self.lines(content)
    let isShown = lines.isEmpty ? content["lines"] == nil : [String].areSame(content["lines"]?.strings ?? [], lines)
    verdicts.check(.npContent, isShown, "lines of " + session.id + " are not those of its kind")
  }

  /// The lines to show of an item.
  private static func lines(_ content: [Variant.Property]) -> [String] {
    let kind = content.text("kind").flatMap { ContentKind(word: $0) } ?? .generic
    let lines = ShownLines(kind, artists: content["artists"]?.strings ?? []) { content.text($0.row.word.description) }
    return lines.texts
  }

  private static func type(_ form: FieldRow.Form) -> String {
    switch form {
    case .text: "s"
    case .list: "as"
    case .count: "u"
    case .date: "x"
    case .truth: "b"
    case .rating: "d"
    }
  }

  private func readPlayback(_ session: Published.Session) {
    let playback = session.playback
    guard let state = playback.text("state"), case .double(let rate) = playback["rate"] else {
      return verdicts.breaks(.npPlayback, "Playback of " + session.id + " has no state or no rate")
    }
    let plays = state.equals("playing")
    let text = "rate of " + session.id + " is " + Number.short(rate) + ", and its state " + state
    verdicts.check(.npPlayback, plays == (rate != 0), text)
    let (elapsed, time) = (playback["elapsed"], playback["timestamp"])
    verdicts.check(
      .npPlayback, (elapsed == nil) == (time == nil), session.id + " has only one of elapsed and timestamp")
    if case .int64(let moment) = time {
      verdicts.check(.npPlayback, moment <= Instant.now.count, "timestamp of " + session.id + " is in the future")
    }
  }

  private func readCommands(_ session: Published.Session) {
    guard case .array(_, let commands) = session.properties["Commands"] else {
      return verdicts.breaks(.npCommands, session.id + " has no Commands")
    }
    var words: [String] = []
    for command in commands {
      let keys = command.properties ?? []
      let word = keys.text("command") ?? ""
      var isEnabled: Bool?
      if case .bool(let enabled) = keys["enabled"] { isEnabled = enabled }
      let isComplete = isEnabled != nil && !word.isEmpty
      verdicts.check(.npCommands, isComplete, "a command of " + session.id + " is not complete")
      let isOnce = !words.has(word) || word.equals("feedback") || word.equals("custom")
      verdicts.check(.npCommands, isOnce, session.id + " has " + word + " twice")
      let hasIcon = keys.text("icon") != nil || !Self.hasUsualIcon(word)
      verdicts.check(.npCommands, hasIcon, word + " of " + session.id + " has no icon")
      words.append(word)
    }
    verdicts.check(.npCommands, true, "")
  }

  /// Returns whether commands of a kind always have an icon. The icon of the button that plays and pauses follows from
  /// the state.
  private static func hasUsualIcon(_ word: String) -> Bool {
    guard let kind = CommandKind(word: word), kind != .togglePlayPause else { return false }
    return !kind.icons.isEmpty
  }

  private func readPrimary() {
    let primary = published.sessions.filter { $0.isPrimary }
    verdicts.check(.npPrimary, primary.count == 1, "ApplicationPrimary is true for " + String(primary.count))
    guard let session = primary.first, primary.count == 1 else {
      return verdicts.cannot([.npAgrees], "it does not have exactly one session that MPRIS shows")
    }
    let plays = session.playback.text("state")?.exact == "playing"
    let status = driven.status
    verdicts.check(.npAgrees, plays == status.equals("Playing"), "PlaybackStatus is " + status)
    // The kind of the item decides which other lines are expected.
    if let title = session.content.text("title") {
      let shown = driven.metadata.text("xesam:title") ?? ""
      let text = "xesam:title is \"" + shown + "\", not \"" + title + "\""
      verdicts.check(.npAgrees, title.exact == shown.exact, text)
    }
  }

  private func readErrors() {
    guard let session = published.sessions.first else { return }
    let answer = driven.call("SendCommand", interface: "org.nowplaying.Session1", path: session.path) { message in
      message.append("nothing-of-this-name").then(message.container(.array, "{sv}") { 0 })
    }
    guard case .error(let name, _) = answer else {
      return verdicts.breaks(.npErrors, "a command that does not exist succeeds")
    }
    verdicts.check(.npErrors, name.exact == ExactText(ProtocolError.notOffered.name), "it is refused with " + name)
  }
}
