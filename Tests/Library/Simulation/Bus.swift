// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import SimulationClock

/// A peer of the bus: a program behind a socket, or a model within the simulation.
class Peer {
  fileprivate(set) var name = ""
  fileprivate var rules: [MatchRule] = []
  /// The time of the last delivery: messages to a peer keep their order.
  fileprivate var lastDelivery: Int64 = 0
  fileprivate(set) var isConnected = false
  /// The process that the bus names for this peer.
  var processID: Int64 = 4_194_000
  /// How long a message takes to this peer at least, in µs.
  var latency: Int64 = 100
  fileprivate weak var bus: Bus?

  /// Takes a message from the bus.
  func receive(_ message: Message) {}

  /// The bus has gone.
  func disconnected() {}
}

/// A program behind a socket, with the greeting of D-Bus.
private final class SocketPeer: Peer {
  let descriptor: Int32
  private var input: [UInt8] = []
  private var output: [UInt8] = []
  private var isGreeted = false

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    super.init()
    processID = Int64(sim_process())
  }

  override func receive(_ message: Message) {
    output.append(contentsOf: message.wire)
    flush()
  }

  override func disconnected() { sim_close(descriptor) }

  func flush() {
    while !output.isEmpty {
      let sent = output.withUnsafeBytes { sim_send(descriptor, $0.baseAddress, UInt64($0.count)) }
      if sent <= 0 { return }
      output.removeFirst(Int(sent))
    }
  }

  /// Reads what the program has written. Returns its messages; nil when it has closed its end.
  func read() -> [Message]? {
    var isClosed = false
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let size = chunk.withUnsafeMutableBytes { sim_receive(descriptor, $0.baseAddress, UInt64($0.count)) }
      if size < 0 { isClosed = true }
      if size <= 0 { break }
      input.append(contentsOf: chunk[..<Int(size)])
    }
    var messages: [Message] = []
    if !isGreeted { greet() }
    while isGreeted, let message = Message.take(from: &input) { messages.append(message) }
    flush()
    return isClosed && messages.isEmpty ? nil : messages
  }

  private func greet() {
    while !isGreeted, let end = input.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: input[..<end].filter { $0 >= 0x20 }, as: UTF8.self)
      input.removeFirst(end + 1)
      switch line {
      case "AUTH EXTERNAL": output += Array("DATA\r\n".utf8)
      case "NEGOTIATE_UNIX_FD": output += Array("AGREE_UNIX_FD\r\n".utf8)
      case "BEGIN": isGreeted = true
      default: output += Array("OK 0123456789abcdef0123456789abcdef\r\n".utf8)
      }
    }
  }
}

/// A match rule of a peer.
private struct MatchRule: Equatable {
  let text: String
  private var keys: [String: String] = [:]

  init(_ text: String) {
    self.text = text
    for part in text.split(separator: ",") {
      guard let equals = part.firstIndex(of: "=") else { continue }
      let value = part[part.index(after: equals)...].filter { $0 != "'" }
      keys[String(part[..<equals])] = String(value)
    }
  }

  func matches(_ message: Message, _ bus: Bus) -> Bool {
    for (key, value) in keys {
      switch key {
      case "type": if message.kind != .signal || value != "signal" { return false }
      case "sender": if message.sender != value, bus.owner(of: value)?.name != message.sender { return false }
      case "interface": if message.interface != value { return false }
      case "member": if message.member != value { return false }
      case "path": if message.path != value { return false }
      case "path_namespace":
        if value != "/", message.path != value, !message.path.hasPrefix(value + "/") { return false }
      case "arg0": if message.values.first?.text != value { return false }
      case "arg0namespace":
        let argument = message.values.first?.text
        if argument != value, argument?.hasPrefix(value + ".") != true { return false }
      default: break
      }
    }
    return true
  }
}

/// A bus daemon: names, matches, and messages that take their time. Its answers are those of dbus-daemon.
final class Bus {
  static let name = "org.freedesktop.DBus"
  static let path = "/org/freedesktop/DBus"
  /// A file that stands for the socket of the bus: programs watch whether it is there.
  static let socket = "/tmp/nowplaying-simulation-\(sim_process())"

  private enum Request {
    static let allowsReplacement: Int64 = 1
    static let replaces: Int64 = 2
    static let doesNotQueue: Int64 = 4
  }

  private struct Claim {
    let peer: Peer
    let allowsReplacement: Bool
  }

