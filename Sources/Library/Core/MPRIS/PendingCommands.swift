// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The playback once the host has carried out the commands that it was given already.
///
/// Some calls are relative: Seek by an offset, PlayPause, Play where only a toggle is offered. A host may take its time
/// to commit the result of a command, so the next call must not start from the last commit: ten Seeks by five seconds
/// move by fifty, and two PlayPause cancel out. So each command that changes playback is kept here as a step: with the
/// change of playback that is expected of it. The step ends when a commit shows its result or that of a later step,
/// when its command fails, and, once the host has answered the command, when the host commits something else, or
/// nothing for a while: the host may have decided otherwise. The earlier steps end with it, because it builds on them;
/// only a command that fails ends its own step alone.
public struct PendingCommands: Sendable {
  private struct Step {
    let serial: UInt64
    /// The time after which the step is given up.
    var until: Instant
    var isAnswered = false
    /// Whether the host has committed something that contradicts the step.
    var isContradicted = false
    /// The play state after the step; nil when it does not change that.
    var isPlaying: Bool?
    var line: MovingPosition?
    /// Whether the step goes to another item. Only its start at 0 is known.
    var changesItem = false
    /// Whether the position is one of the item that was shown, and means nothing in another.
    var isOfItem = false
  }

  private var steps: [Step] = []
  /// The commands to go to another item that the host has not answered. They are kept apart from the steps, of which
  /// several may be merged into one: the answer of each is still known by its number.
  private var unansweredItems: [UInt64] = []
  private var lastSerial: UInt64 = 0
  /// A time before which no step is given up. It is kept, and not computed, because each call of a client needs it.
  private var expiresAt = Instant.max
  /// Whether a step may change the position. Nearly always none does, and then the steps need not be searched.
  private var mayHaveLine = false
  /// Whether the steps lead away from the position of the last commit and back to it, as a skip forward and a skip back
  /// do. Then that commit does not show whether the host has carried out all of these steps or none.
  private var mayBeBack = false

  /// The time that a host has for its commit after it has answered. A person who presses a button again after
  /// that goes by what the desktop shows.
  static let timeout: Microseconds = .seconds(5)
  /// The time that a host has to commit another item. A host at the end of its queue may not have one, and stays.
  static let itemTimeout: Microseconds = .seconds(1)
  /// The most steps that are kept. When there are as many, the older half of them is merged into the step behind it.
  static let maxSteps = 64

  /// Whether a player that loads is shown as playing. A person who presses a button goes by what is shown (rule 12 in
  /// Rules.md).
  public var playsOn = false

  public init() {}

  public var isEmpty: Bool { steps.isEmpty && unansweredItems.isEmpty }

  // MARK: What is expected

  /// Whether the player will be playing once the steps are carried out; nil when no step changes that.
  var isPlaying: Bool? {
    for index in steps.indices.reversed() { if let isPlaying = steps[index].isPlaying { return isPlaying } }
    return nil
  }

  /// The time until which the steps say that the player will play; nil when they do not, or say that it will pause.
  public func playsUntil(_ now: Instant) -> Instant? {
    for index in steps.indices.reversed() where steps[index].isPlaying != nil {
      return steps[index].isPlaying == true && steps[index].until > now ? steps[index].until : nil
    }
    return nil
  }

  /// Whether the player will be playing; where no step says so, whether it is shown as playing.
  public func isPlaying(_ state: SessionState) -> Bool { isPlaying ?? (playsOn || state.isPlaying) }

  /// Whether a step goes to another item, and no later step says whether that plays. Only the host knows: VLC plays an
  /// item that it goes to, also when it was stopped or paused.
  var mayStart: Bool {
    for index in steps.indices.reversed() {
      if steps[index].isPlaying != nil { return false }
      if steps[index].changesItem { return true }
    }
    return false
  }

  /// The expected position at a time; nil when no step changes the position.
  public func position(at now: Instant) -> Microseconds? { lastLine.flatMap { steps[$0].line?.position(at: now) } }

  /// The expected position at a time, if it is that of one step; nil when another step follows that changes the
  /// position, or one goes to another item.
  public func target(of serial: UInt64, at now: Instant) -> Microseconds? {
    guard let last = lastLine, steps[last].serial == serial, !changesItem else { return nil }
    return steps[last].line?.position(at: now)
  }

