// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
package import NowPlayingCore
package import NowPlayingEngine

/// The engine's app of the running program. All Apple modules share it, so that they are one player on the bus.
package final class SharedApp: Sendable {
  package static let shared = SharedApp()

  /// Plays a playlist, by its id.
  package typealias PlaylistAction = @MainActor @Sendable (String) async throws -> Void

  private enum State {
    case none(HostProgram.Configuration)
    case running(App, ProgramRelay)
    /// The app could not be made, because the system has no descriptors or threads left.
    case failed(ProgramRelay)
  }

  private let state = Locked(State.none(HostProgram.Configuration()))

  private init() {}

  package func configure(_ change: (inout HostProgram.Configuration) -> Void) {
    // Called without the lock, because the closure is the program's own code.
    var configuration = configuration
    change(&configuration)
    if !AppOptions.takes(trackPrefix: configuration.trackPathPrefix), configuration.logLevel != .error {
      configuration.log(.warning, "HostProgram: trackPathPrefix is no object path, or one of MPRIS, and not used")
    }
    let isLate = state.withLock { state in
      guard case .none = state else { return true }
      state = .none(configuration)
      return false
    }
    if isLate { log(.warning, "HostProgram.configure comes too late and has no effect: call it first of all") }
  }

  /// Changes the program's name for people.
  func set(displayName: String) {
    change {
      $0.displayName = displayName
    } apply: {
      $0.set(displayName: AppOptions.text(displayName))
    }
  }

  func set(isFullscreen: Bool) {
    change {
      $0.isFullscreen = isFullscreen
    } apply: {
      $0.set(.fullscreen(isFullscreen))
    }
  }

  /// Shows the program's playlists. `action` is given the id of the one that a client activates.
  package func set(playlists: [Playlist], _ action: @escaping PlaylistAction) {
    guard let app else { return }
    if case .running(_, let relay) = state.withLock({ $0 }) { relay.playlistAction.withLock { $0 = action } }
    _ = app.changePlaylists { $0.lists = playlists }
  }

  /// Shows which playlist plays; nil for none.
  package func set(activePlaylist: String?) { _ = app?.changePlaylists { $0.active = activePlaylist } }

  /// Changes a setting that the desktop sees, or will see when there is an app.
  private func change(_ change: (inout HostProgram.Configuration) -> Void, apply: (App) -> Failure?) {
    let app: App? = state.withLock { state in
      switch state {
      case .none(var configuration):
        change(&configuration)
        state = .none(configuration)
        return nil
      case .running(let app, _): return app
      case .failed: return nil
      }
    }
    // Failures are ignored: they occur only when the program is about to end.
    if let app { _ = apply(app) }
  }

  /// The app, which is made when it is first used; nil when the system could not make it.
  package var app: App? {
    // Logged after the lock is given back, because the log is the program's own code.
    var failed: ProgramRelay?
    defer { failed?.log(.error, "No thread or no descriptor is left, so the desktop will not see this program") }
    return state.withLock { state in
      switch state {
      case .running(let app, _): return app
      case .failed: return nil
      case .none(let configuration):
        let relay = ProgramRelay(configuration)
        do throws(Failure) {
          let app = try App.make(AppOptions(configuration), relay)
          if configuration.isFullscreen { _ = app.set(.fullscreen(true)) }
          state = .running(app, relay)
          atexit { SharedApp.shared.close() }
          return app
        } catch {
          state = .failed(relay)
          failed = relay
          return nil
        }
      }
    }
  }

  /// To be called at the end of the program: answers open requests, leaves the bus and removes the pictures. It waits
  /// for the engine's thread, which never waits for another. A second call has no effect.
  package func close() {
    let app: App? = state.withLock { state in
      if case .running(let app, _) = state { app } else { nil }
    }
    app?.close()
  }

  /// The address of the bus that the program wants; "" for the session bus.
  package var busAddress: String { configuration.busAddress }

  /// The application id, as the program has given it.
  package var applicationID: String { configuration.applicationID }

  /// The program's name, for people.
  package var displayName: String {
    let configuration = configuration
    return configuration.displayName.isEmpty
      ? Escape.lastComponent(configuration.applicationID) : configuration.displayName
  }

  /// The key with which the app's server identifies itself to push servers, in base64url without padding.
  package var vapidKey: String? {
    configuration.vapidPublicKey.map {
      $0.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        .replacingOccurrences(of: "=", with: "")
    }
  }

  /// The bus names of the extensions that the program has named, by the names of their attributes' types.
  package var remoteExtensions: [String: String] { configuration.remoteExtensions }

  private var configuration: HostProgram.Configuration {
    state.withLock { state in
      switch state {
      case .none(let configuration): configuration
      case .running(_, let relay), .failed(let relay): relay.configuration
      }
    }
  }

  /// Logs a line where the program wants its log.
  package func log(_ level: LogLevel, _ message: String) {
    let configuration = configuration
    guard level.rawValue <= configuration.logLevel.rawValue else { return }
    configuration.log(HostProgram.LogLevel(level), message)
  }
}

