// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Decides what clients of an MPRIS player are sent, and when. A value without I/O: its owner says what has happened,
/// and does what is decided.
///
/// A client reads everything when the name of the player appears, and believes signals from then on. So the state must
/// be whole when the name appears, and each later state must reach clients by a signal, but for those that pass
/// (rule 12 in Rules.md).
public struct PlayerAnnouncer: ~Copyable, Sendable {
  /// The time for which a playing player that loads is still shown as playing. Most load for a moment at each
  /// item, and MPRIS has only Paused for it, so the button would flicker.
  public static let loading: Microseconds = .milliseconds(300)
  /// The time that a host has to reach the position that it was asked to seek to. Until then its old position is
  /// not sent, which clients would take for the result.
  static let seeking: Microseconds = .milliseconds(250)
  /// The longest time for which a position that stands still is asked for again, and the interval between two
  /// questions. Clients count on from the position that they know, until it moves again and is sent.
  static let standing: Microseconds = .seconds(3)
  static let standingInterval: Microseconds = .milliseconds(500)

  /// The circumstances of a decision.
  public struct Circumstances {
    /// Whether the bus was asked for the name, and whether it has given it.
    public var isAnnounced = false
    public var isOwned = false
    /// Whether the bus has greeted the connection. Before that no picture was asked for.
    public var isOnline = false
    /// Whether the bus does not read: nothing is queued then, and it gets the newest state later.
    public var isCongested = false
    /// Whether the app is shown while it has nothing to play.
    public var isShownIdle = false
    /// Whether the player has a session.
    public var hasSession = false
    /// Whether the host was asked for the item's picture and has not answered.
    public var lacksPicture = false
    /// Whether a seek was given to the host that no commit has shown yet.
    public var isSeeking = false
    /// The properties whose true values are due, because clients believe what they have set.
    public var owed: PropertySet = []
    /// The largest error of the clients' position that needs no `Seeked`.
    public var tolerance = ClientPosition.tolerance

    public init() {}
  }

  /// A signal that is to be emitted.
  public struct Signal {
    /// The properties to announce; empty for none.
    public let changes: PropertySet
    /// The state whose values they are.
    public let properties: PlayerProperties
    /// The position of a `Seeked` that follows; nil for none.
    public fileprivate(set) var seeked: Microseconds?
  }

  public enum Decision {
    case nothing
    /// The name is to be requested.
    case appear
    /// The name is to be released, after a last signal if `lastSignal` has one.
    case disappear
    case emit(Signal)
  }

  /// The properties that clients see who read them.
  public private(set) var properties = PlayerProperties()
  /// Compares the properties with those that clients were sent.
  public private(set) var announcer = Announcer(PlayerProperties.table, sent: PlayerProperties())
  /// The gap between two items.
  public var gap = ItemGap()
  public private(set) var position = ClientPosition()
  /// The wait of a new item for its data.
  private var beginning = ItemBeginning()
  /// The times until which a player that loads is shown as playing, its position is not sent, and the position is not
  /// sent because the player was asked to seek.
  private var (loadingEnds, loadingSeekEnds, seekEnds): (Instant?, Instant?, Instant?)
  /// The end of the time in which a position that stands still is asked for again, and the next question.
  private var (standingEnds, asksAt): (Instant?, Instant?)
  /// Whether clients were sent a length of the item.
  private var hadLength = false
  /// Whether a client has read another item or description than it was sent, by more than details.
  private var hasReadOther = false
  /// Whether a client has read a position before others were sent it: the next signal must contain one.
  private var owesPosition = false
  /// Whether clients know the present state.
  private var isSettled = false
  /// Whether clients that only listen were sent the whole state since the name appeared.
  private var isIntroduced = false
  /// Whether nothing may be sent until a rival has stopped playing.
  public var isHeld = false
  /// The time of the next turn; `.max` for none.
  public private(set) var nextTime = Instant.max
  /// Whether a change waits for the end of the interval between two signals.
  public private(set) var isCoalescing = false

  public init() {}

  // MARK: What has happened

  /// Clients know nothing any more: the connection is another one.
  public mutating func connect() { isSettled = false }

  /// The session has ended.
  public mutating func clear() {
    properties = PlayerProperties()
    (loadingEnds, isSettled, gap) = (nil, false, ItemGap())
  }

