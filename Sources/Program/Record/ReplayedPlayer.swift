// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The recorded player at one moment of its recording.
final class ReplayedPlayer {
  /// The answer to a call.
  enum Answer {
    case values([Variant])
    case error(name: String, text: String)
    /// The recorded player has never answered such a call.
    case silence
  }

  private struct Property {
    let interface: String
    let name: String
    var value: Variant
  }

  private let recording: Recording
  /// The properties, each with its last known value.
  private var properties: [Property] = []
  /// The places of the properties, by interface and name.
  private var places = TextIndex()
  /// The last known position, and the time at which it was known.
  private var position: (value: Microseconds, time: Instant)
  /// The length of the item; 0 for none.
  private var length = Microseconds.zero
  /// Whether the player's position stands still while it plays.
  private var standsStill = false
  /// Indices of the recorded calls whose answers have not been used yet.
  private var unused: [Int]

  /// - now: the time of the monotonic clock.
  init(_ recording: Recording, now: Instant) {
    self.recording = recording
    position = (.zero, now)
    unused = recording.messages.indices.filter { recording.messages[$0].kind == .call }
    // The first recorded value of each property is taken to be true from the start.
    for index in unused { learn(fromAnswerTo: index, now, onlyNew: true) }
    standsStill = Self.standsStill(recording)
  }

  /// Returns whether two recorded answers have the same position although more than a second of playback lies between
  /// them.
  private static func standsStill(_ recording: Recording) -> Bool {
    var last: (position: Int64, time: Int64)?
    for (index, message) in recording.messages.enumerated() {
      if message.kind == .signal { last = nil }
      guard message.text(0)?.equals(MPRIS.player) ?? false, let answer = recording.answer(to: index)?.values.first
      else { continue }
      if message.isCall(MPRIS.properties, "GetAll"), case .string(let status) = answer.properties?["PlaybackStatus"],
        status.equals("Playing"), case .int64(let position) = answer.properties?["Position"]
      {
        last = (position, message.time)
      } else if message.isCall(MPRIS.properties, "Get"), message.text(1)?.equals("Position") ?? false, let last,
        case .variant(.int64(let position)) = answer
      {
        if position == last.position, Clamp.difference(message.time, last.time) > 1_000_000 { return true }
      }
    }
    return false
  }

  // MARK: What it says in the recording

  /// Applies a message when the replay reaches it.
  func reach(_ index: Int, now: Instant) {
    let message = recording.messages[index]
    if message.kind == .call {
      learn(fromAnswerTo: index, now, onlyNew: false)
    } else if message.isSignal(MPRIS.properties, "PropertiesChanged"), let interface = message.text(0) {
      set(interface, message.values.count > 1 ? message.values[1].properties ?? [] : [], now)
    } else if message.isSignal(MPRIS.player, "Seeked"), let value = message.values.first {
      set(MPRIS.player.description, [Variant.Property(key: "Position", value: value)], now)
    }
  }

  private func learn(fromAnswerTo index: Int, _ now: Instant, onlyNew: Bool) {
    let call = recording.messages[index]
    guard let interface = call.text(0), let answer = recording.answer(to: index), answer.kind == .reply,
      let value = answer.values.first
    else { return }
    var heard: [Variant.Property] = []
    if call.isCall(MPRIS.properties, "GetAll") { heard = value.properties ?? [] }
    if call.isCall(MPRIS.properties, "Get"), let name = call.text(1), case .variant(let value) = value {
      heard = [Variant.Property(key: name, value: value)]
    }
    set(interface, onlyNew ? heard.filter { place(of: $0.key, interface) == nil } : heard, now)
  }

  private func set(_ interface: String, _ heard: [Variant.Property], _ now: Instant) {
    let isPlayer = interface.equals(MPRIS.player)
    if isPlayer {
      position = (position(at: now), now)
      if let metadata = heard["Metadata"], let old = self["Metadata"], Self.isOther(metadata, old) {
        position.value = .zero
      }
      if case .int64(let value) = heard["Position"] { position.value = Microseconds(value) }
    }
    for property in heard {
      let place = places.insert(Self.key(property.key, interface))
      if place < properties.count {
        properties[place].value = property.value
      } else {
        properties.append(Property(interface: interface, name: property.key, value: property.value))
      }
      if isPlayer, property.key.equals("Metadata") { length = Self.length(property.value) }
    }
  }

