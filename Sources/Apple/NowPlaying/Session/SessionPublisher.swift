// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import NowPlayingCore
internal import NowPlayingEngine

/// The values of a model at one moment.
struct SessionReading {
  let id: String
  let content: (any MediaContentRepresentable)?
  let snapshot: MediaPlaybackSnapshot?
  let commands: [MediaCommand]
  /// The devices on which a remote session plays.
  var devices: [MediaDevice] = []
}

/// Publishes the values of a model as a session of the engine, which lives as long as the publisher.
@Observable
@MainActor final class SessionPublisher {
  /// The roles that the session is primary in, as the engine reports them; observable.
  private var primary: Primary = [] {
    didSet { onPrimaryChange(primary.contains(.system)) }
  }

  @ObservationIgnored private let id: String
  @ObservationIgnored let engine: Session?
  @ObservationIgnored private let relay = MainActorRelay()
  @ObservationIgnored private var line = PlaybackLine()
  @ObservationIgnored private var playAndPause = PlayAndPause()
  /// The newest commands, whose closures are called.
  @ObservationIgnored private var commands: [MediaCommand] = []
  /// The newest devices, in the order and with the ids that the engine has.
  @ObservationIgnored private(set) var devices: [MediaDevice] = []
  /// The newest content, whose closures are called.
  @ObservationIgnored private var content: (any MediaContentRepresentable)?
  @ObservationIgnored private var artwork: Artwork?
  @ObservationIgnored private var animatedArtwork: AnimatedArtwork?
  /// The values that few models have, as they were given to the engine last.
  @ObservationIgnored private var given: (detail: PlaybackDetail?, values: SessionValues) = (nil, SessionValues())
  @ObservationIgnored private var hasSaidThatIDChanged = false
  /// The callers that wait for the session to become primary.
  @ObservationIgnored private var waiting: [(which: Primary, continuation: CheckedContinuation<Failure?, Never>)] = []
  /// Reads the model if it has changed since it was read.
  @ObservationIgnored var refresh: () -> Void = {}
  /// Whether the model had content when it was read last.
  @ObservationIgnored private(set) var hasContent = false
  /// Called when the session becomes or ceases to be application or system primary, with whether it is the system
  /// primary.
  @ObservationIgnored var onPrimaryChange: (Bool) -> Void = { _ in }
  @ObservationIgnored private let isRemote: Bool

  /// - isRemote: whether the session plays on other devices. Such a session has a place of its own on the desktop,
  ///   which it takes by `appear`.
  init(id: String, isRemote: Bool = false) {
    self.id = id
    self.isRemote = isRemote
    let relay = relay
    engine = SharedApp.shared.app.flatMap { Self.session(of: $0, id, isRemote: isRemote, relay) }
    SharedBus.shared.startClock()
    relay.host = self
    relay.change = { [weak self] in try self?.operation(for: $0, row: $1) ?? {} }
    if isRemote { relay.device = { [weak self] in try self?.operation(onDevice: $0, $1) ?? {} } }
  }

  /// Makes a session. It fails only when the app has failed, which has been logged then.
  ///
  /// Two sessions of Apple's may have the same id, as when one replaces the other; here a number is appended to tell
  /// them apart on the bus.
  private static func session(of app: App, _ id: String, isRemote: Bool, _ relay: any SessionHandler) -> Session? {
    let id = Repair.text(id, limit: Limits.identifier - mostOfNumber)
    for number in 1...maxNamesakes {
      do throws(Failure) {
        let name = number == 1 ? id : id + "#\(number)"
        return try Session(app, id: name, isRemote: isRemote, isListed: false, relay)
      } catch {
        if error != .invalidArgument { return nil }
      }
    }
    SharedApp.shared.log(.error, "\(maxNamesakes) sessions have the id \(id): nobody is shown another one")
    return nil
  }

  /// The most sessions that may have the same id.
  private static let maxNamesakes = 99
  /// The most bytes of the number that tells sessions with the same id apart.
  private static let mostOfNumber = 3

  /// Ends a session that plays on other devices. Callers that wait for the session to become primary hold this
  /// publisher: they go on with an error.
  func end() {
    relay.ending()
    engine?.free()
    primaryResult(.system, .invalidState)
  }

  /// Ends the session when the last reference to this publisher is released. This happens on any thread but the
  /// engine's own: the engine's requests get at the publisher on the main actor only.
  deinit {
    guard let engine else { return }
    relay.ending()
    engine.free()
    PrimaryArbiter.shared.ended(mediaSession: engine)
  }

  /// Whether reading the model once more may correct what was published.
  var needsSecondReading: Bool { line.isInDoubt }

  /// Gives the values of a model to the engine. Returns whether one of them was new.
  func publish(_ reading: SessionReading) -> Bool {
    if reading.id != id, !hasSaidThatIDChanged {
      hasSaidThatIDChanged = true
      SharedApp.shared.log(.warning, "The id of a session's model has changed; the session keeps its first, \(id)")
    }
    let offered = playAndPause.complete(reading.commands, reading.snapshot)
    let areTheSame = MediaCommand.lookAlike(offered, commands)
    commands = offered
    var content: Content?
    (self.content, artwork, animatedArtwork) = (reading.content, nil, nil)
    if let given = reading.content {
      (artwork, animatedArtwork) = (given.artwork, given.animatedArtwork)
      content = .made(of: given)
      if let rating = commands.rating { content?.numbers[.userRating] = rating }
    }
    hasContent = content != nil
    let (snapshot, detail) = line.advance(reading.snapshot, item: content?.id)
    stage(snapshot, detail)
    let descriptors = areTheSame ? nil : MediaCommand.descriptors(of: commands)
    devices = reading.devices
    return engine?.publish(
      content: content, snapshot: snapshot, commands: descriptors,
      devices: isRemote ? Device.engineDevices(of: devices) : nil)
      ?? false
  }

