// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Passes surfaces' calls of a session to its host, and the answers back.
final class SessionCalls: LoopBound {
  private let core: AppCore
  private let player: PlayerCalls
  /// The buttons that surfaces hold down.
  private var holds: [Hold] = []
  private let open: OpenCalls
  private let followers: Followers

  private final class Hold {
    let session: Session
    /// The command that was given to the host, with phase `begin`.
    let event: CommandEvent
    var holders: [String]

    init(_ session: Session, _ event: CommandEvent, _ holder: String) {
      self.session = session
      self.event = event
      holders = [holder]
    }
  }

  init(_ core: AppCore, _ player: PlayerCalls, _ open: OpenCalls, _ followers: Followers) {
    self.followers = followers
    self.core = core
    self.player = player
    self.open = open
  }

  // MARK: Commands

  func send(_ message: Message, _ object: SessionObject) {
    guard let word = message.readString(), let arguments = message.readArguments() else {
      return message.replyUnreadable()
    }
    // Resolved by the newest commit, even while a gap between two items is not shown.
    let (state, now) = (core.locked { object.session.committed($0).state }, Instant.now)
    let from = player.expectedPosition(of: object.session, at: now) ?? state.position(at: now)
    do throws(ProtocolRefusal) {
      let call = try SessionCall(word, arguments, state, from: from, now: now)
      if call.isHold {
        hold(call.event, object.session, message)
      } else {
        send(call.event, object.session, message)
      }
    } catch {
      message.reply(error)
    }
  }

  private func send(_ event: CommandEvent, _ session: Session, _ message: Message) {
    ask(message) { answer in
      player.send(event, to: session, answer: answer) != nil
    }
  }

  /// Asks the host for something on behalf of a surface. `perform` is given the closure for the answer, and returns
  /// whether the host was asked, which is also the result.
  @discardableResult
  private func ask(_ message: Message, _ perform: (@escaping (Request.Answer) -> Void) -> Bool) -> Bool {
    guard let call = open.keep(message) else { return false }
    let isAsked = perform { [self] answer in
      open.end(call)
      call.message.reply(answer)
    }
    if !isAsked {
      open.end(call)
      message.reply(OpenCalls.refusal)
    }
    return isAsked
  }

  // MARK: Holding

  private func hold(_ event: CommandEvent, _ session: Session, _ message: Message) {
    guard let sender = message.sender else { return message.reply() }
    let index = holds.firstIndex { $0.session === session && $0.event.kind == event.kind }
    let holder = index.flatMap { index in holds[index].holders.firstIndex { $0.exact == sender.exact } }
    switch (event.phase, index, holder) {
    case (.begin, _, _?), (.end, _, nil), (.end, nil, _): message.reply()
    case (.begin, _, nil) where !followers.isWatched(sender):
      // The surface is not watched, so its leaving could not release the button.
      message.reply(OpenCalls.refusal)
    case (.begin, let index?, nil):
      holds[index].holders.append(sender)
      message.reply()
    case (.begin, nil, nil): begin(event, session, sender, message)
    case (.end, let index?, let holder?):
      holds[index].holders.remove(at: holder)
      guard holds[index].holders.isEmpty else { return message.reply() }
      let hold = holds.remove(at: index)
      // The player must be told of the release even if the surface has too many open calls.
      guard open.hasRoom(sender) else {
        release(hold)
        return message.reply()
      }
      send(event, session, message)
    }
  }

  private func begin(_ event: CommandEvent, _ session: Session, _ sender: String, _ message: Message) {
    let hold = Hold(session, event, sender)
    holds.append(hold)
    let isAsked = ask(message) { answer in
      player.send(event, to: session) { [self] given in
        // A button whose `begin` has failed is not held.
        if !given.isDone { _ = takeHolds { $0 === hold } }
        answer(given)
      } != nil
    }
    if !isAsked { _ = takeHolds { $0 === hold } }
  }

  /// Removes and returns the holds for which a condition is true.
  private func takeHolds(_ isMeant: (Hold) -> Bool) -> [Hold] {
    let taken = holds.filter(isMeant)
    if !taken.isEmpty { holds.removeAll(where: isMeant) }
    return taken
  }

  /// Sends the `end` of a hold that no surface holds any more. Nobody waits for the answer.
  private func release(_ hold: Hold) {
    var event = hold.event
    event.phase = .end
    _ = player.send(event, to: hold.session) { _ in }
  }

  /// Releases the buttons of a surface that has left the bus.
  func left(_ name: String) {
    for hold in holds { hold.holders.removeAll { $0.exact == name.exact } }
    for hold in takeHolds({ $0.holders.isEmpty }) { release(hold) }
  }

  /// Releases all buttons, because the connection and its surfaces are gone.
  func releaseAll() {
    let all = holds
    holds = []
    for hold in all { release(hold) }
  }

