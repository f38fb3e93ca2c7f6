// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// The part of UIKit's class that programs use which play.
///
/// A desktop neither suspends a program nor ends it because its window is hidden. So a program is always active, has
/// all the time that it wants, and is told of its end alone.
@preconcurrency @MainActor public final class UIApplication: NSObject {
  /// The running program.
  public static var shared: UIApplication { running }

  nonisolated static let running = UIApplication()

  nonisolated private override init() {}

  /// Has no effect: commands are received as soon as they have targets.
  public func beginReceivingRemoteControlEvents() {}

  /// Has no effect: remove the commands' targets to receive no commands.
  public func endReceivingRemoteControlEvents() {}

  /// Whether a program is in use.
  public enum State: Int, Sendable {
    /// The program is in use.
    case active = 0
    /// The program is seen, and gets no input.
    case inactive = 1
    /// The program is not seen.
    case background = 2
  }

  /// Always active: no program on a desktop loses its right to play, or its time, because another is in front.
  public var applicationState: State { .active }

  /// Whether the screen stays on, although nobody touches the machine, as during a film. False at first.
  ///
  /// The desktop's service for that is asked when the value changes, without waiting for it:
  /// org.freedesktop.ScreenSaver, or else the portal and logind. It forgets the wish when the program ends. Where the
  /// desktop has no such service, a line of the log says so.
  public var isIdleTimerDisabled = false {
    didSet {
      if isIdleTimerDisabled != oldValue { IdleInhibitor.shared.set(isIdleTimerDisabled) }
    }
  }
}
