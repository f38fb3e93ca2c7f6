// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// How the program uses sound, among other programs.
///
/// Linux has no service that decides who may be heard. So the category and the mode are recorded, as a hint for sound
/// servers (`mediaRole`), and activity is recorded; neither has an effect on anybody, and nothing fails.
///
/// With one switch, `pausesOtherPlayers`, there is more: activating the session pauses the players that play, and
/// deactivating it lets them resume. A program that is paused by another in that way is notified, with the switch or
/// without: see `interruptionNotification`.
///
/// May be used on any thread.
open class AVAudioSession: NSObject, @unchecked Sendable {
  private static let session = AVAudioSession(isShared: true)

  private let lock = NSLock()
  let focus = AudioFocus()
  // Guarded by `lock`.
  private var settings = Settings()
  private var isActive = false
  private var pausesOthers = false
  /// Whether the program may observe interruptions.
  private(set) var isObserved = false
  /// Whether the focus was ever taken, so that there may be players to let resume.
  private var hasTakenFocus = false

  struct Settings {
    var category = Category.soloAmbient
    var mode = Mode.default
    var options: CategoryOptions = []
    var policy = RouteSharingPolicy.default
    var bufferDuration: TimeInterval = 0
    var sampleRate: Double = 0
    var channels = 0
    var isMultichannel = false
    var prefersNoInterruptions = false

    /// Whether others are silenced while the session is active.
    var isExclusive: Bool { category != .ambient && options.isDisjoint(with: [.mixWithOthers, .duckOthers]) }
  }

  /// Programs use `sharedInstance()`.
  init(isShared: Bool) {
    super.init()
    // The queue may hear somebody in the moment in which the last reference goes.
    focus.interrupted = { [weak self] in self?.interruption($0) ?? false }
  }

  /// The program's session.
  open class func sharedInstance() -> AVAudioSession { session }

  // MARK: Category

  /// The category; `.soloAmbient` until one is set.
  open var category: Category { read { $0.category } }
  /// The mode; `.default` until one is set.
  open var mode: Mode { read { $0.mode } }
  /// The options of the category.
  open var categoryOptions: CategoryOptions { read { $0.options } }

  /// Sets the category, without options; the mode stays. Throws nothing here.
  open func setCategory(_ category: Category) throws {
    change { ($0.category, $0.options) = (category, []) }
  }

  /// Sets the category and its options; the mode stays. Throws nothing here.
  open func setCategory(_ category: Category, options: CategoryOptions = []) throws {
    change { ($0.category, $0.options) = (category, options) }
  }

  /// Sets the category, the mode and the options. Throws nothing here.
  open func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
    change { ($0.category, $0.mode, $0.options) = (category, mode, options) }
  }

  /// Sets the category, the mode, the policy of routing and the options. Throws nothing here.
  open func setCategory(
    _ category: Category, mode: Mode, policy: RouteSharingPolicy, options: CategoryOptions = []
  ) throws {
    change { ($0.category, $0.mode, $0.policy, $0.options) = (category, mode, policy, options) }
  }

  /// Sets the mode; all else stays. Throws nothing here.
  open func setMode(_ mode: Mode) throws { change { $0.mode = mode } }

  func read<Value>(_ body: (Settings) -> Value) -> Value { lock.withLock { body(settings) } }
  func change(_ body: (inout Settings) -> Void) { lock.withLock { body(&settings) } }

  // MARK: Activity

  /// Whether activating the session pauses other players; false by default. Linux only.
  ///
  /// While it is true, `setActive(true)` with a category that does not mix asks, by MPRIS, each player that plays to
  /// pause, except this program's own; `setActive(false, options: .notifyOthersOnDeactivation)` lets those of them
  /// play on that are still there and still paused.
  ///
  /// Users expect their players to be left alone: ask them first. Set it before the session is activated.
  open var pausesOtherPlayers: Bool {
    get { lock.withLock { pausesOthers } }
    set { lock.withLock { pausesOthers = newValue } }
  }

  /// Makes the session active or inactive.
  ///
  /// Returns at once, unless `pausesOtherPlayers` is true, when other players are asked, or the program observes
  /// `interruptionNotification`, when the session bus is: then it waits two seconds at most.
  /// - Throws: Only when the session is made active with `pausesOtherPlayers`: an error with the code
  ///   `ErrorCode.mediaServicesFailed` when the session bus is there and does not answer. The session is then as it
  ///   was. Without a session bus there is nobody to pause and no error.
  open func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
    let (takesFocus, listens, mayHoldFocus) = lock.withLock {
      let takesFocus = active && pausesOthers && settings.isExclusive
      if takesFocus { hasTakenFocus = true }
      return (takesFocus, isObserved, hasTakenFocus)
    }
    if takesFocus {
      try focus.acquire()
    } else if active {
      if listens { focus.listen() }
    } else if listens || mayHoldFocus {
      focus.release(resume: options.contains(.notifyOthersOnDeactivation))
    }
    lock.withLock { isActive = active }
  }

  // MARK: Interruptions

  /// Another program has taken over, or that is over. Posted on the main actor, with the session as the object and
  /// what happened in the user info: see `AVAudioSessionInterruptionTypeKey`.
  ///
  /// Posted while the session is active, of programs that use this library, set `pausesOtherPlayers` and so pause this
  /// program's player. The program is taken to observe it once it has read this name: from then on an active session
  /// has a connection to the session bus. A bus that comes later is noticed when the session is made active again.
  open class var interruptionNotification: NSNotification.Name {
    session.observe()
    return interruption
  }

  private static let interruption = NSNotification.Name("AVAudioSessionInterruptionNotification")

  /// Listens to those who interrupt while the session is active, from now on.
  func observe() {
    let listens = lock.withLock {
      defer { isObserved = true }
      return !isObserved && isActive
    }
    // A program that reads a name does not wait for a bus.
    if listens { focus.listenSoon() }
  }

  /// Posts an interruption. Returns false when the session is not active, so that there is nothing to interrupt.
  private func interruption(_ interruption: AudioFocus.Interruption) -> Bool {
    var info: [AnyHashable: Any] = [:]
    switch interruption {
    case .began:
      let wasActive = lock.withLock {
        defer { isActive = false }
        return isActive
      }
      guard wasActive else { return false }
      info[AVAudioSessionInterruptionTypeKey] = InterruptionType.began.rawValue
      info[AVAudioSessionInterruptionReasonKey] = InterruptionReason.default.rawValue
    case .ended(let mayResume):
      let options: InterruptionOptions = mayResume ? .shouldResume : []
      info[AVAudioSessionInterruptionTypeKey] = InterruptionType.ended.rawValue
      info[AVAudioSessionInterruptionOptionKey] = options.rawValue
    }
    nonisolated(unsafe) let userInfo = info
    Task { @MainActor in
      let center = NotificationCenter.default
      center.post(name: Self.interruption, object: AVAudioSession.sharedInstance(), userInfo: userInfo)
    }
    return true
  }
}
