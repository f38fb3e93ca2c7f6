// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
import Foundation
internal import NowPlayingCore
internal import NowPlayingEngine

/// The state of both centers, as one session of the engine.
///
/// `@unchecked Sendable`: programs use the centers on any thread, and all state is guarded by `lock`. The lock is
/// recursive, because releasing an old dictionary may run code of the program that uses the centers.
final class CenterSession: @unchecked Sendable {
  static let shared = CenterSession()

  let commands = MPRemoteCommandCenter(isShared: true)
  private let lock = NSRecursiveLock()
  private var storedInfo: [String: Any]?
  private var storedState = MPNowPlayingPlaybackState.unknown

  /// The session; nil until there is something to show for the first time. It is kept from then on.
  private var session: Session?
  private var host: CenterHost?
  private var isShown = false
  private var content: Content?
  private var snapshot: PlaybackSnapshot?
  /// The elapsed time, the rate and the like in the last dictionary.
  private var saidLine = SaidLine()

  private struct SaidLine: Equatable {
    var elapsed: Microseconds?
    var rate: Double?
    var defaultRate: Double?
  }

  private init() {}

  // MARK: For the centers and the commands

  var info: [String: Any]? { read { storedInfo } }
  var playbackState: MPNowPlayingPlaybackState { read { storedState } }

  func read<Value>(_ body: () -> Value) -> Value { lock.withLock(body) }

  func set(info: [String: Any]?) {
    lock.withLock {
      storedInfo = info
      let old = content
      content = makeContent()
      let sameItem = content != nil && content?.id == old?.id
      let reader = info.map { InfoReader(info: $0) }
      let line = SaidLine(elapsed: reader?.elapsed, rate: reader?.rate, defaultRate: reader?.defaultRate)
      let goesOn = sameItem && line == saidLine && hasMore(than: old)
      saidLine = line
      // Without a position, an item starts at 0 when it first appears, and then plays on. The position in a broadcast
      // is not known.
      let isLive = content?.duration == .live
      let said = goesOn ? nil : line.elapsed
      let elapsed = said ?? (isLive ? nil : sameItem ? position : .zero)
      snapshot = makeSnapshot(elapsed)
      publish(contentIsNew: true)
    }
  }

  func set(playbackState: MPNowPlayingPlaybackState) {
    lock.withLock {
      // Uses the position at this moment: the dictionary's was that of the moment at which it was set, and playback may
      // have gone on since.
      let elapsed = position
      storedState = playbackState
      snapshot = makeSnapshot(elapsed)
      publish(contentIsNew: false)
    }
  }

  /// Changes a command and publishes it.
  func changeCommands(_ body: () -> Void) {
    lock.withLock {
      body()
      let new = makeContent()
      let isNew = new != content
      content = new
      if snapshot == nil { snapshot = makeSnapshot(nil) }
      publish(contentIsNew: isNew)
    }
  }

  // MARK: State for the engine. With the lock held

  /// Whether the item is described by more than before. Programs that add a genre or a picture to the dictionary that
  /// they set a while ago, as `nowPlayingInfo?[key] = value` does, leave the old elapsed time in it: then the item
  /// plays on. When nothing else is new, the elapsed time is taken as a new position, as when a track is repeated.
  /// Replacing one picture by another does not count, because some programs make a new object each time.
  private func hasMore(than old: Content?) -> Bool {
    guard var content, var old else { return false }
    if content.artworkID != nil, old.artworkID != nil { (content.artworkID, old.artworkID) = (nil, nil) }
    return content != old
  }

  /// The position at this moment.
  private var position: Microseconds? { snapshot?.position(at: .now, length: content?.length) }

  /// Makes the item; nil without a dictionary. Commands alone show nothing, because programs add their targets when
  /// they start, and keep them.
  private func makeContent() -> Content? {
    guard var content = storedInfo.map({ InfoReader(info: $0).content }) else { return nil }
    if content.numbers[.userRating] == nil { content.numbers[.userRating] = commands.rating }
    return content
  }

  private func makeSnapshot(_ elapsed: Microseconds?) -> PlaybackSnapshot? {
    let reader = storedInfo.map { InfoReader(info: $0) }
    let defaultRate = reader?.defaultRate ?? 1
    let rate = reader?.rate ?? 0
    let state: PlaybackState =
      switch storedState {
      case .unknown: reader == nil ? .stopped : rate == 0 ? .paused : .playing
      case .playing: .playing
      case .paused: .paused
      case .stopped: .stopped
      case .interrupted: .interrupted
      }
    return PlaybackSnapshot(
      state: state, rate: rate == 0 ? defaultRate : rate, defaultRate: defaultRate, elapsed: elapsed,
      timestamp: .now)
  }

  private func publish(contentIsNew: Bool) {
    guard content != nil || isShown, let session = existingSession() else { return }
    // Failures are ignored: they occur only when the program is about to end.
    if contentIsNew { _ = session.set(content: content) }
    _ = session.set(snapshot: snapshot)
    _ = session.set(commands: commands.descriptors)
    _ = session.set(tracks: tracks)
    _ = session.commit()
    let shows = content != nil
    guard shows != isShown else { return }
    isShown = shows
    if shows {
      _ = PrimaryArbiter.shared.show(infoCenter: session)
    } else {
      PrimaryArbiter.shared.ended(infoCenter: session)
    }
  }

  /// The languages, while the program lets people choose one.
  private var tracks: [Track] {
    guard let storedInfo, !commands.enableLanguageOptionCommand.handlers.isEmpty else { return [] }
    return LanguageTracks(storedInfo).tracks
  }

  private func existingSession() -> Session? {
    if let session { return session }
    guard let app = SharedApp.shared.app else { return nil }
    let relay = MainActorRelay()
    let host = CenterHost()
    relay.host = host
    relay.change = { change, _ in
      guard case .select(let kind, let id) = change else { return {} }
      return { try CenterHost.choose(kind, id) }
    }
    session = try? Session(app, id: "center", isListed: false, relay)
    self.host = host
    return session
  }
}
