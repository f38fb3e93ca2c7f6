// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// What playback will be when the host has done what it was given already.
///
/// Some calls are relative: Seek by an offset, PlayPause, Play where only a toggle is offered. A host may take its time
/// to commit what came of a command, so the next call must not be resolved against the last commit alone: ten times
/// Seek by five seconds move fifty, and two PlayPause end where they began. Each command that changes playback is a
/// step. A step ends when a commit shows it or a later one, when its command fails, and, once the host has answered,
/// when the host has committed something else or commits nothing for a while: it may also have decided otherwise. Steps
/// build on those before them, so none outlives a later one that has ended.
public struct Anticipation: Sendable {
  /// A position that moves.
  private struct Line {
    var position: Int64
    var at: Int64
    var speed: Double

    func position(at now: Int64) -> Int64 {
      max(0, Clamp.sum(position, Clamp.microseconds(speed * Double(Clamp.difference(now, at)))))
    }
  }

  private struct Step {
    let serial: UInt64
    /// When it is no longer believed.
    var until: Int64
    var isAnswered = false
    /// Whether the host has committed something else since.
    var isContradicted = false
    /// Nil when the command does not say.
    var isPlaying: Bool?
    var line: Line?
    /// Whether another item is expected, of which nothing is known but that it starts at 0.
    var changesItem = false
  }

  private var steps: [Step] = []
  private var lastSerial: UInt64 = 0
  /// When the first of them is no longer believed, or earlier.
  private var expiresAt = Int64.max

  /// How long a host may take to commit after it has answered, in µs. A person who presses a button again after that
  /// goes by what the desktop shows.
  static let patience: Int64 = 5_000_000
  /// The same for another item, in µs: a host at the end of its queue may have none, and goes on where it is.
  static let itemPatience: Int64 = 1_000_000
  /// How long a host may take to answer, in µs: as long as its request lives.
  static let answerPatience: Int64 = 10_000_000
  /// More steps than a host can be behind with.
  static let mostSteps = 64

  public init() {}

  public var isEmpty: Bool { steps.isEmpty }

  // MARK: What is expected

  /// Whether it will be playing; nil when nothing on its way says so.
  var isPlaying: Bool? {
    for index in steps.indices.reversed() { if let isPlaying = steps[index].isPlaying { return isPlaying } }
    return nil
  }

  /// Where it will be; nil when nothing on its way says so.
  func position(at now: Int64) -> Int64? { lastLine.flatMap { steps[$0].line?.position(at: now) } }

  /// Whether another item is on its way.
  var changesItem: Bool { steps.contains { $0.changesItem } }

  /// Whether the host has not even answered yet that it goes to another item.
  var isAskedForItem: Bool { steps.contains { $0.changesItem && !$0.isAnswered } }

  private var lastLine: Int? { steps.indices.last { steps[$0].line != nil } }

  // MARK: What happens

  /// Forgets what has become improbable. To be called before a call is resolved.
  public mutating func expire(at now: Int64) {
    if steps.isEmpty || now < expiresAt { return }
    if let last = steps.lastIndex(where: { $0.until <= now }) { steps.removeSubrange(...last) }
    expiresAt = .max
    for index in steps.indices { expiresAt = min(expiresAt, steps[index].until) }
  }

