// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The description of a kind of command. All code that offers, sends, reads or prints commands uses these rows, which
/// are in CommandTable.swift.
public struct CommandKindRow: Sendable {
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

  init(
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

  /// The D-Bus type of an argument of `SendCommand`, by its key; nil where no command has the key.
  public static func type(ofArgument key: String) -> StaticString? {
    for further in Further.all where ExactText(further.key) == key.exact { return further.type }
    for row in all where ExactText(row.key) == key.exact { return row.takes.type }
    return nil
  }
}

extension CommandKind {
  public var row: CommandKindRow { CommandKindRow.all[index] }

  /// The index of the kind's row in the table.
  public var index: Int { Int(truncatingIfNeeded: rawValue - Self.play.rawValue) }

  /// The form of the command's argument. It is read from the table directly, because `row` would be copied.
  public var takes: CommandKindRow.Form { CommandKindRow.all[index].takes }

  fileprivate func `is`(_ trait: CommandKindRow.Traits) -> Bool { CommandKindRow.all[index].traits.contains(trait) }
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
  public var leavesPosition: Bool { `is`(.leavesPosition) }

  /// Whether the command is for the player, whatever item it plays by the time that the command arrives.
  public var isOfPlayer: Bool { `is`(.ofPlayer) }

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
