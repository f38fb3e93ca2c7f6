// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Options of an app that are on or off. The raw values are those of the C header.
public struct AppFlags: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The host is told when another player takes the system primary from one of the app's sessions.
  public static let interruptions = AppFlags(rawValue: 1)

  /// The app stays on the desktop while it has nothing to play, so that it can be raised, quit, or given a file.
  public static let showIdle = AppFlags(rawValue: 2)

  /// The app has no desktop file.
  public static let noDesktopEntry = AppFlags(rawValue: 4)

  /// All flags of this version; an app with an unknown flag is refused.
  public static let known: AppFlags = [.interruptions, .showIdle, .noDesktopEntry]
}
