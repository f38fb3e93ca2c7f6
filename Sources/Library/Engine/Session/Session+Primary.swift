// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

// The primaries that a session is, and whether it can be asked anything.

extension Session {
  public func requestApplicationPrimary() -> Failure? { request(.becomeApplicationPrimary(self)) }
  public func requestSystemPrimary() -> Failure? { request(.becomeSystemPrimary(self)) }
  public func resignSystemPrimary() -> Failure? { request(.resignSystemPrimary(self)) }

  private func request(_ operation: AppCore.Operation) -> Failure? {
    core.locked { isFreed[$0] } ? .invalidState : core.perform(operation)
  }

  public var currentPrimary: Primary { core.locked { primary[$0] } }

  /// Whether this process is a child of the one that made the session.
  public var isForked: Bool { core.control.isForked }

  /// Whether the session still belongs to a living app.
  public var isAlive: Bool { core.locked { !isFreed[$0] && !core.control.isClosing[$0] } }
}
