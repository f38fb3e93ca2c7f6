// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The operators of a template: two integers make an integer, and all else a number.
enum Arithmetic {
  static func call(_ sign: String, _ values: [Variant?]) throws(Failure) -> Variant {
    if values.count == 1 { return try signed(sign, values[0]) }
    guard values.count == 2 else {
      throw Failure(text: sign + " takes two arguments (got " + String(values.count) + ")")
    }
    guard let a = number(values[0]), let b = number(values[1]) else {
      throw Failure(
        text: (sign.equals("+") || sign.equals("-")) && (values[0] == nil || values[1] == nil)
          ? "Got unsupported operand type for " + sign + ": NULL"
          : "Got unsupported operand types for " + sign + ": '" + type(values[0]) + "' and '" + type(values[1]) + "'")
    }
    if case .int64(let a) = values[0], case .int64(let b) = values[1] { return .int64(try integer(sign, a, b)) }
    switch sign.exact {
    case "+": return .double(a + b)
    case "-": return .double(a - b)
    case "*": return .double(a * b)
    default:
      if b == 0 { throw divisionByZero }
      return .double(a / b)
    }
  }

  private static let divisionByZero = Failure(text: "Divide by zero error")
  private static let overflow = Failure(text: "Numeric overflow detected")

  private static func signed(_ sign: String, _ value: Variant?) throws(Failure) -> Variant {
    switch (sign.exact, value) {
    case ("+", .int64), ("+", .uint64), ("+", .double): return value ?? .double(0)
    case ("-", .int64(let number)): return .int64(0 &- number)
    case ("-", .double(let number)): return .double(-number)
    default: throw Failure(text: "Got unsupported operand type for unary " + sign + ": '" + type(value) + "'")
    }
  }

  private static func integer(_ sign: String, _ a: Int64, _ b: Int64) throws(Failure) -> Int64 {
    let result: (partialValue: Int64, overflow: Bool)
    switch sign.exact {
    case "+": result = a.addingReportingOverflow(b)
    case "-": result = a.subtractingReportingOverflow(b)
    case "*": result = a.multipliedReportingOverflow(by: b)
    default:
      if b == 0 { throw divisionByZero }
      result = a.dividedReportingOverflow(by: b)
    }
    if result.overflow { throw overflow }
    return result.partialValue
  }

  private static func number(_ value: Variant?) -> Double? {
    switch value {
    case .int64(let value): Double(value)
    case .uint64(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  private static func type(_ value: Variant?) -> String { value?.type ?? "(null)" }
}
