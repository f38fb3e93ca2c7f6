// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// A button that a surface shows for a session: its place, its look, and what a press sends.
struct Control {
  let kind: CommandKind
  var row = Row.overflow
  /// The place in the central row.
  var slot = CommandSlot.any
  var enabled: Bool
  /// Whether a press switches something on and off, of which `isOn` is the state.
  var isSwitch = false
  var isOn = false
  /// Whether the command lasts while the button is held.
  var isHeld = false
  /// Whether the player is about to do what the button asks for.
  var isBusy = false
  /// The arguments of a press. The mode −1 is the next one.
  var mode = Control.nextMode
  let button: UInt32
  var time: Int64 = 0
  var rating = 0.0
  var id: Text?
  /// Whether a press takes the mode or the rating back if it is set.
  var isTakenBack = false
  var icon: Text?
  var title: Text?
  var shortTitle: Text?
  var name: ControlNames.Row
  /// The value of "%1" in the name.
  var number = 0.0
  var rates: Block<Double>?
  /// Whether the library derives the command.
  var isDerived = false
  /// Whether it skips by another interval than the preferred one.
  var isFurther = false

  /// The value of NOWPLAYING_SURFACE_NEXT_MODE.
  static let nextMode: Int32 = -1

  /// The rows. The raw values are those of the C header.
  enum Row: Int32, CaseIterable, Sendable { case central, beside, overflow, stars, position, volume }

  /// Makes the button of a command without further arguments. Its slot is the one that the player wants.
  init(_ command: OfferedCommand, _ name: ControlNames.Row) {
    kind = command.kind
    enabled = command.enabled
    slot = command.slot
    icon = command.icon
    title = command.title ?? command.shortTitle
    shortTitle = command.shortTitle
    id = command.id
    button = command.button
    isDerived = command.isDerived
    self.name = name
  }
}
