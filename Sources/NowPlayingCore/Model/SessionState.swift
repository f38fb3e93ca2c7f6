// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// All that a session says of itself. Staged by setters, made visible as a whole by a commit.
public struct SessionState: Equatable, Sendable {
  public var content: Content?
  public var snapshot: PlaybackSnapshot?
  public var commands: [CommandDescriptor] = []
  /// 0 or more, 1 is full; nil when the session has no volume.
  public var volume: Double?

  public init() {}

  /// The command of a kind that is used: the first enabled one, else the first.
  public func command(_ kind: CommandKind) -> CommandDescriptor? {
    var first: CommandDescriptor?
    for command in commands where command.kind == kind {
      if command.enabled { return command }
      if first == nil { first = command }
    }
    return first
  }

  public func isEnabled(_ kind: CommandKind) -> Bool { command(kind)?.enabled ?? false }

  /// The position at a time in microseconds; nil when it is not known.
  public func position(at now: Int64) -> Int64? { snapshot?.position(at: now, length: content?.length) }

  public var isPlaying: Bool { snapshot?.state == .playing }
}
