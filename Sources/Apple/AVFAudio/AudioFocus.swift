// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// Pauses other players and lets them resume, by MPRIS, and hears when somebody does so with us.
///
/// MPRIS cannot say why a player is paused. So whoever pauses players with this library also tells, in a signal, whose
/// processes they are; and whoever is among them knows that it was interrupted.
///
/// Checked by hand to be safe across threads: all but `interrupted`, which is set once, belongs to `queue`.
final class AudioFocus: @unchecked Sendable {
  enum Interruption: Sendable {
    case began
    case ended(mayResume: Bool)
  }

  /// A player that was paused for us.
  private struct Paused {
    /// Its connection: if the player ends and starts anew, that is another one.
    let owner: String
    let process: UInt32
  }

  /// How long the program may be kept waiting.
  private static let timeout: TimeInterval = 2
  /// How long one player may be waited for, so that one that hangs does not use it all up.
  private static let playerTimeout: TimeInterval = 0.3
  private static let playerPrefix = "org.mpris.MediaPlayer2."
  /// Speaks for whichever player was used last, which we ask ourselves.
  private static let proxy = "org.mpris.MediaPlayer2.playerctld"

  /// Called when others pause us or let us resume; on the queue. Returns whether that concerns the program.
  var interrupted: (Interruption) -> Bool = { _ in false }

  let queue = DispatchQueue(label: "org.nowplaying.AudioFocus")
  private var bus: FocusBus?
  private var paused: [Paused] = []
  private var isHeld = false
  /// The connection that has interrupted this program.
  private var interrupter: String?
  /// The connection that has just let this program resume, and until when that counts. Its player may still say that it
  /// plays.
  private var resumer: (connection: String, until: TimeInterval)?

  /// Pauses all players that play.
  func acquire() throws {
    try queue.sync {
      defer { bus?.process() }
      // A program that lets this one resume says so before it makes it play, so that has arrived.
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

  /// Pauses nobody, and hears from now on who pauses this program. Without a bus that answers nobody is heard.
  func listen() { queue.sync { startListening() } }

  /// The same, without waiting for the bus.
  func listenSoon() { queue.async { self.startListening() } }

  private func startListening() {
    defer { bus?.process() }
    bus?.process()
    endInterruption()
    _ = try? connected(ProcessInfo.processInfo.systemUptime + Self.timeout)
  }

  /// Lets those that were paused play on, if they may.
  func release(resume: Bool) {
    queue.sync {
      defer { bus?.process() }
      endInterruption()
      let (wasHeld, players) = (isHeld, paused)
      (isHeld, paused) = (false, [])
      // An interrupted program has nothing to give back: somebody else is heard now.
      guard wasHeld, let bus, bus.isOpen else { return }
      bus.deadline = ProcessInfo.processInfo.systemUptime + Self.timeout
      bus.emitEnded(players.map(\.process), mayResume: resume)
      if resume { for player in players { self.resume(player, bus) } }
    }
  }

  /// Nobody interrupts us any more.
  private func endInterruption() {
    interrupter = nil
    bus?.watch(nil)
  }

  // MARK: On the queue

  /// The connection to the bus; nil when there is no bus, and so nobody to pause.
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

  /// The connection of who has made us play in this moment. To pause it would be to fight over who may stop.
  private var justResumedBy: String? {
    guard let resumer, ProcessInfo.processInfo.systemUptime < resumer.until else { return nil }
    return resumer.connection
  }

  /// Somebody may have stopped it meanwhile, or ended it: then it is none of our business.
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
