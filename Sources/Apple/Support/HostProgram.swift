// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
internal import NowPlayingCore

/// The identity of the running program on the desktop.
///
/// Apple's systems know a program by its bundle. On Linux the modules use, in this order: the settings given to
/// ``configure(_:)``, the environment, `Bundle.main`, the name of the process. A program that is content with the
/// defaults never mentions this type. It is an addition of this library that Apple's frameworks do not have.
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
    /// Nothing works until somebody acts.
    case error = 0
    /// Something is not as the program or its user wanted it.
    case warning
    /// Something happened that is normal in a working program.
    case info
    /// A detail for people who search for a fault.
    case debug
  }

  /// The settings of a program.
  public struct Configuration: Sendable {
    /// The name of the program in reverse-DNS order, such as the name of its desktop file. The last part becomes part
    /// of the player's bus name: `org.example.Player` is shown as `org.mpris.MediaPlayer2.Player`.
    ///
    /// By default it is the variable `NOWPLAYING_APPLICATION_ID`, or the bundle's identifier, or the process's name.
    public var applicationID: String

    /// The program's name, for people. By default it is the variable `NOWPLAYING_DISPLAY_NAME`, or the bundle's name,
    /// or the last part of the application id.
    public var displayName: String

    /// The name of the program's desktop file without `.desktop`, for its icon and for bringing its window to the
    /// front. By default it is the variable `NOWPLAYING_DESKTOP_ENTRY`, or the application id.
    public var desktopEntry: String

    /// Whether the program has a desktop file. When it is false, desktops look for no icon and no window, and
    /// `nowplaying doctor` does not report a missing file.
    public var hasDesktopEntry = true

    /// The object path below which the program's track ids are, for scripts that read `mpris:trackid`: such as
    /// "/org/example/track", without a final "/", and not below /org/mpris. An item's id that has only the letters A to
    /// Z and a to z, digits and "_", and at most 200 characters, is appended as it is. Any other id is escaped below
    /// /org/nowplaying/track, as all ids are without a prefix. A prefix that is not such a path is ignored, and logged.
    public var trackPathPrefix = ""

    /// The D-Bus address of the session bus. Empty means the bus of the environment.
    public var busAddress = ""

    /// The level of the least important lines that are given to ``log``.
    public var logLevel = LogLevel.warning

    /// Writes log lines; called on a thread of the library. By default it writes to standard error, with the
    /// application id, in the form of `NOWPLAYING_LOG`.
    public var log: @Sendable (LogLevel, String) -> Void = { level, line in
      let line = "nowplaying[\(SharedApp.shared.applicationID)] \(level): \(line)\n"
      try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }
    {
      didSet { hasOwnLog = true }
    }

    /// Whether the program has set ``log``, so that lines are not written to standard error, where `NOWPLAYING_LOG`
    /// already writes them.
    private(set) var hasOwnLog = false

    /// Brings the program's window to the front. When it is nil, desktops do not offer it.
    public var raise: (@MainActor @Sendable () -> Void)?

    /// Ends the program. When it is nil, desktops do not offer it.
    public var quit: (@MainActor @Sendable () -> Void)?

    /// Makes the program's window fill the screen, for true, or leave full screen, for false. When the closure is nil,
    /// desktops do not offer full screen. The program reports the outcome by ``HostProgram/setFullscreen(_:)``.
    public var fullscreen: (@MainActor @Sendable (Bool) -> Void)?

    /// Whether the program's window fills the screen when the program is first shown.
    var isFullscreen = false

    /// Whether the program is shown even while it has nothing to play. The desktop can then raise and quit it, and give
    /// the commands that the application primary has enabled: a media key starts playback in a program that has just
    /// been opened. By default the program is shown only while a session has content.
    public var showIdle = false

    /// The bus names of the program's extensions for sessions on other devices, by the unqualified names of their
    /// attributes' types. It is needed only for a program with several extensions. The default is one extension: the
    /// variable `NOWPLAYING_REMOTE_EXTENSION`, or the application id with `.RemoteMedia` appended.
    public var remoteExtensions: [String: String] = [:]

    /// The key with which the app's server identifies itself to push servers (RFC 8292), 65 bytes; used in an extension
    /// only. When it is nil, the variable `NOWPLAYING_VAPID_PUBLIC_KEY` is used, in base64url; without either there is
    /// no key.
    public var vapidPublicKey: Data?

    /// The settings that are flags in the library's own options.
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

  /// Changes the settings of the program. To be called before the first session, information center or command center
  /// is used: afterwards the desktop knows the program, and the change is refused and logged.
  public static func configure(_ change: (inout Configuration) -> Void) {
    SharedApp.shared.configure(change)
    // Watches the main actor from now on, so that a main thread that never serves it is noticed also where the
    // program's first task waits for it.
    MainActorWatch.run {}
  }

  // MARK: While the program runs

  /// Changes the program's name for people, at any time: a browser may show the name of the page that plays. An empty
  /// name stands for the last part of the application id.
  public static func setDisplayName(_ name: String) { SharedApp.shared.set(displayName: name) }

  /// Reports whether the program's window fills the screen. To be called whenever that changes, whatever the cause.
  public static func setFullscreen(_ isFullscreen: Bool) { SharedApp.shared.set(isFullscreen: isFullscreen) }

  // MARK: In the main loop of another toolkit

  /// A descriptor that becomes readable when there is work for the main actor. It stays the same for the life of the
  /// process, and must not be read or closed.
  ///
  /// It is for a program whose main thread waits in a loop of GTK, Qt or the like: let that loop watch the descriptor,
  /// and call ``dispatchMainQueue()`` when it is readable. In a program that waits in `dispatchMain()`, as one with an
  /// asynchronous `main` does, nothing needs to be done, and the value is -1.
  public static var mainQueueDescriptor: Int32 {
    MainActorWatch.loopBegins()
    return mainQueueHandle()
  }

  /// Does the work that there is for the main actor, without waiting. To be called on the main thread when
  /// ``mainQueueDescriptor`` is readable, and not from within such work.
  ///
  /// - Returns: False, without effect, on any other thread.
  @discardableResult
  public static func dispatchMainQueue() -> Bool {
    guard MainThread.isCurrent else { return false }
    // The descriptor is a non-blocking eventfd. It is reset before the work and not after it, so that new work makes it
    // readable again.
    var count: UInt64 = 0
    _ = read(mainQueueHandle(), &count, MemoryLayout.size(ofValue: count))
    mainQueueCallback(nil)
    return true
  }
}
