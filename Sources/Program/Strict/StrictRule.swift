// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The rules of `doctor --strict`. Each has a row in the table below.
enum StrictRule: Int, CaseIterable {
  case connection, queue, name, trackID, newTrackID, types, signalTypes, properties, get, position, positionRest
  case positionEmitted, seeked, emitted, invalidated, flood, pictureURI, pictureFile, identity, sameIdentity
  case desktopEntry, canControl, canPlay, canSteady, words, noStop, playPause, idempotent, seek, setPosition, staleTrack
  case beyondEnd, beforeStart, unoffered, errorText, volumeFloor, interfaces, rest, answers
  case secret
  case npApp, npContent, npPlayback, npCommands, npPrimary, npAgrees, npErrors

  /// The consequence of a fault for people.
  enum Severity {
    /// A client does not show the player, drops it at times, or crashes.
    case lost
    /// A button or a bar has no effect, or a wrong one.
    case dead
    /// Something that is shown is false, late or secret, or costs clients work.
    case untrue

    /// The word for programs.
    var word: String {
      switch self {
      case .lost: "lost"
      case .dead: "dead"
      case .untrue: "false"
      }
    }
  }

  /// A row of the table.
  struct Clause {
    let kind: StrictRule
    /// The name for people and programs.
    let id: StaticString
    /// The number of the rule in Rules.md, or the section of org.nowplaying.md behind "§".
    let rule: StaticString
    let severity: Severity
    let sentence: StaticString
    /// The clients that the fault affects, and how.
    let client: StaticString
    let advice: StaticString

    fileprivate init(
      _ kind: StrictRule, _ id: StaticString, _ rule: StaticString, _ severity: Severity, _ sentence: StaticString,
      _ client: StaticString, _ advice: StaticString
    ) {
      (self.kind, self.id, self.rule, self.severity) = (kind, id, rule, severity)
      (self.sentence, self.client, self.advice) = (sentence, client, advice)
    }
  }

  /// The rules that concern org.nowplaying.
  static var nowPlaying: [StrictRule] { allCases.filter { $0.rawValue >= npApp.rawValue } }

  /// Returns the rule with an id; nil when there is none.
  static func named(_ id: String) -> StrictRule? { rows.first { ExactText($0.id) == id.exact }?.kind }

