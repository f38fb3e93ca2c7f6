// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// A player of MPRIS as playerctl sees it: its cached properties, kept up to date by signals.
final class Player {
  /// The end of its MPRIS name, "vlc.instance123".
  let instance: String
  /// The part of the instance name before the first dot.
  let name: String
  let busName: String
  private let bus: SessionBus
  /// Whether this is playerctld, which the bus starts for those who name it.
  private var isDaemon: Bool { instance.exact == PlayerNames.daemon.exact }
  private var question: SessionBus.Pending?
  /// Whether the player did not answer the first GetAll in time.
  private(set) var isSilent = false
  /// Whether the player has answered GetAll.
  private var isKnown = false
  private var retries = Retries()
  private var properties: [Variant.Property] = []
  private(set) var status = "Playing"
  private var anchor: (position: Microseconds, time: Instant) = (.zero, .min)

  init(_ instance: String, _ bus: SessionBus) {
    self.instance = instance
    self.bus = bus
    name = instance.before(46)
    busName = PlayerNames.prefix.description + instance
  }

  /// Sends GetAll, unless that call is already pending. Several players can be asked at the same time.
  func ask() {
    if question == nil { question = bus.askAll(of: busName, MPRIS.player, starts: isDaemon) }
  }

  /// Waits for the answer to GetAll.
  func listen() {
    ask()
    guard let question else { return }
    _ = bus.answer(to: question)
    take(question)
  }

  /// Stores the answer to GetAll. When there is none, the properties known from signals stay.
  private func take(_ answered: SessionBus.Pending) {
    question = nil
    isSilent = answered.hasTimedOut
    guard let all = answered.answer?.value?.properties else { return retries.fail(Instant.now) }
    isKnown = true
    properties = all.filter { Self.isKnown($0.key) }
    takeStatus()
    anchor = (Microseconds(int64("Position") ?? 0), .now)
    _ = nextLook.takes(anchor.position, isPlaying: false, .now)
    lookAgain()
  }

  /// The time at which GetAll must be sent again because it was not answered; `.max` while that is not due.
  var nextTime: Instant { question == nil ? retries.nextTime : .max }

  /// Notes that the player has sent a signal: if it has never answered, it may now.
  func hear() { if !isKnown, question == nil { retries.hear() } }

  /// Sends GetAll again when it is time, without waiting. Returns whether an answer has come since.
  func turn(_ now: Instant) -> Bool {
    if let question {
      if question.answer != nil { take(question) }
      return self.question == nil && isKnown
    }
    if now >= nextTime {
      retries.begin(now)
      ask()
    }
    return false
  }

  private static let names = PlayerProperties.table.rows.map { $0.name.description } + ["Position"]

  /// Returns whether MPRIS defines a property. Others are dropped, because a player may send any number of them.
  private static func isKnown(_ key: String) -> Bool { names.has(key) }

  // MARK: What it says

  func has(_ key: String, _ type: ExactText) -> Bool { properties[key]?.type.exact == type }

  /// Returns whether a Can… property is true; false also when the player does not have it.
  func can(_ key: String) -> Bool {
    if case .bool(let value) = properties[key] { return value }
    return false
  }

  func double(_ key: String) -> Double? {
    if case .double(let value) = properties[key] { return value }
    return nil
  }

  /// Returns a number of any type, as a surface reads it. playerctl's own words take the type that MPRIS has.
  func number(_ key: String) -> Double? { properties[key]?.anyNumber }

  /// The speed. Some players, as Audacious, send 0 while they play.
  private var rate: Double { number("Rate").flatMap { $0 == 0 ? nil : $0 } ?? 1 }

  func string(_ key: String) -> String? {
    if case .string(let value) = properties[key] { return value }
    return nil
  }

  private func int64(_ key: String) -> Int64? { properties[key]?.anyInteger }

  var loop: String { Self.word(string("LoopStatus"), of: Self.loops) ?? "None" }
  static var loops: [String] { LoopStatus.allCases.map { $0.name } }
  static var statuses: [String] { PlaybackStatus.allCases.map { $0.name } }

  /// Returns the word of a list that equals a text regardless of case.
  static func word(_ text: String?, of words: [String]) -> String? {
    guard let text else { return nil }
    let small = Escape.lowercased(text)
    return words.first { Escape.lowercased($0).exact == small.exact }
  }

  private func takeStatus() {
    status = Self.word(string("PlaybackStatus"), of: Self.statuses) ?? status
  }

  /// The position now.
  var position: Microseconds {
    switch status.exact {
    case "Playing":
      MovingPosition(anchor.position, at: anchor.time, speed: rate).unbounded(at: .now)
    case "Paused": anchor.position
    default: .zero
    }
  }

