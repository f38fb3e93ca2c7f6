// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The playback once the host has carried out the commands that it was given already.
///
/// Some calls are relative: Seek by an offset, PlayPause, Play where only a toggle is offered. A host may take its time
/// to commit what came of a command, so the next call must not be resolved against the last commit alone: ten times
/// Seek by five seconds move fifty, and two PlayPause end where they began. Each command that changes playback is a
/// step. A step ends when a commit shows it or a later one, when its command fails, and, once the host has answered,
/// when the host has committed something else or commits nothing for a while: it may also have decided otherwise. Steps
/// build on those before them, so none outlives a later one that has ended.
public struct PendingCommands: Sendable {
  private struct Step {
    let serial: UInt64
    /// When it is no longer believed.
    var until: Int64
    var isAnswered = false
    /// Whether the host has committed something else since.
    var isContradicted = false
    /// Nil when the command does not say.
    var isPlaying: Bool?
    var line: MovingPosition?
    /// Whether another item is expected, of which nothing is known but that it starts at 0.
    var changesItem = false
  }

  private var steps: [Step] = []
  private var lastSerial: UInt64 = 0
  /// When the first of them is no longer believed, or earlier: each call of a client asks.
  private var expiresAt = Int64.max
  /// Whether any of them may have a line; nearly always none has.
  private var mayHaveLine = false
  /// Whether the last commit was where the steps lead back to: all of them may be done, or none.
  private var mayBeBack = false

  /// How long a host may take to commit after its answer, in µs. A person who presses a button again after that goes by
  /// what the desktop shows.
  static let timeout: Int64 = 5_000_000
  /// The same for another item, in µs: a host at the end of its queue may have none, and goes on where it is.
  static let itemTimeout: Int64 = 1_000_000
  /// How long a host may take to answer, in µs: as long as its request lives.
  static let answerTimeout: Int64 = 10_000_000
  /// The most steps that are kept; beyond that the oldest are folded into one.
  static let maxSteps = 64

  /// Whether a player that loads is shown as playing on (rule 12): a person means that when pressing a button.
  public var playsOn = false

  public init() {}

  public var isEmpty: Bool { steps.isEmpty }

  // MARK: What is expected

  /// Whether it will be playing; nil when no step says so.
  var isPlaying: Bool? {
    for index in steps.indices.reversed() { if let isPlaying = steps[index].isPlaying { return isPlaying } }
    return nil
  }

  /// Until when it is believed to be about to play; nil when no step says so, or it is to pause.
  public func playsUntil(_ now: Int64) -> Int64? {
    for index in steps.indices.reversed() where steps[index].isPlaying != nil {
      return steps[index].isPlaying == true && steps[index].until > now ? steps[index].until : nil
    }
    return nil
  }

  /// Whether it will be playing, or is shown as playing where no step says so.
  func isPlaying(_ state: SessionState) -> Bool { isPlaying ?? (playsOn || state.isPlaying) }

  /// Whether a step goes to another item, and no later one says whether that plays. The host alone knows: VLC plays
  /// what it goes to, also where it was stopped or paused.
  var mayStart: Bool {
    for index in steps.indices.reversed() {
      if steps[index].isPlaying != nil { return false }
      if steps[index].changesItem { return true }
    }
    return false
  }

  /// The position at a time; nil when no step says so.
  func position(at now: Int64) -> Int64? { lastLine.flatMap { steps[$0].line?.position(at: now) } }

  /// Whether a step goes to another position of the item.
  public var seeks: Bool { mayHaveLine && steps.contains { $0.line != nil && !$0.changesItem } }

  /// Whether a step goes to another item.
  var changesItem: Bool { steps.contains { $0.changesItem } }

  /// Whether a step goes to another item and the host has not answered it yet.
  var isAskedForItem: Bool { steps.contains { $0.changesItem && !$0.isAnswered } }

  private var lastLine: Int? { mayHaveLine ? steps.indices.last { steps[$0].line != nil } : nil }

  // MARK: What happens

  /// Drops the steps whose time is over. To be called before a call is resolved.
  public mutating func expire(at now: Int64) {
    if now < expiresAt { return }
    if let last = steps.indices.last(where: { steps[$0].until <= now }) { steps.removeSubrange(...last) }
    expiresAt = .max
    for step in steps { expiresAt = min(expiresAt, step.until) }
  }

  /// Adds a step for a command that is about to be given to the host. Returns the step's number, for `answered`; nil
  /// when the command does not change playback.
  public mutating func given(_ event: CommandEvent, _ state: SessionState, now: Int64) -> UInt64? {
    let wasPlaying = isPlaying(state)
    lastSerial.advance()
    var step = Step(serial: lastSerial, until: Clamp.sum(now, Self.answerTimeout))
    switch event.kind {
    case .play: step.isPlaying = true
    case .pause, .stop: step.isPlaying = false
    case .togglePlayPause: step.isPlaying = !wasPlaying
    case .seekToPosition: step.line = line(event.time, state, now)
    case .skipForward: step.line = skipped(event.time, state, now)
    case .skipBackward: step.line = skipped(Clamp.difference(0, event.time), state, now)
    case .next, .previous:
      step.line = line(0, state, now)
      step.changesItem = true
    default: return nil
    }
    if let isPlaying = step.isPlaying, let last = lastLine, let line = steps[last].line {
      // The anticipated position moves from now on, or rests.
      let speed = isPlaying ? Self.speed(state) : 0
      steps[last].line = MovingPosition(line.position(at: now), at: now, speed: speed)
    }
    if steps.count == Self.maxSteps { fold(Self.maxSteps / 2) }
    mayBeBack = mayBeBack && !steps.isEmpty
    mayHaveLine = step.line != nil || mayHaveLine && !steps.isEmpty
    expiresAt = min(expiresAt, step.until)
    steps.append(step)
    return lastSerial
  }

