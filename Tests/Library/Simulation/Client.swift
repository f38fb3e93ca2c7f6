// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The names of MPRIS.
enum MPRIS {
  static let path = "/org/mpris/MediaPlayer2"
  static let prefix = "org.mpris.MediaPlayer2"
  /// The name of the host that is simulated.
  static let host = "org.mpris.MediaPlayer2.Simulated"
  static let player = "org.mpris.MediaPlayer2.Player"
  static let properties = "org.freedesktop.DBus.Properties"
}

/// A call of a client, and its answers.
final class Call {
  let number: Int
  let member: String
  let sent: Int64
  /// For SetPosition: the track and the position.
  var track = ""
  var position: Int64 = 0
  /// The positions that the client read after it, and the times of the questions.
  var readings: [(time: Int64, position: Int64)] = []
  fileprivate(set) var answers: [(time: Int64, error: String)] = []

  init(_ number: Int, _ member: String, _ sent: Int64) {
    (self.number, self.member, self.sent) = (number, member, sent)
  }
}

/// A client that follows MPRIS: it reads everything when a name appears, then believes signals alone.
class Client: Peer {
  let world: World
  private let theBus: Bus
  private var serial: UInt32 = 0
  private var waiting: [UInt32: (Message) -> Void] = [:]
  private(set) var calls: [Call] = []

  /// The player that it shows, by its name, and the unique name of its owner.
  private(set) var player = ""
  private(set) var owner = ""
  /// The properties that it believes the player to have: nil before everything was read.
  private(set) var believed: [String: Value]?
  private var base: Int64 = 0
  private var since: Int64 = 0
  /// States of the player that it saw and nobody may see, each with its time.
  private(set) var sights: [(time: Int64, sentence: String)] = []

  init(_ bus: Bus, latency: Int64) {
    (world, theBus) = (bus.world, bus)
    super.init()
    self.latency = latency
    join()
  }

  /// Connects, or connects again.
  func join() {
    theBus.connect(self)
    for rule in [
      "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0namespace='\(MPRIS.prefix)'",
      "type='signal',path='\(MPRIS.path)'",
    ] { call(Bus.name, Bus.path, Bus.name, "AddMatch", "s", [.text(rule)]) { _ in } }
    call(Bus.name, Bus.path, Bus.name, "ListNames") { [unowned self] reply in
      let names = reply.values.first?.array?.compactMap(\.text) ?? []
      for name in names where name.hasPrefix(MPRIS.prefix + ".") { ask(for: name) }
    }
  }

  override func disconnected() {
    (player, owner, believed) = ("", "", nil)
    waiting = [:]
  }

  private func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String, _ signature: String = "",
    _ values: [Value] = [], _ answer: @escaping (Message) -> Void
  ) {
    guard isConnected else { return }
    serial += 1
    var message = Message.call(destination, path, interface, member, signature, values)
    message.serial = serial
    waiting[serial] = answer
    theBus.send(message, from: self)
  }

  // MARK: What it believes

  private func ask(for name: String) {
    call(Bus.name, Bus.path, Bus.name, "GetNameOwner", "s", [.text(name)]) { [unowned self] reply in
      if reply.kind == .reply { appeared(name, reply.values.first?.text ?? "") }
    }
  }

  private func appeared(_ name: String, _ owner: String) {
    (player, self.owner, believed) = (name, owner, nil)
    call(owner, MPRIS.path, MPRIS.properties, "GetAll", "s", [.text(MPRIS.player)]) { [unowned self] reply in
      guard reply.kind == .reply, self.owner == owner else { return }
      adopt(reply.values.first?.entries ?? [:])
    }
  }

  private func adopt(_ all: [String: Value]) {
    believed = all
    (base, since) = (all["Position"]?.integer ?? 0, world.now)
    // Clients draw it as a share of the length.
    if base < 0 || base > length ?? .max { see("a position outside the item") }
    if title == nil { see("a player without a title, at first") }
  }

  var title: String? { believed?["Metadata"]?.entries?["xesam:title"]?.text }
  var track: String? { believed?["Metadata"]?.entries?["mpris:trackid"]?.text }
  var length: Int64? { believed?["Metadata"]?.entries?["mpris:length"]?.integer }
  var status: String? { believed?["PlaybackStatus"]?.text }

  /// The position that it computes.
  var position: Int64 {
    let rate = believed?["Rate"]?.number ?? 1
    let moved = status == "Playing" ? Int64(Double(world.now - since) * rate) : 0
    return status == "Stopped" ? 0 : max(0, min(base + moved, length ?? .max))
  }

  private func see(_ sentence: String) { sights.append((world.now, sentence)) }

  override func receive(_ message: Message) {
    switch message.kind {
    case .reply, .error: waiting.removeValue(forKey: message.replySerial)?(message)
    case .signal: hear(message)
    case .call: break
    }
  }

  func hear(_ signal: Message) {
    let values = signal.values
    if signal.member == "NameOwnerChanged", values.count == 3, let name = values[0].text, let new = values[2].text {
      if name == player, new != owner { (player, owner, believed) = ("", "", nil) }
      if !new.isEmpty, name.hasPrefix(MPRIS.prefix + ".") { appeared(name, new) }
      return
    }
    guard signal.sender == owner, believed != nil else { return }
    if signal.member == "Seeked", let position = values.first?.integer { (base, since) = (position, world.now) }
    if signal.member == "PropertiesChanged", values.first?.text == MPRIS.player, let news = values[1].entries {
      let (before, old) = (position, track)
      for (key, value) in news { believed?[key] = value }
      (base, since) = (track == old ? before : 0, world.now)
      if status == "Stopped" { base = 0 }
      if title == nil { see("metadata without a title") }
    }
  }

  // MARK: What it asks for

  /// Calls a method of the player.
  @discardableResult
  func ask(_ member: String, _ signature: String = "", _ values: [Value] = []) -> Call? {
    track(member, MPRIS.player, member, signature, values)
  }

  /// Sets a property of the player, which it believes at once, as some clients do.
  func set(_ property: String, _ signature: String, _ value: Value) {
    (base, since) = (position, world.now)
    believed?[property] = value
    track(
      "Set \(property)", MPRIS.properties, "Set", "ssv",
      [
        .text(MPRIS.player), .text(property), .variant(signature, value),
      ])
  }

  @discardableResult
  func setPosition(_ position: Int64) -> Call? {
    guard let track else { return nil }
    guard let call = ask("SetPosition", "ox", [.text(track), .integer(position)]) else { return nil }
    (call.track, call.position) = (track, position)
    return call
  }

  /// Reads the position again and again after a call, as a slider that is open does.
  func readPosition(every interval: Int64, of asked: Call) {
    for delay in stride(from: interval, to: 300_000, by: Int(interval)) {
      world.after(delay) { [unowned self] in
        let time = world.now
        call(
          owner, MPRIS.path, MPRIS.properties, "Get", "ss", [.text(MPRIS.player), .text("Position")]
        ) { reply in
          if let position = reply.values.first?.integer { asked.readings.append((time, position)) }
        }
      }
    }
  }

  @discardableResult
  private func track(
    _ name: String, _ interface: String, _ member: String, _ signature: String, _ values: [Value]
  ) -> Call? {
    guard isConnected, !owner.isEmpty else { return nil }
    let call = Call(calls.count, name, world.now)
    calls.append(call)
    self.call(owner, MPRIS.path, interface, member, signature, values) { [unowned self] reply in
      call.answers.append((world.now, reply.kind == .error ? reply.errorName : ""))
    }
    return call
  }
}