  /// The rows: id, rule and consequence; the sentence for players; the affected clients; the advice.
  static let rows: [Clause] = [
    Clause(
      .connection, "connection", "1", .lost,
      "Each player has a connection of its own.",
      "playerctl and BlueZ know players by their connections, and see only one on each",
      "Give each player a connection of its own."),
    Clause(
      .queue, "queue", "2", .lost,
      "No connection waits in the queue for a player's name.",
      "panels, in which a player appears unexpectedly when another goes",
      "Ask for the name with DO_NOT_QUEUE, and for another one when it is taken."),
    Clause(
      .name, "name", "3", .lost,
      "The name has no dot, except one before the part that tells instances apart.",
      "playerctl calls the player by what is before the dot",
      "Take a name without a dot; the id of a sandbox may have some."),
    Clause(
      .trackID, "track-id", "4", .dead,
      "The track id is an object path, and not below /org/mpris.",
      "KDE and playerctl drop other types, so that nobody can set the position",
      "Send one of the player's own object paths as mpris:trackid."),
    Clause(
      .newTrackID, "new-track-id", "4", .untrue,
      "Each item has a track id of its own.",
      "playerctl and KDE go on with the position of the item before",
      "Make another path for each item."),
    Clause(
      .types, "types", "5", .lost,
      "Each value has the type that MPRIS gives it.",
      "BlueZ refuses the player; GNOME shows an unknown artist",
      "Send each value as the type that MPRIS gives it."),
    Clause(
      .signalTypes, "signal-types", "5", .untrue,
      "Signals have the types that MPRIS and D-Bus give them.",
      "playerctl, KDE and GNOME ignore them",
      "Send PropertiesChanged as sa{sv}as, Seeked as x, and each value as its type."),
    Clause(
      .properties, "properties", "6", .lost,
      "GetAll has every property of MPRIS.",
      "KDE ignores the player; playerctl and Waybar end without Metadata",
      "Answer GetAll with every property."),
    Clause(
      .get, "get", "6", .lost,
      "Get answers for each property that GetAll has.",
      "playerctl and Waybar end when Metadata cannot be read",
      "Answer Get from the same place as GetAll."),
    Clause(
      .position, "position", "7", .untrue,
      "Position is where the player is, at each reading.",
      "the bars of all panels stand still, or jump",
      "Compute Position at each reading."),
    Clause(
      .positionRest, "position-rest", "7", .untrue,
      "Position stands still while the player is paused.",
      "bars move on while nothing is heard",
      "Compute Position from the time for which it has played."),
    Clause(
      .positionEmitted, "position-emitted", "7", .untrue,
      "Position is in no signal but Seeked.",
      "KDE Connect and GNOME work at each signal",
      "Send Seeked at jumps, and never Position."),
    Clause(
      .seeked, "seeked", "7", .untrue,
      "Seeked is emitted at each jump.",
      "bars of GNOME, KDE and playerctl stay where they were",
      "Send Seeked when the player has jumped, with the position."),
    Clause(
      .emitted, "emitted", "8", .untrue,
      "Each change is emitted, with its value.",
      "GNOME, KDE and playerctl do not ask again",
      "Send PropertiesChanged with the new value."),
    Clause(
      .invalidated, "invalidated", "8", .untrue,
      "A signal has the value of each property that it names.",
      "KDE asks for everything again, and misses what changes meanwhile",
      "Send the values."),
    Clause(
      .flood, "flood", "8", .untrue,
      "At most 20 signals come in a second.",
      "GNOME rebuilds its row at each; KDE Connect froze",
      "Send what has changed, at most once in 50 ms."),
    Clause(
      .pictureURI, "picture-uri", "9", .untrue,
      "The address of the picture is a URI of a file.",
      "KDE Connect takes only files; GNOME and others ignore data: URIs",
      "Keep the picture in a file, and send its file: URI, percent-encoded."),
    Clause(
      .pictureFile, "picture-file", "9", .untrue,
      "The picture can be read.",
      "all panels show none",
      "Send the URI of a PNG or JPEG that everybody can read."),
    Clause(
      .identity, "identity", "10", .lost,
      "The player has a name for people.",
      "KDE ignores a player without one",
      "Send Identity."),
    Clause(
      .sameIdentity, "same-identity", "10", .untrue,
      "No two players have the same name for people.",
      "KDE Connect numbers them",
      "Say in the name what tells the players apart."),
    Clause(
      .desktopEntry, "desktop-entry", "10", .untrue,
      "DesktopEntry is there, and has no \".desktop\".",
      "GNOME and KDE find no name and no icon",
      "Send the base name of the desktop file, or an empty text."),
    Clause(
      .canControl, "can-control", "11", .lost,
      "CanControl is true.",
      "KDE disables everything",
      "Let it be true."),
    Clause(
      .canPlay, "can-play", "11", .lost,
      "CanPlay is true while there is something to play.",
      "GNOME and playerctl skip the player",
      "Let it say whether there is something to play, and not whether it plays."),
    Clause(
      .canSteady, "can-steady", "11", .lost,
      "CanPlay and CanPause do not depend on whether it plays.",
      "GNOME hides the player; buttons flicker",
      "Let them say what the item can, and not what comes next."),
    Clause(
      .words, "words", "12", .lost,
      "PlaybackStatus and LoopStatus have only MPRIS's words.",
      "BlueZ refuses the player; KDE and GNOME do not know it",
      "Send Playing, Paused or Stopped; None, Track or Playlist."),
    Clause(
      .noStop, "no-stop", "12", .lost,
      "It is not Stopped between two items.",
      "panels drop a player that stops, and show it again",
      "Send the new item with its status in one signal."),
    Clause(
      .playPause, "play-pause", "13", .dead,
      "Play, Pause and PlayPause do what they say.",
      "media keys and headsets have no other buttons",
      "Carry them out, and update PlaybackStatus."),
    Clause(
      .idempotent, "idempotent", "13", .dead,
      "Play while it plays, and Pause while it is paused, change nothing.",
      "gnome-settings-daemon calls without looking at the status",
      "Let only PlayPause toggle."),
    Clause(
      .seek, "seek", "13", .dead,
      "Seek moves by its offset.",
      "media keys, KDE and KDE Connect seek this way",
      "Add the offset, in µs, to the position."),
    Clause(
      .setPosition, "set-position", "13", .dead,
      "SetPosition goes to its position.",
      "the bars of KDE and playerctl cannot be dragged",
      "Take the path and the position, in µs."),
    Clause(
      .staleTrack, "stale-track", "13", .dead,
      "SetPosition counts only for the present track id.",
      "users who drag the bar as the item changes land in the next one",
      "Compare the path with mpris:trackid, and do nothing when it differs."),
    Clause(
      .beyondEnd, "beyond-end", "13", .dead,
      "SetPosition beyond the end does nothing.",
      "users who drag the bar to its end lose the item",
      "Do nothing when the position is beyond mpris:length."),
    Clause(
      .beforeStart, "before-start", "13", .dead,
      "Seek before the start goes to the start.",
      "media keys cannot go back to the start",
      "Go to 0 if the sum is negative."),
    Clause(
      .unoffered, "unoffered", "13", .dead,
      "Commands that are not offered do nothing, and succeed.",
      "gnome-settings-daemon calls without looking at Can…",
      "Answer without doing anything."),
    Clause(
      .errorText, "error-text", "13", .lost,
      "Every error has a text.",
      "playerctld and programs with libplayerctl crash at an error without one",
      "Give each error a sentence."),
    Clause(
      .volumeFloor, "volume-floor", "13", .dead,
      "A negative volume is silence.",
      "keys that make it quieter fail near silence",
      "Set 0.0 if the value is negative."),
    Clause(
      .interfaces, "interfaces", "14", .lost,
      "Only MPRIS's own interfaces are at its object.",
      "playerctld crashes at a change of an interface that it does not know",
      "Serve others at another path."),
    Clause(
      .rest, "rest", "15", .untrue,
      "A player emits nothing while nothing changes.",
      "playerctld makes the player that spoke last the active one",
      "Send what has changed, and nothing else."),
    Clause(
      .answers, "answers", "16", .untrue,
      "It answers at once.",
      "KDE Connect stands still for half a second",
      "Answer from memory."),
    Clause(
      .secret, "secret", "9", .untrue,
      "No address has a password, a token or a key in it.",
      "bars, scrobblers and logs keep it, and every program of the user may read it",
      "Fetch the picture yourself, and send its file: URI; send an address of the item without the secret, or none."),
    Clause(
      .npApp, "np-app", "§3", .dead,
      "App1 is complete, and MprisName is the name.",
      "surfaces of org.nowplaying show no application",
      "Send Id, Name, DesktopEntry and MprisName."),
    Clause(
      .npContent, "np-content", "§3", .untrue,
      "Content has its keys, with their types.",
      "surfaces show an item of another kind, or none",
      "Send id, kind, media-type, duration-kind and lines, and duration exactly if it is finite."),
    Clause(
      .npPlayback, "np-playback", "§3", .untrue,
      "Playback has a state, a rate that fits it, and a position with its time.",
      "bars of surfaces run while nothing plays",
      "Send a rate of 0.0 unless it plays, and elapsed with timestamp."),
    Clause(
      .npCommands, "np-commands", "§3", .dead,
      "Commands are words that the protocol knows, each once, with their icons.",
      "surfaces show two buttons for one thing, or none",
      "Send each command once, with enabled and icon."),
    Clause(
      .npPrimary, "np-primary", "§3", .untrue,
      "Exactly one session is the one that MPRIS shows.",
      "surfaces show a session twice",
      "Let ApplicationPrimary be true for that one."),
    Clause(
      .npAgrees, "np-agrees", "§1", .untrue,
      "MPRIS says what the primary session says.",
      "panels of MPRIS and surfaces show different things",
      "Publish both from one state."),
    Clause(
      .npErrors, "np-errors", "§5", .dead,
      "A command that is not offered is refused with NotOffered.",
      "surfaces cannot say why nothing happens",
      "Answer SendCommand with the errors of the protocol."),
  ]
}

