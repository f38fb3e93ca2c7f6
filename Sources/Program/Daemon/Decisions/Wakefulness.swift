// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Decides what keeps the machine awake: the players that play here.
struct Wakefulness {
  /// The sessions that keep it awake: `--inhibit`.
  enum Kind: CaseIterable {
    case all, music, video

    init?(word: String) {
      switch word.exact {
      case ExactText("music"): self = .music
      case ExactText("video"): self = .video
      default: return nil
      }
    }

    /// The word of the command line; empty where none is needed.
    var word: String {
      switch self {
      case .all: ""
      case .music: "music"
      case .video: "video"
      }
    }
  }

  /// The facts about a session that the decision needs.
  struct State {
    let key: String
    /// The name of the player, for people.
    let name: String
    /// Whether it plays on this machine, or is buffering in order to play, and is not muted.
    let plays: Bool
    let isVideo: Bool
    /// A text that is another one when the session plays something else.
    let item: String
  }

  /// The demand on the system.
  struct Wish: Equatable {
    /// The player that is named as the reason; nil while the machine may sleep.
    var player: String?
    /// Whether the screen is needed, too.
    var isVideo = false

    /// Whether the player is the one of another wish, or both have none.
    func hasPlayer(of other: Wish) -> Bool {
      (player == nil) == (other.player == nil) && (player ?? "").exact == (other.player ?? "").exact
    }

    static func == (a: Wish, b: Wish) -> Bool { a.hasPlayer(of: b) && a.isVideo == b.isVideo }
  }

  /// A session that plays, or has played until a moment ago.
  private struct Player {
    var state: State
    /// The time until which it counts.
    var until: Instant
    /// Whether it has stopped, and counts for a moment more.
    var isOver = false
  }

  /// The sessions that count; nil for none.
  var kind: Kind?
  /// Whether nothing keeps the machine awake on battery.
  var needsAC = false
  var isOnBattery = false
  private var players: [Player] = []
  private var now = Instant.min
  /// The player that is the reason, as long as it counts, so that the reason changes rarely.
  private var reason = ""
  /// The last wish, and the time until which it stays as long as any player counts: a player may change its name, or
  /// between music and videos, all the time.
  private var last = Wish()
  private var steadyUntil = Instant.min
  /// Whether another wish waits for that time.
  private var isLate = false

  /// How long a session counts after it has paused or gone: longer than between two items.
  static let moment: Microseconds = .seconds(2)
  /// How long a session counts that plays and never changes. Some players say Playing for ever.
  static let patience: Microseconds = .seconds(12 * 3600)

  /// The time at which `look` must be called again.
  var nextTime: Instant {
    min(players.map { $0.until }.filter { $0 > now }.min() ?? .max, isLate ? steadyUntil : .max)
  }

  /// Takes over what the sessions do now.
  ///
  /// - sessions: the most important first.
  mutating func look(_ sessions: [State], now: Instant) {
    self.now = now
    let counted = sessions.filter { $0.plays && (kind == .all || kind == ($0.isVideo ? .video : .music)) }
    for index in players.indices where !players[index].isOver {
      if counted.contains(where: { $0.key.exact == players[index].state.key.exact }) { continue }
      (players[index].isOver, players[index].until) = (true, min(players[index].until, now + Self.moment))
    }
    for state in counted {
      let until = now + Self.patience
      guard let index = players.firstIndex(where: { $0.state.key.exact == state.key.exact }) else {
        players.append(Player(state: state, until: until))
        continue
      }
      let isSame = !players[index].isOver && players[index].state.item.exact == state.item.exact
      players[index] = Player(state: state, until: isSame ? players[index].until : until)
    }
    players.removeAll { $0.isOver && $0.until <= now }
  }

  /// The sessions that keep the machine awake.
  var counted: [State] { needsAC && isOnBattery ? [] : players.filter { $0.until > now }.map { $0.state } }

  /// Returns what is wanted of the system now.
  mutating func wish() -> Wish {
    let wanted = wanted()
    isLate = wanted != last && wanted.player != nil && last.player != nil && now < steadyUntil
    if wanted != last, !isLate { (last, steadyUntil) = (wanted, now + Self.moment) }
    return last
  }

  private mutating func wanted() -> Wish {
    let names = counted.map { $0.name }
    guard let first = names.first else { return Wish() }
    if !names.contains(where: { $0.exact == reason.exact }) { reason = first }
    return Wish(player: reason, isVideo: players.contains { $0.until > now && $0.state.isVideo })
  }
}
