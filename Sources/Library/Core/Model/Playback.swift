// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The item of a session and its process, by which it is found out that two are one playback behind two names: a
/// browser's own and that of its integration, a client and a bridge.
public struct Playback: Sendable {
  /// Empty without one.
  public let title: String
  /// In µs; 0 where it is not known.
  public let length: Int64
  /// 0 where it is not known.
  public let process: Int32
  /// The process of the browser of which it is the integration; 0 of others.
  public let browser: Int32

  /// - browser: in digits, as plasma-browser-integration says it by "kde:pid".
  public init(title: String, length: Int64, process: Int32, browser: String) {
    (self.title, self.length, self.process) = (title, length, process)
    self.browser = ProcessNumber.read(browser)
  }

  /// Whether both are of one process, or one is of the other's.
  public func isTied(to other: Playback) -> Bool {
    if isIntegration(of: other) || other.isIntegration(of: self) { return true }
    return isOfProcess(of: other) && mayBe(other)
  }

  /// Whether it says that it is the integration of the other.
  public func isIntegration(of other: Playback) -> Bool { browser != 0 && browser == other.process }

  public func isOfProcess(of other: Playback) -> Bool { process != 0 && process == other.process }

  /// Whether the titles do not tell them apart: a window's has more words than a song's.
  public func mayBe(_ other: Playback) -> Bool {
    let (mine, others) = (title.part(to: Self.compared), other.title.part(to: Self.compared))
    return mine.contains(others) || others.contains(mine)
  }

  /// Whether the titles tell that both are one, where both have one; of one process none is needed.
  public func isProbably(_ other: Playback) -> Bool {
    if !isOfProcess(of: other), title.isEmpty || other.title.isEmpty { return false }
    return mayBe(other)
  }

  /// Whether both are of the same title and length.
  public func isLike(_ other: Playback) -> Bool {
    !title.isEmpty && title.exact == other.title.exact && hasLength(of: other)
  }

  /// Whether the lengths do not tell them apart.
  public func hasLength(of other: Playback) -> Bool {
    length == 0 || other.length == 0 || Clamp.distance(length, other.length) < Self.moment
  }

  /// In µs: what is one playback begins and stops within so long, also behind two names.
  public static let moment: Int64 = 1_000_000

  /// More of a title is not compared: players may give long ones.
  private static let compared = 256
}

/// The number of a process.
public enum ProcessNumber {
  /// Reads it in digits; 0 of a text that is none.
  public static func read(_ text: String) -> Int32 {
    let digits = text.bytes
    guard digits.count <= 10, digits.allSatisfy({ (48...57).contains($0) }) else { return 0 }
    return Int32(exactly: digits.reduce(Int64.zero) { $0 * 10 + Int64(truncatingIfNeeded: $1 &- 48) }) ?? 0
  }
}
