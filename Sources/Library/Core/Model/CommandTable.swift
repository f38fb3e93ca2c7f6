// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A kind of command that a desktop can give to a player. The raw values are those of the C header.
public enum CommandKind: Int32, CaseIterable, Sendable {
  case play = 1
  case pause, stop, togglePlayPause, next, previous
  case seekToPosition, skipForward, skipBackward, seekForward, seekBackward
  case changeRate, changeRepeatMode, changeShuffleMode, feedback
  case nextChapter, previousChapter, seekToLive, setRating, bookmark, mute, custom

  public var row: CommandKindRow { CommandKindRow.all[index] }

  /// The place of its row.
  public var index: Int { Int(truncatingIfNeeded: rawValue - Self.play.rawValue) }

  /// The form of its argument. Not by the row, of which that would make a copy.
  public var takes: CommandKindRow.Form { CommandKindRow.all[index].takes }

  fileprivate func `is`(_ trait: CommandKindRow.Traits) -> Bool { CommandKindRow.all[index].traits.contains(trait) }
}

/// A kind of command. Everything that offers, sends, reads or prints commands goes by these rows, and
/// `bindings/generate` makes of them the constructors of other languages and the tables of docs/org.nowplaying.md; the
/// tests compare them with the C header.
public struct CommandKindRow: Sendable {
  /// The argument of `SendCommand`. In the event of a host it is the member that is named.
  public enum Form: Sendable {
    case none
    /// A position in µs, from 0 to the duration: `time_us`.
    case position
    /// An interval in µs, one of those of the command; absent: the first. `time_us`.
    case interval
    /// "begin" or "end" of a button that is held: `phase`.
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

    /// The type of D-Bus; "" of none.
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

    /// It leaves the item or a part of it, which an advertisement does not offer.
    static let skips = Traits(rawValue: 1)
    /// It leaves the position as it is: a button beside those by which one goes to another place or item.
    static let besidePlaying = Traits(rawValue: 2)
    /// It has words of its own.
    static let titled = Traits(rawValue: 4)
    /// It is on or off.
    static let switched = Traits(rawValue: 8)
    /// Several of this kind are so many buttons, and not the same one given twice.
    static let repeatable = Traits(rawValue: 16)
  }

  /// The word of org.nowplaying.
  public let word: StaticString
  /// Its meaning, for people.
  public let about: StaticString
  /// The argument, and its key in `SendCommand`.
  public let takes: Form
  public let key: StaticString
  /// The words of the modes, by their numbers.
  public let modes: [StaticString]
  /// The method of MPRIS that does it, or the property that is set; "" where MPRIS has none.
  public let mpris: StaticString
  /// The words for the icon of a button that has none of its own, with a space between two: by the mode, or off and on.
  /// "" where words tell more.
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

