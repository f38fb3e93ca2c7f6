// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// Decides which commands of a session get a button, and where: the one answer for all surfaces.
/// docs/library/surface.md has the rules, and contract/cases/controls.json a case for each.
struct ControlPlan {
  private let model: SessionModel
  private let isActive: Bool
  /// Whether people go back some seconds in this item rather than to another item.
  private let isSpoken: Bool
  private let isLive: Bool
  private var made: [Control] = []
  private var central: [Control] = []
  private var beside: [(rank: Int, control: Control)] = []
  private var overflow: [Control] = []

  /// The slots from left to right.
  private static let order: [CommandSlot] = [.backSecondary, .back, .central, .forward, .forwardSecondary]
  /// The commands of toggles beside the central row, the most wanted first. A fixed order keeps a button in its place,
  /// whatever the player's order is.
  private static let wanted: [CommandKind] = [
    .changeRate, .feedback, .changeShuffleMode, .changeRepeatMode, .bookmark, .custom,
  ]

  static func controls(of model: SessionModel) -> [Control] {
    var plan = ControlPlan(model)
    for command in model.commands { plan.make(command) }
    plan.place()
    return plan.ordered()
  }

  private init(_ model: SessionModel) {
    self.model = model
    isActive = model.playback.isActive
    isSpoken = model.item?.kind == .podcast || model.item?.kind == .book
    isLive = model.item?.duration == .live
  }

  // MARK: Making

  /// Makes the controls of a command: none, one, or one for each interval, mode or star.
  private mutating func make(_ command: OfferedCommand) {
    switch command.kind {
    // One button plays and pauses; the bar of the position seeks.
    case .play, .pause, .seekToPosition: break
    case .togglePlayPause: makeToggle(command)
    case .stop: makeStop(command)
    case .next: made.append(Control(command, ControlNames.next))
    case .previous: made.append(Control(command, ControlNames.previous))
    case .skipForward: makeSkips(command, ControlNames.forward)
    case .skipBackward: makeSkips(command, ControlNames.back)
    case .seekForward: makeHeld(command, ControlNames.fastForward)
    case .seekBackward: makeHeld(command, ControlNames.rewind)
    case .changeRate: makeSpeed(command)
    case .changeRepeatMode:
      let isOne = command.current == RepeatMode.one.rawValue
      makeSwitch(command, isOne ? ControlNames.repeatOne : ControlNames.repeat, isOn: command.current != 0)
    case .changeShuffleMode:
      let isWhole = command.current == ShuffleMode.collections.rawValue
      makeSwitch(command, isWhole ? ControlNames.shuffleAlbums : ControlNames.shuffle, isOn: command.current != 0)
    case .feedback: makeThumbs(command)
    case .nextChapter: makeChapter(command, ControlNames.nextChapter)
    case .previousChapter: makeChapter(command, ControlNames.previousChapter)
    case .seekToLive: makeToLive(command)
    case .setRating: makeStars(command)
    case .bookmark: makeSwitch(command, ControlNames.bookmark, isOn: command.isActive)
    case .mute: makeMute(command)
    case .custom: makeOwn(command)
    }
  }

  /// Whether a toggle stops what plays: the library derives it, and the player cannot pause.
  private func stops(_ toggle: OfferedCommand) -> Bool {
    toggle.isDerived && model.commands.toggled(isActive: true)?.kind == .stop
  }

  private mutating func makeToggle(_ command: OfferedCommand) {
    let whileActive = stops(command) ? ControlNames.stop : ControlNames.pause
    var control = Control(command, isActive ? whileActive : ControlNames.play)
    control.isBusy = model.playback.state == .buffering
    made.append(control)
  }

  /// A stop has its own entry only where it is another thing than a pause.
  private mutating func makeStop(_ command: OfferedCommand) {
    if let toggle = model.commands.first(where: { $0.kind == .togglePlayPause }) {
      if model.playback.state == .stopped || isActive && stops(toggle) { return }
    }
    made.append(Control(command, ControlNames.stop))
  }

