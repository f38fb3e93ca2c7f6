// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
internal import NowPlayingBus

/// Pauses other players and lets them resume, through MPRIS, and notices when another program does so with this one.
///
/// MPRIS cannot say why a player is paused. So a program that pauses players with this library also emits a signal that
/// lists the process ids of these players; a program that finds its own process in the list knows that it was
/// interrupted. A program that observes interruptions has a name on the bus while its session is active. It is told
/// before its player is paused, as on Apple's systems, and pauses by itself; and it decides itself whether to resume.
///
/// `@unchecked Sendable`: all properties but `interrupted`, which is set once, are used on `queue` only.
final class AudioFocus: @unchecked Sendable {
  enum Interruption: Sendable {
    case began
    case ended(mayResume: Bool)
  }

  /// A player that this program has paused.
  private struct Paused {
    /// The unique name of the player's connection. A player that ends and starts again has another name, and is not
    /// resumed.
    let owner: String
    let process: UInt32
    /// Whether the player's program observes interruptions, and so resumes by itself.
    let observes: Bool
  }

  /// How long the program may be kept waiting, in seconds.
  private static let timeout: TimeInterval = 2
  /// How long to wait for one player, in seconds, so that one that hangs does not use up the whole time.
  private static let playerTimeout: TimeInterval = 0.3
  /// How often to ask whether a program that was notified of an interruption has paused, in seconds.
  private static let pollInterval: TimeInterval = 0.01
  private static let playerPrefix = "org.mpris.MediaPlayer2."
  /// The bus name of playerctld, which forwards to the player that was used last. This name is left out, because each
  /// player is asked by its own name.
  private static let proxy = "org.mpris.MediaPlayer2.playerctld"

  /// Called on the queue when another program pauses this one or lets it resume. Returns false when the program has no
  /// active session, so that nothing is interrupted.
  var interrupted: (Interruption) -> Bool = { _ in false }

  let queue = DispatchQueue(label: "org.nowplaying.AudioFocus")
  private var bus: FocusBus?
  private var paused: [Paused] = []
  private var isHeld = false
  /// The unique bus name of the program that has interrupted this one; nil while this program is not interrupted.
  private var interrupter: String?
  /// The connection of the program that has just let this one resume, and the time until which it is remembered,
  /// because the player of that program may still report that it plays.
  private var resumer: (connection: String, until: TimeInterval)?

  /// Pauses all players that play.
  ///
  /// - listens: whether the program observes interruptions itself.
  func acquire(listens: Bool) throws {
    try queue.sync {
      defer { bus?.process() }
      // Handles signals first: a program that lets this one resume emits its signal before it calls Play, so the signal
      // has arrived by now.
      bus?.process()
      endInterruption()
      if isHeld { return }
      let deadline = ProcessInfo.processInfo.systemUptime + Self.timeout
      guard let bus = try connected(deadline) else { return }
      bus.deadline = deadline
      if listens { bus.isListening = true }
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
    let deadline = ProcessInfo.processInfo.systemUptime + Self.timeout
    guard let bus = try? connected(deadline) else { return }
    bus.deadline = deadline
    bus.isListening = true
  }

  /// Forgets the players that were paused, and resumes them if `resume` says so.
  func release(resume: Bool) {
    queue.sync {
      defer { bus?.process() }
      endInterruption()
      let (wasHeld, players) = (isHeld, paused)
      (isHeld, paused) = (false, [])
      bus?.deadline = ProcessInfo.processInfo.systemUptime + Self.timeout
      bus?.isListening = false
      // A program that was interrupted itself resumes no player: another program is heard now.
      guard wasHeld, let bus, bus.isOpen else { return }
      bus.emit(.ended(processes: players.map(\.process), mayResume: resume))
      if resume { for player in players where !player.observes { self.resume(player, bus) } }
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
    let playing = try players(bus)
    let observing = playing.filter(\.observes)
    if !observing.isEmpty { bus.emit(.began(processes: observing.map(\.process))) }
    let others = playing.filter { !$0.observes && bus.call($0.owner, "Pause", within: Self.playerTimeout) }
    if !others.isEmpty { bus.emit(.began(processes: others.map(\.process))) }
    pauseLate(observing, bus)
    paused += observing + others
  }

  /// The players that play, but for that of this program.
  private func players(_ bus: FocusBus) throws -> [Paused] {
    var owners: Set<String> = []
    var players: [Paused] = []
    let spared = try justResumedBy.flatMap { try bus.process(of: $0) }
    let names = try bus.names()
    let observing = FocusBus.observing(names)
    for name in names where name.hasPrefix(Self.playerPrefix) && name != Self.proxy {
      guard let owner = try bus.owner(of: name), owners.insert(owner).inserted else { continue }
      guard let process = try bus.process(of: owner), process != bus.ownProcess, process != spared else { continue }
      guard bus.playbackStatus(owner, within: Self.playerTimeout) == "Playing" else { continue }
      players.append(Paused(owner: owner, process: process, observes: observing.contains(process)))
    }
    return players
  }

  /// Gives the programs that were notified a moment to pause, and then pauses the players that still play.
  private func pauseLate(_ players: [Paused], _ bus: FocusBus) {
    let end = ProcessInfo.processInfo.systemUptime + Self.playerTimeout
    for player in players {
      while bus.playbackStatus(player.owner, within: Self.playerTimeout) == "Playing" {
        if ProcessInfo.processInfo.systemUptime >= end {
          _ = bus.call(player.owner, "Pause", within: Self.playerTimeout)
          break
        }
        Thread.sleep(forTimeInterval: Self.pollInterval)
      }
    }
  }

  /// The connection of the program that has just let this one resume; nil without such a program. The player of that
  /// program is not paused: otherwise the two programs would pause each other by turns.
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
    case .signal(.began(let processes), let sender):
      guard let bus, sender != bus.ownName, processes.contains(bus.ownProcess) else { return }
      isHeld = false
      guard interrupted(.began) else { return }
      // The session is not active any more.
      bus.isListening = false
      interrupter = sender
      bus.watch(sender)
    case .signal(.ended(let processes, let mayResume), let sender):
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
