// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The options of an app that are on or off. The raw values are those of the C header.
public struct AppFlags: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The app's sessions are called when another player takes the system primary from them.
  public static let interruptions = AppFlags(rawValue: 1)

  /// The app is shown while there is nothing to play, so that the desktop can raise it, quit it, or give it a file.
  public static let showIdle = AppFlags(rawValue: 2)

  /// The app has no desktop file.
  public static let noDesktopEntry = AppFlags(rawValue: 4)

  /// Every flag of this version; an app that is made with another one is refused.
  public static let known: AppFlags = [.interruptions, .showIdle, .noDesktopEntry]
}