  /// A command is about to be given to the host. Returns the step's number, for `answered`; nil when the command does
  /// not change playback.
  public mutating func given(_ event: CommandEvent, _ state: SessionState, now: Int64) -> UInt64? {
    let wasPlaying = isPlaying ?? state.isPlaying
    lastSerial &+= 1
    var step = Step(serial: lastSerial, until: Clamp.sum(now, Self.answerPatience))
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
      // The position that is on its way moves, or rests, from now on.
      let speed = isPlaying ? Self.speed(state) : 0
      steps[last].line = Line(position: line.position(at: now), at: now, speed: speed)
    }
    if steps.count == Self.mostSteps { fold(Self.mostSteps / 2) }
    steps.append(step)
    expiresAt = min(expiresAt, step.until)
    return lastSerial
  }

  /// Makes one of the oldest: what they say, the next one says from now on.
  private mutating func fold(_ count: Int) {
    for index in 0..<count {
      steps[index + 1].isPlaying = steps[index + 1].isPlaying ?? steps[index].isPlaying
      steps[index + 1].line = steps[index + 1].line ?? steps[index].line
      steps[index + 1].changesItem = steps[index + 1].changesItem || steps[index].changesItem
    }
    steps.removeSubrange(..<count)
  }

  private func line(_ position: Int64, _ state: SessionState, _ now: Int64) -> Line {
    Line(position: position, at: now, speed: isPlaying ?? state.isPlaying ? Self.speed(state) : 0)
  }

  private func skipped(_ offset: Int64, _ state: SessionState, _ now: Int64) -> Line? {
    guard let position = position(at: now) ?? state.position(at: now) else { return nil }
    return line(max(0, Clamp.sum(position, offset)), state, now)
  }

  private static func speed(_ state: SessionState) -> Double { state.snapshot?.rate ?? 1 }

  /// Another session is shown.
  public mutating func forget() { steps.removeAll(keepingCapacity: true) }

  /// The host has answered.
  public mutating func answered(_ serial: UInt64, isDone: Bool, now: Int64) {
    guard let index = steps.lastIndex(where: { $0.serial == serial }), !steps[index].isAnswered else { return }
    if !isDone {
      steps.remove(at: index)
    } else if steps[index].isContradicted {
      steps.removeSubrange(...index)
    } else {
      steps[index].isAnswered = true
      steps[index].until = Clamp.sum(now, steps[index].changesItem ? Self.itemPatience : Self.patience)
      expiresAt = min(expiresAt, steps[index].until)
    }
  }

  /// The host has committed: ends the steps that the commit shows, and those before them.
  public mutating func committed(from old: SessionState, to new: SessionState, now: Int64) {
    if steps.isEmpty { return }
    guard let item = new.content?.id.exact, item == old.content?.id.exact else { return endItem() }
    var isExplained = false
    if let shown = nearestLine(old, new, now) {
      isExplained = true
      for index in 0...shown {
        steps[index].line = nil
        steps[index].changesItem = false
        // The host does one thing after the other.
        if steps[index].isAnswered { steps[index].isPlaying = nil }
      }
    }
    if new.isPlaying != old.isPlaying, let shown = steps.firstIndex(where: { $0.isPlaying == new.isPlaying }) {
      isExplained = true
      for index in 0...shown { steps[index].isPlaying = nil }
    }
    steps.removeAll { $0.isPlaying == nil && $0.line == nil && !$0.changesItem }
    if !isExplained, new.commands != old.commands || Self.jumps(from: old, to: new, now) { contradict() }
  }

  /// Another item is there: what was asked of the one before has no meaning for it. What was asked of the next one, has.
  private mutating func endItem() {
    let shown = steps.lastIndex { $0.changesItem && $0.isAnswered } ?? steps.firstIndex { $0.changesItem }
    steps.removeSubrange(...(shown ?? steps.count - 1))
  }

  /// The host has decided otherwise: of what it has answered nothing will come any more.
  private mutating func contradict() {
    if let last = steps.lastIndex(where: { $0.isAnswered }) { steps.removeSubrange(...last) }
    for index in steps.indices { steps[index].isContradicted = true }
  }

  /// Whether a commit says that playback is elsewhere, or over. A host that fills its snapshot with the present position
  /// each time, or that waits for data before it seeks, says neither.
  private static func jumps(from old: SessionState, to new: SessionState, _ now: Int64) -> Bool {
    let (before, after) = (old.snapshot?.state ?? .stopped, new.snapshot?.state ?? .stopped)
    if before != after, after == .stopped { return true }
    guard let was = old.position(at: now), let position = new.position(at: now) else { return false }
    return Clamp.distance(was, position) > ToldLine.tolerance
  }

  /// The step whose position is the nearest to that of a commit; nil when the position before it is nearer than any.
  private func nearestLine(_ old: SessionState, _ new: SessionState, _ now: Int64) -> Int? {
    guard new.snapshot != old.snapshot else { return nil }
    guard let truth = new.position(at: now) else { return steps.count - 1 }
    var nearest: Int?
    var distance = old.position(at: now).map { Clamp.distance($0, truth) } ?? .max
    for index in steps.indices {
      guard let line = steps[index].line else { continue }
      let candidate = Clamp.distance(line.position(at: now), truth)
      // The position before is as near where steps lead back to it.
      if candidate < distance || candidate == distance && nearest == nil { (nearest, distance) = (index, candidate) }
    }
    return nearest
  }
}
