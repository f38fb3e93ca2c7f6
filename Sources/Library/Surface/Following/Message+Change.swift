// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus

extension Message {
  /// Reads a PropertiesChanged, and whether it also has properties without values. A message that cannot be read counts
  /// as one without values; nil for a message that is given up.
  func readChange(
    _ budget: inout DecodingBudget
  ) -> (interface: String, properties: [Decoded.Entry], isPartial: Bool)? {
    guard hasSignature("sa{sv}as") else { return nil }
    let change = reading { message -> (String, [Decoded.Entry], Bool)? in
      guard let interface = message.decodeString(.string, &budget), let properties = message.decodeMap(&budget) else {
        return nil
      }
      return (interface, properties, !(message.decodeStrings(&budget) ?? []).isEmpty)
    }
    if change != nil || budget.isGivenUp { return change }
    rewind()
    return decodeString(.string, &budget).map { ($0, Decoded.unreadable, true) }
  }
}
