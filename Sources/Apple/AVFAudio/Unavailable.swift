// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

// Declarations that programs for Apple's systems use and that cannot be here: the compiler says what to do instead.

extension AVAudioSession {
  /// The values that an observer of a property gets.
  @available(*, unavailable, message: "Linux has no key-value observing")
  public struct ObservedChange<Value> {
    /// The value before the change.
    public var oldValue: Value?
    /// The value after the change.
    public var newValue: Value?
  }

  /// The values that an observer of a property gets, and the times at which it is called.
  @available(*, unavailable, message: "Linux has no key-value observing")
  public enum ObservingOption {
    /// The new value; the old value; a call at once; a call before each change.
    case new, old, initial, prior
  }

  /// Observes a property.
  @available(
    *, unavailable,
    message: "Linux has no key-value observing, and no property changes by itself: observe the sound server's volume"
  )
  public func observe<Value>(
    _ keyPath: KeyPath<AVAudioSession, Value>, options: [ObservingOption] = [],
    changeHandler: @escaping (AVAudioSession, ObservedChange<Value>) -> Void
  ) -> NSObject { NSObject() }
}
