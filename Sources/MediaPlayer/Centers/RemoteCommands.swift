// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
import Foundation
internal import NowPlayingCore

/// A command to go forward or back by an interval.
open class MPSkipIntervalCommand: MPRemoteCommand {
  private var intervals: [NSNumber] = []

  /// The intervals to choose from in seconds, the first preferred most. None, as by default, means ten seconds.
  open var preferredIntervals: [NSNumber] {
    get { CenterSession.shared.read { intervals } }
    set { CenterSession.shared.changeCommands { intervals = newValue } }
  }

  override func descriptor(_ kind: CommandKind, enabled: Bool, tag: UInt64) -> CommandDescriptor? {
    let times = intervals.compactMap { microseconds($0.doubleValue) }.filter { $0 > 0 }
    return CommandDescriptor(
      kind: kind, enabled: enabled, tag: tag, intervals: Array(times.prefix(Limits.commands)))
  }

  override func newEvent(for event: CommandEvent) -> MPRemoteCommandEvent {
    let skip = MPSkipIntervalCommandEvent()
    skip.givenInterval = TimeInterval(event.time) / 1_000_000
    return skip
  }
}

/// A command to go to a position.
open class MPChangePlaybackPositionCommand: MPRemoteCommand {
  override func newEvent(for event: CommandEvent) -> MPRemoteCommandEvent {
    let change = MPChangePlaybackPositionCommandEvent()
    change.givenPositionTime = TimeInterval(event.time) / 1_000_000
    return change
  }
}

/// A command to play faster or slower.
open class MPChangePlaybackRateCommand: MPRemoteCommand {
  private var rates: [NSNumber] = []

  /// The speeds to choose from, greater than 0. Without any the speed cannot be changed.
  open var supportedPlaybackRates: [NSNumber] {
    get { CenterSession.shared.read { rates } }
    set { CenterSession.shared.changeCommands { rates = newValue } }
  }

  override func descriptor(_ kind: CommandKind, enabled: Bool, tag: UInt64) -> CommandDescriptor? {
    let values = rates.map { decimal($0.floatValue) }.filter { $0.isFinite && $0 > 0 }
    return CommandDescriptor(kind: kind, enabled: enabled, tag: tag, rates: Array(values.prefix(Limits.commands)))
  }

  override func newEvent(for event: CommandEvent) -> MPRemoteCommandEvent {
    let change = MPChangePlaybackRateCommandEvent()
    change.givenPlaybackRate = Float(event.rate)
    return change
  }
}

/// A command to play the item or the queue again.
open class MPChangeRepeatModeCommand: MPRemoteCommand {
  private var current = MPRepeatType.off

  /// The repeat mode at present. Set it whenever it changes: the desktop shows it.
  open var currentRepeatType: MPRepeatType {
    get { CenterSession.shared.read { current } }
    set { CenterSession.shared.changeCommands { current = newValue } }
  }

  override var isSentWithoutTargets: Bool { current != .off }

  override func descriptor(_ kind: CommandKind, enabled: Bool, tag: UInt64) -> CommandDescriptor? {
    CommandDescriptor(kind: kind, enabled: enabled, tag: tag, current: Int32(current.rawValue))
  }

  override func newEvent(for event: CommandEvent) -> MPRemoteCommandEvent {
    let change = MPChangeRepeatModeCommandEvent()
    change.givenRepeatType = MPRepeatType(rawValue: Int(event.mode)) ?? .off
    return change
  }
}

/// A command to play in a random order.
open class MPChangeShuffleModeCommand: MPRemoteCommand {
  private var current = MPShuffleType.off

  /// The shuffle mode at present. Set it whenever it changes: the desktop shows it.
  open var currentShuffleType: MPShuffleType {
    get { CenterSession.shared.read { current } }
    set { CenterSession.shared.changeCommands { current = newValue } }
  }

  override var isSentWithoutTargets: Bool { current != .off }

  override func descriptor(_ kind: CommandKind, enabled: Bool, tag: UInt64) -> CommandDescriptor? {
    CommandDescriptor(kind: kind, enabled: enabled, tag: tag, current: Int32(current.rawValue))
  }

  override func newEvent(for event: CommandEvent) -> MPRemoteCommandEvent {
    let change = MPChangeShuffleModeCommandEvent()
    change.givenShuffleType = MPShuffleType(rawValue: Int(event.mode)) ?? .off
    return change
  }
}

/// A command to rate the item. MPRIS shows a rating (`MPMediaItemPropertyRating`), but cannot give one: the command is
/// kept, and no Linux desktop calls it.
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
}

/// A command to say what one thinks of the item: a button of its own where org.nowplaying is spoken.
///
/// MPRIS shows a like that is active as the best rating, a dislike as the worst, and has no button for either.
open class MPFeedbackCommand: MPRemoteCommand {
  /// The status that the engine gets while the command is active. A bookmark stays neutral: it is no opinion, and would
  /// be shown as one.
  private let activeStatus: FeedbackStatus
  private var active = false
  private var title = ""
  private var shortTitle = ""

  init(active status: FeedbackStatus) {
    activeStatus = status
    super.init(.feedback)
  }

  /// Whether the user has said so already.
  open var isActive: Bool {
    get { CenterSession.shared.read { active } }
    set { CenterSession.shared.changeCommands { active = newValue } }
  }

  /// The words of the button.
  open var localizedTitle: String {
    get { CenterSession.shared.read { title } }
    set { CenterSession.shared.changeCommands { title = newValue } }
  }

  /// Fewer words for the button.
  open var localizedShortTitle: String {
    get { CenterSession.shared.read { shortTitle } }
    set { CenterSession.shared.changeCommands { shortTitle = newValue } }
  }

  /// The user's opinion, while the command is offered. With the centers' lock held.
  var status: FeedbackStatus { active && !handlers.isEmpty ? activeStatus : .neutral }

  /// The status that a press of the button sets. A bookmark is set as a like is.
  private var pressed: FeedbackStatus { activeStatus == .negative ? .negative : .positive }

  override func descriptor(_ kind: CommandKind, enabled: Bool, tag: UInt64) -> CommandDescriptor? {
    func text(_ text: String) -> String? { text.isEmpty ? nil : Repair.text(text, limit: Limits.text) }
    let supported: UInt32 = 1 << UInt32(FeedbackStatus.neutral.rawValue) | 1 << UInt32(pressed.rawValue)
    return CommandDescriptor(
      kind: kind, enabled: enabled, tag: tag, current: status.rawValue, supported: supported,
      look: CommandLook(title: text(title), shortTitle: text(shortTitle)))
  }

  override func newEvent(for event: CommandEvent) -> MPRemoteCommandEvent {
    let feedback = MPFeedbackCommandEvent()
    // A bookmark that is active is never told as such, so that pressing it again says the same as before.
    feedback.givenIsNegative =
      event.mode == FeedbackStatus.neutral.rawValue || activeStatus == .neutral && isActive
    return feedback
  }
}
