// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

// The requests to become primary, and whether the session can be used.

extension Session {
  public func requestApplicationPrimary() -> Failure? { request(.becomeApplicationPrimary(self)) }
  public func requestSystemPrimary() -> Failure? { request(.becomeSystemPrimary(self)) }
  public func resignSystemPrimary() -> Failure? { request(.resignSystemPrimary(self)) }

  private func request(_ operation: AppCore.Operation) -> Failure? {
    core.locked { isFreed[$0] } ? .invalidState : core.perform(operation)
  }

  public var currentPrimary: Primary { core.locked { primary[$0] } }

  /// Whether this process is a forked child of the one that made the session.
  public var isForked: Bool { core.control.isForked }

  /// Whether the session and its app have not ended.
  public var isAlive: Bool { core.locked { !isFreed[$0] && !core.control.isClosing[$0] } }
}
