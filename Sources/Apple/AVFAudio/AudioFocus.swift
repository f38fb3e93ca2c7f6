// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// Pauses other players and lets them resume, by MPRIS, and notices when another program does so with this one.
///
/// MPRIS cannot say why a player is paused. So a program that pauses players with this library also emits a signal that
/// lists the process ids of these players; a program that finds its own process in the list knows that it was
/// interrupted.
///
/// `@unchecked Sendable`: all properties but `interrupted`, which is set once, are used on `queue` only.
final class AudioFocus: @unchecked Sendable {
  enum Interruption: Sendable {
    case began
    case ended(mayResume: Bool)
  }

  /// A player that this program has paused.
  private struct Paused {
    /// The unique name of its connection. A player that ends and starts again has another one, and is not resumed.
    let owner: String
    let process: UInt32
  }

  /// How long the program may be kept waiting, in seconds.
  private static let timeout: TimeInterval = 2
  /// How long to wait for one player, in seconds, so that one that hangs does not use up the whole time.
  private static let playerTimeout: TimeInterval = 0.3
  private static let playerPrefix = "org.mpris.MediaPlayer2."
  /// The bus name of playerctld, which forwards to the player that was used last. That player is asked itself instead.
  private static let proxy = "org.mpris.MediaPlayer2.playerctld"

  /// Called on the queue when another program pauses this one or lets it resume. Returns whether that concerns the
  /// program.
  var interrupted: (Interruption) -> Bool = { _ in false }

  let queue = DispatchQueue(label: "org.nowplaying.AudioFocus")
  private var bus: FocusBus?
  private var paused: [Paused] = []
  private var isHeld = false
  /// The unique name of the connection that has interrupted this program.
  private var interrupter: String?
  /// The connection that has just let this program resume, and the time until which that is remembered: its player may
  /// still report that it plays.
  private var resumer: (connection: String, until: TimeInterval)?

  /// Pauses all players that play.
  func acquire() throws {
    try queue.sync {
      defer { bus?.process() }
      // A program that lets this one resume says so before it makes it play, so its signal is here already.
      bus?.process()
      endInterruption()
      if isHeld { return }
      let deadline = ProcessInfo.processInfo.systemUptime + Self.timeout
      guard let bus = try connected(deadline) else { return }
      bus.deadline = deadline
      try pauseAll(bus)
      isHeld = true
    }
  }

  /// Pauses no player, and notices from now on when another program pauses this one. Without a bus that answers it
  /// notices nothing.
  func listen() { queue.sync { startListening() } }

  /// Listens as `listen()` does, but does not wait for the bus.
  func listenSoon() { queue.async { self.startListening() } }

  private func startListening() {
    defer { bus?.process() }
    bus?.process()
    endInterruption()
    _ = try? connected(ProcessInfo.processInfo.systemUptime + Self.timeout)
  }

  /// Forgets the players that were paused, and resumes them if `resume` says so.
  func release(resume: Bool) {
    queue.sync {
      defer { bus?.process() }
      endInterruption()
      let (wasHeld, players) = (isHeld, paused)
      (isHeld, paused) = (false, [])
      // A program that was interrupted itself resumes no player: another program is heard now.
      guard wasHeld, let bus, bus.isOpen else { return }
      bus.deadline = ProcessInfo.processInfo.systemUptime + Self.timeout
      bus.emitEnded(players.map(\.process), mayResume: resume)
      if resume { for player in players { self.resume(player, bus) } }
    }
  }

  /// Notes that this program is not interrupted any more.
  private func endInterruption() {
    interrupter = nil
    bus?.watch(nil)
  }

  // MARK: On the queue

  /// The connection to the bus; nil when there is no bus, and so no player to pause.
  private func connected(_ deadline: TimeInterval) throws -> FocusBus? {
    if let bus, bus.isOpen { return bus }
    guard let new = try FocusBus(queue, deadline: deadline) else { return nil }
    new.heard = { [weak self] in self?.hear($0) }
    bus = new
    return new
  }

  private func pauseAll(_ bus: FocusBus) throws {
    var owners: Set<String> = []
    let before = paused.count
    let spared = try justResumedBy.flatMap { try bus.process(of: $0) }
    for name in try bus.names() where name.hasPrefix(Self.playerPrefix) && name != Self.proxy {
      guard let owner = try bus.owner(of: name), owners.insert(owner).inserted else { continue }
      guard let process = try bus.process(of: owner), process != bus.ownProcess, process != spared else { continue }
      let limit = Self.playerTimeout
      guard bus.playbackStatus(owner, within: limit) == "Playing", bus.call(owner, "Pause", within: limit) else {
        continue
      }
      paused.append(Paused(owner: owner, process: process))
    }
    if paused.count > before { bus.emitBegan(paused[before...].map(\.process)) }
  }

  /// The connection that has just let this program resume. Its player is not paused: otherwise the two programs would
  /// pause each other by turns.
  private var justResumedBy: String? {
    guard let resumer, ProcessInfo.processInfo.systemUptime < resumer.until else { return nil }
    return resumer.connection
  }

  /// Resumes a player, unless somebody has stopped or ended it meanwhile.
  private func resume(_ player: Paused, _ bus: FocusBus) {
    let limit = Self.playerTimeout
    if bus.playbackStatus(player.owner, within: limit) == "Paused" {
      _ = bus.call(player.owner, "Play", within: limit)
    }
  }

  private func hear(_ message: FocusBus.Heard) {
    switch message {
    case .began(let sender, let processes):
      guard let bus, sender != bus.ownName, processes.contains(bus.ownProcess) else { return }
      isHeld = false
      guard interrupted(.began) else { return }
      interrupter = sender
      bus.watch(sender)
    case .ended(let sender, let processes, let mayResume):
      guard let bus, sender == interrupter, processes.contains(bus.ownProcess) else { return }
      endInterruption()
      if mayResume { resumer = (sender, ProcessInfo.processInfo.systemUptime + Self.timeout) }
      _ = interrupted(.ended(mayResume: mayResume))
    case .vanished(let name):
      guard name == interrupter else { return }
      endInterruption()
      _ = interrupted(.ended(mayResume: false))
    }
  }
}