  private mutating func makeSkips(_ command: OfferedCommand, _ name: ControlNames.Row) {
    guard let intervals = command.intervals else { return }
    for index in 0..<min(intervals.count, SurfaceLimits.intervals) {
      var control = Control(command, name)
      control.time = intervals.pointer[index]
      control.number = Double(control.time) / 1_000_000
      // The preferred interval alone has a place at a side.
      control.isFurther = index > 0
      if index > 0 && control.slot != .overflow { control.slot = .any }
      made.append(control)
    }
  }

  private mutating func makeHeld(_ command: OfferedCommand, _ name: ControlNames.Row) {
    var control = Control(command, name)
    control.isHeld = true
    made.append(control)
  }

  private mutating func makeSpeed(_ command: OfferedCommand) {
    guard let rates = command.rates, rates.count > 1 else { return }
    var control = Control(command, ControlNames.speed)
    control.number = model.playback.defaultRate
    control.rates = rates
    control.isOn = abs(control.number - 1) > 0.001
    made.append(control)
  }

  private mutating func makeSwitch(_ command: OfferedCommand, _ name: ControlNames.Row, isOn: Bool) {
    var control = Control(command, name)
    (control.isSwitch, control.isOn) = (true, isOn)
    made.append(control)
  }

  /// A pair of thumbs has one command, whose title is for both and whose icon is for the like.
  private mutating func makeThumbs(_ command: OfferedCommand) {
    let (up, down) = (FeedbackStatus.positive.rawValue, FeedbackStatus.negative.rawValue)
    func offers(_ mode: Int32) -> Bool {
      command.supported == 0 || command.supported & (1 << UInt32(bitPattern: mode)) != 0
    }
    let isPair = offers(up) && offers(down)
    for mode in [up, down] where offers(mode) {
      var control = Control(command, mode == up ? ControlNames.like : ControlNames.dislike)
      (control.mode, control.isTakenBack) = (mode, true)
      (control.isSwitch, control.isOn) = (true, command.current == mode)
      control.enabled = command.enabled && (!control.isOn || offers(FeedbackStatus.neutral.rawValue))
      if isPair { (control.title, control.shortTitle) = (nil, nil) }
      if isPair && mode == down {
        control.icon = Self.icon(.feedback, control.isOn ? 3 : 1)
        if command.slot != .overflow { control.slot = .any }
      }
      made.append(control)
    }
  }

  /// Chapters have no icon: those of players are often the icons of the next and the previous item.
  private mutating func makeChapter(_ command: OfferedCommand, _ name: ControlNames.Row) {
    var control = Control(command, name)
    control.icon = nil
    made.append(control)
  }

  private mutating func makeToLive(_ command: OfferedCommand) {
    var control = Control(command, ControlNames.toLive)
    control.isOn = model.playback.isAtLiveEdge
    if isLive { (control.row, control.slot) = (.position, .any) }
    if isLive || control.enabled { made.append(control) }
  }

  private mutating func makeStars(_ command: OfferedCommand) {
    let steps = Int(clamping: command.steps)
    let count = steps > 0 && steps <= SurfaceLimits.stars ? steps : SurfaceLimits.stars
    let rating = model.item?.fields.numbers.first { $0.field == NumberField.userRating.rawValue }?.value ?? 0
    for star in 1...count {
      var control = Control(command, ControlNames.star)
      control.row = .stars
      (control.number, control.rating) = (Double(star), Double(star) / Double(count))
      (control.isSwitch, control.isTakenBack) = (true, true)
      control.isOn = rating * Double(count) + 0.5 >= Double(star)
      control.icon = Self.icon(.setRating, control.isOn ? 1 : 0)
      made.append(control)
    }
  }

  private mutating func makeMute(_ command: OfferedCommand) {
    let isMuted = model.info.abilities.contains(.isMuted)
    var control = Control(command, isMuted ? ControlNames.unmute : ControlNames.mute)
    (control.isSwitch, control.isOn, control.row) = (true, isMuted, .volume)
    made.append(control)
  }

  private mutating func makeOwn(_ command: OfferedCommand) {
    var control = Control(command, ControlNames.own)
    // A press may do anything: it is a switch as far as the player shows it lit.
    (control.isSwitch, control.isOn) = (command.isActive, command.isActive)
    made.append(control)
  }

  private static func icon(_ kind: CommandKind, _ index: Int) -> Text? {
    let icons = OfferedCommand.usualIcons[kind.index]
    return icons.indices.contains(index) ? icons[index] : nil
  }

