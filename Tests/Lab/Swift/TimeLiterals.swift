// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

// Tests write times as numbers of microseconds, and count from the start of the clock.
extension Microseconds: ExpressibleByIntegerLiteral {
  public init(integerLiteral count: Int64) { self.init(count) }

  public static func * (factor: Int, length: Microseconds) -> Microseconds { length * factor }
}

extension Instant: ExpressibleByIntegerLiteral {
  public init(integerLiteral count: Int64) { self.init(count) }
  public init(_ length: Microseconds) { self.init(length.count) }
}

public func * (factor: Int, length: Microseconds) -> Instant { Instant((length * factor).count) }