  /// Notes that another session is shown now.
  public mutating func change(to asked: AskedOfHost) { gap.change(to: asked) }

  /// Whether a player that loads is still shown as playing, as clients were told.
  ///
  /// - until: the time until which a pending command will make the player play; nil where none will.
  public mutating func playsOn(isLoading: Bool, until: Instant?, isAnnounced: Bool, _ now: Instant) -> Bool {
    if isLoading, isAnnounced {
      if let until {
        loadingEnds = until
        return true
      }
      if announcer.sent.playbackStatus == .playing, let end = Wait.end(of: &loadingEnds, Self.loading, now) {
        wake(at: end)
        return true
      }
    }
    loadingEnds = nil
    return false
  }

  /// Takes over the newest properties, unless they are a gap between two items.
  public mutating func take(
    _ newest: PlayerProperties, _ moment: ItemGap.Moment, _ asked: AskedOfHost, _ now: Instant
  ) {
    isSettled = false
    if gap.hides(moment, asked, now) { wake(at: gap.nextTime) } else { properties = newest }
  }

  /// Notes that a client reads properties before others are sent them.
  ///
  /// - name: the property that it reads; nil for all.
  public mutating func noteReading(_ name: String?, _ state: SessionState, _ now: Instant) {
    announcer.noteReading(properties, name)
    if announcer.owes(PlayerProperties.metadataAlone) {
      let isSame = properties.metadata.isSame(butForDetails: announcer.sent.metadata)
      hasReadOther = hasReadOther || !isSame
    }
    if name.map({ $0.exact == "Position" }) ?? true {
      let isOff = gap.isOn ? !isSentItem : position.isBroken(by: state, now: now, playsOn: loadingEnds != nil)
      owesPosition = owesPosition || isOff
    }
  }

  /// Notes that a client seeks. Between two items that asks for nothing: the client, which may show its target, is told
  /// the position if the item that it sees comes back.
  public mutating func noteSeek() { owesPosition = owesPosition || gap.isOn }

  /// The position that is read between two items: the one that clients count on from, or the beginning of an item that
  /// they were not sent yet. It is within the item, at whose end they stop to count.
  public func positionInGap(at now: Instant) -> Microseconds {
    isSentItem ? min(max(.zero, position.believed(at: now)), properties.metadata.length ?? .max) : .zero
  }

  /// Whether the item that is read is the one that clients were sent.
  private var isSentItem: Bool { properties.metadata.trackID?.exact == announcer.sent.metadata.trackID?.exact }

  /// Permits the next signal at once, because a client waits for it.
  public mutating func sendNow() { announcer.sendNow() }

  // MARK: A turn

  /// Begins a turn of the loop. Returns whether the properties are to be computed again, because a time is over.
  public mutating func beginTurn(isOwned: Bool, _ now: Instant) -> Bool {
    isCoalescing = false
    nextTime = min(loadingEnds ?? .max, gap.nextTime)
    if isOwned, !isIntroduced { isSettled = false }
    return now >= nextTime
  }

  /// Whether the host is to be asked for its position, because the time for a seek is over, or it may move again.
  public func mustAskPosition(_ now: Instant) -> Bool { now >= min(seekEnds ?? .max, asksAt ?? .max) }

  /// Has a turn come at a time.
  public mutating func wake(at time: Instant) { nextTime = min(nextTime, time) }

  /// Has a decision come at a time.
  public mutating func decide(at time: Instant, _ now: Instant) {
    if time > now { wake(at: time) } else { isSettled = false }
  }

  /// Whether a decision is due.
  public var isDue: Bool { !isSettled }

  /// Decides what is to be done now. The owner does it at once.
  public mutating func decide(_ state: SessionState, _ circumstances: Circumstances, _ now: Instant) -> Decision {
    // Done at the end of a turn, so that another session could take its place in this turn.
    if properties.metadata.isEmpty, !circumstances.isShownIdle {
      beginning = ItemBeginning()
      if circumstances.hasSession, !circumstances.isAnnounced { return .nothing }
      isSettled = true
      return .disappear
    }
    if isHeld || !circumstances.isOnline || gap.isOn { return .nothing }
    if circumstances.isAnnounced { return tell(state, circumstances, now) }
    return appear(state, circumstances, now)
  }

