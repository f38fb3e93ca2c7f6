// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A length of time, or a position in an item, which is the length from its start. Its arithmetic cannot overflow: a
/// result out of range is the nearest one.
public struct Microseconds: Comparable, Sendable {
  /// The number of microseconds.
  public let count: Int64

  public static let zero = Microseconds(0)
  public static let min = Microseconds(.min)
  public static let max = Microseconds(.max)

  public init(_ count: Int64) { self.count = count }

  /// Converts a number that may have a fraction, be out of range, or be NaN, which becomes 0.
  public init(clamping count: Double) { self.count = Clamp.int64(count) }

  public static func milliseconds(_ count: Int64) -> Microseconds { times(1000, count) }
  public static func seconds(_ count: Int64) -> Microseconds { times(1_000_000, count) }

  public static func < (a: Microseconds, b: Microseconds) -> Bool { a.count < b.count }
  public static func + (a: Microseconds, b: Microseconds) -> Microseconds { Microseconds(Clamp.sum(a.count, b.count)) }
  public static func - (a: Microseconds, b: Microseconds) -> Microseconds {
    Microseconds(Clamp.difference(a.count, b.count))
  }
  public static prefix func - (a: Microseconds) -> Microseconds { zero - a }
  public static func += (a: inout Microseconds, b: Microseconds) { a = a + b }
  public static func -= (a: inout Microseconds, b: Microseconds) { a = a - b }
  public static func * (a: Microseconds, factor: Int) -> Microseconds { times(a.count, Int64(clamping: factor)) }
  /// Divides by a number of 1 or more.
  public static func / (a: Microseconds, divisor: Int) -> Microseconds {
    divisor < 2 ? a : Microseconds(a.count / Int64(clamping: divisor))
  }
  public static func * (a: Microseconds, factor: Double) -> Microseconds {
    Microseconds(clamping: Double(a.count) * factor)
  }

  private static func times(_ count: Int64, _ factor: Int64) -> Microseconds {
    let (result, overflow) = count.multipliedReportingOverflow(by: factor)
    return Microseconds(overflow ? ((count < 0) == (factor < 0) ? .max : .min) : result)
  }

  public var isWholeSecond: Bool { count % 1_000_000 == 0 }

  /// The length without its sign.
  public var magnitude: Microseconds { count < 0 ? -self : self }

  /// The distance of two positions, 0 or more.
  @inline(never)
  public static func distance(_ a: Microseconds, _ b: Microseconds) -> Microseconds { (a - b).magnitude }
}

/// A time of the monotonic clock.
public struct Instant: Comparable, Sendable {
  /// The number of microseconds since the start of the clock.
  public let count: Int64

  /// After every time of the clock, and before every one.
  public static let max = Instant(.max)
  public static let min = Instant(.min)

  public init(_ count: Int64) { self.count = count }

  public static func < (a: Instant, b: Instant) -> Bool { a.count < b.count }
  public static func + (a: Instant, length: Microseconds) -> Instant { Instant(Clamp.sum(a.count, length.count)) }
  public static func - (a: Instant, length: Microseconds) -> Instant {
    Instant(Clamp.difference(a.count, length.count))
  }
  public static func += (a: inout Instant, length: Microseconds) { a = a + length }
  public static func - (a: Instant, b: Instant) -> Microseconds { Microseconds(Clamp.difference(a.count, b.count)) }
}
