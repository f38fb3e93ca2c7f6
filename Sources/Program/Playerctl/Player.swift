// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// A player of MPRIS as playerctl sees it: by the properties that it has said last.
final class Player {
  /// The end of its MPRIS name, "vlc.instance123".
  let instance: String
  /// The part of that before the first dot.
  let name: String
  let busName: String
  private let bus: SessionBus
  private var question: SessionBus.Pending?
  /// Whether it did not say in time what it is asked first.
  private(set) var isSilent = false
  /// Whether it has said that.
  private var isKnown = false
  private var retries = Retries()
  private var properties: [Variant.Property] = []
  private(set) var status = "Playing"
  private var anchor: (position: Int64, time: Int64) = (0, 0)

  init(_ instance: String, _ bus: SessionBus) {
    self.instance = instance
    self.bus = bus
    name = instance.before(46)
    busName = PlayerNames.prefix.description + instance
  }

  /// Asks for all that it says, unless it was asked before; several players think about it at the same time.
  func ask() {
    if question == nil { question = bus.askAll(of: busName, MPRIS.player) }
  }

  /// Waits for what it says.
  func listen() {
    ask()
    guard let question else { return }
    _ = bus.answer(to: question)
    take(question)
  }

  /// Takes over its answer. Where there is none, what its signals have told stays.
  private func take(_ answered: SessionBus.Pending) {
    question = nil
    isSilent = answered.hasTimedOut
    guard let all = answered.answer?.value?.properties else { return retries.fail(np_now_us()) }
    isKnown = true
    properties = all.filter { Self.isKnown($0.key) }
    takeStatus()
    anchor = (int64("Position") ?? 0, np_now_us())
  }

  /// When it is to be asked anew, because it has not said what it is asked first; `.max` while it is not.
  var nextTime: Int64 { question == nil ? retries.nextTime : .max }

  /// It has sent a signal, and may answer now.
  func hear() { if !isKnown, question == nil { retries.hear() } }

  /// Asks it anew when it is time, without waiting. Returns whether it has answered since.
  func turn(_ now: Int64) -> Bool {
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

  /// Whether it is a property of MPRIS: of others a player may have any number.
  private static func isKnown(_ key: String) -> Bool { names.has(key) }

  // MARK: What it says

  func has(_ key: String, _ type: ExactText) -> Bool { properties[key]?.type.exact == type }

  /// False also when the player does not say so.
  func can(_ key: String) -> Bool {
    if case .bool(let value) = properties[key] { return value }
    return false
  }

  func double(_ key: String) -> Double? {
    if case .double(let value) = properties[key] { return value }
    return nil
  }

  func string(_ key: String) -> String? {
    if case .string(let value) = properties[key] { return value }
    return nil
  }

  private func int64(_ key: String) -> Int64? {
    if case .int64(let value) = properties[key] { return value }
    return nil
  }

  var loop: String { Self.word(string("LoopStatus"), of: Self.loops) ?? "None" }
  static var loops: [String] { LoopStatus.allCases.map { $0.name } }
  static var statuses: [String] { PlaybackStatus.allCases.map { $0.name } }

  /// The one of some words that a text is, however it is written.
  static func word(_ text: String?, of words: [String]) -> String? {
    guard let text else { return nil }
    let small = Escape.lowercased(text)
    return words.first { Escape.lowercased($0).exact == small.exact }
  }

  private func takeStatus() {
    status = Self.word(string("PlaybackStatus"), of: Self.statuses) ?? status
  }

  /// In µs, as of now.
  var position: Int64 {
    switch status.exact {
    case "Playing":
      MovingPosition(anchor.position, at: anchor.time, speed: double("Rate") ?? 1).unbounded(at: np_now_us())
    case "Paused": anchor.position
    default: 0
    }
  }

  /// Asked for where the player has not said it with its other properties, as old ones of Spotify.
  func metadata() throws(Failure) -> [Variant.Property] {
    if let metadata = properties["Metadata"]?.properties { return metadata }
    let answer = bus.property(of: busName, "Metadata")
    if answer.isSilence { throw Failure.unanswered([instance]) }
    switch answer {
    case .value(.variant(let metadata)): return metadata.properties ?? []
    // Of another type: it has none.
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

  /// Takes over what a signal says. Returns the names of what has changed.
  func apply(_ changed: [Variant.Property]) -> [String] {
    let before = (status, position, item, double("Rate"))
    for property in changed where Self.isKnown(property.key) { put(property) }
    takeStatus()
    if item.exact != before.2.exact || status.equals("Stopped") {
      anchor = (0, np_now_us())
    } else if status.exact != before.0.exact || double("Rate") != before.3 {
      anchor = (before.1, np_now_us())
    }
    return changed.map { $0.key }
  }

  private func put(_ property: Variant.Property) {
    properties.removeAll { $0.key.exact == property.key.exact }
    properties.append(property)
  }

  /// The item by its track id; by its title and address where it has none.
  private var item: String {
    let metadata = properties["Metadata"]?.properties ?? []
    if let track = Self.trackID(metadata) { return track }
    return (metadata.text("xesam:title") ?? "") + "\n" + (metadata.text("xesam:url") ?? "")
  }

  /// When it may be asked for what it does not tell.
  private var asksAt = Int64.min
  /// In µs: for so long one that has not answered is not asked again, and nobody waits for it.
  private static let silenceTime: Int64 = 5_000_000

  /// Asks it, after a signal, for what players do not tell: few say CanPlay, or that the same song begins again.
  func askUntold() {
    if np_now_us() < asksAt { return }
    let question = bus.ask(
      busName, MPRIS.path, MPRIS.properties, "GetAll", timeout: SessionBus.shortPatience
    ) { $0.append(MPRIS.player) }
    let all = bus.answer(to: question).value?.properties ?? []
    if question.hasTimedOut { asksAt = Clamp.sum(np_now_us(), Self.silenceTime) }
    for property in all where Self.isKnown(property.key) {
      let isTold = property.key.exact == "Metadata" || property.key.exact == "PlaybackStatus"
      if isTold, properties[property.key] != nil { continue }
      put(property)
    }
    takeStatus()
    if case .int64(let place) = all["Position"] { move(to: place) }
  }

  /// It is here, in its own words.
  private func move(to place: Int64) {
    if !MovingPosition.agrees(place, with: position) { anchor = (place, np_now_us()) }
  }

  /// Seeked.
  func seeked(to position: Int64) { anchor = (position, np_now_us()) }
}
