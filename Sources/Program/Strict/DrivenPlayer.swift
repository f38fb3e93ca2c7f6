// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// A player that the test drives, and all signals that it emits meanwhile.
final class DrivenPlayer {
  /// A PropertiesChanged signal of the player.
  struct Change {
    let time: Instant
    let changed: [Variant.Property]
    let invalidated: [String]
  }

  let bus: SessionBus
  /// The whole MPRIS name.
  let name: String
  /// All PropertiesChanged signals since the start.
  private(set) var changes: [Change] = []
  /// The positions in the Seeked signals.
  private(set) var seeks: [Microseconds] = []
  /// Descriptions of the signals whose arguments have a wrong type.
  private(set) var illTyped: [String] = []
  /// The names of the errors that came without a text.
  private(set) var wordless: [String] = []
  /// The times at which the player was told to do something.
  private(set) var presses: [Instant] = []
  /// Whether nobody owns the player's name any more.
  private(set) var isGone = false
  /// Whether Next leads back to the item at the start, and not Previous.
  var goesBackByNext = false
  /// How many signals have come, of all kinds.
  private var heard = 0
  private var subscription: Subscription?

  /// The time that the player may take to carry out a command.
  static let timeLimit: Microseconds = .seconds(2)
  /// The timeout of a call.
  private static let timeout: Microseconds = .seconds(5)
  /// The interval at which the player's state is checked.
  private static let moment: Microseconds = .milliseconds(40)
  /// The time that a player which has just started may take until it shows its item, that for which it is then quiet
  /// before it is judged, and the longest that it is waited for to be quiet.
  private static let start: Microseconds = .seconds(10)
  private static let quiet: Microseconds = .milliseconds(500)
  private static let longest: Microseconds = .seconds(3)

  init(_ bus: SessionBus, _ name: String, owner: String) {
    (self.bus, self.name) = (bus, name)
    subscription = bus.connection.subscribe("type='signal',sender='" + owner + "',path='" + MPRIS.path + "'") {
      [unowned(unsafe) self] in hear($0)
    }
  }

  private func hear(_ message: Message) {
    heard += 1
    if message.isSignal(MPRIS.properties, "PropertiesChanged") {
      guard message.hasSignature("sa{sv}as"), let signal = message.readChange() else {
        return illTyped.append("PropertiesChanged is not sa{sv}as")
      }
      if signal.interface.exact == ExactText(MPRIS.player) {
        changes.append(Change(time: Instant.now, changed: signal.changed, invalidated: signal.invalidated))
      }
    } else if message.isSignal(MPRIS.player, "Seeked") {
      if message.hasSignature("x"), let position = message.readInt64() {
        seeks.append(Microseconds(position))
      } else {
        illTyped.append("Seeked is not x")
      }
    }
  }

  // MARK: Calls

  @discardableResult
  func call(
    _ member: StaticString, interface: StaticString = MPRIS.player, path: String = MPRIS.path,
    _ fill: (Message) -> Int32 = { _ in .zero }
  ) -> SessionBus.Answer {
    if isGone { return .error(name: "", text: "It has gone") }
    if !member.description.equals("Get") { presses.append(Instant.now) }
    let answer = bus.call(name, path, interface, member, timeout: Self.timeout, fill)
    if case .error = answer, bus.owner(of: name) == nil { isGone = true }
    if case .error(let error, let text) = answer, text.utf8.count <= "GDBus.Error:: ".utf8.count + error.utf8.count {
      wordless.append(member.description + " is refused by " + error + ", without a text")
    }
    return answer
  }

  func get(_ property: StaticString, of interface: StaticString = MPRIS.player) -> SessionBus.Answer {
    call("Get", interface: MPRIS.properties) { $0.append(interface).then($0.append(property)) }
  }

  /// Returns a property of Player; nil when the player does not have it.
  func value(_ property: StaticString) -> Variant? {
    if case .value(.variant(let value)) = get(property) { return value }
    return nil
  }

  @discardableResult
  func set(_ property: StaticString, _ type: StaticString, _ append: (Message) -> Int32) -> SessionBus.Answer {
    call("Set", interface: MPRIS.properties) { message in
      message.append(MPRIS.player).then(message.append(property))
        .then(message.container(.variant, type) { append(message) })
    }
  }