/// The findings about a player: one for each rule.
final class Verdicts {
  enum Verdict {
    case kept
    case broken(String)
    case unseen(String)
  }

  private var list: [Verdict?] = StrictRule.allCases.map { _ in nil }

  /// The verdict on a rule; "unseen" for a rule that was never checked.
  subscript(rule: StrictRule) -> Verdict { list[rule.rawValue] ?? .unseen("nothing of it can be seen here") }

  func breaks(_ rule: StrictRule, _ text: String) {
    if case .broken = list[rule.rawValue] { return }
    list[rule.rawValue] = .broken(text)
  }

  /// Notes whether a rule is kept.
  func check(_ rule: StrictRule, _ isKept: Bool, _ text: @autoclosure () -> String) {
    if !isKept { breaks(rule, text()) } else if list[rule.rawValue] == nil { list[rule.rawValue] = .kept }
  }

  func cannot(_ rules: [StrictRule], _ reason: String) {
    for rule in rules where list[rule.rawValue] == nil { list[rule.rawValue] = .unseen(reason) }
  }

  /// Takes a rule that was not seen for a broken one.
  func require(_ rule: StrictRule) {
    if case .unseen(let reason) = self[rule] { list[rule.rawValue] = .broken("it was not seen: " + reason) }
  }
}