  let world: World
  private var peers: [Peer] = []
  private var claims: [String: [Claim]] = [:]
  private var count = 0
  /// Whether connections are accepted.
  private(set) var isUp = true
  /// Whether nothing is delivered, as by a bus that hangs.
  var isSilent = false
  private var held: [() -> Void] = []
  /// Called with each message that a peer has sent, before it is delivered.
  var tap: (Message) -> Void = { _ in }
  /// Called to start the program that owns a name. Returns whether there is one.
  var activates: (String) -> Bool = { _ in false }
  /// The additional delay of each delivery, from the world's random numbers, in µs.
  var jitter: Int64 = 0

  /// How many descriptors were open before anything connected.
  let descriptorsBefore = sim_open_descriptors()

  /// Makes the world of a schedule, and its bus.
  init(_ schedule: Schedule) {
    world = World(seed: schedule.seed)
    jitter = schedule.jitter
    let pointer = Unmanaged.passUnretained(self).toOpaque()
    sim_set_handlers(
      { _, user in Unmanaged<Bus>.fromOpaque(user!).takeUnretainedValue().isUp ? 0 : SIM_NOT_THERE },
      { descriptor, user in Unmanaged<Bus>.fromOpaque(user!).takeUnretainedValue().add(SocketPeer(descriptor)) },
      { end, user in Unmanaged<Bus>.fromOpaque(user!).takeUnretainedValue().serve(until: end) ? 1 : 0 }, pointer)
    world.readBus = { [unowned self] in read() }
    sim_make_file(Self.socket)
  }

  deinit { sim_remove_file(Self.socket) }

  /// Serves a program that waits for the bus alone.
  private func serve(until end: Int64) -> Bool { read() || world.step(until: end) }

  // MARK: Peers

  private func add(_ peer: Peer) {
    peer.bus = self
    peers.append(peer)
  }

  /// Connects a model, which is greeted at once.
  func connect(_ peer: Peer) {
    add(peer)
    greet(peer)
  }

  func disconnect(_ peer: Peer) {
    guard let index = peers.firstIndex(where: { $0 === peer }) else { return }
    peers.remove(at: index)
    peer.disconnected()
    if !peer.isConnected { return }
    peer.isConnected = false
    for name in claims.keys.sorted() { withdraw(peer, from: name) }
    announce(peer.name, from: peer.name, to: "")
  }

  private func greet(_ peer: Peer) {
    count += 1
    (peer.name, peer.isConnected) = (":1.\(count)", true)
    announce(peer.name, from: "", to: peer.name)
  }

  /// Ends all connections, and refuses new ones until `start`.
  func stop() {
    isUp = false
    sim_remove_file(Self.socket)
    for peer in peers {
      peer.isConnected = false
      peer.disconnected()
    }
    (peers, claims, held, isSilent) = ([], [:], [], false)
  }

  func start() {
    isUp = true
    sim_make_file(Self.socket)
  }

  /// Handles what programs have written.
  private func read() -> Bool {
    var hasRead = false
    for case let peer as SocketPeer in peers {
      guard let messages = peer.read() else {
        disconnect(peer)
        hasRead = true
        continue
      }
      for message in messages { send(message, from: peer) }
      hasRead = hasRead || !messages.isEmpty
    }
    return hasRead
  }

  // MARK: Messages

  func send(_ message: Message, from peer: Peer) {
    var message = message
    message.sender = peer.name
    if message.serial == 0 {
      count += 1
      message.serial = UInt32(count)
    }
    if message.kind == .call, message.destination == Self.name { return answer(message, peer) }
    tap(message)
    if !message.destination.isEmpty {
      if let target = owner(of: message.destination) {
        deliver(message, to: target)
      } else if message.expectsReply {
        reply(
          message.error("org.freedesktop.DBus.Error.ServiceUnknown", "There is no \(message.destination)."), to: peer)
      }
      return
    }
    for each in peers where each.isConnected && each.rules.contains(where: { $0.matches(message, self) }) {
      deliver(message, to: each)
    }
  }

  /// Returns the owner of a name, also of a unique one.
  func owner(of name: String) -> Peer? {
    name.hasPrefix(":") ? peers.first { $0.name == name } : claims[name]?.first?.peer
  }

  var names: [String] {
    [Self.name] + peers.filter(\.isConnected).map(\.name) + claims.keys.sorted().filter { claims[$0]?.isEmpty == false }
  }

  private func deliver(_ message: Message, to peer: Peer) {
    if isSilent {
      held.append { [unowned self] in deliver(message, to: peer) }
      return
    }
    let extra = jitter == 0 ? 0 : Int64.random(in: 0...jitter, using: &world.random)
    let time = max(peer.lastDelivery, world.now + peer.latency + extra)
    peer.lastDelivery = time
    world.at(time) { if peer.isConnected { peer.receive(message) } }
  }

