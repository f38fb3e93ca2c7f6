// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingSystemd
import NowPlayingCore

extension Message {
  /// Skips the next value, of any type. Returns false when it cannot be read, or the budget is spent:
  /// sd_bus_message_skip() would go through millions of elements.
  ///
  /// Calls itself for the content of a container. sd-bus nests at most 128 of these.
  public func pass(_ budget: inout DecodingBudget) -> Bool {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard sd_bus_message_peek_type(raw, &type, &contents) > 0 else { return false }
    guard let contents else { return pass(basic: type, &budget) }
    if type == BusType.array.rawValue, Self.isOfNumbers(contents) {
      var (elements, size): (UnsafeRawPointer?, Int) = (nil, 0)
      return budget.pass() && !sd_bus_message_read_array(raw, contents[0], &elements, &size).isFailure
    }
    guard budget.pass(), sd_bus_message_enter_container(raw, type, contents) > 0 else { return false }
    while true {
      let isAtEnd = sd_bus_message_at_end(raw, 0)
      if isAtEnd != 0 { return isAtEnd > 0 && !sd_bus_message_exit_container(raw).isFailure }
      if !pass(&budget) { return false }
    }
  }

  private func pass(basic type: CChar, _ budget: inout DecodingBudget) -> Bool {
    guard type == BusType.string.rawValue || type == BusType.path.rawValue else {
      let types = [type, CChar.zero]
      return budget.pass() && !types.withUnsafeBufferPointer { sd_bus_message_skip(raw, $0.baseAddress) }.isFailure
    }
    var text: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(raw, type, &text) > 0, let text else { return false }
    return budget.pass(np_text_length(text, .max))
  }

  /// Whether sd-bus can read an array of these elements at once.
  private static func isOfNumbers(_ contents: UnsafePointer<CChar>) -> Bool {
    guard contents[0] != 0, contents[1] == 0 else { return false }
    switch UInt8(bitPattern: contents[0]) {
    case UInt8(ascii: "y"), UInt8(ascii: "n"), UInt8(ascii: "q"), UInt8(ascii: "i"), UInt8(ascii: "u"),
      UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"):
      return true
    default: return false
    }
  }
}
