// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
import Foundation

/// Reads numbers from a `[String: Any]`.
///
/// On Apple's systems every number in such a dictionary is an NSNumber. On Linux each keeps its own type: `as? Double`
/// fails for a Float or an Int, and CGFloat and Float16 are not even NSNumbers.
enum InfoNumber {
  /// The number as a Double; nil when the value is not a number. A Float becomes the Double with the same decimal
  /// digits.
  static func double(_ value: Any?) -> Double? {
    switch value {
    case let value as Float: decimal(value)
    // Also matches Decimal and Bool.
    case let value as NSNumber: value.doubleValue
    case let value as any BinaryFloatingPoint: Double(value)
    case let value as any BinaryInteger: Double(value)
    default: nil
    }
  }

  /// The number rounded down; nil when the value is not a finite number.
  static func integer(_ value: Any?) -> Int64? {
    if let value = value as? any BinaryInteger { return Int64(clamping: value) }
    guard let value = double(value), value.isFinite else { return nil }
    return Int64(exactly: value.rounded(.down)) ?? (value < 0 ? .min : .max)
  }

  /// The number in decimal digits, for numbers that are ids: also a UInt64 that does not fit into an Int64. Nil when
  /// the value is not an integer.
  static func digits(_ value: Any?) -> String? {
    switch value {
    case let value as any BinaryInteger: String(value)
    case let value as NSNumber: value.doubleValue == value.doubleValue.rounded() ? value.stringValue : nil
    default: integer(value).map { String($0) }
    }
  }

  /// Whether the number is not 0; nil when the value is not a number.
  static func bool(_ value: Any?) -> Bool? { double(value).map { $0 != 0 } }
}