  /// Ends the silence: what was held is delivered in its order.
  func speak() {
    isSilent = false
    let waiting = held
    held = []
    for each in waiting { each() }
  }

  private func reply(_ message: Message, to peer: Peer) {
    var message = message
    count += 1
    (message.sender, message.serial) = (Self.name, UInt32(count))
    message.destination = peer.name
    deliver(message, to: peer)
  }

  private func announce(_ name: String, from old: String, to new: String) {
    var signal = Message.signal(
      Self.path, Self.name, "NameOwnerChanged", "sss", [.text(name), .text(old), .text(new)])
    count += 1
    (signal.sender, signal.serial) = (Self.name, UInt32(count))
    tap(signal)
    for each in peers where each.isConnected && each.rules.contains(where: { $0.matches(signal, self) }) {
      deliver(signal, to: each)
    }
  }

  private func tell(_ peer: Peer, _ member: String, _ name: String) {
    reply(Message.signal(Self.path, Self.name, member, "s", [.text(name)]), to: peer)
  }

  // MARK: The bus's own methods

  private func answer(_ call: Message, _ peer: Peer) {
    let values = call.values
    let argument = values.first?.text ?? ""
    var call = call
    switch call.member {
    case "Hello":
      greet(peer)
      call.sender = peer.name
      reply(call.reply("s", [.text(peer.name)]), to: peer)
      tell(peer, "NameAcquired", peer.name)
      return
    case "AddMatch": peer.rules.append(MatchRule(argument))
    case "RemoveMatch":
      if let index = peer.rules.firstIndex(where: { $0.text == argument }) { peer.rules.remove(at: index) }
    case "RequestName":
      return reply(call.reply("u", [.integer(request(argument, values[1].integer ?? 0, peer))]), to: peer)
    case "ReleaseName": return reply(call.reply("u", [.integer(release(argument, peer))]), to: peer)
    case "ListNames": return reply(call.reply("as", [.array(names.map(Value.text))]), to: peer)
    case "ListActivatableNames": return reply(call.reply("as", [.array([])]), to: peer)
    case "StartServiceByName" where activates(argument): return reply(call.reply("u", [.integer(1)]), to: peer)
    case "NameHasOwner": return reply(call.reply("b", [.truth(owner(of: argument) != nil)]), to: peer)
    case "GetConnectionUnixProcessID":
      return reply(call.reply("u", [.integer(owner(of: argument)?.processID ?? 0)]), to: peer)
    case "GetNameOwner":
      guard let owner = owner(of: argument) else {
        return reply(call.error("org.freedesktop.DBus.Error.NameHasNoOwner", "Nobody owns \(argument)."), to: peer)
      }
      return reply(call.reply("s", [.text(owner.name)]), to: peer)
    default:
      return reply(call.error("org.freedesktop.DBus.Error.UnknownMethod", "There is no \(call.member)."), to: peer)
    }
    if call.expectsReply { reply(call.reply(), to: peer) }
  }

  private func request(_ name: String, _ flags: Int64, _ peer: Peer) -> Int64 {
    var list = claims[name] ?? []
    let claim = Claim(peer: peer, allowsReplacement: flags & Request.allowsReplacement != 0)
    defer { claims[name] = list.isEmpty ? nil : list }
    guard let owner = list.first else {
      list = [claim]
      change(name, from: nil, to: peer)
      return 1
    }
    if owner.peer === peer {
      list[0] = claim
      return 4
    }
    list.removeAll { $0.peer === peer }
    if owner.allowsReplacement, flags & Request.replaces != 0 {
      list.insert(claim, at: 0)
      change(name, from: owner.peer, to: peer)
      return 1
    }
    if flags & Request.doesNotQueue != 0 { return 3 }
    list.append(claim)
    return 2
  }

  private func release(_ name: String, _ peer: Peer) -> Int64 {
    guard claims[name] != nil else { return 2 }
    return withdraw(peer, from: name) ? 1 : 3
  }

  @discardableResult
  private func withdraw(_ peer: Peer, from name: String) -> Bool {
    guard var list = claims[name], let index = list.firstIndex(where: { $0.peer === peer }) else { return false }
    list.remove(at: index)
    claims[name] = list.isEmpty ? nil : list
    if index == 0 { change(name, from: peer, to: list.first?.peer) }
    return true
  }

  private func change(_ name: String, from old: Peer?, to new: Peer?) {
    if let old, old.isConnected { tell(old, "NameLost", name) }
    if let new { tell(new, "NameAcquired", name) }
    announce(name, from: old?.name ?? "", to: new?.name ?? "")
  }
}
