// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
internal import Synchronization

/// The number of a piece of work that a program wants to end before it is suspended.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: Int

  /// Creates an identifier of its number.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The identifier of no work.
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

// Linux suspends no program, so that each piece of work can end.
extension UIApplication {
  private nonisolated static let tasks = Atomic(0)

  /// Begins a piece of work. It may take as long as it needs, and the handler is never called.
  ///
  /// - Returns: Another identifier each time, and never the invalid one.
  public nonisolated func beginBackgroundTask(
    expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    beginBackgroundTask(withName: nil, expirationHandler: handler)
  }

  /// Begins a piece of work with a name, which is not used. It may take as long as it needs, and the handler is never
  /// called.
  ///
  /// - Returns: Another identifier each time, and never the invalid one.
  public nonisolated func beginBackgroundTask(
    withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    UIBackgroundTaskIdentifier(rawValue: Self.tasks.wrappingAdd(1, ordering: .relaxed).newValue)
  }

  /// Ends a piece of work. It has no effect, for any identifier.
  public nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}

  /// The seconds that work in the background has left: always the greatest number.
  public nonisolated var backgroundTimeRemaining: TimeInterval { .greatestFiniteMagnitude }
}