  /// Returns Metadata. It is requested by itself when GetAll did not contain it, as with old versions of Spotify.
  func metadata() throws(Failure) -> [Variant.Property] {
    if let metadata = properties["Metadata"]?.properties { return metadata }
    let answer = bus.property(of: busName, "Metadata")
    if answer.isSilence { throw Failure.unanswered([instance]) }
    switch answer {
    case .value(.variant(let metadata)): return metadata.properties ?? []
    // A value of another type counts as no metadata.
    case .value: return []
    case .error(let name, _) where name.isEmpty: return []
    case .error(_, let text): throw Failure(text: text)
    }
  }

  static func trackID(_ metadata: [Variant.Property]) -> String? {
    switch metadata["mpris:trackid"] {
    case .path(let id), .string(let id): id
    default: nil
    }
  }

  // MARK: What is asked of it

  func call(_ member: StaticString, _ fill: (Message) -> Int32 = { _ in .zero }) throws(Failure) {
    try check(bus.ask(busName, MPRIS.path, MPRIS.player, member, fill))
  }

  func set(_ key: StaticString, _ type: StaticString, _ append: (Message) -> Int32) throws(Failure) {
    try check(
      bus.ask(busName, MPRIS.path, MPRIS.properties, "Set") { message in
        message.append(MPRIS.player).then(message.append(key))
          .then(message.container(.variant, type) { append(message) })
      })
  }

  private func check(_ question: SessionBus.Pending) throws(Failure) {
    guard case .error(_, let text) = bus.answer(to: question) else { return }
    throw question.hasTimedOut ? Failure.unanswered([instance]) : Failure(text: text)
  }

  // MARK: Changes

  /// The time until which the player counts as being on its way to the next item, because its metadata can no longer be
  /// shown; `.min` when that has not been.
  private(set) var gapEnd = Instant.min
  /// Whether a command shows the metadata. Chromium loses CanPlay first, by a signal of its own.
  private var showsMetadata: Bool { can("CanPlay") && !(properties["Metadata"]?.properties?.isEmpty ?? true) }

  /// Stores the properties in a signal. Returns the names of those that have changed.
  func apply(_ changed: [Variant.Property]) -> [String] {
    let before = (status, position, item, rate)
    let hasShown = showsMetadata
    defer { if hasShown, !showsMetadata { gapEnd = Instant.now + Playback.gap } }
    for property in changed where Self.isKnown(property.key) { put(property) }
    takeStatus()
    if item.exact != before.2.exact || status.equals("Stopped") {
      anchor = (.zero, .now)
    } else if status.exact != before.0.exact || rate != before.3 {
      anchor = (before.1, .now)
    }
    return changed.map { $0.key }
  }

  private func put(_ property: Variant.Property) {
    properties.removeAll { $0.key.exact == property.key.exact }
    properties.append(property)
  }

  /// Identifies the item by its track id, or else by its title and URL.
  private var item: String {
    let metadata = properties["Metadata"]?.properties ?? []
    if let track = Self.trackID(metadata) { return track }
    return (metadata.text("xesam:title") ?? "") + "\n" + (metadata.text("xesam:url") ?? "")
  }

  /// The time before which `askUntold` does not ask, because the player was silent.
  private var asksAt = Instant.min
  /// The time for which a player that has not answered `askUntold` is not asked again.
  private static let silenceTime: Microseconds = .seconds(5)

  /// Reads all properties after a signal, because players fail to emit some: few emit CanPlay, or that the same song
  /// begins again.
  func askUntold() {
    if Instant.now < asksAt { return }
    let question = bus.ask(
      busName, MPRIS.path, MPRIS.properties, "GetAll", timeout: SessionBus.shortPatience
    ) { $0.append(MPRIS.player) }
    let all = bus.answer(to: question).value?.properties ?? []
    if question.hasTimedOut { asksAt = Instant.now + Self.silenceTime }
    for property in all where Self.isKnown(property.key) {
      let isTold = property.key.exact == "Metadata" || property.key.exact == "PlaybackStatus"
      if isTold, properties[property.key] != nil { continue }
      put(property)
    }
    takeStatus()
    guard let place = all["Position"]?.anyInteger.map({ Microseconds($0) }) else { return }
    if nextLook.takes(place, isPlaying: status.equals("Playing"), .now) { move(to: place) }
  }

  /// Takes over a position that the player reports, unless it agrees with the expected one.
  private func move(to place: Microseconds) {
    if !MovingPosition.agrees(place, with: position) { anchor = (place, Instant.now) }
  }

  /// Seeked.
  func seeked(to position: Microseconds) {
    anchor = (position, .now)
    lookAgain()
  }

  /// When to look whether the player was right in its last signal.
  private var nextLook = PositionLook()

  /// Looks again in a second: some players tell a seek, or a new song, before they have moved.
  func lookAgain() { nextLook.again(.now) }

  /// Reads all properties again when it is time.
  func look(_ now: Instant) {
    if now < nextLook.time { return }
    nextLook.begin(isAsked: true, now)
    askUntold()
  }
}
