// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Arithmetic that cannot overflow. The numbers come from hosts and clients, and a trap would end the player.
public enum Clamp {
  public static func sum(_ a: Int64, _ b: Int64) -> Int64 {
    let (result, overflow) = a.addingReportingOverflow(b)
    return overflow ? (result < 0 ? .max : .min) : result
  }

  public static func difference(_ a: Int64, _ b: Int64) -> Int64 {
    let (result, overflow) = a.subtractingReportingOverflow(b)
    return overflow ? (a < 0 ? .min : .max) : result
  }

  /// Converts to an integer. Numbers out of range are clamped, and NaN becomes 0.
  public static func int64(_ value: Double) -> Int64 {
    if value.isNaN { return 0 }
    if value >= 9.2e18 { return .max }
    if value <= -9.2e18 { return .min }
    return Int64(value)
  }

  public static func int32(_ value: Int64) -> Int32 {
    Int32(truncatingIfNeeded: min(max(value, Int64(Int32.min)), Int64(Int32.max)))
  }

  /// Clamps a number to two bounds; NaN becomes the lower one.
  public static func number(_ value: Double, _ low: Double, _ high: Double) -> Double {
    min(max(value.isNaN ? low : value, low), high)
  }
}

extension FixedWidthInteger {
  /// Increments a serial number. After the greatest comes the least.
  public mutating func advance() { self &+= 1 }
}