  /// Whether a step stops or pauses playback.
  public func pauses(_ serial: UInt64) -> Bool { steps.contains { $0.serial == serial && $0.isPlaying == false } }

  /// Whether a step goes to another position of the same item.
  public var seeks: Bool { mayHaveLine && steps.contains { $0.line != nil && !$0.changesItem } }

  /// Whether a step goes to another item.
  var changesItem: Bool { steps.contains { $0.changesItem } }

  /// Whether the host was asked to go to another item, and has not answered.
  public var isAskedForItem: Bool { !unansweredItems.isEmpty }

  private var lastLine: Int? { mayHaveLine ? steps.indices.last { steps[$0].line != nil } : nil }

  // MARK: What happens

  /// Ends the steps whose time is over. To be called before a command is given without a call that is resolved.
  public mutating func expire(at now: Instant) {
    if now < expiresAt { return }
    if let last = steps.indices.last(where: { steps[$0].until <= now }) { end(through: last) }
    expiresAt = .max
    for step in steps { expiresAt = min(expiresAt, step.until) }
  }

  /// Resolves a call, once the steps whose time is over have ended. It mutates in place: a call of the initializer with
  /// the steps of an object copies them.
  public mutating func resolve(
    _ call: __shared PlayerCall, _ state: borrowing SessionState, now: Instant
  ) -> CommandResolution {
    expire(at: now)
    return CommandResolution(call, state, pending: self, now: now)
  }

  /// Adds a step for a command that is about to be given to the host. Returns whether the player was to be playing
  /// before, and the step's number for `answered`; nil when the command does not change playback.
  public mutating func given(
    _ event: CommandEvent, _ state: SessionState, now: Instant
  ) -> (wasPlaying: Bool, step: UInt64?) {
    let wasPlaying = isPlaying(state)
    return (wasPlaying, step(for: event, state, wasPlaying, now))
  }

  private mutating func step(
    for event: CommandEvent, _ state: SessionState, _ wasPlaying: Bool, _ now: Instant
  ) -> UInt64? {
    var step = newStep(now)
    switch event.kind {
    case .play: step.isPlaying = true
    case .pause, .stop: step.isPlaying = false
    case .togglePlayPause: step.isPlaying = !wasPlaying
    case .seekToPosition: (step.line, step.isOfItem) = (line(event.time, state, now), !event.isRelative)
    case .skipForward: step.line = skipped(event.time, state, now)
    case .skipBackward: step.line = skipped(-event.time, state, now)
    case .next, .previous: return givenItem(state, now: now)
    default: return nil
    }
    if let isPlaying = step.isPlaying, let last = lastLine {
      move(last, at: isPlaying ? Self.speed(state) : 0, now)
    }
    add(step)
    return step.serial
  }

  /// Adds a step for a request that is about to be given to the host and goes to another item: a command, an entry of
  /// the queue, an address or a playlist. Returns the step's number for `answered`.
  public mutating func givenItem(_ state: SessionState, now: Instant) -> UInt64 {
    var step = newStep(now)
    step.line = line(.zero, state, now)
    step.changesItem = true
    if unansweredItems.count == Self.maxSteps { unansweredItems.removeFirst() }
    unansweredItems.append(step.serial)
    add(step)
    return step.serial
  }

  private mutating func newStep(_ now: Instant) -> Step {
    lastSerial.advance()
    return Step(serial: lastSerial, until: now + Limits.requestTime)
  }

  private mutating func add(_ step: Step) {
    if steps.count == Self.maxSteps { fold(Self.maxSteps / 2) }
    mayBeBack = mayBeBack && !steps.isEmpty
    mayHaveLine = step.line != nil || mayHaveLine && !steps.isEmpty
    expiresAt = min(expiresAt, step.until)
    steps.append(step)
  }

  /// Merges the `count` oldest steps into the one that follows them.
  private mutating func fold(_ count: Int) {
    for index in 0..<count {
      steps[index + 1].isPlaying = steps[index + 1].isPlaying ?? steps[index].isPlaying
      if steps[index + 1].line == nil {
        (steps[index + 1].line, steps[index + 1].isOfItem) = (steps[index].line, steps[index].isOfItem)
      }
      steps[index + 1].changesItem = steps[index + 1].changesItem || steps[index].changesItem
    }
    steps.removeSubrange(..<count)
  }

