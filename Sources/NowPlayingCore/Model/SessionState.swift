// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// All that a host says of a session. Setters stage it, and a commit makes it visible as a whole.
public struct SessionState: Equatable, Sendable {
  public var content: Content?
  public var snapshot: PlaybackSnapshot?
  public var commands: [CommandDescriptor] = []
  /// 0 or more, 1 is full; nil when the session has no volume.
  public var volume: Double?
  /// The highest volume that clients may set; greater than 0.
  public var volumeMaximum = 1.0
  /// The number of the session within its app. It is part of each track id, so that items of two sessions have
  /// different ones.
  public let scope: UInt32

  public init(scope: UInt32 = 0) { self.scope = scope }

  /// The command that counts where a kind is given twice: the first enabled one, else the first.
  public func command(_ kind: CommandKind) -> CommandDescriptor? {
    guard let index = index(of: kind) else { return nil }
    return commands[index]
  }

  public func isEnabled(_ kind: CommandKind) -> Bool {
    guard let index = index(of: kind) else { return false }
    return commands[index].enabled
  }

  /// By index, because this runs for each call of a client, and a loop over the commands would copy each.
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
