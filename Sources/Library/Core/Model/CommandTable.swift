// Made by contract/generate of contract/data/commands.toml: do not edit.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A kind of command that a desktop can give to a player. The raw values are those of the C header.
public enum CommandKind: Int32, CaseIterable, Sendable {
  case play = 1
  case pause, stop, togglePlayPause, next, previous, seekToPosition, skipForward, skipBackward, seekForward,
    seekBackward, changeRate, changeRepeatMode, changeShuffleMode, feedback, nextChapter, previousChapter, seekToLive,
    setRating, bookmark, mute, custom
}

extension CommandKindRow {
  /// The form of a command's argument in `SendCommand`. Each case names the member of the C event that has it.
  public enum Form: Sendable {
    case none
    /// A position in µs, from 0 to the duration: `time_us`.
    case position
    /// An interval in µs, one of those of the command; the first of them where the argument is missing: `time_us`.
    case interval
    /// "begin" or "end" of holding a button: `phase`.
    case phase
    /// One of the speeds of the command: `rate`.
    case rate
    /// One of the row's modes: `mode`.
    case mode
    /// A number from 0 to 1, by the steps of the command: `rating`.
    case fraction
    /// True or false: `mode`.
    case truth
    /// The id of one of the player's own commands: `id`.
    case id

    /// The D-Bus type of the argument; "" for none.
    public var type: StaticString {
      switch self {
      case .none: ""
      case .position, .interval: "x"
      case .phase, .mode, .id: "s"
      case .rate, .fraction: "d"
      case .truth: "b"
      }
    }
  }

  /// An argument that commands take in `SendCommand` besides that of their form.
  public struct Further: Sendable {
    public let key: StaticString
    /// The D-Bus type.
    public let type: StaticString

    public static let button = Further(key: "button", type: "u")
    public static let toggle = Further(key: "toggle", type: "b")
    public static let offset = Further(key: "offset", type: "x")
    public static let item = Further(key: "item", type: "s")
    static let all: [Further] = [.button, .toggle, .offset, .item]
  }

  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The command leaves the item or a part of it, and so is disabled in an advertisement.
    static let skips = Traits(rawValue: 1)
    /// The command leaves the position and the item as they are.
    static let leavesPosition = Traits(rawValue: 2)
    /// The command has a title of its own.
    static let titled = Traits(rawValue: 4)
    /// The command is on or off.
    static let switched = Traits(rawValue: 8)
    /// A session may have several commands of this kind, which are different buttons.
    static let repeatable = Traits(rawValue: 16)
    /// A press of a button for one value of the command takes that value back where it is set already.
    static let takenBack = Traits(rawValue: 32)
    /// The command is for the player, whatever item it plays by the time that it arrives.
    static let ofPlayer = Traits(rawValue: 64)
  }

  /// The rows of all kinds, in the order of their numbers.
  public static let all: [CommandKindRow] = [
    CommandKindRow(.play, "play", "Play.", mpris: "Play", icons: "play", is: .ofPlayer),
    CommandKindRow(.pause, "pause", "Pause.", mpris: "Pause", icons: "pause", is: [.leavesPosition, .ofPlayer]),
    CommandKindRow(.stop, "stop", "Stop.", mpris: "Stop", icons: "stop", is: .ofPlayer),
    CommandKindRow(
      .togglePlayPause, "toggle-play-pause", "Play when not playing, else pause.", mpris: "PlayPause",
      icons: "play pause", is: [.leavesPosition, .ofPlayer]),
    CommandKindRow(.next, "next", "Go to the next item.", mpris: "Next", icons: "next", is: [.skips, .ofPlayer]),
    CommandKindRow(
      .previous, "previous", "Go to the previous item.", mpris: "Previous", icons: "previous", is: .ofPlayer),
    CommandKindRow(
      .seekToPosition, "seek-to-position", "Go to a position.", takes: .position, key: "position", mpris: "SetPosition",
      is: .skips),
    CommandKindRow(
      .skipForward, "skip-forward", "Go forward by an interval.", takes: .interval, key: "interval", mpris: "Seek",
      icons: "skip-forward", is: .skips),
    CommandKindRow(
      .skipBackward, "skip-backward", "Go back by an interval.", takes: .interval, key: "interval", mpris: "Seek",
      icons: "skip-back"),
    CommandKindRow(
      .seekForward, "seek-forward", "Fast forward while a button is held.", takes: .phase, key: "phase",
      icons: "fast-forward", is: .skips),
    CommandKindRow(
      .seekBackward, "seek-backward", "Rewind while a button is held.", takes: .phase, key: "phase", icons: "rewind"),
    CommandKindRow(
      .changeRate, "change-rate", "Change the speed.", takes: .rate, key: "rate", mpris: "Rate", icons: "speed",
      is: [.skips, .ofPlayer]),
    CommandKindRow(
      .changeRepeatMode, "change-repeat-mode", "Change what repeats.", takes: .mode, key: "mode",
      modes: ["off", "one", "all"], mpris: "LoopStatus", icons: "repeat-off repeat-one repeat-all",
      is: [.leavesPosition, .ofPlayer]),
    CommandKindRow(
      .changeShuffleMode, "change-shuffle-mode", "Change the order.", takes: .mode, key: "mode",
      modes: ["off", "items", "collections"], mpris: "Shuffle", icons: "shuffle-off shuffle-on",
      is: [.leavesPosition, .ofPlayer]),
    CommandKindRow(
      .feedback, "feedback", "Like, dislike, or neither.", takes: .mode, key: "mode",
      modes: ["neutral", "positive", "negative"], icons: "thumb-up thumb-down thumb-up-filled thumb-down-filled",
      is: [.leavesPosition, .titled, .repeatable, .takenBack]),
    CommandKindRow(.nextChapter, "next-chapter", "Go to the next chapter.", is: .skips),
    CommandKindRow(.previousChapter, "previous-chapter", "Go to the previous chapter."),
    CommandKindRow(.seekToLive, "seek-to-live", "Go to what is broadcast at this moment.", icons: "live", is: .skips),
    CommandKindRow(
      .setRating, "set-rating", "Rate the item.", takes: .fraction, key: "rating", icons: "star star-filled",
      is: [.leavesPosition, .takenBack]),
    CommandKindRow(
      .bookmark, "bookmark", "Put a bookmark at the position, or remove it.", icons: "bookmark bookmark-filled",
      is: [.leavesPosition, .titled, .switched]),
    CommandKindRow(
      .mute, "mute", "Mute, or unmute.", takes: .truth, key: "muted", icons: "volume-off",
      is: [.leavesPosition, .ofPlayer]),
    CommandKindRow(
      .custom, "custom", "One of the player's own buttons.", takes: .id, key: "id",
      is: [.leavesPosition, .titled, .switched, .repeatable]),
  ]
}