  /// Has the expected position of a step move, or stand still, from now on.
  @inline(never)
  private mutating func move(_ index: Int, at speed: Double, _ now: Instant) {
    guard let line = steps[index].line else { return }
    steps[index].line = MovingPosition(line.position(at: now), at: now, speed: speed)
  }

  private func line(_ position: Microseconds, _ state: SessionState, _ now: Instant) -> MovingPosition {
    MovingPosition(position, at: now, speed: isPlaying ?? state.isPlaying ? Self.speed(state) : 0)
  }

  private func skipped(_ offset: Microseconds, _ state: SessionState, _ now: Instant) -> MovingPosition? {
    guard let position = position(at: now) ?? state.position(at: now) else { return nil }
    return line(max(.zero, position + offset), state, now)
  }

  private static func speed(_ state: SessionState) -> Double { state.snapshot?.rate ?? 1 }

  /// Ends all steps, because another session is shown.
  public mutating func removeAll() {
    steps.removeAll(keepingCapacity: true)
    unansweredItems.removeAll()
  }

  /// Notes the host's answer to a command. Returns whether it is a command to go to another item, which no commit has
  /// shown yet.
  @discardableResult
  public mutating func answered(_ serial: UInt64, isDone: Bool, now: Instant) -> Bool {
    let item = unansweredItems.firstIndex(of: serial)
    if let item { unansweredItems.remove(at: item) }
    guard let index = steps.lastIndex(where: { $0.serial == serial }), !steps[index].isAnswered else {
      return item != nil
    }
    if !isDone {
      steps.remove(at: index)
    } else if steps[index].isContradicted {
      end(through: index)
    } else {
      steps[index].isAnswered = true
      steps[index].until = now + (steps[index].changesItem ? Self.itemTimeout : Self.timeout)
      expiresAt = min(expiresAt, steps[index].until)
    }
    return item != nil
  }

  /// Ends the steps whose results a commit shows, and those before them.
  public mutating func committed(from old: SessionState, to new: SessionState, now: Instant) {
    if isEmpty { return }
    guard let item = new.presentID, item == old.presentID else { return endItem(now) }
    var (isExplained, isPlaceExplained) = (false, false)
    if let shown = nearestLine(old, new, now) {
      (isExplained, isPlaceExplained) = (true, true)
      endItems(through: steps[shown].serial)
      for index in 0...shown {
        steps[index].line = nil
        steps[index].changesItem = false
        // The host carries commands out in order, so this step is done as well.
        if steps[index].isAnswered { steps[index].isPlaying = nil }
      }
    }
    if !isPlaceExplained, old.snapshot?.state == .stopped, (new.snapshot?.state ?? .stopped) != .stopped {
      endSeeksBeforeStart()
    }
    if new.isPlaying != old.isPlaying {
      if let shown = steps.firstIndex(where: { $0.isPlaying == new.isPlaying }) {
        isExplained = true
        for index in 0...shown { steps[index].isPlaying = nil }
      } else if new.snapshot?.state != .buffering, old.snapshot?.state != .buffering {
        // The host plays or pauses of its own accord.
        for index in steps.indices where steps[index].isAnswered { steps[index].isPlaying = nil }
      }
    }
    removeEmpty()
    if mayHaveLine, isPlaying == nil, let speed = new.snapshot?.speed, speed != old.snapshot?.speed {
      // The host starts, stops or plays at another rate by itself.
      for index in steps.indices { move(index, at: speed, now) }
    }
    // A host that waits for data before it plays shows the buttons of one that plays.
    let isLoading = isPlaying == true && new.snapshot?.state == .buffering
    let isOther = new.commands != old.commands && !isLoading || Self.stops(from: old, to: new)
    if !isExplained && isOther || !isPlaceExplained && Self.jumps(from: old, to: new, now) { contradict() }
  }

