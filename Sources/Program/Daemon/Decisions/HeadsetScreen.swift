// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Decides what BlueZ is told of the player that headsets and cars show, and when: each signal goes by radio.
struct HeadsetScreen {
  /// A player as BlueZ knows it.
  struct State {
    /// The session; empty without one.
    var key = ""
    var identity = "nowplaying"
    /// Whether it plays, or is buffering in order to play; else whether it is stopped.
    var plays = false
    var isStopped = true
    var title = ""
    var artist = ""
    var album = ""
    /// The length, and the number of the track; 0 where they are not known.
    var length: Microseconds = .zero
    var number: Int32 = 0
    /// The position; nil when it is not known.
    var position: Microseconds?
    var keys: Keys = []
  }

  /// The keys that the session takes. The others become keys of the keyboard, and reach the desktop.
  struct Keys: OptionSet {
    let rawValue: UInt8
    static let play = Keys(rawValue: 1)
    static let pause = Keys(rawValue: 2)
    static let next = Keys(rawValue: 4)
    static let previous = Keys(rawValue: 8)
  }

  /// The parts that are sent: properties in one signal, and Seeked after it.
  struct Parts: OptionSet {
    let rawValue: UInt8
    static let item = Parts(rawValue: 1)
    static let status = Parts(rawValue: 2)
    static let keys = Parts(rawValue: 4)
    static let identity = Parts(rawValue: 8)
    static let seeked = Parts(rawValue: 16)
  }

  /// The state that BlueZ was told last.
  private(set) var told = State()
  private var toldAt = Instant.min
  /// The times of the signals of the last second.
  private var sent: [Instant] = []
  private var next = Instant.max

  /// The signals that may be sent in a second. A player that changes more often is told of later.
  static let mostInASecond = 8
  private static let second: Microseconds = .seconds(1)
  /// How far the position may be from where a clock would be before it counts as a jump.
  static let tolerance: Microseconds = .milliseconds(1500)

  /// The time at which `show` must be called again, because it was too early.
  var nextTime: Instant { next }

  /// Takes over what the session is now. Returns what must be sent now.
  mutating func show(_ state: State, now: Instant) -> Parts {
    next = .max
    let parts = changed(state, now)
    if parts.isEmpty { return [] }
    sent.removeAll { now - $0 >= Self.second }
    if sent.count >= Self.mostInASecond {
      next = sent[0] + Self.second
      return []
    }
    sent.append(now)
    let expected = expectedPosition(now)
    (told, toldAt) = (state, now)
    // BlueZ goes on with its own clock, unless it is told.
    if parts.isDisjoint(with: [.item, .seeked]) { told.position = expected }
    return parts
  }

  /// The position that BlueZ assumes.
  func expectedPosition(_ now: Instant) -> Microseconds {
    let position = told.position ?? .zero
    return told.plays ? position + (now - toldAt) : position
  }

  /// Takes over what BlueZ was told by a registration.
  mutating func begin(_ state: State, now: Instant) { (told, toldAt, next) = (state, now, .max) }

  private func changed(_ state: State, _ now: Instant) -> Parts {
    var parts: Parts = []
    if state.plays != told.plays || state.isStopped != told.isStopped { parts.insert(.status) }
    if state.keys != told.keys { parts.insert(.keys) }
    if state.identity.exact != told.identity.exact { parts.insert(.identity) }
    if !isSameItem(state) { return parts.union([.item, .status, .keys]) }
    if let position = state.position, Microseconds.distance(expectedPosition(now), position) > Self.tolerance {
      parts.insert(.seeked)
    }
    return parts
  }

  /// Whether Metadata would say nothing new. A second Metadata would set the position of the headset to 0.
  private func isSameItem(_ state: State) -> Bool {
    state.key.exact == told.key.exact && state.title.exact == told.title.exact
      && state.artist.exact == told.artist.exact && state.album.exact == told.album.exact
      && state.length == told.length && state.number == told.number
  }
}
