// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
import Foundation

/// Keeps the screen on while the program wants it.
///
/// `@unchecked Sendable`: `inhibition` is used on `queue` only, where services may be waited for.
final class IdleInhibitor: @unchecked Sendable {
  static let shared = IdleInhibitor()

  private let queue = DispatchQueue(label: "org.nowplaying.IdleInhibitor")
  private var inhibition: IdleInhibition?

  private init() {}

  /// Has the screen stay on, or no longer, without waiting.
  func set(_ isWanted: Bool) {
    queue.async { [self] in
      inhibition = isWanted ? inhibition ?? IdleInhibition() : nil
      if isWanted, inhibition?.isHeld != true {
        SharedApp.shared.log(.warning, "isIdleTimerDisabled: no service of this desktop keeps the screen on")
      }
    }
  }
}
