// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

// The notifications of AudioSessionActivity.swift as messages, which have types.

extension AVAudioSession {
  /// The message that the session has become active.
  public struct DidBecomeActiveMessage: NotificationCenter.MainActorMessage, Sendable {
    /// The sender of the message.
    public typealias Subject = AVAudioSession
    /// The name of the notification: `didBecomeActiveNotification`.
    public static var name: Notification.Name { didBecomeActiveNotification }

    /// Creates a message.
    public init() {}

    /// Returns the message of a notification.
    public static func makeMessage(_ notification: Notification) -> DidBecomeActiveMessage? { DidBecomeActiveMessage() }
    /// Returns the notification of a message.
    public static func makeNotification(_ message: DidBecomeActiveMessage) -> Notification { Notification(name: name) }
  }

  /// The message that the session has become inactive.
  public struct DidBecomeInactiveMessage: NotificationCenter.MainActorMessage, Sendable {
    /// The sender of the message.
    public typealias Subject = AVAudioSession
    /// The name of the notification: `didBecomeInactiveNotification`.
    public static var name: Notification.Name { didBecomeInactiveNotification }
    /// Why the session has become inactive.
    public let deactivationResult: DeactivationResult

    /// Returns the message of a notification; nil when the notification does not say why the session is inactive.
    public static func makeMessage(_ notification: Notification) -> DidBecomeInactiveMessage? {
      guard let context = notification.userInfo?[deactivationContextKey] as? DeactivationContext else { return nil }
      return DidBecomeInactiveMessage(
        deactivationResult: context.interruptionContext.map { .systemInterruption($0) } ?? .appDeactivated)
    }

    /// Returns the notification of a message.
    public static func makeNotification(_ message: DidBecomeInactiveMessage) -> Notification {
      var context = DeactivationContext(nil)
      if case .systemInterruption(let interruption) = message.deactivationResult {
        context = DeactivationContext(interruption)
      }
      return Notification(name: name, userInfo: [deactivationContextKey: context])
    }
  }

  /// The message that an interruption is over.
  public struct ResumptionRecommendationMessage: NotificationCenter.MainActorMessage, Sendable {
    /// The sender of the message.
    public typealias Subject = AVAudioSession
    /// The name of the notification: `resumptionRecommendationNotification`.
    public static var name: Notification.Name { resumptionRecommendationNotification }
    /// Whether the program should play on.
    public let recommendation: ResumptionRecommendation

    /// Returns the message of a notification; nil when the notification has no recommendation.
    public static func makeMessage(_ notification: Notification) -> ResumptionRecommendationMessage? {
      let context = notification.userInfo?[resumptionContextKey] as? ResumptionContext
      return context.map { ResumptionRecommendationMessage(recommendation: $0.recommendation) }
    }

    /// Returns the notification of a message.
    public static func makeNotification(_ message: ResumptionRecommendationMessage) -> Notification {
      Notification(name: name, userInfo: [resumptionContextKey: ResumptionContext(message.recommendation)])
    }
  }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<AVAudioSession.DidBecomeActiveMessage> {
  /// The message that the audio session has become active.
  public static var didBecomeActive: NotificationCenter.BaseMessageIdentifier<AVAudioSession.DidBecomeActiveMessage> {
    .init()
  }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<AVAudioSession.DidBecomeInactiveMessage> {
  /// The message that the audio session has become inactive.
  ///
  /// Reading this counts as observing, as reading `AVAudioSession.didBecomeInactiveNotification` does.
  public static var didBecomeInactive: NotificationCenter.BaseMessageIdentifier<AVAudioSession.DidBecomeInactiveMessage>
  {
    AVAudioSession.noteObserver()
    return .init()
  }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<AVAudioSession.ResumptionRecommendationMessage> {
  /// The message that an interruption is over.
  ///
  /// Reading this counts as observing, as reading `AVAudioSession.resumptionRecommendationNotification` does.
  public static var resumptionRecommendation:
    NotificationCenter.BaseMessageIdentifier<AVAudioSession.ResumptionRecommendationMessage>
  {
    AVAudioSession.noteObserver()
    return .init()
  }
}

// Functions for observers that give the type of a message and no identifier. On Linux Foundation's function for them
// does not read the type's properties, so the session would not learn that it is observed. The compiler prefers the
// functions below.
extension NotificationCenter {
  /// Observes that the audio session has become inactive.
  public func addObserver(
    of subject: AVAudioSession? = nil, for messageType: AVAudioSession.DidBecomeInactiveMessage.Type,
    using observer: @escaping @MainActor (AVAudioSession.DidBecomeInactiveMessage) -> Void
  ) -> ObservationToken { addInterruptionObserver(subject, messageType, observer) }

  /// Observes that an interruption is over.
  public func addObserver(
    of subject: AVAudioSession? = nil, for messageType: AVAudioSession.ResumptionRecommendationMessage.Type,
    using observer: @escaping @MainActor (AVAudioSession.ResumptionRecommendationMessage) -> Void
  ) -> ObservationToken { addInterruptionObserver(subject, messageType, observer) }

  private func addInterruptionObserver<Message: MainActorMessage>(
    _ subject: AVAudioSession?, _ messageType: Message.Type, _ observer: @escaping @MainActor (Message) -> Void
  ) -> ObservationToken where Message.Subject == AVAudioSession {
    AVAudioSession.noteObserver()
    return addObserver(of: subject, for: messageType, using: observer)
  }
}
