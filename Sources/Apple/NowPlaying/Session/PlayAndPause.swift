// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingCore

/// Completes the commands of a model that offers play while it is paused and pause while it plays, and never both.
///
/// Clients take CanPlay and CanPause for abilities of the item: if the values changed at each press, the clients'
/// buttons would flicker (rule 11 in Rules.md). So the missing command is added as a disabled one.
struct PlayAndPause {
  /// Whether the model has offered play since the session began; `hasPause` says the same of pause.
  private var hasPlay = false
  private var hasPause = false
  /// Whether the model has played and could not be paused, as a broadcast that knows no pause.
  private var playsOn = false

  /// Returns the commands, with a disabled play or pause added where the model offers the two by turns.
  mutating func complete(_ commands: [MediaCommand], _ snapshot: MediaPlaybackSnapshot?) -> [MediaCommand] {
    let play = Self.index(of: .play, in: commands)
    let pause = Self.index(of: .pause, in: commands)
    if play != nil { hasPlay = true }
    if pause != nil { hasPause = true }
    let isPlaying = if case .playing = snapshot?.state { true } else { false }
    if let play, pause == nil {
      if isPlaying, !hasPause { playsOn = true }
      if hasPause || !playsOn && !Self.hasOther(commands) { return Self.insert(.pause, at: play + 1, in: commands) }
    }
    if let pause, play == nil, hasPlay { return Self.insert(.play, at: pause, in: commands) }
    return commands
  }

  /// Whether another command than pause ends playing.
  private static func hasOther(_ commands: [MediaCommand]) -> Bool {
    index(of: .stop, in: commands) != nil || index(of: .togglePlayPause, in: commands) != nil
  }

  private static func index(of kind: CommandKind, in commands: [MediaCommand]) -> Int? {
    // By index, because using a whole command would copy it.
    commands.indices.first { commands[$0].kind == kind }
  }

  private static func insert(_ kind: CommandKind, at index: Int, in commands: [MediaCommand]) -> [MediaCommand] {
    var commands = commands
    commands.insert(MediaCommand(kind, .plain {}).enabled(false), at: index)
    return commands
  }
}