  // MARK: Placing

  private mutating func place() {
    // A control whose player names a place gets it, the first of several.
    var rest: [Control] = []
    for control in made {
      if Self.order.contains(control.slot), control.row == .overflow, take(control.slot, control) { continue }
      rest.append(control)
    }
    placeMiddle(&rest)
    placeSide(&rest, .back, .backSecondary, [.previous, .skipBackward, .seekBackward])
    placeSide(&rest, .forward, .forwardSecondary, [.next, .skipForward, .seekForward])
    // A skip that the player does not offer itself is only for a place that is free, and for a spoken item.
    for control in rest where !(control.isDerived && control.time != 0) { placeBesides(control) }
  }

  /// Gives a control a place in the central row. Returns false where the place is taken.
  private mutating func take(_ slot: CommandSlot, _ control: Control) -> Bool {
    if central.contains(where: { $0.slot == slot }) { return false }
    var control = control
    (control.row, control.slot) = (.central, slot)
    central.append(control)
    return true
  }

  private mutating func placeMiddle(_ rest: inout [Control]) {
    for kind in [CommandKind.togglePlayPause, .stop] {
      guard let index = rest.firstIndex(where: { $0.kind == kind && $0.slot != .overflow }) else { continue }
      if take(.central, rest[index]) { rest.remove(at: index) }
    }
  }

  /// Fills a side: the button to another item is inside and the skip outside, or the other way round for a spoken item.
  /// A button that is held is for a place that both leave. Whether a button is enabled does not matter, so that none
  /// moves when the first or the last item plays.
  private mutating func placeSide(
    _ rest: inout [Control], _ inner: CommandSlot, _ outer: CommandSlot, _ kinds: [CommandKind]
  ) {
    let hasWhole = made.contains { $0.kind == kinds[0] }
    var order = isSpoken ? [kinds[1], kinds[0]] : [kinds[0], kinds[1]]
    if !made.contains(where: { order.contains($0.kind) && !($0.isDerived && $0.time != 0) }) { order.append(kinds[2]) }
    for kind in order {
      guard let index = rest.firstIndex(where: { $0.kind == kind && !$0.isFurther && $0.slot != .overflow })
      else { continue }
      let isDerived = rest[index].isDerived
      if isDerived && hasWhole && !isSpoken { continue }
      if take(inner, rest[index]) || !isDerived && take(outer, rest[index]) { rest.remove(at: index) }
    }
  }

  private mutating func placeBesides(_ control: Control) {
    guard control.row == .overflow, control.slot != .overflow else {
      overflow.append(control)
      return
    }
    let isNamed = control.slot != .any
    let hasFace = control.kind == .changeRate || control.icon != nil
    let rank = hasFace ? Self.wanted.firstIndex(of: control.kind) : nil
    // A button whose place is taken goes where there is room: to the front of the row.
    if let rank = isNamed || control.kind == .togglePlayPause ? -1 : rank {
      beside.append((rank, control))
    } else {
      overflow.append(control)
    }
  }

  /// The controls by their rows.
  private func ordered() -> [Control] {
    var found: [Control] = []
    for slot in Self.order { found += central.filter { $0.slot == slot } }
    var row: [Control] = []
    for rank in -1..<Self.wanted.count { row += beside.filter { $0.rank == rank }.map { $0.control } }
    for (index, control) in row.enumerated() {
      found.append(moved(control, to: index < SurfaceLimits.beside ? .beside : .overflow))
    }
    // The buttons that the player itself wants in the menu come last in it.
    found += overflow.filter { $0.row == .overflow && $0.slot != .overflow }.map { moved($0, to: .overflow) }
    found += overflow.filter { $0.row == .overflow && $0.slot == .overflow }.map { moved($0, to: .overflow) }
    for special in [Control.Row.stars, .position, .volume] {
      found += overflow.filter { $0.row == special }.map { moved($0, to: special) }
    }
    return Array(found.prefix(SurfaceLimits.controls))
  }

  private func moved(_ control: Control, to row: Control.Row) -> Control {
    var control = control
    (control.row, control.slot) = (row, .any)
    return control
  }
}