  /// All kinds, in the order of their numbers.
  public static let all: [CommandKindRow] = [
    CommandKindRow(.play, "play", "Play.", mpris: "Play", icons: "play"),
    CommandKindRow(.pause, "pause", "Pause.", mpris: "Pause", icons: "pause"),
    CommandKindRow(.stop, "stop", "Stop.", mpris: "Stop", icons: "stop"),
    CommandKindRow(
      .togglePlayPause, "toggle-play-pause", "Play when not playing, else pause.", mpris: "PlayPause",
      icons: "play pause"),
    CommandKindRow(.next, "next", "Go to the next item.", mpris: "Next", icons: "next", is: .skips),
    CommandKindRow(.previous, "previous", "Go to the previous item.", mpris: "Previous", icons: "previous"),
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
      is: .skips),
    CommandKindRow(
      .changeRepeatMode, "change-repeat-mode", "Change what repeats.", takes: .mode, key: "mode",
      modes: ["off", "one", "all"], mpris: "LoopStatus", icons: "repeat-off repeat-one repeat-all",
      is: .besidePlaying),
    CommandKindRow(
      .changeShuffleMode, "change-shuffle-mode", "Change the order.", takes: .mode, key: "mode",
      modes: ["off", "items", "collections"], mpris: "Shuffle", icons: "shuffle-off shuffle-on", is: .besidePlaying
    ),
    CommandKindRow(
      .feedback, "feedback", "Like, dislike, or neither.", takes: .mode, key: "mode",
      modes: ["neutral", "positive", "negative"],
      icons: "thumb-up thumb-down thumb-up-filled thumb-down-filled",
      is: [.besidePlaying, .titled, .repeatable]),
    CommandKindRow(.nextChapter, "next-chapter", "Go to the next chapter.", is: .skips),
    CommandKindRow(.previousChapter, "previous-chapter", "Go to the previous chapter."),
    CommandKindRow(.seekToLive, "seek-to-live", "Go to what is broadcast at this moment.", icons: "live", is: .skips),
    CommandKindRow(
      .setRating, "set-rating", "Rate the item.", takes: .fraction, key: "rating", icons: "star star-filled",
      is: .besidePlaying),
    CommandKindRow(
      .bookmark, "bookmark", "Put a bookmark at the position, or take it away.",
      icons: "bookmark bookmark-filled",
      is: [.besidePlaying, .titled, .switched]),
    CommandKindRow(
      .mute, "mute", "Mute, or cease to.", takes: .truth, key: "muted", icons: "volume-off", is: .besidePlaying),
    CommandKindRow(
      .custom, "custom", "A button of the player's own.", takes: .id, key: "id",
      is: [.besidePlaying, .titled, .switched, .repeatable]),
  ]

  /// The type of an argument of `SendCommand` by its key; nil where no command has it.
  public static func type(ofArgument key: String) -> StaticString? {
    switch key.exact {
    case "item": return "s"
    case "button": return "u"
    default:
      for row in all where ExactText(row.key) == key.exact { return row.takes.type }
      return nil
    }
  }
}

extension CommandKind {
  /// The word of org.nowplaying.
  public var word: StaticString { CommandKindRow.all[index].word }

  /// Whether commands of this kind have a mode: one that is on at present, and perhaps several to choose from.
  public var hasMode: Bool { takes == .mode }

  /// Whether it is given when a button is pressed, and again when it is let go.
  public var isHeld: Bool { takes == .phase }

  /// Whether commands of this kind have words of their own.
  public var hasTitle: Bool { `is`(.titled) }

  /// Whether commands of this kind are on or off.
  public var isSwitched: Bool { `is`(.switched) }

  /// Whether it leaves the position as it is: a button beside those by which one goes to another place or item.
  public var isBesidePlaying: Bool { `is`(.besidePlaying) }

  /// Whether several of this kind are so many buttons, and not the same one given twice.
  public var isRepeatable: Bool { `is`(.repeatable) }

  /// The words for the icon of a button that has none of its own.
  public var icons: [String] { CommandKindRow.all[index].icons.string.parts(separatedBy: UInt8(ascii: " ")) }

  /// The one that fits among them, in whatever form they are kept; nil where there is none.
  ///
  /// - current, supported: its mode, and the bits of those that can be chosen; 0 for all.
  /// - isOn: whether it is switched on; of the button that plays and pauses, whether a press pauses.
  public func icon<Icon>(of icons: [Icon], current: Int32, supported: UInt32, isOn: Bool) -> Icon? {
    guard let last = icons.indices.last else { return nil }
    guard self == .feedback else { return icons[min(last, hasMode ? max(0, Int(clamping: current)) : isOn ? 1 : 0)] }
    // Of a pair of thumbs the first is up.
    let (up, down) = (FeedbackStatus.positive.rawValue, FeedbackStatus.negative.rawValue)
    let mode = supported & (1 << UInt32(bitPattern: up)) != 0 || supported == 0 ? up : down
    return icons[min(last, (mode == up ? 0 : 1) + (current == mode ? 2 : 0))]
  }

  /// Whether it leaves the item or a part of it, which an advertisement does not offer.
  var skips: Bool { `is`(.skips) }

  /// The number of a mode; nil for a word that is none.
  public func mode(word: String) -> Int32? {
    for (number, mode) in row.modes.enumerated() where ExactText(mode) == word.exact { return Int32(clamping: number) }
    return nil
  }
}
