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

  /// Whether it was logged that a call of `removeTarget(_:)` removes nothing.
  private static let hasWarned = Atomic(false)

  /// The object that `addTarget(handler:)` returns.
  private final class Token: NSObject {}

  /// The engine's kind of the command; nil for one that no Linux desktop can give.
  let kind: CommandKind?
  /// The handlers, guarded by the centers' lock.
  private var targets: [Target] = []
  /// Whether the program has enabled the command, guarded by the centers' lock.
  private var enabled = true

  /// Makes a command. Programs use those of `MPRemoteCommandCenter` instead.
  init(_ kind: CommandKind?) { self.kind = kind }

  /// Whether the command can be given now; true by default. While it is false, the targets get no events.
  open var isEnabled: Bool {
    get { CenterSession.shared.read { enabled } }
    set { CenterSession.shared.changeCommands { enabled = newValue } }
  }

  /// Adds a handler, which is called on the main actor for each event.
  ///
  /// Handlers are called in the order in which they were added. The first status that is not `.success` is the answer.
  /// Adding or removing a handler while an event is handled takes effect with the next event.
  /// - Returns: An object to give to `removeTarget(_:)`.
  @discardableResult
  open func addTarget(handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus) -> Any {
    let target = Target(token: Token(), handler: handler)
    CenterSession.shared.changeCommands { targets.append(target) }
    return target.token
  }

  /// Removes a handler by the object that `addTarget(handler:)` returned; for nil, removes all of them.
  ///
  /// Any other object removes nothing, such as the object that has added handlers, which Apple's systems accept. The
  /// first such call is logged.
  open func removeTarget(_ target: Any?) {
    let token = target as? Token
    if let target, token == nil {
      // Logged only once, because a program that passes another object does so for each of its commands.
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

  // MARK: For CenterSession. With the centers' lock held

  /// The handlers, if the command is offered; else empty.
  var handlers: [Handler] { enabled ? targets.map(\.handler) : [] }

  /// Whether the desktop is to see the command even without targets, because it carries a state such as the repeat
  /// mode.
  var isSentWithoutTargets: Bool { false }

  /// Makes the engine's form of the command; nil when there is nothing to offer. `tag` comes back with the event.
  final func describe(tag: UInt64) -> CommandDescriptor? {
    guard let kind, !targets.isEmpty || isSentWithoutTargets else { return nil }
    return descriptor(kind, enabled: enabled && !targets.isEmpty, tag: tag)
  }

  /// Makes the engine's form of the command. Overridden by commands that say more than whether they are enabled.
  func descriptor(_ kind: CommandKind, enabled: Bool, tag: UInt64) -> CommandDescriptor? {
    CommandDescriptor(kind: kind, enabled: enabled, tag: tag)
  }

  // MARK: For CenterHost. Without the centers' lock

  /// Makes the event that the handlers get.
  final func makeEvent(_ event: CommandEvent) -> MPRemoteCommandEvent {
    let made = newEvent(for: event)
    made.command = self
    made.timestamp = ProcessInfo.processInfo.systemUptime
    return made
  }

  /// Makes an event of the command's own class, with the values of that class.
  func newEvent(for event: CommandEvent) -> MPRemoteCommandEvent {
    guard event.kind == .seekForward || event.kind == .seekBackward else { return MPRemoteCommandEvent() }
    let seek = MPSeekCommandEvent()
    seek.type = event.phase == .begin ? .beginSeeking : .endSeeking
    return seek
  }
}
