// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// A session's object of org.nowplaying, and what surfaces were sent of it.
final class SessionObject: LoopBound {
  let session: Session
  let path: String
  /// The committed state that is shown.
  private(set) var committed: CommittedState?
  /// The state that the properties were made of, where it is not the committed one.
  private var shownBefore: SessionState?
  var artwork = ShownArtwork()
  private var properties: SessionProperties
  private var remote = RemoteProperties()
  private var tracks = TracksProperties()
  private var announcer: Announcer<SessionProperties, Never>
  private var remoteAnnouncer: Announcer<RemoteProperties, Never>
  private var tracksAnnouncer: Announcer<TracksProperties, Never>
  private var exported: [ExportedInterface] = []
  private var gap: ItemGap
  private(set) var nextTime = Instant.max
  /// The bytes of lyrics, chapters and texts under the player's own keys that are shown.
  private(set) var lyrics = 0
  /// Whether surfaces know the present state, so that a turn need not compare anything.
  private var isSettled = false

  init(_ session: Session) {
    self.session = session
    path = ProtocolPublication.sessions + "/" + Escape.decimal(Int64(clamping: session.number))
    properties = SessionProperties(id: session.id)
    announcer = Announcer(SessionProperties.table, sent: properties)
    remoteAnnouncer = Announcer(RemoteProperties.table, sent: remote)
    tracksAnnouncer = Announcer(TracksProperties.table, sent: tracks)
    gap = ItemGap(session.asked)
  }

  // MARK: The object

  func export(_ connection: Connection, _ calls: SessionCalls, _ pictures: PictureCalls) {
    var interfaces: [(StaticString, [Member])] = [
      (
        SessionProperties.table.interface,
        SessionProperties.table.members { [unowned(unsafe) self] in properties } + sessionMethods(calls, pictures)
      ),
      ("org.nowplaying.AnimatedArtwork1", animatedMethods(pictures)),
    ]
    if session.isRemote {
      interfaces.append(
        (
          RemoteProperties.table.interface,
          RemoteProperties.table.members { [unowned(unsafe) self] in remote } + remoteMethods(calls)
        ))
    }
    if takesTracks {
      interfaces.append(
        (
          TracksProperties.table.interface,
          TracksProperties.table.members { [unowned(unsafe) self] in tracks } + [
            .method(name: "SelectTrack", arguments: "ss", result: "", names: "kind id") { [unowned(unsafe) self] in
              calls.selectTrack($0, self)
            }
          ]
        ))
    }
    exported = interfaces.map { ExportedInterface(connection, path: path, name: $0.0, $0.1) }
  }

  func withdraw() { exported = [] }

  /// Whether the host lets people choose tracks.
  private var takesTracks: Bool { session.handler.takes(.select(.audio, nil)) }

  private func sessionMethods(_ calls: SessionCalls, _ pictures: PictureCalls) -> [Member] {
    [
      .method(name: "SendCommand", arguments: "sa{sv}", result: "", names: "command arguments") {
        [unowned(unsafe) self] in calls.send($0, self)
      },
      .method(name: "SetVolume", arguments: "d", result: "", names: "level") { [unowned(unsafe) self] in
        calls.setVolume($0, self)
      },
      .method(
        name: "GetArtwork", arguments: "suu", result: "hsuu",
        names: "id width height image mime_type pixel_width pixel_height"
      ) { [unowned(unsafe) self] in pictures.getArtwork($0, self) },
    ]
  }

  private func animatedMethods(_ pictures: PictureCalls) -> [Member] {
    [
      .method(
        name: "GetPreview", arguments: "ssuu", result: "hsuu",
        names: "id aspect_ratio width height image mime_type pixel_width pixel_height"
      ) { [unowned(unsafe) self] in pictures.getPreview($0, self) },
      .method(
        name: "GetVideo", arguments: "ssuu", result: "hs", names: "id aspect_ratio width height video mime_type"
      ) { [unowned(unsafe) self] in pictures.getVideo($0, self) },
    ]
  }

  private func remoteMethods(_ calls: SessionCalls) -> [Member] {
    [
      .method(name: "SetDeviceVolume", arguments: "sd", result: "", names: "id level") { [unowned(unsafe) self] in
        calls.setDeviceVolume($0, self)
      },
      .method(name: "StepDeviceVolume", arguments: "si", result: "", names: "id step") { [unowned(unsafe) self] in
        calls.stepDeviceVolume($0, self)
      },
    ]
  }

  // MARK: Taking over

  /// Forgets what was shown, because no client knows it. So no gap between two items hides the present state.
  func startAnew() {
    (committed, shownBefore, gap) = (nil, nil, ItemGap(session.asked))
    artwork.release()
  }

  /// The approximate bytes of the object in an answer.
  var size: Int {
    // Devices are not counted: they are few, and their session has a connection of its own.
    Value.map(properties.content).size + Value.maps(properties.commands).size
      + Value.maps(tracks.entries).size + 1024
  }

