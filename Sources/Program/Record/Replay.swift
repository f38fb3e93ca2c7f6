// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingProgram
import CNowPlayingSystemd
import NowPlayingBus
import NowPlayingCore

/// `nowplaying replay`: acts as the player of a recording, with the same signals at the same intervals.
final class Replay {
  private let bus: SessionBus
  private let recording: Recording
  private let player: ReplayedPlayer
  /// Whether the replay owns the player's name.
  private var isShown = false

  static func run(_ arguments: Arguments, _ console: Console) throws(Failure) {
    let words = Array(arguments.words.dropFirst())
    guard let path = words.first, words.count < 3 else {
      throw Failure(text: "replay takes the file of a recording", next: "'nowplaying record' makes one.")
    }
    let recording = try Recording(path, player: words.count > 1 ? words[1] : nil)
    let replay = Replay(try SessionBus.open(), recording)
    try replay.play()
  }

  private init(_ bus: SessionBus, _ recording: Recording) {
    (self.bus, self.recording) = (bus, recording)
    player = ReplayedPlayer(recording, now: Instant.now)
    bus.connection.watchCalls(at: "/org/mpris/MediaPlayer2") { [unowned(unsafe) self] in answer($0) }
  }

  private func play() throws(Failure) {
    let began = Instant.now
    let first = recording.messages.first?.time ?? 0
    let instance = PlayerNames.instance(recording.name) ?? recording.name
    // A player that existed before the recording began exists from the start of the replay.
    if !comesLater { try show() }
    Console.mention("Plays what " + CleanText.line(instance) + " did. Ctrl-C ends it.")
    for (index, message) in recording.messages.enumerated() {
      try wait(until: began + Microseconds(Clamp.difference(message.time, first)))
      player.reach(index, now: Instant.now)
      if message.isOfOwner {
        if message.text(2)?.isEmpty == false { try show() } else { hide() }
      } else if message.kind == .signal, message.path.exact == MPRIS.path.exact, isShown {
        emit(message)
      }
    }
    Console.mention("The recording has ended; it stays as it was at its end, until Ctrl-C.")
    try wait(until: .max)
  }

  /// Whether the player appears in the recording only after its start.
  private var comesLater: Bool {
    recording.messages.first { $0.isOfOwner }?.text(1)?.isEmpty == true
  }

  private func wait(until time: Instant) throws(Failure) {
    // Runs at least once even when the deadline has passed, so that calls are answered during a flood of signals.
    repeat {
      if !bus.connection.turn(until: time) { throw .busHasGone }
    } while Instant.now < time
  }

  // MARK: The name

  private func show() throws(Failure) {
    if isShown { return }
    let doNotQueue: UInt32 = 4
    let answer = bus.callBus("RequestName", recording.name) { $0.append(doNotQueue) }
    // The replay owns the name now (1), or has owned it already (4).
    if case .value(.uint32(let code)) = answer, code == 1 || code == 4 {
      isShown = true
      return
    }
    throw Failure(
      text: "Another player has the name " + CleanText.line(recording.name),
      next: "End that one, or replay on a bus of its own: dbus-run-session -- nowplaying replay FILE")
  }

  private func hide() {
    guard isShown else { return }
    _ = bus.callBus("ReleaseName", recording.name)
    isShown = false
  }

  // MARK: Messages

  private func emit(_ message: RecordedMessage) {
    bus.connection.emitForeign(path: message.path, interface: message.interface, member: message.member) { signal in
      signal.append(each: message.values) { signal.append($0) }
    }
  }

  private func answer(_ call: Message) -> Bool {
    guard let answer = player.answer(to: call, now: Instant.now) else { return false }
    switch answer {
    case .values(let values): call.reply { reply in reply.append(each: values) { reply.append($0) } }
    case .error(let name, let text): call.reply(errorNamed: name.cString, text)
    case .silence: break
    }
    return true
  }
}