  /// Clients read everything when the name appears, so everything must be there; once the name is owned, the whole
  /// state is announced to those that only listen.
  private mutating func appear(_ state: SessionState, _ circumstances: Circumstances, _ now: Instant) -> Decision {
    if waitsForBeginning(isLoading: state.isLoading, lacksPicture: circumstances.lacksPicture, now) { return .nothing }
    remember(properties, .min)
    (isIntroduced, owesPosition) = (false, false)
    position.reset(to: state, now: now)
    return .appear
  }

  /// The news that clients are to be told.
  private struct News {
    var isNewItem = false
    /// Whether the item is described anew.
    var isDescribed = false
    /// Whether a client has read another description of the item, or of another item.
    var isRepeated = false
    /// Whether only the length and the texts under the player's own keys differ.
    var areDetails = false
    var isFirstLength = false
    /// Whether the metadata of the item waits.
    var isBeginning = false
    /// Whether `Seeked` waits.
    var holdsSeek = false
    /// Whether clients that only listen are sent the whole state.
    var introduces = false
    var changes: PropertySet = []
  }

  private mutating func tell(_ state: SessionState, _ circumstances: Circumstances, _ now: Instant) -> Decision {
    position.tolerance = circumstances.tolerance
    var news = News()
    news.holdsSeek = holdsSeek(isLoading: state.isLoading, now)
    compare(&news, state, circumstances, now)
    if news.isBeginning, news.isNewItem { return .nothing }
    // The playback state is sent at once; only the metadata of the item waits.
    var shown = properties
    if news.isBeginning { (shown.metadata, news.isDescribed) = (announcer.sent.metadata, false) }
    news.changes = changes(to: shown, news, circumstances)
    // A client that believed its own speed has counted on at it.
    if circumstances.owed.contains(PlayerProperties.rateAlone) { owesPosition = true }
    let isMoved = isMoved(state, news, now)
    if news.changes.isEmpty, !isMoved {
      let waits = waitsForMotion(state, circumstances, now)
      (seekEnds, isSettled) = (nil, !news.isBeginning && !news.holdsSeek && !waits)
      return .nothing
    }
    (standingEnds, asksAt) = (nil, nil)
    if news.changes.isEmpty, circumstances.isSeeking, let end = Wait.end(of: &seekEnds, Self.seeking, now) {
      wake(at: end)
      return .nothing
    }
    seekEnds = nil
    news.isFirstLength = !hadLength && shown.metadata.length != nil
    news.areDetails =
      news.isDescribed && !news.isRepeated && shown.metadata.isSame(butForDetails: announcer.sent.metadata)
    if circumstances.isCongested || mustWait(news, isMoved: isMoved, now) { return .nothing }
    let signal = emit(shown, news, isMoved: isMoved, state, now)
    if waitsForMotion(state, circumstances, now) { isSettled = false }
    return .emit(signal)
  }

  /// Engines that load tell position 0 of the old item, and then the next one.
  private mutating func holdsSeek(isLoading: Bool, _ now: Instant) -> Bool {
    guard isLoading else {
      loadingSeekEnds = nil
      return false
    }
    guard let end = Wait.end(of: &loadingSeekEnds, Self.loading, now) else { return false }
    wake(at: end)
    return true
  }

  /// Whether clients are off by what is not sent while the position stands still, so that it is to be asked for again.
  private mutating func waitsForMotion(
    _ state: SessionState, _ circumstances: Circumstances, _ now: Instant
  ) -> Bool {
    var strict = position
    strict.tolerance = ClientPosition.askedTolerance
    guard circumstances.tolerance == ClientPosition.standingTolerance, strict.isBroken(by: state, now: now),
      let end = Wait.end(of: &standingEnds, Self.standing, now)
    else {
      asksAt = nil
      return false
    }
    if asksAt.map({ now >= $0 }) ?? true { asksAt = min(end, now + Self.standingInterval) }
    wake(at: asksAt ?? end)
    return true
  }

  private func isMoved(_ state: SessionState, _ news: News, _ now: Instant) -> Bool {
    !news.holdsSeek && (owesPosition || position.isBroken(by: state, now: now, playsOn: loadingEnds != nil))
  }