  /// Releases the buttons whose commands a session's new state no longer offers.
  func check(_ session: Session, _ state: SessionState) {
    if holds.isEmpty { return }
    let gone = takeHolds { $0.session === session && !state.isEnabled($0.event.kind) }
    for hold in gone { release(hold) }
  }

  /// Drops the holds of a session that has ended.
  func remove(_ session: Session) { _ = takeHolds { $0.session === session } }

  // MARK: Volumes

  func setVolume(_ message: Message, _ object: SessionObject) {
    guard let level = message.readDouble() else { return message.replyUnreadable() }
    let state = core.locked { object.session.committed($0).state }
    guard state.shownVolume != nil, object.session.abilities(state).contains(.volume) else {
      return message.reply(ProtocolRefusal(.notOffered, "The session has no volume that can be set"))
    }
    guard SessionCall.isVolume(level) else { return message.reply(Self.wrongLevel) }
    ask(message) {
      player.make(.volume(min(level, state.settings.volumeMaximum)), of: object.session, state, answer: $0)
    }
  }

  func setDeviceVolume(_ message: Message, _ object: SessionObject) {
    guard let id = message.readString(), let level = message.readDouble() else { return message.replyUnreadable() }
    withDevice(id, message, object, wrong: SessionCall.isVolume(level) ? nil : Self.wrongLevel) { device, session in
      guard device.volume != nil, session.handler.takesDeviceVolume else { return nil }
      return { [player] in player.setVolume(level, of: device, session, answer: $0) }
    }
  }

  func stepDeviceVolume(_ message: Message, _ object: SessionObject) {
    guard let id = message.readString(), let step = message.readInt32() else { return message.replyUnreadable() }
    let wrong = ProtocolRefusal(.invalidArgument, "A step is 1 or -1")
    withDevice(id, message, object, wrong: step == 1 || step == -1 ? nil : wrong) { device, session in
      guard device.canStep, session.handler.takesDeviceSteps else { return nil }
      return { [player] in player.step(step, device, session, answer: $0) }
    }
  }

  // MARK: Tracks

  func selectTrack(_ message: Message, _ object: SessionObject) {
    guard let word = message.readString(), let id = message.readString() else { return message.replyUnreadable() }
    let state = core.locked { object.session.committed($0).state }
    do throws(ProtocolRefusal) {
      let choice = try SessionCall.choice(word, id, state)
      ask(message) { player.make(choice, of: object.session, state, answer: $0) }
    } catch {
      message.reply(error)
    }
  }

  private static var wrongLevel: ProtocolRefusal {
    ProtocolRefusal(.invalidArgument, "A volume is a number from 0 to 1")
  }

  /// - wrong: the refusal of wrong arguments; nil for none.
  /// - way: returns the closure that asks the host; nil where the device cannot do what the call asks for.
  private func withDevice(
    _ id: String, _ message: Message, _ object: SessionObject, wrong: ProtocolRefusal?,
    way: (Device, Session) -> ((@escaping (Request.Answer) -> Void) -> Bool)?
  ) {
    let devices = core.locked { object.session.committed($0).state.devices }
    let device = devices.first { ProtocolID.item($0.id).exact == id.exact }
    let ask = device.flatMap { way($0, object.session) }
    if device != nil, ask == nil {
      return message.reply(ProtocolRefusal(.notOffered, "The device cannot do that"))
    }
    if let wrong { return message.reply(wrong) }
    guard let ask else { return message.reply(ProtocolRefusal(.notFound, "There is no such device")) }
    self.ask(message, ask)
  }
}

/// Counts the calls of each surface that wait for a host, those for commands and those for pictures together.
final class OpenCalls: LoopBound {
  private var callers: [(name: String, count: Int)] = []
  private var total = 0

  /// The most calls of one surface that may wait.
  static let most = 64

  static var refusal: ProtocolRefusal { ProtocolRefusal(.limitsExceeded, "Too many calls wait for the player") }

  /// Counts a call, and keeps what its answer needs until `end`. Returns nil when too many wait already, and the call
  /// was refused.
  func keep(_ message: Message) -> KeptMessage? {
    guard let sender = message.sender, hasRoom(sender) else {
      message.reply(Self.refusal)
      return nil
    }
    total += 1
    if let index = index(of: sender) {
      callers[index].count += 1
    } else {
      callers.append((sender, 1))
    }
    let call = KeptMessage(message)
    call.dropBody()
    return call
  }

  /// Whether one more call of a surface may wait.
  func hasRoom(_ name: String) -> Bool {
    guard total < Limits.requests else { return false }
    return index(of: name).map { callers[$0].count < Self.most } ?? true
  }

  func end(_ call: KeptMessage) {
    guard let sender = call.message.sender, let index = index(of: sender) else { return }
    total -= 1
    callers[index].count -= 1
    if callers[index].count == 0 { callers.remove(at: index) }
  }

  private func index(of name: String) -> Int? { callers.firstIndex { $0.name.exact == name.exact } }
}
