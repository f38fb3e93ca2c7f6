// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The rules of `doctor --strict`, in the order of the table below.
enum StrictRule: Int, CaseIterable {
  case connection, queue, name, trackID, newTrackID, types, signalTypes, properties, get, position, positionRest
  case positionEmitted, seeked, emitted, invalidated, flood, pictureURI, pictureFile, identity, sameIdentity
  case desktopEntry, canControl, canPlay, canSteady, words, noStop, playPause, idempotent, seek, setPosition, staleTrack
  case beyondEnd, beforeStart, unoffered, errorText, volumeFloor, interfaces, rest, answers
  case secret
  case wholeApp, wholeContent, wholePlayback, wholeCommands, wholePrimary, wholeAgrees, wholeErrors

  /// A row of the table.
  struct Clause {
    /// The name for people and programs.
    let id: String
    /// The number of Rules.md, or the section of org.nowplaying.md behind "§".
    let rule: String
    let sentence: String
    /// The clients that suffer, and how.
    let client: String
    let advice: String

    fileprivate init(_ lines: ArraySlice<String>) {
      let lines = Array(lines)
      id = lines[0].before(32)
      rule = lines[0].without(first: id.utf8.count + 1)
      (sentence, client, advice) = (lines[1], lines[2], lines[3])
    }
  }

  /// The rules of org.nowplaying.
  static var whole: [StrictRule] { allCases.filter { $0.rawValue >= wholeApp.rawValue } }

  static var rows: [Clause] {
    let lines = table.description.parts(10)
    return allCases.map { Clause(lines[4 * $0.rawValue..<4 * $0.rawValue + 4]) }
  }

