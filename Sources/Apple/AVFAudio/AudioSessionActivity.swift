// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

// Whether the session is active, as programs for iOS 27 follow it.

extension AVAudioSession {
  // The names of the notifications, for code of this module: reading them here does not count as observing.
  static let becameActive = NSNotification.Name("AVAudioSessionDidBecomeActiveNotification")
  static let becameInactive = NSNotification.Name("AVAudioSessionDidBecomeInactiveNotification")
  static let recommendation = NSNotification.Name("AVAudioSessionResumptionRecommendationNotification")
  static let interrupted = NSNotification.Name("AVAudioSessionInterruptionNotification")

  /// Posted when the session has become active, on the main actor, with the session as its object.
  public class var didBecomeActiveNotification: NSNotification.Name { becameActive }

  /// Posted when the session has become inactive, on the main actor, with the session as its object. The user info has
  /// a `DeactivationContext` under `deactivationContextKey`.
  ///
  /// The context says that the program was interrupted when its player must pause for another program: for one that
  /// activates its session with `pausesOtherPlayers` of this library, or, while `nowplaying daemon --pause-others`
  /// runs, for any player that begins to play. As on Apple's systems the notification comes before the pause command,
  /// and an observer that pauses gets no command.
  ///
  /// Reading this name counts as observing: from then on an active session keeps a connection to the session bus. A bus
  /// that appears later is noticed when the session is made active again.
  public class var didBecomeInactiveNotification: NSNotification.Name {
    noteObserver()
    return becameInactive
  }

  /// Posted when an interruption is over, on the main actor, with the session as its object. The user info has a
  /// `ResumptionContext` under `resumptionContextKey`. A program that observes is not resumed by a play command: it
  /// makes its session active, and plays.
  ///
  /// Reading this name counts as observing, as reading `didBecomeInactiveNotification` does.
  public class var resumptionRecommendationNotification: NSNotification.Name {
    noteObserver()
    return recommendation
  }

  /// The key of the `DeactivationContext` in the user info of `didBecomeInactiveNotification`.
  public class var deactivationContextKey: String { "AVAudioSessionDeactivationContextKey" }
  /// The key of the `ResumptionContext` in the user info of `resumptionRecommendationNotification`.
  public class var resumptionContextKey: String { "AVAudioSessionResumptionContextKey" }

  /// The side that has made the session inactive.
  public enum DeactivationSource: Int, Sendable {
    /// The program itself.
    case app = 1
    /// Another program, which has interrupted this one.
    case system = 2
  }

  /// Whether the program should play on after an interruption.
  public enum ResumptionRecommendation: Int, Sendable {
    /// The program should stay paused.
    case shouldNotResume = 0
    /// The program should play on.
    case shouldResume = 1
  }

  /// An interruption.
  open class InterruptionContext: NSObject, @unchecked Sendable {
    /// Why there is an interruption.
    public let reason: InterruptionReason

    init(_ reason: InterruptionReason) { self.reason = reason }
  }

  /// Why the session has become inactive.
  open class DeactivationContext: NSObject, @unchecked Sendable {
    /// The interruption; nil when the program itself has made the session inactive.
    public let interruptionContext: InterruptionContext?
    /// The side that has made the session inactive.
    open var source: DeactivationSource { interruptionContext == nil ? .app : .system }

    init(_ interruptionContext: InterruptionContext?) { self.interruptionContext = interruptionContext }
  }

  /// The end of an interruption.
  open class ResumptionContext: NSObject, @unchecked Sendable {
    /// Whether the program should play on.
    public let recommendation: ResumptionRecommendation

    init(_ recommendation: ResumptionRecommendation) { self.recommendation = recommendation }
  }

  /// Why the session has become inactive, for `switch`.
  public enum DeactivationResult: Sendable {
    /// The program itself has made the session inactive.
    case appDeactivated
    /// Another program has interrupted this one.
    case systemInterruption(InterruptionContext)
  }
}
