// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import NowPlaying
internal import NowPlayingCore

extension MediaCommand {
  /// A button of the app's own, which surfaces of org.nowplaying show. MPRIS cannot show it.
  ///
  /// - Parameters:
  ///   - id: The id of the command among the app's own; not empty. If two have the same id, the first is offered.
  ///   - title: The title of the button.
  ///   - shortTitle: A shorter title.
  ///   - icon: A word of the protocol's list, such as "heart", or a name of freedesktop's icon naming: letters, digits,
  ///     "-", "_" and ".", never a path. Any other text is ignored, and the title is shown.
  ///   - isActive: Whether the button is shown as switched on, such as a filled heart.
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

  /// The place of a button on a surface that has few places. If two commands want one place, the first gets it.
  public enum Slot: Hashable, Sendable, CaseIterable {
    /// Any place that the surface chooses.
    case any
    /// The center, where people look for play and pause.
    case central
    /// The place beside the center, towards the beginning of the line.
    case back
    /// The place beside the center, towards the end of the line.
    case forward
    /// The place farther out, towards the beginning of the line.
    case backSecondary
    /// The place farther out, towards the end of the line.
    case forwardSecondary
    /// The menu.
    case overflow

    /// The place in the form that the engine takes.
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
  /// - Parameters:
  ///   - icon: A word of the protocol's list or a name of freedesktop's icon naming, as of
  ///     ``custom(id:title:shortTitle:icon:isActive:_:)``; nil keeps the icon that the command has.
  ///   - slot: The place of the button on a surface that has few places.
  public func shown(as icon: String? = nil, in slot: Slot = .any) -> MediaCommand {
    let (options, look) = (options ?? Options(), options?.shownLook)
    let legal = icon.flatMap { CommandLook.isIcon($0) ? $0 : nil } ?? look?.icon
    return with(
      options.with(
        CommandLook(
          id: look?.id, title: look?.title, shortTitle: look?.shortTitle, icon: legal, slot: slot.code,
          isActive: look?.isActive ?? false, steps: look?.steps ?? 0)))
  }
}
