// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// A JSON value; reading a missing or wrong value never traps.
package struct JSON: @unchecked Sendable {
  private let value: Any?

  package init(_ value: Any?) { self.value = value }
  package init(text: String) {
    value = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  package subscript(key: String) -> JSON { JSON((value as? [String: Any])?[key]) }
  package subscript(index: Int) -> JSON {
    let list = value as? [Any]
    return JSON(list.flatMap { $0.indices.contains(index) ? $0[index] : nil })
  }
  package var isNull: Bool { value == nil }
  package var text: String? { value as? String }
  package var flag: Bool? { value as? Bool }
  package var number: Double? { (value as? NSNumber)?.doubleValue }
  package var texts: [String]? { value as? [String] }
  package var keys: Set<String> { Set((value as? [String: Any] ?? [:]).keys) }
}
