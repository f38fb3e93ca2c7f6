// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// The part of UIKit's class that programs used for remote control before there was a command center.
@MainActor public final class UIApplication: NSObject {
  /// The running program.
  public static let shared = UIApplication()

  private override init() {}

  /// Has no effect: commands are received as soon as they have targets.
  public func beginReceivingRemoteControlEvents() {}

  /// Has no effect: remove the commands' targets to receive no commands.
  public func endReceivingRemoteControlEvents() {}
}
