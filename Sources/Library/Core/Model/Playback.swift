// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The properties of a player that show whether two players on the bus are one playback under two names: those of a
/// browser and its integration, or of a client and a bridge.
public struct Playback: Sendable {
  /// The title of the item; "" without one.
  public let title: String
  /// The length of the item; 0 where it is unknown.
  public let length: Microseconds
  /// The process that owns the name; 0 where it is unknown.
  public let process: Int32
  /// The process of the browser, where the player is the integration of one; 0 for others.
  public let browser: Int32

  /// - browser: the process id as a text, which plasma-browser-integration publishes as "kde:pid".
  public init(title: String, length: Microseconds, process: Int32, browser: String) {
    (self.title, self.length, self.process) = (title, length, process)
    self.browser = ProcessNumber.read(browser)
  }

  /// Whether both players belong to one process, or one is the integration of the other, and what they say of the item
  /// may be the same: a browser plays other tabs beside that which its integration shows.
  public func isTied(to other: Playback) -> Bool {
    if isIntegration(of: other) || other.isIntegration(of: self) { return mayBe(other) }
    guard isOfProcess(of: other) else { return false }
    return title.isEmpty || other.title.isEmpty || isLike(other) || mayBe(other) && hasKnownLength(of: other)
  }

  /// Whether this player is the integration of a browser, and the other is that browser.
  public func isIntegration(of other: Playback) -> Bool { browser != 0 && browser == other.process }

  public func isOfProcess(of other: Playback) -> Bool { process != 0 && process == other.process }

  /// Whether the titles may mean the same item: one contains the other, as the title of a window has more than that of
  /// a song.
  public func mayBe(_ other: Playback) -> Bool {
    let (mine, others) = (title.part(to: Self.compared), other.title.part(to: Self.compared))
    return mine.contains(others) || others.contains(mine)
  }

  /// Whether the titles show that both players are one playback. Where both belong to one process, a missing title does
  /// not matter.
  public func isProbably(_ other: Playback) -> Bool {
    if !isOfProcess(of: other), title.isEmpty || other.title.isEmpty { return false }
    return mayBe(other)
  }

  /// Whether both players have the same title and length.
  public func isLike(_ other: Playback) -> Bool {
    !title.isEmpty && title.exact == other.title.exact && hasLength(of: other)
  }

  /// Whether the lengths are equal, or one is unknown.
  public func hasLength(of other: Playback) -> Bool {
    length == .zero || other.length == .zero || Microseconds.distance(length, other.length) < Self.moment
  }

  /// Whether both lengths are known and equal.
  private func hasKnownLength(of other: Playback) -> Bool {
    length != .zero && other.length != .zero && hasLength(of: other)
  }

  /// The time within which one playback begins and stops under both of its names.
  public static let moment: Microseconds = .seconds(1)

  /// The time for which a player that has lost its item counts as being on its way to the next one.
  public static let gap: Microseconds = .seconds(2)

  /// The bytes of a title that are compared, because a player can send a very long one.
  private static let compared = 256
}

/// Reads the id of a process.
public enum ProcessNumber {
  /// The number that a text of digits means; 0 for any other text.
  public static func read(_ text: String) -> Int32 {
    let digits = text.bytes
    guard digits.count <= 10, digits.allSatisfy({ (48...57).contains($0) }) else { return 0 }
    return Int32(exactly: digits.reduce(Int64.zero) { $0 * 10 + Int64(truncatingIfNeeded: $1 &- 48) }) ?? 0
  }
}
