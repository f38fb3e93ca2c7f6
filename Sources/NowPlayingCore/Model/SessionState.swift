// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// All that a session says of itself. Staged by setters, made visible as a whole by a commit.
public struct SessionState: Equatable, Sendable {
  public var content: Content?
  public var snapshot: PlaybackSnapshot?
  public var commands: [CommandDescriptor] = []
  /// 0 or more, 1 is full; nil when the session has no volume.
  public var volume: Double?
  /// Tells the session from the others of its app, so that no two of their items look the same to a client.
  public let scope: UInt32

  public init(scope: UInt32 = 0) { self.scope = scope }

  /// The command of a kind that is used: the first enabled one, else the first.
  public func command(_ kind: CommandKind) -> CommandDescriptor? {
    guard let index = index(of: kind) else { return nil }
    return commands[index]
  }

  public func isEnabled(_ kind: CommandKind) -> Bool {
    guard let index = index(of: kind) else { return false }
    return commands[index].enabled
  }

  /// Looks without copying: this runs for each call of a client.
  private func index(of kind: CommandKind) -> Int? {
    var first: Int?
    for index in commands.indices where commands[index].kind == kind {
      if commands[index].enabled { return index }
      if first == nil { first = index }
    }
    return first
  }

  /// The position at a time in microseconds; nil when it is not known.
  public func position(at now: Int64) -> Int64? { snapshot?.position(at: now, length: content?.length) }

  public var isPlaying: Bool { snapshot?.state == .playing }
}