  /// Returns whether two values of Metadata are of different items.
  private static func isOther(_ a: Variant, _ b: Variant) -> Bool {
    guard let id = a.properties?["mpris:trackid"], let other = b.properties?["mpris:trackid"] else { return false }
    return id.printed.exact != other.printed.exact
  }

  // MARK: What it is asked

  private func place(of name: String, _ interface: String) -> Int? {
    places.place(of: Self.key(name, interface))
  }

  /// Returns what identifies a property. No name of an interface has a space.
  private static func key(_ name: String, _ interface: String) -> String { interface + " " + name }

  private static func length(_ metadata: Variant) -> Microseconds {
    guard case .int64(let length) = metadata.properties?["mpris:length"] else { return .zero }
    return Microseconds(length)
  }

  /// The value of a property of the interface Player.
  private subscript(name: String) -> Variant? {
    place(of: name, MPRIS.player.description).map { properties[$0].value }
  }

  /// Returns the position, which advances while the player plays, up to the end of the item.
  private func position(at now: Instant) -> Microseconds {
    guard !standsStill, case .string(let status) = self["PlaybackStatus"], status.equals("Playing") else {
      return position.value
    }
    var rate = 1.0
    if case .double(let value) = self["Rate"] { rate = value }
    let moved = (now - position.time) * rate
    let reached = position.value + moved
    return length <= .zero ? reached : min(reached, max(length, position.value))
  }

  private func value(_ property: Property, _ now: Instant) -> Variant {
    let isPosition = property.name.equals("Position") && property.interface.equals(MPRIS.player)
    guard isPosition, case .int64 = property.value else { return property.value }
    return .int64(position(at: now).count)
  }

  /// Returns the answer to a call; nil when recordings do not contain such calls, as those of
  /// org.freedesktop.DBus.Peer.
  func answer(to call: Message, now: Instant) -> Answer? {
    let (interface, member) = (call.interface ?? "", call.member ?? "")
    var words: [String] = []
    if interface.equals(MPRIS.properties) {
      // Reads the interface, and for Get and Set the name of the property.
      while words.count < 2, let word = call.readString() { words.append(word) }
      let asked = words.first ?? ""
      let known = properties.filter { $0.interface.exact == asked.exact }
      if member.equals("GetAll"), !known.isEmpty {
        return .values([
          .array("{sv}", known.map { .entry(.string($0.name), .variant(value($0, now))) })
        ])
      }
      if member.equals("Get"), let property = known.first(where: { $0.name.exact == words.last?.exact }) {
        return .values([.variant(value(property, now))])
      }
    }
    return recorded(interface, member, words) ?? unheard(interface, member)
  }

  /// Returns the recorded answer to the next call of this kind, or else to the last one.
  private func recorded(_ interface: String, _ member: String, _ words: [String]) -> Answer? {
    func isSame(_ index: Int) -> Bool {
      let call = recording.messages[index]
      return call.kind == .call && call.member.exact == member.exact
        && (call.interface.exact == interface.exact || interface.isEmpty)
        && words.indices.allSatisfy { call.text($0)?.exact == words[$0].exact }
    }
    let next = unused.firstIndex(where: isSame)
    guard let index = next.map({ unused.remove(at: $0) }) ?? recording.messages.indices.last(where: isSame) else {
      return nil
    }
    guard let answer = recording.answer(to: index) else { return .silence }
    return answer.kind == .reply ? .values(answer.values) : .error(name: answer.errorName, text: answer.text(0) ?? "")
  }

  /// Returns the answer to a call that is not in the recording: commands of MPRIS succeed.
  private func unheard(_ interface: String, _ member: String) -> Answer? {
    if interface.equals("org.freedesktop.DBus.Peer") { return nil }
    let isKnown = MPRIS.interfaces.contains { interface.equals($0) } || interface.equals(MPRIS.properties)
    if isKnown, !member.equals("Get"), !member.equals("GetAll") { return .values([]) }
    let what = member.equals("Get") ? "UnknownProperty" : "UnknownMethod"
    return .error(name: "org.freedesktop.DBus.Error." + what, text: "The recording has no answer to " + member)
  }
}
