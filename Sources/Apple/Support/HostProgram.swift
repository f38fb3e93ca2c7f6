// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
internal import NowPlayingCore

/// The identity of the running program on the desktop.
///
/// Apple's systems know a program by its bundle. On Linux the modules ask, in this order: what
/// ``configure(_:)`` was given, the environment, `Bundle.main`, the name of the process. A program that is content
/// with that never mentions this type. It is the only public one that Apple's frameworks do not have.
///
/// ```swift
/// HostProgram.configure {
///   $0.applicationID = "org.example.Player"
///   $0.displayName = "Example Player"
/// }
/// ```
public enum HostProgram {
  /// How important a log line is.
  public enum LogLevel: Int32, Sendable, CaseIterable {
    /// Nothing works until somebody does something.
    case error = 0
    /// Something is not as the program or its user meant it.
    case warning
    /// An event that a healthy program has, too.
    case info
    /// For people who look for a fault.
    case debug
  }

  /// The settings of a program.
  public struct Configuration: Sendable {
    /// The name of the program in reverse-DNS order, as in the name of its desktop file. The last part names the
    /// player on the bus: `org.example.Player` is `org.mpris.MediaPlayer2.Player`.
    ///
    /// By default the variable `NOWPLAYING_APPLICATION_ID`, or the bundle's identifier, or the process's name.
    public var applicationID: String

    /// The program's name, for people. By default the variable `NOWPLAYING_DISPLAY_NAME`, or the bundle's name; else
    /// the last part of the application id.
    public var displayName: String

    /// The name of the program's desktop file without `.desktop`, for its icon and for "raise". By default the
    /// variable `NOWPLAYING_DESKTOP_ENTRY`; else the application id.
    public var desktopEntry: String

    /// Whether the program has a desktop file. False for one that has none: desktops then look for no icon and no
    /// window, and `nowplaying doctor` does not miss it.
    public var hasDesktopEntry = true

    /// For scripts that read `mpris:trackid`: the object path below which the program's own track ids are,
    /// "/org/example/track", without a final "/" and not below /org/mpris. The id of an item that has only the letters
    /// A to Z and a to z, digits and "_", and at most 200 of them, then stands behind it as it is; any other is escaped
    /// below /org/nowplaying/track, as all are without a prefix. One that is no such path is not used, and logged.
    public var trackPathPrefix = ""

    /// The D-Bus address of the session bus. Empty means the bus of the environment.
    public var busAddress = ""

    /// The least important lines that ``log`` is given.
    public var logLevel = LogLevel.warning

    /// Where log lines go; called on a thread of the library. By default to standard error, with the application id as
    /// `NOWPLAYING_LOG` writes them.
    public var log: @Sendable (LogLevel, String) -> Void = { level, line in
      let line = "nowplaying[\(SharedApp.shared.applicationID)] \(level): \(line)\n"
      try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }
    {
      didSet { hasOwnLog = true }
    }

    /// Whether lines go elsewhere than to standard error, where `NOWPLAYING_LOG` has them written already.
    private(set) var hasOwnLog = false

    /// Brings the program's window to the front. Nil when it has none; desktops then do not offer it.
    public var raise: (@MainActor @Sendable () -> Void)?

    /// Ends the program. Nil when desktops shall not offer it.
    public var quit: (@MainActor @Sendable () -> Void)?

    /// Has the program's window fill the screen, for true, or ends that. Nil when it cannot; desktops then do not offer
    /// it. What came of it is said by ``HostProgram/setFullscreen(_:)``.
    public var fullscreen: (@MainActor @Sendable (Bool) -> Void)?

    /// Whether the program fills the screen when the desktop gets to know it.
    var isFullscreen = false

    /// Whether the program is shown also while it has nothing to play, so that the desktop can raise and quit it, and
    /// give the commands that the application primary has enabled: a media key starts a program that has just been
    /// opened. By default it is shown while a session has content.
    public var showIdle = false

    /// The bus names of the program's extensions for sessions on other devices, by the unqualified names of their
    /// attributes' types. Only for a program that has several; one by itself is the application id with `.RemoteMedia`
    /// behind it, or what the variable `NOWPLAYING_REMOTE_EXTENSION` says.
    public var remoteExtensions: [String: String] = [:]

    /// In an extension, the key by which the app's server identifies itself to push servers (RFC 8292), 65 bytes. Nil
    /// for what the variable `NOWPLAYING_VAPID_PUBLIC_KEY` says, in base64url; without either there is none.
    public var vapidPublicKey: Data?

    /// The settings that are on or off in the library, too.
    var flags: AppFlags {
      var flags: AppFlags = []
      if showIdle { flags.insert(.showIdle) }
      if !hasDesktopEntry { flags.insert(.noDesktopEntry) }
      return flags
    }

    /// Makes the settings from what the system knows of the program.
    init() {
      let environment = ProcessInfo.processInfo.environment
      func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
      func info(_ key: String) -> String? { Bundle.main.infoDictionary?[key] as? String }
      applicationID =
        value("NOWPLAYING_APPLICATION_ID") ?? Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
      displayName = value("NOWPLAYING_DISPLAY_NAME") ?? info("CFBundleDisplayName") ?? info("CFBundleName") ?? ""
      desktopEntry = value("NOWPLAYING_DESKTOP_ENTRY") ?? ""
    }
  }

  /// Says who the program is. To be called before the first session, information center or command center is used:
  /// afterwards the desktop knows the program, and a change is refused with a log line.
  public static func configure(_ change: (inout Configuration) -> Void) { SharedApp.shared.configure(change) }

  // MARK: While the program runs

  /// Changes what people call the program, at any time: a browser is called after the page that plays. Empty for the
  /// last part of the application id.
  public static func setDisplayName(_ name: String) { SharedApp.shared.set(displayName: name) }

  /// Says whether the program's window fills the screen. To be called whenever that changes, by whomever.
  public static func setFullscreen(_ isFullscreen: Bool) { SharedApp.shared.set(isFullscreen: isFullscreen) }

  // MARK: In the main loop of another toolkit

  /// A descriptor that becomes readable when there is work for the main actor. The same for the life of the process;
  /// not to be read or closed.
  ///
  /// For a program whose main thread waits in a loop of GTK, Qt or the like: let that loop watch the descriptor, and
  /// call ``dispatchMainQueue()`` when it is readable. Where `dispatchMain()` waits, as an asynchronous `main` does,
  /// nothing is to be done, and it is -1.
  public static var mainQueueDescriptor: Int32 { mainQueueHandle() }

  /// Does the work that there is for the main actor, without waiting. To be called on the main thread when
  /// ``mainQueueDescriptor`` is readable, and not from within such work.
  ///
  /// - Returns: False, without effect, on any other thread.
  @discardableResult
  public static func dispatchMainQueue() -> Bool {
    guard MainThread.isCurrent else { return false }
    // The handle is an eventfd that does not block. It is reset before the work, not after: what comes up meanwhile
    // makes it readable again.
    var count: UInt64 = 0
    _ = read(mainQueueHandle(), &count, MemoryLayout.size(ofValue: count))
    mainQueueCallback(nil)
    return true
  }
}
