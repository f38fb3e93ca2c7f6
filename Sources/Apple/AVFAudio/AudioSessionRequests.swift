// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

// Requests that are answered later, by a closure or an asynchronous result.

extension AVAudioSession {
  /// Whether the program may record.
  public enum RecordPermission: UInt, Sendable {
    /// The user has not been asked.
    case undetermined = 0x756E_6474
    /// The user does not allow it.
    case denied = 0x6465_6E79
    /// The user allows it: the only permission that occurs on Linux.
    case granted = 0x6772_6E74
  }

  /// The queue on which handlers are called when the caller names no queue.
  private static let answers = DispatchQueue(label: "org.nowplaying.AudioSession")

  /// Calls `setActive(_:options:)` on a thread of the library, and then the handler: with true and nil, or with false
  /// and the error.
  private func request(
    _ active: Bool, _ options: SetActiveOptions, _ handler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    Self.answers.async {
      do {
        try self.setActive(active, options: options)
        handler(true, nil)
      } catch {
        handler(false, error)
      }
    }
  }

  /// Makes the session active, as `setActive(true)` does, and does not wait for it.
  ///
  /// - Parameters:
  ///   - options: No options exist.
  ///   - handler: Called once, on a thread of the library: with true and nil, or with false and the error that
  ///     `setActive(_:options:)` throws.
  public func activate(
    options: AVAudioSessionActivationOptions = [],
    completionHandler handler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    request(true, [], handler)
  }

  /// Makes the session active, as `setActive(true)` does, without keeping a thread waiting. Returns true.
  ///
  /// - Throws: The errors of `setActive(_:options:)`.
  @discardableResult
  public func activate(options: AVAudioSessionActivationOptions = []) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      activate(options: options) { isActive, error in
        continuation.resume(with: error.map { .failure($0) } ?? .success(isActive))
      }
    }
  }

  /// Makes the session inactive, as `setActive(false)` does, and does not wait for it.
  ///
  /// - Parameters:
  ///   - options: Whether the players that this session has paused may resume.
  ///   - handler: Called once, on a thread of the library, with true and nil.
  public func deactivate(
    options: AVAudioSessionDeactivationOptions = [],
    completionHandler handler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    request(false, SetActiveOptions(rawValue: options.rawValue), handler)
  }

  /// Makes the session inactive, as `setActive(false)` does, without keeping a thread waiting. Returns true.
  ///
  /// - Throws: The errors of `setActive(_:options:)`.
  @discardableResult
  public func deactivate(options: AVAudioSessionDeactivationOptions = []) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      deactivate(options: options) { isInactive, error in
        continuation.resume(with: error.map { .failure($0) } ?? .success(isInactive))
      }
    }
  }

  /// Always granted: no user is asked on Linux. A program in a sandbox without a microphone gets an error from the
  /// sound server when it records.
  public var recordPermission: RecordPermission { .granted }

  /// Calls the closure with true, on a thread of the library: no user is asked on Linux.
  public func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void) {
    Self.answers.async { response(true) }
  }

  /// Returns true: no user is asked on Linux.
  @discardableResult
  public func requestRecordPermission() async -> Bool { true }
}

/// The options of `AVAudioSession.activate(options:)`, of which none exist.
public struct AVAudioSessionActivationOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// The options whose bits are set.
  public init(rawValue: UInt) { self.rawValue = rawValue }
}

/// The options of `AVAudioSession.deactivate(options:)`.
public struct AVAudioSessionDeactivationOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// The options whose bits are set.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The players that this session has paused may resume.
  public static let notifyOthersOnDeactivation = AVAudioSessionDeactivationOptions(rawValue: 1 << 0)
}
