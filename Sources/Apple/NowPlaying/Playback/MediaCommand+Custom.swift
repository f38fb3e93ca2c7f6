// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingCore

// Additions of this library, which Apple's framework does not have.

extension MediaCommand {
  /// A button of the app's own, which surfaces of org.nowplaying show. MPRIS has none.
  ///
  /// An addition of this library: Apple's framework does not have it, so put it between `#if os(Linux)` and `#endif`.
  ///
  /// - Parameters:
  ///   - id: Names the command among the app's own; not empty, and of two with the same id the first is offered.
  ///   - title: The words of the button.
  ///   - shortTitle: Fewer words for it.
  ///   - icon: A word of the protocol's list, such as "heart", or a name of freedesktop's icon naming: letters, digits,
  ///     "-", "_" and ".", never a path. Any other text is left out, and the title is shown.
  ///   - isActive: Whether it is switched on, as a heart that is filled.
  ///   - action: Called for each press of the button.
  public static func custom(
    id: String, title: String, shortTitle: String? = nil, icon: String? = nil, isActive: Bool = false,
    _ action: @escaping () async throws -> Void
  ) -> MediaCommand {
    let look = CommandLook(
      id: Repair.text(id, limit: Limits.identifier), title: Content.bounded(title),
      shortTitle: Content.bounded(shortTitle), icon: icon.flatMap { CommandLook.isIcon($0) ? $0 : nil },
      isActive: isActive)
    return MediaCommand(.custom, .plain(action), Options(look: look))
  }

  /// The places of a surface that has few. Of two commands for one place the first has it.
  ///
  /// An addition of this library, as ``shown(as:in:)``.
  public enum Slot: Hashable, Sendable, CaseIterable {
    /// Wherever the surface likes.
    case any
    /// Where people look for play and pause.
    case central
    /// Beside it, towards the beginning.
    case back
    /// Beside it, towards the end.
    case forward
    /// Farther out, towards the beginning.
    case backSecondary
    /// Farther out, towards the end.
    case forwardSecondary
    /// In a menu.
    case overflow

    /// The engine's name for it.
    var code: CommandSlot {
      switch self {
      case .any: .any
      case .central: .central
      case .back: .back
      case .forward: .forward
      case .backSecondary: .backSecondary
      case .forwardSecondary: .forwardSecondary
      case .overflow: .overflow
      }
    }
  }

  /// Returns the command with an icon and a place on surfaces of org.nowplaying.
  ///
  /// An addition of this library: Apple's framework does not have it, so put it between `#if os(Linux)` and `#endif`.
  ///
  /// - Parameters:
  ///   - icon: A word of the protocol's list or a name of freedesktop's icon naming, as of
  ///     ``custom(id:title:shortTitle:icon:isActive:_:)``; nil for the one that the command has.
  ///   - slot: Where a surface shows the command that has few places.
  public func shown(as icon: String? = nil, in slot: Slot = .any) -> MediaCommand {
    let (options, look) = (options ?? Options(), options?.shownLook)
    let legal = icon.flatMap { CommandLook.isIcon($0) ? $0 : nil } ?? look?.icon
    return with(
      options.with(
        CommandLook(
          id: look?.id, title: look?.title, shortTitle: look?.shortTitle, icon: legal, slot: slot.code,
          isActive: look?.isActive ?? false, steps: look?.steps ?? 0)))
  }

  /// Whether an event is of this command, wherever it stands among the others.
  func isMeant(by event: CommandEvent) -> Bool {
    kind == event.kind && isEnabled && (kind != .custom || options?.look?.id?.exact == event.id?.exact)
  }

  /// The commands as the engine wants them; the tag of each is its place.
  static func descriptors(of commands: [MediaCommand]) -> [CommandDescriptor] {
    var descriptors: [CommandDescriptor] = []
    for (place, command) in commands.prefix(Limits.commands).enumerated() {
      guard let descriptor = command.descriptor(tag: place) else { continue }
      if descriptor.kind == .custom {
        guard let id = descriptor.look?.id, !id.isEmpty else { continue }
        if descriptors.contains(where: { $0.kind == .custom && $0.look?.id?.exact == id.exact }) { continue }
      }
      descriptors.append(descriptor)
    }
    return descriptors
  }
}
