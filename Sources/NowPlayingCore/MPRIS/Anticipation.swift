// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// What playback will be when the host has done what it was given already.
///
/// Some calls are relative: Seek by an offset, PlayPause, Play where only a toggle is offered. A host may take its time
/// to commit what came of a command, so the next call must not be resolved against the last commit alone: ten times
/// Seek by five seconds move fifty, and two PlayPause end where they began. Each command that changes playback is a
/// step. A step ends when a commit shows it or a later one, when its command fails, and, once the host has answered,
/// when the host commits something else or nothing for a while: it may also have decided otherwise.
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
    /// Nil when the command does not say.
    var isPlaying: Bool?
    var line: Line?
    /// Whether another item is expected, of which nothing is known but that it starts at 0.
    var changesItem = false
  }

  private var steps: [Step] = []
  private var lastSerial: UInt64 = 0

  /// How long a host may take to commit after it has answered, in µs. A person who presses a button again after that
  /// goes by what the desktop shows.
  static let patience: Int64 = 5_000_000
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

  /// Whether another item is on its way, so that the present one's length means nothing.
  var changesItem: Bool { steps.contains { $0.changesItem } }

  private var lastLine: Int? { steps.indices.last { steps[$0].line != nil } }

  // MARK: What happens

  /// Forgets what has become improbable. To be called before a call is resolved.
  public mutating func expire(at now: Int64) {
    if steps.isEmpty { return }
    steps.removeAll { $0.until <= now }
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
    if steps.count == Self.mostSteps { steps.removeFirst() }
    steps.append(step)
    return lastSerial
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
    guard let index = steps.firstIndex(where: { $0.serial == serial }) else { return }
    if isDone {
      steps[index].isAnswered = true
      steps[index].until = Clamp.sum(now, Self.patience)
    } else {
      steps.remove(at: index)
    }
  }

  /// The host has committed: ends the steps that the commit shows, and those before them.
  public mutating func committed(from old: SessionState, to new: SessionState, now: Int64) {
    if steps.isEmpty { return }
    var isExplained = false
    let isSameItem = new.content.map { $0.id.exact == old.content?.id.exact } ?? false
    let shown = isSameItem ? nearestLine(old, new, now) : steps.firstIndex { $0.changesItem } ?? -1
    if shown >= 0 {
      isExplained = true
      end(through: shown) {
        $0.line = nil
        $0.changesItem = false
      }
    }
    if new.isPlaying != old.isPlaying, let shown = steps.firstIndex(where: { $0.isPlaying == new.isPlaying }) {
      isExplained = true
      end(through: shown) { $0.isPlaying = nil }
    }
    if !isExplained, !isSameItem || new.commands != old.commands || Self.jumps(from: old, to: new, now) {
      // A commit that is made while the host is being asked may still tell of the time before.
      steps.removeAll { $0.isAnswered }
    }
  }

  /// Whether a commit says that playback is elsewhere, or over. A host that fills its snapshot with the present position
  /// each time, or that waits for data before it seeks, says neither.
  private static func jumps(from old: SessionState, to new: SessionState, _ now: Int64) -> Bool {
    let (before, after) = (old.snapshot?.state ?? .stopped, new.snapshot?.state ?? .stopped)
    if before != after, after == .stopped { return true }
    guard let was = old.position(at: now), let position = new.position(at: now) else { return false }
    return Clamp.distance(was, position) > ToldLine.tolerance
  }

  /// The step whose position is the nearest to that of a commit; -1 when the position before it is nearer than any.
  private func nearestLine(_ old: SessionState, _ new: SessionState, _ now: Int64) -> Int {
    guard new.snapshot != old.snapshot else { return -1 }
    guard let truth = new.position(at: now) else { return steps.count - 1 }
    var nearest = -1
    var distance = old.position(at: now).map { Clamp.distance($0, truth) } ?? .max
    for index in steps.indices {
      guard let line = steps[index].line else { continue }
      let candidate = Clamp.distance(line.position(at: now), truth)
      if candidate < distance { (nearest, distance) = (index, candidate) }
    }
    return nearest
  }

  /// Takes something away from the first steps, and ends those that say nothing any more.
  private mutating func end(through last: Int, _ take: (inout Step) -> Void) {
    for index in 0...last { take(&steps[index]) }
    steps.removeAll { $0.isPlaying == nil && $0.line == nil && !$0.changesItem }
  }
}
