// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A kind of command that a desktop can give to a player. The raw values are those of the C header.
public enum CommandKind: Int32, CaseIterable, Sendable {
  case play = 1
  case pause, stop, togglePlayPause, next, previous
  case seekToPosition, skipForward, skipBackward, seekForward, seekBackward
  case changeRate, changeRepeatMode, changeShuffleMode, feedback
  case nextChapter, previousChapter, seekToLive, setRating, bookmark, mute, custom

  public var row: CommandKindRow { CommandKindRow.all[index] }

  /// The index of the kind's row in the table.
  public var index: Int { Int(truncatingIfNeeded: rawValue - Self.play.rawValue) }

  /// The form of the command's argument. It is read from the table directly, because `row` would be copied.
  public var takes: CommandKindRow.Form { CommandKindRow.all[index].takes }

  fileprivate func `is`(_ trait: CommandKindRow.Traits) -> Bool { CommandKindRow.all[index].traits.contains(trait) }
}

/// The description of a kind of command. All code that offers, sends, reads or prints commands uses these rows.
/// `contract/generate` makes the constructors of other languages and the tables of docs/org.nowplaying.md from them,
/// and tests compare them with the C header.
public struct CommandKindRow: Sendable {
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
    /// True or false: `mode`, 1 or 0.
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

  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The command leaves the item or a part of it, and so is disabled in an advertisement.
    static let skips = Traits(rawValue: 1)
    /// The command does not change the position or the item: its button stands beside those that do.
    static let besidePlaying = Traits(rawValue: 2)
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

  /// The word of org.nowplaying.
  public let word: StaticString
  /// The meaning, as a sentence for people.
  public let about: StaticString
  /// The form of the argument, and its key in `SendCommand`.
  public let takes: Form
  public let key: StaticString
  /// The words of the modes, in the order of their numbers.
  public let modes: [StaticString]
  /// The MPRIS method, or the property to set, that does the same; "" where there is none.
  public let mpris: StaticString
  /// The words of the usual icons, separated by spaces: one for each mode, or for off and on. "" where text says more.
  let icons: StaticString
  let traits: Traits

  private init(
    _ kind: CommandKind, _ word: StaticString, _ about: StaticString, takes: Form = .none, key: StaticString = "",
    modes: [StaticString] = [], mpris: StaticString = "", icons: StaticString = "", is traits: Traits = []
  ) {
    self.word = word
    self.about = about
    self.takes = takes
    self.key = key
    self.modes = modes
    self.mpris = mpris
    self.icons = icons
    self.traits = traits
  }

  /// The rows of all kinds, in the order of their numbers.
  public static let all: [CommandKindRow] = [
    CommandKindRow(.play, "play", "Play.", mpris: "Play", icons: "play", is: .ofPlayer),
    CommandKindRow(.pause, "pause", "Pause.", mpris: "Pause", icons: "pause", is: .ofPlayer),
    CommandKindRow(.stop, "stop", "Stop.", mpris: "Stop", icons: "stop", is: .ofPlayer),
    CommandKindRow(
      .togglePlayPause, "toggle-play-pause", "Play when not playing, else pause.", mpris: "PlayPause",
      icons: "play pause", is: .ofPlayer),
    CommandKindRow(
      .next, "next", "Go to the next item.", mpris: "Next", icons: "next", is: [.skips, .ofPlayer]),
    CommandKindRow(
      .previous, "previous", "Go to the previous item.", mpris: "Previous", icons: "previous", is: .ofPlayer),
    CommandKindRow(
      .seekToPosition, "seek-to-position", "Go to a position.", takes: .position, key: "position",
      mpris: "SetPosition", is: .skips),
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
      is: [.besidePlaying, .ofPlayer]),
    CommandKindRow(
      .changeShuffleMode, "change-shuffle-mode", "Change the order.", takes: .mode, key: "mode",
      modes: ["off", "items", "collections"], mpris: "Shuffle", icons: "shuffle-off shuffle-on",
      is: [.besidePlaying, .ofPlayer]),
    CommandKindRow(
      .feedback, "feedback", "Like, dislike, or neither.", takes: .mode, key: "mode",
      modes: ["neutral", "positive", "negative"],
      icons: "thumb-up thumb-down thumb-up-filled thumb-down-filled",
      is: [.besidePlaying, .titled, .repeatable, .takenBack]),
    CommandKindRow(.nextChapter, "next-chapter", "Go to the next chapter.", is: .skips),
    CommandKindRow(.previousChapter, "previous-chapter", "Go to the previous chapter."),
    CommandKindRow(.seekToLive, "seek-to-live", "Go to what is broadcast at this moment.", icons: "live", is: .skips),
    CommandKindRow(
      .setRating, "set-rating", "Rate the item.", takes: .fraction, key: "rating", icons: "star star-filled",
      is: [.besidePlaying, .takenBack]),
    CommandKindRow(
      .bookmark, "bookmark", "Put a bookmark at the position, or remove it.",
      icons: "bookmark bookmark-filled",
      is: [.besidePlaying, .titled, .switched]),
    CommandKindRow(
      .mute, "mute", "Mute, or unmute.", takes: .truth, key: "muted", icons: "volume-off",
      is: [.besidePlaying, .ofPlayer]),
    CommandKindRow(
      .custom, "custom", "One of the player's own buttons.", takes: .id, key: "id",
      is: [.besidePlaying, .titled, .switched, .repeatable]),
  ]

  /// The D-Bus type of an argument of `SendCommand`, by its key; nil where no command has the key.
  public static func type(ofArgument key: String) -> StaticString? {
    switch key.exact {
    case "item": return "s"
    case "button": return "u"
    case "toggle": return "b"
    default:
      for row in all where ExactText(row.key) == key.exact { return row.takes.type }
      return nil
    }
  }
}

