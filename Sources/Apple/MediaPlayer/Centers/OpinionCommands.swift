// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
import Foundation
internal import NowPlayingCore

// MPRIS shows opinions and has no button for them. Surfaces that use org.nowplaying have such buttons.

/// A command to rate the item. MPRIS shows a rating (`MPMediaItemPropertyRating`), and surfaces of org.nowplaying can
/// give one.
///
/// With 0 or 1 as the minimum and a whole number from 2 to 100 as the maximum, people choose a number of stars, and the
/// rating is that number. With other bounds they choose any value between them. Where the maximum is not greater than
/// the minimum, the command is not offered.
open class MPRatingCommand: MPRemoteCommand {
  private var minimum: Float = 0
  private var maximum: Float = 1

  /// The worst rating; 0 by default.
  open var minimumRating: Float {
    get { CenterSession.shared.read { minimum } }
    set { CenterSession.shared.changeCommands { minimum = newValue } }
  }

  /// The best rating; 1 by default.
  open var maximumRating: Float {
    get { CenterSession.shared.read { maximum } }
    set { CenterSession.shared.changeCommands { maximum = newValue } }
  }

  /// The number of stars to choose from; 0 where any value can be chosen. To be called with the centers' lock held.
  private var stars: Int32 {
    guard minimum == 0 || minimum == 1, (2...100).contains(maximum) else { return 0 }
    return Int32(exactly: maximum) ?? 0
  }

  override func descriptor(_ kind: CommandKind, enabled: Bool, tag: UInt64) -> CommandDescriptor? {
    guard minimum.isFinite, maximum.isFinite, minimum < maximum else { return nil }
    return CommandDescriptor(
      kind: kind, enabled: enabled, tag: tag, look: stars == 0 ? nil : CommandLook(steps: stars))
  }

  override func newEvent(for event: CommandEvent) -> MPRemoteCommandEvent {
    let rating = MPRatingCommandEvent()
    rating.rating = CenterSession.shared.read {
      // The least rating is one star where the minimum is one.
      if stars > 0 { return max(minimum, Float((event.rate * Double(stars)).rounded())) }
      let (low, high) = (Double(minimum), Double(maximum))
      return Float(low + event.rate * (high - low))
    }
    return rating
  }
}

/// A command to like, dislike or bookmark the item: a button of its own on surfaces of org.nowplaying.
///
/// MPRIS shows an active like as the best rating and an active dislike as the worst, and has no button for either.
open class MPFeedbackCommand: MPRemoteCommand {
  /// The status that the engine gets while the command is active; nil for a bookmark, which is not an opinion.
  private let activeStatus: FeedbackStatus?
  private var active = false
  private var title = ""
  private var shortTitle = ""

  /// - status: the opinion that the command stands for; nil for a bookmark.
  init(active status: FeedbackStatus?) {
    activeStatus = status
    super.init(status == nil ? .bookmark : .feedback)
  }

  /// Whether the user has already given this opinion, or set the bookmark.
  open var isActive: Bool {
    get { CenterSession.shared.read { active } }
    set { CenterSession.shared.changeCommands { active = newValue } }
  }

  /// The title of the button.
  open var localizedTitle: String {
    get { CenterSession.shared.read { title } }
    set { CenterSession.shared.changeCommands { title = newValue } }
  }

  /// A shorter title of the button.
  open var localizedShortTitle: String {
    get { CenterSession.shared.read { shortTitle } }
    set { CenterSession.shared.changeCommands { shortTitle = newValue } }
  }

  /// The user's opinion, while the command is offered. To be called with the centers' lock held.
  var status: FeedbackStatus { active && !handlers.isEmpty ? activeStatus ?? .neutral : .neutral }

  override func descriptor(_ kind: CommandKind, enabled: Bool, tag: UInt64) -> CommandDescriptor? {
    let isOn = activeStatus == nil && active
    let look = CommandLook(title: boundedText(title), shortTitle: boundedText(shortTitle), isActive: isOn)
    guard let activeStatus else { return CommandDescriptor(kind: kind, enabled: enabled, tag: tag, look: look) }
    let supported: UInt32 = 1 << UInt32(FeedbackStatus.neutral.rawValue) | 1 << UInt32(activeStatus.rawValue)
    return CommandDescriptor(
      kind: kind, enabled: enabled, tag: tag, current: status.rawValue, supported: supported, look: look)
  }

  override func newEvent(for event: CommandEvent) -> MPRemoteCommandEvent {
    let feedback = MPFeedbackCommandEvent()
    // Pressing the button of a bookmark that is set removes the bookmark.
    feedback.isNegative = activeStatus == nil ? isActive : event.mode == FeedbackStatus.neutral.rawValue
    return feedback
  }
}