extension AppOptions {
  init(_ configuration: HostProgram.Configuration) {
    let text = Self.text
    let id = text(configuration.applicationID)
    self.init(applicationID: id.isEmpty ? "player" : id)
    displayName = text(configuration.displayName)
    desktopEntry = text(configuration.desktopEntry)
    busAddress = text(configuration.busAddress)
    logLevel = LogLevel(rawValue: configuration.logLevel.rawValue) ?? .warning
    flags = configuration.flags
    if Self.takes(trackPrefix: configuration.trackPathPrefix) { trackPrefix = configuration.trackPathPrefix }
  }

  /// Returns a name in the form and length that the bus can carry.
  fileprivate static func text(_ text: String) -> String { Repair.text(text, limit: Limits.identifier) }
}

extension HostProgram.LogLevel {
  init(_ level: LogLevel) { self = Self(rawValue: level.rawValue) ?? .debug }
}

/// Passes the engine's requests to the program to the main actor.
final class ProgramRelay: AppHandler, Sendable {
  let configuration: HostProgram.Configuration
  /// Plays a playlist; nil while the program has not given any.
  let playlistAction = Locked<SharedApp.PlaylistAction?>(nil)
  private let playlistCalls = MainActorRelay()

  init(_ configuration: HostProgram.Configuration) { self.configuration = configuration }

  var canRaise: Bool { configuration.raise != nil }
  var canQuit: Bool { configuration.quit != nil }
  var canOpenURIs: Bool { false }

  func log(_ level: LogLevel, _ message: String) {
    if !configuration.hasOwnLog, ProcessInfo.processInfo.environment["NOWPLAYING_LOG"] != nil { return }
    configuration.log(HostProgram.LogLevel(level), message)
  }

  /// The program may have asked to show its session, in a task that still waits for the main actor. `MainActorWatch`
  /// logs it if nobody serves that.
  var isHeldUp: Bool { MainActorWatch.isWaiting }

  func busChanged(_ state: BusState) {
    MainActorWatch.run { SharedBus.shared.changed(isReachable: state != .none) }
  }

  func raise(_ request: Request) { run(configuration.raise, request) }
  func quit(_ request: Request) { run(configuration.quit, request) }

  /// Answers before the action, because a program that ends itself cannot answer afterwards.
  private func run(_ action: (@MainActor @Sendable () -> Void)?, _ request: Request) {
    _ = request.complete(.done)
    MainActorWatch.run { action?() }
  }

  func open(_ uri: String, _ request: Request) {
    _ = request.complete(.failed(.notSupported, "The player opens no URIs"))
  }

  func takes(_ change: AppChange) -> Bool {
    if case .fullscreen = change { return configuration.fullscreen != nil }
    return false
  }

  func make(_ change: AppChange, _ request: Request) {
    guard case .fullscreen(let isOn) = change, let fullscreen = configuration.fullscreen else {
      _ = request.complete(.failed(.notSupported, change.refusal.description))
      return
    }
    MainActorWatch.run {
      // A request that was given up while it waited for the main actor is not begun any more.
      guard request.state == nil else { return }
      fullscreen(isOn)
      _ = request.complete(.done)
    }
  }

  var activatesPlaylists: Bool { playlistAction.withLock { $0 != nil } }

  func activate(playlist id: String, _ request: Request) {
    playlistCalls.start(request) { [playlistAction] _ in
      guard let action = playlistAction.withLock({ $0 }) else { return .done }
      try await action(id)
      return .done
    }
  }

  func ratiosChanged(_ ratios: AspectRatios) {
    MainActorWatch.run { ShownRatios.shared.changed(ratios) }
  }

  /// Does nothing, because the engine's own thread runs the loop.
  func wakeUp() {}

  func finish() {}
}