  /// Compares the item with the one that clients were sent, and has its metadata wait while it begins.
  private mutating func compare(
    _ news: inout News, _ state: SessionState, _ circumstances: Circumstances, _ now: Instant
  ) {
    news.isNewItem = !isSentItem
    // A client that has read another item's metadata begins at 0 when it is told this item again.
    news.isRepeated = !news.isNewItem && hasReadOther
    news.isDescribed = !news.isNewItem && (news.isRepeated || properties.metadata != announcer.sent.metadata)
    news.introduces = circumstances.isOwned && !isIntroduced
    let mayWait = news.isNewItem || news.isDescribed && !isMoved(state, news, now)
    guard mayWait else {
      beginning = ItemBeginning()
      return
    }
    let lacksPicture = news.isNewItem && circumstances.lacksPicture
    news.isBeginning = waitsForBeginning(isLoading: state.isLoading, lacksPicture: lacksPicture, now)
  }

  private mutating func waitsForBeginning(isLoading: Bool, lacksPicture: Bool, _ now: Instant) -> Bool {
    guard let end = beginning.waitsUntil(isLoading: isLoading, lacksPicture: lacksPicture, now) else { return false }
    wake(at: end)
    return true
  }

  private func changes(to shown: PlayerProperties, _ news: News, _ circumstances: Circumstances) -> PropertySet {
    var changes = announcer.changes(to: shown)
    if news.isBeginning { changes.subtract(PlayerProperties.metadataAlone) }
    if news.introduces { changes.formUnion(PlayerProperties.table.announced(in: properties)) }
    return changes.union(circumstances.owed)
  }

  /// Whether the signal must wait for the interval between two signals, or between two that have only details.
  private mutating func mustWait(_ news: News, isMoved: Bool, _ now: Instant) -> Bool {
    if now < announcer.nextSignal {
      (nextTime, isCoalescing) = (announcer.nextSignal, true)
      return true
    }
    let isAlone = news.areDetails && !news.isFirstLength && news.changes == PlayerProperties.metadataAlone && !isMoved
    guard isAlone, now < announcer.nextDetails else { return false }
    wake(at: announcer.nextDetails)
    return true
  }

  private mutating func emit(
    _ shown: PlayerProperties, _ news: News, isMoved: Bool, _ state: SessionState, _ now: Instant
  ) -> Signal {
    if news.introduces { isIntroduced = true }
    remember(shown, now, told: news.changes, hasDetails: news.areDetails)
    isSettled = !news.isBeginning && !news.holdsSeek
    var isSeeked = position.advance(
      to: state, now: now, newItem: news.isNewItem || news.introduces,
      sameItemDescribed: owesPosition || news.isDescribed && (!news.areDetails || news.isFirstLength),
      playsOn: loadingEnds != nil, holdsSeek: news.holdsSeek)
    if news.introduces, isMoved {
      // Clients that have read everything count on from there; those that only listen begin at 0.
      position.reset(to: state, now: now)
      isSeeked = true
    }
    owesPosition = owesPosition && news.holdsSeek
    return Signal(changes: news.changes, properties: shown, seeked: isSeeked ? state.position(at: now) : nil)
  }

  private mutating func remember(
    _ shown: PlayerProperties, _ now: Instant, told: PropertySet? = nil, hasDetails: Bool = false
  ) {
    isSettled = true
    let isSameItem = shown.metadata.trackID?.exact == announcer.sent.metadata.trackID?.exact
    hadLength = isSameItem && hadLength || shown.metadata.length != nil
    announcer.remember(shown, now: now, told: told, hasDetails: hasDetails)
    hasReadOther = hasReadOther && announcer.owes(PlayerProperties.metadataAlone)
  }

  // MARK: Signals beside the changes

  /// The signal that tells clients that only listen that nothing plays any more, before the name goes; nil where they
  /// know.
  public var lastSignal: Signal? {
    guard announcer.sent.playbackStatus != .stopped else { return nil }
    var last = announcer.sent
    last.playbackStatus = .stopped
    return Signal(changes: PlayerProperties.playbackStatusAlone, properties: last)
  }

  /// The signal that repeats that the player plays; nil where clients do not know it yet, or it does not.
  public func repetition(_ state: SessionState, _ now: Instant) -> Signal? {
    guard announcer.sent.playbackStatus == .playing, properties.playbackStatus == .playing else { return nil }
    return Signal(
      changes: PlayerProperties.playbackStatusAlone, properties: properties, seeked: state.position(at: now))
  }
}

extension SessionState {
  /// Whether the player waits for data.
  public var isLoading: Bool { snapshot?.state == .buffering }
}
