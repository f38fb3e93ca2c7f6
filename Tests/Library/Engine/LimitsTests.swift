// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Testing

@testable import NowPlayingCore
@testable import NowPlayingEngine

@Suite struct LimitsTests {
  /// A prefix that is too long is refused: shortened, it would be another path.
  @Test func aTrackPrefixIsAsLongAsAnID() {
    let longest = "/" + String(repeating: "a", count: Limits.identifier - 1)
    #expect(AppOptions.takes(trackPrefix: "") && AppOptions.takes(trackPrefix: longest))
    #expect(!AppOptions.takes(trackPrefix: longest + "a") && !AppOptions.takes(trackPrefix: "a"))
  }
}
