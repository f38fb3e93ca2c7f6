// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// How the program uses sound, among other programs.
///
/// Linux has no service that decides which program may be heard. So the category, the mode and whether the session is
/// active are only recorded, as a hint for sound servers: setting them changes nothing for other
/// programs, and never fails.
///
/// With `pausesOtherPlayers` of NowPlayingExtras it does more: activating the session pauses the players that play, and
/// deactivating it lets them resume. A program whose player is paused by another program in this way is notified,
/// whether or not it pauses others itself: see `didBecomeInactiveNotification`.
///
/// May be used on any thread.
open class AVAudioSession: NSObject, @unchecked Sendable {
  private static let session = AVAudioSession(isShared: true)

  private let lock = NSLock()
  let focus = AudioFocus()
  // The properties below are guarded by `lock`.
  private var settings = Settings()
  private var isActive = false
  private var pausesOthers = false
  /// Whether the program has read the name of a notification of interruptions, and so may observe them.
  private(set) var isObserved = false
  /// Whether this session has ever paused other players, which may then have to be resumed.
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

    /// Whether other programs are silenced while the session is active.
    var isExclusive: Bool { category != .ambient && options.isDisjoint(with: [.mixWithOthers, .duckOthers]) }
  }

  /// Makes a session. Programs use `sharedInstance()` instead.
  init(isShared: Bool) {
    super.init()
    // Weak, because the focus's queue may still report an interruption while the last reference to the session is
    // released.
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

  /// Sets the category, without options. The mode stays as it is. Never throws on Linux.
  open func setCategory(_ category: Category) throws {
    change { ($0.category, $0.options) = (category, []) }
  }

  /// Sets the category and its options. The mode stays as it is. Never throws on Linux.
  open func setCategory(_ category: Category, options: CategoryOptions = []) throws {
    change { ($0.category, $0.options) = (category, options) }
  }

  /// Sets the category, the mode and the options. Never throws on Linux.
  open func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
    change { ($0.category, $0.mode, $0.options) = (category, mode, options) }
  }

  /// Sets the category, the mode, the policy of routing and the options. Never throws on Linux.
  open func setCategory(
    _ category: Category, mode: Mode, policy: RouteSharingPolicy, options: CategoryOptions = []
  ) throws {
    change { ($0.category, $0.mode, $0.policy, $0.options) = (category, mode, policy, options) }
  }

  /// Sets the mode; the category and the options stay as they are. Never throws on Linux.
  open func setMode(_ mode: Mode) throws { change { $0.mode = mode } }

  func read<Value>(_ body: (Settings) -> Value) -> Value { lock.withLock { body(settings) } }
  func change(_ body: (inout Settings) -> Void) { lock.withLock { body(&settings) } }

  // MARK: Activity

  /// The value of `pausesOtherPlayers`, which the module NowPlayingExtras adds.
  package var pausesOthersWhenActive: Bool {
    get { lock.withLock { pausesOthers } }
    set { lock.withLock { pausesOthers = newValue } }
  }

  /// Makes the session active or inactive.
  ///
  /// Returns at once, with two exceptions: when `pausesOtherPlayers` is true, it asks other players to pause, and when
  /// the program observes interruptions, it asks the session bus. In both cases it waits two seconds at most.
  /// - Throws: Only when the session is made active with `pausesOtherPlayers`: an error with the code
  ///   `ErrorCode.mediaServicesFailed` when the session bus exists but does not answer. The session is then as it was.
  ///   Without a session bus there is no player to pause, and no error.
  open func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
    let (takesFocus, listens, mayHoldFocus) = lock.withLock {
      let takesFocus = active && pausesOthers && settings.isExclusive
      if takesFocus { hasTakenFocus = true }
      return (takesFocus, isObserved, hasTakenFocus)
    }
    if takesFocus {
      try focus.acquire(listens: listens)
    } else if active {
      if listens { focus.listen() }
    } else if listens || mayHoldFocus {
      focus.release(resume: options.contains(.notifyOthersOnDeactivation))
    }
    let wasActive = lock.withLock {
      defer { isActive = active }
      return isActive
    }
    if active, !wasActive { post(Self.becameActive, [:], DidBecomeActiveMessage()) }
    if !active, wasActive { postInactive(nil) }
  }

  // MARK: Interruptions

  /// Posted when another program interrupts this one, and when the interruption is over. It is posted on the main
  /// actor, with the session as its object; the user info says which of the two has happened: see
  /// `AVAudioSessionInterruptionTypeKey`.
  ///
  /// It is posted in the same cases as `didBecomeInactiveNotification` and `resumptionRecommendationNotification`.
  @available(*, deprecated, message: "Use didBecomeInactiveNotification and resumptionRecommendationNotification")
  open class var interruptionNotification: NSNotification.Name {
    session.noteObserver()
    return interrupted
  }

  /// Listens for interruptions from now on, while the program's session is active, because somebody has read the name
  /// of a notification.
  static func noteObserver() { session.noteObserver() }

  /// Listens for interruptions from now on, while the session is active.
  func noteObserver() {
    let listens = lock.withLock {
      defer { isObserved = true }
      return !isObserved && isActive
    }
    // Does not wait for the bus, because the caller has only read the notification's name.
    if listens { focus.listenSoon() }
  }

  /// Posts an interruption. Returns false when the session is not active, so that there is nothing to interrupt.
  private func interruption(_ interruption: AudioFocus.Interruption) -> Bool {
    switch interruption {
    case .began:
      let wasActive = lock.withLock {
        defer { isActive = false }
        return isActive
      }
      guard wasActive else { return false }
      postInactive(InterruptionContext(.default))
      // Uses numbers, here and below, for the values of InterruptionType and InterruptionOptions, which are deprecated.
      post(
        Self.interrupted, [InterruptionKey.type: UInt(1), InterruptionKey.reason: InterruptionReason.default.rawValue])
    case .ended(let mayResume):
      let recommendation: ResumptionRecommendation = mayResume ? .shouldResume : .shouldNotResume
      post(
        Self.recommendation, [Self.resumptionContextKey: ResumptionContext(recommendation)],
        ResumptionRecommendationMessage(recommendation: recommendation))
      post(Self.interrupted, [InterruptionKey.type: UInt(0), InterruptionKey.options: UInt(mayResume ? 1 : 0)])
    }
    return true
  }

  /// Posts that the session has become inactive.
  ///
  /// - interruption: nil when the program itself has made it inactive.
  private func postInactive(_ interruption: InterruptionContext?) {
    let result: DeactivationResult = interruption.map { .systemInterruption($0) } ?? .appDeactivated
    post(
      Self.becameInactive, [Self.deactivationContextKey: DeactivationContext(interruption)],
      DidBecomeInactiveMessage(deactivationResult: result))
  }

  /// Posts a notification on the main actor, after all those before it.
  private func post(_ name: NSNotification.Name, _ info: [AnyHashable: Any]) {
    nonisolated(unsafe) let userInfo = info
    MainPost.enqueue { NotificationCenter.default.post(name: name, object: self, userInfo: userInfo) }
  }

  /// Posts a notification and its message. Both are posted, because Foundation on Linux makes neither from the other.
  private func post<Message: NotificationCenter.MainActorMessage & Sendable>(
    _ name: NSNotification.Name, _ info: [AnyHashable: Any], _ message: Message
  ) where Message.Subject == AVAudioSession {
    post(name, info)
    MainPost.enqueue { NotificationCenter.default.post(message, subject: self) }
  }
}