  /// Ends the steps up to the one that led to the item of a new commit. Later steps are about that item, and stay; but
  /// a position of the former item, and those that were computed from it, are gone with that. A host that has answered
  /// later steps before the item came may have lost them with the former item, and has less time to show them.
  private mutating func endItem(_ now: Instant) {
    if let answered = steps.lastIndex(where: { $0.changesItem && $0.isAnswered }) {
      end(through: answered)
    } else {
      if !unansweredItems.isEmpty { unansweredItems.removeFirst() }
      steps.removeFirst(steps.firstIndex { $0.changesItem }.map { $0 + 1 } ?? steps.count)
    }
    for index in steps.indices where steps[index].isAnswered {
      steps[index].until = min(steps[index].until, now + Self.itemTimeout)
      expiresAt = min(expiresAt, steps[index].until)
    }
    let next = steps.firstIndex { $0.changesItem } ?? steps.endIndex
    guard let former = steps[..<next].firstIndex(where: { $0.isOfItem }) else { return }
    for index in former..<next { steps[index].line = nil }
    removeEmpty()
  }

  /// Ends the seeks that a stopped host has answered before it starts: it starts at another position.
  private mutating func endSeeksBeforeStart() {
    let start = steps.firstIndex { $0.isPlaying != nil } ?? steps.endIndex
    for index in 0..<start where steps[index].isAnswered && !steps[index].changesItem { steps[index].line = nil }
  }

  private mutating func removeEmpty() {
    steps.removeAll { $0.isPlaying == nil && $0.line == nil && !$0.changesItem }
  }

  /// Ends the steps whose commands the host has answered, because the host has decided otherwise. The commands of the
  /// other steps may still be carried out.
  public mutating func contradict() {
    if let last = steps.lastIndex(where: { $0.isAnswered }) { end(through: last) }
    for index in steps.indices { steps[index].isContradicted = true }
  }

  /// Ends a step and those before it, because the host's answer means nothing for what is shown: its item is another.
  public mutating func dropped(_ serial: UInt64) {
    if let index = steps.lastIndex(where: { $0.serial == serial }) { end(through: index) }
  }

  /// Ends the steps up to one of them.
  private mutating func end(through index: Int) {
    endItems(through: steps[index].serial)
    steps.removeSubrange(...index)
  }

  /// Notes that the host has done with the commands to go to another item up to a number.
  private mutating func endItems(through serial: UInt64) { unansweredItems.removeAll { $0 <= serial } }

  /// Whether playback has stopped between two commits.
  private static func stops(from old: SessionState, to new: SessionState) -> Bool {
    let (before, after) = (old.snapshot?.state ?? .stopped, new.snapshot?.state ?? .stopped)
    return before != after && after == .stopped
  }

  /// Whether the position has jumped between two commits. A host that writes the present position into each snapshot,
  /// or waits for data before it seeks, has not.
  private static func jumps(from old: SessionState, to new: SessionState, _ now: Instant) -> Bool {
    guard !stops(from: old, to: new), let was = old.position(at: now), let position = new.position(at: now) else {
      return false
    }
    return Microseconds.distance(was, position) > ClientPosition.tolerance
  }

  /// Returns the index of the last step that a new commit shows as carried out: the step whose expected position is
  /// nearest to the position of the commit. Nil when the position that was known before the commit is nearer.
  ///
  /// Where steps lead away from the known position and back to it, a commit at that position does not show whether the
  /// host has carried out all of these steps or none: they stay. If the next commit is at a position to which no step
  /// leads, the host had carried out all of them.
  private mutating func nearestLine(_ old: SessionState, _ new: SessionState, _ now: Instant) -> Int? {
    guard new.snapshot != old.snapshot, !steps.isEmpty else { return nil }
    guard let truth = new.position(at: now) else { return steps.count - 1 }
    var nearest: Int?
    var distance = old.position(at: now).map { Microseconds.distance($0, truth) } ?? .max
    let goesOn = distance <= ClientPosition.tolerance
    var wasBack = false
    swap(&wasBack, &mayBeBack)
    for index in steps.indices {
      guard let line = steps[index].line else { continue }
      // A host that seeks late is at the target when it commits, and not where it would be by now.
      let candidate = min(
        Microseconds.distance(line.position(at: now), truth), Microseconds.distance(line.elapsed, truth))
      if goesOn, steps[index].changesItem || candidate > ClientPosition.tolerance {
        mayBeBack = position(at: now).map { Microseconds.distance($0, truth) <= ClientPosition.tolerance } == true
        return nearest
      }
      // A step to the position that was known before the commit is equally near, and is preferred.
      if candidate < distance || candidate == distance && nearest == nil { (nearest, distance) = (index, candidate) }
    }
    return wasBack && distance > ClientPosition.tolerance ? nil : nearest
  }
}