  func set(_ property: StaticString, _ value: Variant) {
    switch value {
    case .double(let number): set(property, "d") { $0.append(number) }
    case .bool(let truth): set(property, "b") { $0.append(truth) }
    case .string(let text): set(property, "s") { $0.append(text) }
    default: break
    }
  }

  // MARK: What it says

  var status: String { text("PlaybackStatus") }

  func text(_ property: StaticString) -> String {
    if case .string(let text) = value(property) { return text }
    return ""
  }

  var position: Microseconds? {
    if case .int64(let position) = value("Position") { return Microseconds(position) }
    return nil
  }

  func can(_ property: StaticString) -> Bool {
    if case .bool(let can) = value(property) { return can }
    return false
  }

  var metadata: [Variant.Property] { value("Metadata")?.properties ?? [] }

  /// Whether it shows an item: MPRIS's path for none, with nothing else, is no item.
  var hasItem: Bool { metadata.contains { $0.key.exact != "mpris:trackid" } }

  /// The item's length; nil when it has no end.
  var length: Microseconds? {
    if case .int64(let length) = metadata["mpris:length"], length > 0 { return Microseconds(length) }
    return nil
  }

  /// The track id; nil when it is not an object path, without which SetPosition cannot be called.
  var trackID: String? {
    if case .path(let path) = metadata["mpris:trackid"] { return path }
    return nil
  }

  /// The track ids of the queue, in order; empty when the player has no TrackList.
  var queue: [String] {
    guard case .value(.variant(.bool(true))) = get("HasTrackList", of: MPRIS.root),
      case .value(.variant(.array(_, let tracks))) = get("Tracks", of: MPRIS.tracks)
    else { return [] }
    return tracks.compactMap { if case .path(let path) = $0 { path } else { nil } }
  }

  /// Returns whether the queue has the entries of an earlier one in another order.
  func hasReordered(_ earlier: [String]) -> Bool {
    let now = queue
    func isSame(_ a: [Int], _ b: [Int]) -> Bool { zip(a, b).allSatisfy { now[$0].exact == earlier[$1].exact } }
    func sorted(_ list: [String]) -> [Int] {
      Order.indices(list.count) { Order.precedes(list[$0], list[$1], ignoringCase: false) }
    }
    guard now.count == earlier.count, !isSame(Array(now.indices), Array(earlier.indices)) else { return false }
    return isSame(sorted(now), sorted(earlier))
  }

  /// Returns whether a property was emitted, with the value that it has now, in the signals from index `count` on.
  func hasEmitted(_ property: StaticString, since count: Int) -> Bool {
    guard let now = value(property) else { return true }
    let last = changes.dropFirst(count).last { $0.changed[property.description] != nil }
    return last?.changed[property.description]?.printed.exact == now.printed.exact
  }

  // MARK: Going back

  /// Goes back to the item with a track id. Returns whether it is there.
  func goBack(to id: String) -> Bool {
    func isBack() -> Bool { trackID?.exact == id.exact }
    if isBack() { return true }
    if wait(Self.quiet, until: { can(goesBackByNext ? "CanGoNext" : "CanGoPrevious") }) {
      call(goesBackByNext ? "Next" : "Previous")
      if wait(until: isBack) { return true }
    }
    guard queue.has(id) else { return false }
    call("GoTo", interface: MPRIS.tracks) { $0.append(path: id) }
    return wait(until: isBack)
  }

  // MARK: Waiting

  /// Waits until a player that has just started shows an item that it can play, and has told all the rest.
  func settle() {
    _ = wait(Self.start) { hasItem && (can("CanPlay") || status.equals("Playing")) }
    let end = Instant.now + Self.longest
    var before = -1
    while before != heard, Instant.now < end, !isGone {
      before = heard
      listen(for: Self.quiet)
    }
  }

  /// Collects signals for a time.
  func listen(for time: Microseconds) {
    let end = Instant.now + time
    while Instant.now < end, bus.connection.turn(until: end) {}
  }

  /// Waits until a condition is true. Returns whether it became true in time.
  func wait(_ time: Microseconds = timeLimit, until condition: () -> Bool) -> Bool {
    let end = Instant.now + time
    while !condition() {
      if isGone || Instant.now >= end { return false }
      listen(for: Self.moment)
    }
    return true
  }
}
