// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Testing

@testable import NowPlayingBus

/// The noncharacter U+FFFE, which sd-bus refuses, as a text of D-Bus without its length.
private let refused: [UInt8] = [0xEF, 0xBF, 0xBE, 0]

/// The body of a text in variants. A signature "v" is one byte of length, the type and a NUL; the text's length is
/// aligned to four bytes.
private func nested(_ depth: Int) -> [UInt8] {
  var body: [UInt8] = []
  for level in 1...depth { body += [1, UInt8(ascii: level == depth ? "s" : "v"), 0] }
  while body.count % 4 != 0 { body.append(0) }
  return body + withUnsafeBytes(of: UInt32(3)) { Array($0) } + refused
}

/// Returns whether a body of one variant was read, and whether it was repaired; its texts are as they are then.
private func repair(_ body: inout [UInt8]) -> (isRead: Bool, isChanged: Bool) {
  body.withUnsafeMutableBytes { bytes in
    var repair = BodyRepair(bytes)
    let isRead = [UInt8(ascii: "v")].withUnsafeBufferPointer { repair.values($0) }
    return (isRead, repair.isChanged)
  }
}

struct BodyRepairTests {
  @Test(arguments: [1, 2, 63, 64])
  func aTextIsRepairedToTheDepthOfTheSpecification(_ depth: Int) {
    var body = nested(depth)
    #expect(repair(&body) == (true, true))
    #expect(body.suffix(4) == [0xEF, 0xBF, 0xBD, 0])
  }

  @Test(arguments: [65, 200, 100_000])
  func aDeeperBodyIsNotRead(_ depth: Int) {
    var body = nested(depth)
    let before = body
    #expect(repair(&body) == (false, false))
    #expect(body == before)
  }

  @Test func aBodyThatIsCutOffIsNotRead() {
    for count in 0..<nested(3).count {
      var body = Array(nested(3).prefix(count))
      #expect(!repair(&body).isRead, "\(count) bytes")
    }
  }
}
