// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// The part of UIKit's class that programs needed for remote control before there was a command center.
@MainActor public final class UIApplication: NSObject {
  /// The program.
  public static let shared = UIApplication()

  private override init() {}

  /// Has no effect: commands come as soon as they have targets.
  public func beginReceivingRemoteControlEvents() {}

  /// Has no effect: remove the commands' targets instead.
  public func endReceivingRemoteControlEvents() {}
}