extension CommandKind {
  /// The word of org.nowplaying.
  public var word: StaticString { CommandKindRow.all[index].word }

  /// Whether commands of this kind have a mode, as repeat off, one or all.
  public var hasMode: Bool { takes == .mode }

  /// Whether the command is given once when a button is pressed, and again when it is released.
  public var isHeld: Bool { takes == .phase }

  /// Whether commands of this kind have titles of their own.
  public var hasTitle: Bool { `is`(.titled) }

  /// Whether commands of this kind are on or off.
  public var isSwitched: Bool { `is`(.switched) }

  /// Whether the command goes to another position of the present item.
  public var isSeek: Bool { self == .seekToPosition || self == .skipForward || self == .skipBackward }

  /// Whether the command leaves the position and the item as they are.
  public var isBesidePlaying: Bool { `is`(.besidePlaying) }

  /// Whether a press of a button for one value takes that value back where it is set already.
  public var isTakenBack: Bool { `is`(.takenBack) }

  /// Whether a session may have several commands of this kind, which are different buttons.
  public var isRepeatable: Bool { `is`(.repeatable) }

  /// The words of the usual icons.
  public var icons: [String] { CommandKindRow.all[index].icons.string.parts(separatedBy: UInt8(ascii: " ")) }

  /// The icon that fits the state of the command, of a list that is ordered as `icons`; nil for an empty list.
  ///
  /// - current, supported: the mode, and the bits of the modes that can be chosen; 0 for all.
  /// - isOn: whether it is switched on; for toggle-play-pause, whether a press pauses.
  public func icon<Icon>(of icons: [Icon], current: Int32, supported: UInt32, isOn: Bool) -> Icon? {
    guard let last = icons.indices.last else { return nil }
    guard self == .feedback else { return icons[min(last, hasMode ? max(0, Int(clamping: current)) : isOn ? 1 : 0)] }
    // The first icon of each pair is a thumb up.
    let (up, down) = (FeedbackStatus.positive.rawValue, FeedbackStatus.negative.rawValue)
    let mode = supported & (1 << UInt32(bitPattern: up)) != 0 || supported == 0 ? up : down
    return icons[min(last, (mode == up ? 0 : 1) + (current == mode ? 2 : 0))]
  }

  /// Whether the command leaves the item or a part of it, and so is disabled in an advertisement.
  var skips: Bool { `is`(.skips) }

  /// The number of a mode's word; nil for an unknown word.
  public func mode(word: String) -> Int32? {
    for (number, mode) in row.modes.enumerated() where ExactText(mode) == word.exact { return Int32(clamping: number) }
    return nil
  }
}