  /// Gives the engine the values that few models have, to be published with the rest.
  private func stage(_ snapshot: NowPlayingCore.PlaybackSnapshot?, _ detail: PlaybackDetail?) {
    var values = commands.values
    values.isMuted = commands.isMuted
    let before = given
    given = (detail, values)
    // Failures are ignored: they occur only when the program is about to end.
    if detail !== before.detail { _ = engine?.set(snapshot: snapshot, detail: detail) }
    if values == before.values { return }
    relay.takes(values.changes)
    if values.tracks != before.values.tracks { _ = engine?.set(tracks: values.tracks) }
    _ = engine?.change {
      ($0.isMuted, $0.volume, $0.volumeMaximum) = (values.isMuted, values.volume, values.volumeMaximum)
    }
    if values.queue !== before.values.queue { _ = engine?.set(queue: values.queue?.contents ?? []) }
    if values.queue !== before.values.queue || values.row != before.values.row {
      _ = engine?.set(queueRow: values.row ?? -1)
    }
  }

  // MARK: Primaries

  var canBecomePrimary: Bool { engine != nil && SharedBus.shared.mayBeReachable }
  /// A session that plays on other devices is always primary of its own player.
  var isApplicationPrimary: Bool { (isRemote || primary.contains(.application)) && SharedBus.shared.isReachable }
  var isSystemPrimary: Bool { primary.contains(.system) }

  func become(_ which: Primary) async throws {
    guard let engine else { throw MediaSessionError.internalFailure }
    let hasBus = await SharedBus.shared.settled()
    if isRemote, which == .application {
      guard hasBus else { throw MediaSessionError.invalidState }
      return
    }
    // Made even without a bus, so that the session is shown when one appears.
    let refusal = request(which, engine)
    let failure = if let refusal { refusal as Failure? } else { await result(of: which) }
    switch failure {
    case nil where hasBus: return
    case nil, .noBus: throw MediaSessionError.invalidState
    case .invalidState: throw MediaSessionError.sessionInvalidated
    default: throw MediaSessionError.internalFailure
    }
  }

  /// Asks the engine to make the session primary. One that plays on other devices does not compete with the program's
  /// other sessions.
  private func request(_ which: Primary, _ engine: Session) -> Failure? {
    if isRemote { return engine.requestSystemPrimary() }
    let arbiter = PrimaryArbiter.shared
    return which == .system ? arbiter.raise(mediaSession: engine) : arbiter.show(mediaSession: engine)
  }

  private func result(of which: Primary) async -> Failure? {
    await withCheckedContinuation { waiting.append((which, $0)) }
  }
}

// MARK: - What the desktop asks

extension SessionPublisher: MainActorSessionHost {
  func operation(for event: CommandEvent) -> MainActorRelay.Operation? {
    refresh()
    // A command that was disabled or withdrawn while the call was on its way is answered as one that was not offered.
    guard let command = command(for: event) else { return nil }
    return { try await command.perform(event) }
  }

  /// Returns the command that an event is for. The order of the commands may have changed since the desktop was told of
  /// them.
  private func command(for event: CommandEvent) -> MediaCommand? {
    if let index = Int(exactly: event.tag), commands.indices.contains(index) {
      let command = commands[index]
      if command.isMeant(by: event) { return command }
    }
    return commands.first { $0.isMeant(by: event) }
  }

  /// Returns the operation that makes a change which a surface asks for.
  private func operation(for change: SessionChange, row: Int?) throws -> MainActorRelay.Operation {
    refresh()
    return try commands.operation(for: change, row: row)
  }

  func picture(_ id: String, _ size: CGSize) throws -> MainActorRelay.Picture {
    guard let artwork = artwork(id) else { throw Self.gone }
    return { try await artwork.provider(size).data }
  }

  /// The picture of the item, or of one of its chapters, by its id.
  private func artwork(_ id: String) -> Artwork? {
    if let artwork, Content.bounded(artwork.id) == id { return artwork }
    return content?.additionalArtwork(id)
  }

  func preview(_ id: String, _ ratio: AspectRatio, _ size: CGSize) throws -> MainActorRelay.Picture {
    let artwork = try animatedArtwork(id)
    return { try await artwork.preview(size, .init(ratio)).data }
  }

  func video(_ id: String, _ ratio: AspectRatio, _ size: CGSize) throws -> MainActorRelay.Video {
    let artwork = try animatedArtwork(id)
    return { try await artwork.video(size, .init(ratio)) }
  }

  private func animatedArtwork(_ id: String) throws -> AnimatedArtwork {
    guard let animatedArtwork, Content.bounded(animatedArtwork.id) == id else { throw Self.gone }
    return animatedArtwork
  }

  private static let gone = MainActorRelay.Answered(.cancelled, "The item is gone")

  func publishChanges() { refresh() }

  func primaryChanged(_ primary: Primary) {
    if self.primary != primary { self.primary = primary }
  }

  func primaryResult(_ which: Primary, _ failure: Failure?) {
    let answered = waiting.filter { $0.which == which }
    waiting.removeAll { $0.which == which }
    for (_, continuation) in answered { continuation.resume(returning: failure) }
  }
}