  /// Takes over a commit. Returns false for the commit that is shown already, and for one that is not shown because it
  /// is a gap between two items.
  ///
  /// - room: the bytes of lyrics, chapters and own texts that may be shown. If there are more, none are shown until the
  ///   next content.
  func refresh(_ newest: CommittedState, _ primary: Primary, now: Instant, room: @autoclosure () -> Int) -> Bool {
    let (isApplicationPrimary, isSystemPrimary) = (primary.contains(.application), primary.contains(.system))
    if properties.isApplicationPrimary != isApplicationPrimary || properties.isSystemPrimary != isSystemPrimary {
      (properties.isApplicationPrimary, properties.isSystemPrimary) = (isApplicationPrimary, isSystemPrimary)
      isSettled = false
    }
    guard newest !== committed else { return false }
    if gap.hides(ItemGap.Moment(newest), session.asked, now) { return false }
    artwork.update(newest)
    let shown = shown(newest, room)
    properties.update(
      from: shownBefore ?? committed?.state, to: shown ?? newest.state, session.abilities(newest.state),
      sent: announcer.sent.playback, now: now)
    shownBefore = shown
    remote.update(
      to: newest.state, levels: session.handler.takesDeviceVolume, steps: session.handler.takesDeviceSteps)
    if takesTracks { tracks.update(from: committed?.state.tracks, to: newest.state.tracks) }
    committed = newest
    isSettled = false
    return true
  }

  /// The state as surfaces see it: without lyrics, chapters and own texts for which there is no room, and with the
  /// artwork's ids and address for surfaces. Nil where nothing differs from the commit.
  private func shown(_ newest: CommittedState, _ room: () -> Int) -> SessionState? {
    let state = newest.state
    lyrics = 0
    guard let content = state.content else { return nil }
    lyrics = content.texts[.lyrics]?.byteCount ?? 0
    for word in content.extra.words { lyrics += word.byteCount }
    if let chapters = content.chapters { lyrics += chapters.size }
    let hasRoom = lyrics == 0 || lyrics <= room()
    let url = newest.picture?.file?.givenURL
    if hasRoom, artwork.chapters == nil, artwork.id?.exact == artwork.own?.exact, url == nil { return nil }
    var shown = state
    shown.content?.artworkID = artwork.id
    shown.content?.artworkURL = url
    if let chapters = artwork.chapters { shown.content?.chapters = chapters }
    if !hasRoom {
      lyrics = 0
      shown.content?.texts[.lyrics] = nil
      shown.content?.extra = Extra()
      shown.content?.chapters = nil
    }
    return shown
  }

  // MARK: Emitting

  var losesPrimary: Bool {
    announcer.sent.isApplicationPrimary && !properties.isApplicationPrimary
      || announcer.sent.isSystemPrimary && !properties.isSystemPrimary
  }

  var gainsPrimary: Bool {
    !announcer.sent.isApplicationPrimary && properties.isApplicationPrimary
      || !announcer.sent.isSystemPrimary && properties.isSystemPrimary
  }

  /// Notes that surfaces know everything, because they were just sent it.
  func remember() { remember(now: .min) }

  private func remember(now: Instant, hasDetails: Bool = false) {
    announcer.remember(properties, now: now, hasDetails: hasDetails)
    remoteAnnouncer.remember(remote, now: now)
    tracksAnnouncer.remember(tracks, now: now)
    isSettled = true
  }

  /// Whether the properties that a surface reads include the position.
  func isPlayback(_ reading: Reading) -> Bool {
    reading.isOf(path) && reading.isOf(SessionProperties.table.interface)
      && (reading.name.map { $0.exact == "Playback" } ?? true)
  }

  /// Notes that a surface reads values that others may not have been sent yet.
  func note(_ reading: Reading) {
    guard reading.isOf(path) else { return }
    announcer.note(reading, properties)
    remoteAnnouncer.note(reading, remote)
    tracksAnnouncer.note(reading, tracks)
    isSettled = false
  }

  /// Emits changes, now or when it is time.
  func tell(_ connection: Connection, _ now: Instant) {
    nextTime = gap.nextTime
    if isSettled { return }
    let changes = announcer.changes(to: properties)
    let remoteChanges = remoteAnnouncer.changes(to: remote)
    let tracksChanges = tracksAnnouncer.changes(to: tracks)
    if changes.isEmpty, remoteChanges.isEmpty, tracksChanges.isEmpty {
      isSettled = true
      return
    }
    let areDetails = properties.differsInDetails(from: announcer.sent, changes)
    let isAlone = areDetails && remoteChanges.isEmpty && tracksChanges.isEmpty
    let time = isAlone ? announcer.nextDetails : announcer.nextSignal
    guard now >= time else {
      nextTime = min(nextTime, time)
      return
    }
    if !changes.isEmpty { announcer.announce(changes, of: properties, at: path, connection) }
    if !remoteChanges.isEmpty { remoteAnnouncer.announce(remoteChanges, of: remote, at: path, connection) }
    if !tracksChanges.isEmpty { tracksAnnouncer.announce(tracksChanges, of: tracks, at: path, connection) }
    remember(now: now, hasDetails: areDetails)
  }
}

extension ItemGap.Moment {
  fileprivate init(_ committed: CommittedState) {
    let state = committed.state
    let status: PlaybackStatus =
      switch state.snapshot?.state {
      case .playing: .playing
      case .stopped, nil: .stopped
      default: .paused
      }
    self.init(item: state.content?.id, status, serial: committed.contentSerial)
  }
}