  /// Four lines for each: the id and the rule; the sentence for players; the clients that suffer; the advice.
  private static var table: StaticString {
    """
    connection 1
    Each player has a connection of its own.
    playerctl and BlueZ know players by their connections, and see one of two
    Give each player a connection of its own.
    queue 2
    Nobody waits in the queue of a player's name.
    panels, on which a player appears by surprise when another goes
    Ask for the name with DO_NOT_QUEUE, and for another one when it is taken.
    name 3
    The name has no dot but one before what tells instances apart.
    playerctl calls the player by what is before the dot
    Take a name without a dot; the id of a sandbox may have some.
    track-id 4
    The track id is an object path, and not below /org/mpris.
    KDE and playerctl drop other types, so that nobody can set the position
    Send mpris:trackid as an object path of the player's own.
    new-track-id 4
    Each item has a track id of its own.
    playerctl and KDE go on with the position of the item before
    Make another path for each item.
    types 5
    Each value has the type that MPRIS gives it.
    BlueZ refuses the player; GNOME shows an unknown artist
    Send each as the type that is named.
    signal-types 5
    Signals have the types that MPRIS and D-Bus give them.
    playerctl, KDE and GNOME pass them over
    Send PropertiesChanged as sa{sv}as, Seeked as x, and each value as its type.
    properties 6
    GetAll has every property of MPRIS.
    KDE ignores the player; playerctl and Waybar end without Metadata
    Answer GetAll with every property.
    get 6
    Get answers for each property that GetAll has.
    playerctl and Waybar end when Metadata cannot be read
    Answer Get from the same place as GetAll.
    position 7
    Position is where the player is, at each reading.
    the bars of all panels stand still, or jump
    Compute Position at each reading.
    position-rest 7
    Position stands while the player is paused.
    bars move on while nothing is heard
    Compute Position by the time for which it has played.
    position-emitted 7
    Position is in no signal but Seeked.
    KDE Connect and GNOME work at each signal
    Send Seeked at jumps, and Position never.
    seeked 7
    Seeked is emitted at each jump.
    bars of GNOME, KDE and playerctl stay where they were
    Send Seeked when the player has jumped, with the position.
    emitted 8
    Each change is emitted, with its value.
    GNOME, KDE and playerctl ask for nothing again
    Send PropertiesChanged with the new value.
    invalidated 8
    A signal has no names without values.
    KDE asks for everything anew, and misses what changes meanwhile
    Send the values.
    flood 8
    At most 20 signals come in a second.
    GNOME builds its row anew at each; KDE Connect froze
    Send what has changed, at most once in 50 ms.
    picture-uri 9
    The address of the picture is a URI of a file.
    KDE Connect takes files alone; GNOME and others ignore data:
    Keep the picture in a file, and send its file: URI, percent-encoded.
    picture-file 9
    The picture can be read.
    all panels show none
    Send the URI of a PNG or JPEG that everybody can read.
    identity 10
    The player has a name for people.
    KDE ignores a player without
    Send Identity.
    same-identity 10
    No two players have the same name for people.
    KDE Connect numbers them
    Say in the name what tells the players apart.
    desktop-entry 10
    DesktopEntry is there, and has no ".desktop".
    GNOME and KDE find no name and no icon
    Send the base name of the desktop file, or an empty text.
    can-control 11
    CanControl is true.
    KDE disables everything
    Let it be true.
    can-play 11
    CanPlay is true while there is something to play.
    GNOME and playerctl pass the player over
    Let it say whether there is something to play, and not whether it plays.
    can-steady 11
    CanPlay and CanPause do not depend on whether it plays.
    GNOME hides the player; buttons flicker
    Let them say what the item can, and not what comes next.
    words 12
    PlaybackStatus and LoopStatus have MPRIS's words alone.
    BlueZ refuses the player; KDE and GNOME do not know it
    Send Playing, Paused or Stopped; None, Track or Playlist.
    no-stop 12
    It is not Stopped between two items.
    panels drop a player that stops, and show it again
    Send the new item with its status in one signal.
    play-pause 13
    Play, Pause and PlayPause do what they say.
    media keys and headsets have no other buttons
    Carry them out, and tell PlaybackStatus.
    idempotent 13
    Play goes on playing, and Pause stays paused.
    gnome-settings-daemon calls without looking at the status
    Let PlayPause alone toggle.
    seek 13
    Seek moves by its offset.
    media keys, KDE and KDE Connect seek so
    Add the offset, in µs, to the position.
    set-position 13
    SetPosition goes to its position.
    the bars of KDE and playerctl cannot be dragged
    Take the path and the position, in µs.
    stale-track 13
    SetPosition counts for the present track id alone.
    who drags the bar as the item changes is thrown into the next one
    Compare the path with mpris:trackid, and do nothing when it differs.
    beyond-end 13
    SetPosition beyond the end does nothing.
    who drags the bar to its end loses the item
    Do nothing when the position is beyond mpris:length.
    before-start 13
    Seek before the start goes to the start.
    media keys cannot go back to the start
    Go to 0 where the sum is negative.
    unoffered 13
    Commands that are not offered do nothing, and succeed.
    gnome-settings-daemon calls without looking at Can…
    Answer without doing anything.
    error-text 13
    Every error has a text.
    playerctld and programs with libplayerctl crash at an error without one
    Give each error a sentence.
    volume-floor 13
    A negative volume is silence.
    keys that make it quieter fail at the end
    Set 0.0 where the value is negative.
    interfaces 14
    Only MPRIS's own interfaces are at its object.
    playerctld crashes at a change of an interface that it does not know
    Serve others at another path.
    rest 15
    A player that rests says nothing.
    playerctld makes whoever spoke last the active player
    Send what has changed, and nothing else.
    answers 16
    It answers at once.
    KDE Connect waits for half a second, with everything
    Answer from memory.
    secret 9
    No address has a password, a token or a key in it.
    bars, scrobblers and logs keep it, and every program of the user may read it
    Fetch the picture yourself, and send its file: URI; send an address of the item without the secret, or none.
    np-app §3
    App1 is complete, and MprisName is the name.
    surfaces of org.nowplaying show no application
    Send Id, Name, DesktopEntry and MprisName.
    np-content §3
    Content has its keys, with their types.
    surfaces show an item of another kind, or none
    Send id, kind, media-type and duration-kind, and duration exactly if it is finite.
    np-playback §3
    Playback has a state, a rate that fits it, and a position with its time.
    bars of surfaces run while nothing plays
    Send a rate of 0.0 unless it plays, and elapsed with timestamp.
    np-commands §3
    Commands are words that the protocol knows, each once.
    surfaces show two buttons for one thing, or none
    Send each command once, with enabled.
    np-primary §3
    Exactly one session is the one that MPRIS shows.
    surfaces show a session twice
    Let ApplicationPrimary be true for that one.
    np-agrees §1
    MPRIS says what the primary session says.
    panels of MPRIS and surfaces show two things
    Publish both from one state.
    np-errors §5
    A command that is not offered is refused by NotOffered.
    surfaces cannot say why nothing happens
    Answer SendCommand by the errors of the protocol.
    """
  }
}

/// The findings about a player: one for each rule.
final class Verdicts {
  enum Verdict {
    case kept
    case broken(String)
    case unseen(String)
  }

  private var list: [Verdict?] = StrictRule.allCases.map { _ in nil }

  /// The verdict on a rule; one that was never looked at cannot be seen.
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
}