  /// Merges the oldest steps into the one that follows them.
  private mutating func fold(_ count: Int) {
    for index in 0..<count {
      steps[index + 1].isPlaying = steps[index + 1].isPlaying ?? steps[index].isPlaying
      steps[index + 1].line = steps[index + 1].line ?? steps[index].line
      steps[index + 1].changesItem = steps[index + 1].changesItem || steps[index].changesItem
    }
    steps.removeSubrange(..<count)
  }

  private func line(_ position: Int64, _ state: SessionState, _ now: Int64) -> MovingPosition {
    MovingPosition(position, at: now, speed: isPlaying ?? state.isPlaying ? Self.speed(state) : 0)
  }

  private func skipped(_ offset: Int64, _ state: SessionState, _ now: Int64) -> MovingPosition? {
    guard let position = position(at: now) ?? state.position(at: now) else { return nil }
    return line(max(0, Clamp.sum(position, offset)), state, now)
  }

  private static func speed(_ state: SessionState) -> Double { state.snapshot?.rate ?? 1 }

  /// Drops all steps, because another session is shown.
  public mutating func removeAll() { steps.removeAll(keepingCapacity: true) }

  /// Notes that the host has answered a command.
  public mutating func answered(_ serial: UInt64, isDone: Bool, now: Int64) {
    guard let index = steps.lastIndex(where: { $0.serial == serial }), !steps[index].isAnswered else { return }
    if !isDone {
      steps.remove(at: index)
    } else if steps[index].isContradicted {
      steps.removeSubrange(...index)
    } else {
      steps[index].isAnswered = true
      steps[index].until = Clamp.sum(now, steps[index].changesItem ? Self.itemTimeout : Self.timeout)
      expiresAt = min(expiresAt, steps[index].until)
    }
  }

  /// Ends the steps that a commit of the host shows, and those before them.
  public mutating func committed(from old: SessionState, to new: SessionState, now: Int64) {
    if steps.isEmpty { return }
    guard let item = new.presentID, item == old.presentID else { return endItem() }
    var isExplained = false
    if let shown = nearestLine(old, new, now) {
      isExplained = true
      for index in 0...shown {
        steps[index].line = nil
        steps[index].changesItem = false
        // The host carries commands out in their order.
        if steps[index].isAnswered { steps[index].isPlaying = nil }
      }
    }
    if new.isPlaying != old.isPlaying, let shown = steps.firstIndex(where: { $0.isPlaying == new.isPlaying }) {
      isExplained = true
      for index in 0...shown { steps[index].isPlaying = nil }
    }
    steps.removeAll { $0.isPlaying == nil && $0.line == nil && !$0.changesItem }
    // A host that waits for data before it plays has the buttons of one that plays already.
    let isLoading = isPlaying == true && new.snapshot?.state == .buffering
    let isOther = new.commands != old.commands && !isLoading || Self.jumps(from: old, to: new, now)
    if !isExplained, isOther { contradict() }
  }

  /// Ends the steps up to the one that led to the item which a commit now shows. Later ones are about that item, and
  /// stay.
  private mutating func endItem() {
    let shown = steps.lastIndex { $0.changesItem && $0.isAnswered } ?? steps.firstIndex { $0.changesItem }
    steps.removeSubrange(...(shown ?? steps.count - 1))
  }

  /// Drops what the host has answered, because it has decided otherwise. What it has not answered yet it may still do.
  private mutating func contradict() {
    if let last = steps.lastIndex(where: { $0.isAnswered }) { steps.removeSubrange(...last) }
    for index in steps.indices { steps[index].isContradicted = true }
  }

  /// Whether a commit says that playback has jumped or has stopped. A host that writes the present position into each
  /// snapshot, or that waits for data before it seeks, says neither.
  private static func jumps(from old: SessionState, to new: SessionState, _ now: Int64) -> Bool {
    let (before, after) = (old.snapshot?.state ?? .stopped, new.snapshot?.state ?? .stopped)
    if before != after, after == .stopped { return true }
    guard let was = old.position(at: now), let position = new.position(at: now) else { return false }
    return Clamp.distance(was, position) > ClientPosition.tolerance
  }

  /// The step whose position is the nearest to that of a commit; nil when the position before the commit is nearer than
  /// any step's.
  ///
  /// A commit that goes on from the position before it does not show that the host has been elsewhere in between: where
  /// steps lead away and back again, it may not have begun with them. If it goes elsewhere next, it had done them all.
  private mutating func nearestLine(_ old: SessionState, _ new: SessionState, _ now: Int64) -> Int? {
    guard new.snapshot != old.snapshot else { return nil }
    guard let truth = new.position(at: now) else { return steps.count - 1 }
    var nearest: Int?
    var distance = old.position(at: now).map { Clamp.distance($0, truth) } ?? .max
    let goesOn = distance <= ClientPosition.tolerance
    var wasBack = false
    swap(&wasBack, &mayBeBack)
    for index in steps.indices {
      guard let line = steps[index].line else { continue }
      let candidate = Clamp.distance(line.position(at: now), truth)
      if goesOn, steps[index].changesItem || candidate > ClientPosition.tolerance {
        mayBeBack = position(at: now).map { Clamp.distance($0, truth) <= ClientPosition.tolerance } == true
        return nearest
      }
      // A step to the position before the commit is as near as that, and wins.
      if candidate < distance || candidate == distance && nearest == nil { (nearest, distance) = (index, candidate) }
    }
    return wasBack && distance > ClientPosition.tolerance ? nil : nearest
  }
}
