// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
import Foundation
internal import NowPlayingCore
internal import Synchronization

/// A button that the desktop, a headset or a media key may press.
///
/// It is offered while it is enabled and has at least one target.
open class MPRemoteCommand: NSObject {
  typealias Handler = (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus

  private struct Target {
    let token: Token
    let handler: Handler
  }

  /// Whether the log has said that the program removes nothing.
  private static let hasWarned = Atomic(false)

  /// The result of `addTarget(handler:)`.
  private final class Token: NSObject {}

  /// The engine's name of the command; nil for one that no Linux desktop can ask for.
  let kind: CommandKind?
  /// Guarded by the centers' lock.
  private var targets: [Target] = []
  /// Guarded by the centers' lock.
  private var enabled = true

  /// Programs use the commands of `MPRemoteCommandCenter`.
  init(_ kind: CommandKind?) { self.kind = kind }

  /// Whether the command can be given now; true by default. While it is not, its targets get no events.
  open var isEnabled: Bool {
    get { CenterSession.shared.read { enabled } }
    set { CenterSession.shared.changeCommands { enabled = newValue } }
  }

  /// Adds a handler, which is called on the main actor for each event.
  ///
  /// Handlers are called in the order in which they were added. The first status that is not `.success` is the
  /// answer. A handler that is added or removed while an event is handled is so from the next event on.
  /// - Returns: What to give to `removeTarget(_:)`.
  @discardableResult
  open func addTarget(handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus) -> Any {
    let target = Target(token: Token(), handler: handler)
    CenterSession.shared.changeCommands { targets.append(target) }
    return target.token
  }

  /// Removes a handler by what `addTarget(handler:)` returned; all of them for nil.
  ///
  /// Anything else removes nothing, as an object that has added handlers does on Apple's systems. The first time a line
  /// of the log says so.
  open func removeTarget(_ target: Any?) {
    let token = target as? Token
    if let target, token == nil {
      // Once: programs do so with each of their commands.
      if Self.hasWarned.exchange(true, ordering: .relaxed) { return }
      SharedApp.shared.log(
        .warning,
        """
        removeTarget(_:) was given a \(type(of: target)), and removes nothing: give it what addTarget(handler:) \
        returned, or nil to remove all
        """)
      return
    }
    CenterSession.shared.changeCommands {
      if let token { targets.removeAll { $0.token === token } } else { targets = [] }
    }
  }

  // MARK: For the centers. With their lock held

  /// The handlers, if the command is offered.
  var handlers: [Handler] { enabled ? targets.map(\.handler) : [] }

  /// Whether the desktop is to know of the command although nobody can give it, for the state that it carries.
  var isSentWithoutTargets: Bool { false }

  /// The command as the engine wants it; nil when there is nothing to offer. `tag` comes back with the event.
  final func describe(tag: UInt64) -> CommandDescriptor? {
    guard let kind, !targets.isEmpty || isSentWithoutTargets else { return nil }
    return descriptor(kind, enabled: enabled && !targets.isEmpty, tag: tag)
  }

  /// For commands that have more to say than whether they are enabled.
  func descriptor(_ kind: CommandKind, enabled: Bool, tag: UInt64) -> CommandDescriptor? {
    CommandDescriptor(kind: kind, enabled: enabled, tag: tag)
  }

  // MARK: For the centers. Without their lock

  /// The event that the handlers get.
  final func makeEvent(_ event: CommandEvent) -> MPRemoteCommandEvent {
    let made = newEvent(for: event)
    made.givenCommand = self
    made.givenTimestamp = ProcessInfo.processInfo.systemUptime
    return made
  }

  /// The event, with what its kind has to say.
  func newEvent(for event: CommandEvent) -> MPRemoteCommandEvent {
    guard event.kind == .seekForward || event.kind == .seekBackward else { return MPRemoteCommandEvent() }
    let seek = MPSeekCommandEvent()
    seek.givenType = event.phase == .begin ? .beginSeeking : .endSeeking
    return seek
  }
}
