// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingBus
import NowPlayingCore

/// A connection that owns an MPRIS name: brings its answers and signals to what is known of it, and has the entries of
/// its sessions. Belongs to the loop.
final class Player: PlayerAnswers {
  let state: PlayerState
  private let connection: Connection
  private let board: Board
  private let noticeAnswer: () -> Void
  private var entries: [Entry] = []
  private var registration: SurfaceRegistration
  private lazy var questions = PlayerQuestions(state.unique, connection, self)
  private(set) lazy var lists = PlayerLists(state, connection) { [unowned(unsafe) self] in changeAll() }

  private static let maxSessions = 64
  private static let appPath: ExactText = "/org/nowplaying/app"

  /// - answered: called when the player has answered all that it is asked first, or has not in time.
  init(_ state: PlayerState, _ connection: Connection, _ board: Board, answered: @escaping () -> Void) {
    self.state = state
    self.connection = connection
    self.board = board
    noticeAnswer = answered
    registration = SurfaceRegistration(state.unique, connection)
  }

  var isAnswered: Bool { state.isKnown || !questions.isOpen }

  /// Asks for everything.
  func ask() { questions.ask() }

  /// Asks again what is due.
  func turn() { questions.turn() }

  /// When something is due; `.max` while nothing is.
  var nextTime: Int64 { questions.nextTime }

  /// Says in which aspect ratios this surface shows animated artwork, if the player wants to know.
  func register(_ ratios: AspectRatios, name: String) { registration.show(ratios, name: name) }

  /// Takes every entry away: the player has left.
  func leave() {
    for entry in entries { board.remove(entry) }
    entries = []
  }

  /// All entries are other ones, perhaps.
  func changeAll() {
    for entry in entries { board.change(entry) }
  }

  // MARK: Queue and playlists

  /// The host wants the queue of an entry, or no longer does.
  func followQueue(of entry: Entry, _ follows: Bool) {
    lists.followQueue(of: entry, follows)
    board.change(entry)
    lists.endUnwanted(entries)
  }

  /// The host wants the playlists for an entry, or with nil no longer does.
  func followPlaylists(for entry: Entry, _ request: PlaylistsRequest?) {
    lists.followPlaylists(for: entry, request)
    board.change(entry)
    lists.endUnwanted(entries)
  }

  // MARK: Answers

  func answered() { noticeAnswer() }

  func beWhole(_ objects: [DecodedObject]) {
    state.beWhole()
    for object in objects { add(object) }
    state.settle()
  }

  func takePlain(all properties: [Decoded.Entry]) {
    guard state.plain == nil else {
      _ = takePlain(properties)
      if let position = properties["Position"]?.anyInteger { answered(position: position) }
      return
    }
    state.bePlain(properties, now: np_now_us())
    entries = [board.add(state, path: nil)]
    state.settle()
  }

  func takeRoot(_ properties: [Decoded.Entry]) {
    let hadTrackList = state.root.hasTrackList
    if state.takeRoot(properties) { changeAll() }
    if state.root.hasTrackList != hadTrackList { lists.askQueue() }
  }

  func answered(position: Int64) { move(to: position, isExact: false) }

  // MARK: Signals at MPRIS's object

  /// PropertiesChanged of an interface.
  ///
  /// - isPartial: whether other properties are no longer what they were, too. Small players often say only that.
  func foreignChanged(_ interface: String, _ properties: [Decoded.Entry], isPartial: Bool) {
    lists.foreignChanged(interface, properties, isPartial: isPartial)
    if interface.exact == "org.mpris.MediaPlayer2" {
      takeRoot(properties)
      if isPartial { questions.askRoot() }
    } else if interface.exact == "org.mpris.MediaPlayer2.Player", state.plain != nil {
      let consequence = takePlain(properties)
      if isPartial { questions.askPlain() } else if case .asksPosition = consequence { questions.askPosition() }
    }
  }

  private func takePlain(_ properties: [Decoded.Entry]) -> KnownPlayer.Consequence {
    changeAll()
    return state.takePlain(properties, now: np_now_us())
  }

  /// Seeked.
  func seeked(to position: Int64) { move(to: position, isExact: true) }

  private func move(to position: Int64, isExact: Bool) {
    if state.move(to: position, now: np_now_us(), isExact: isExact) { changeAll() }
  }

  // MARK: Signals at objects of org.nowplaying

  /// PropertiesChanged of an object.
  func wholeChanged(_ path: String, _ interface: String, _ properties: [Decoded.Entry]) {
    if path.exact == Self.appPath { return changeApp(interface, properties) }
    guard let entry = entry(path) else { return }
    entry.known.take(interface, properties, now: np_now_us())
    board.change(entry)
  }

  /// InterfacesAdded, or an object of the first answer.
  func add(_ object: DecodedObject) {
    if object.path.exact == Self.appPath {
      for interface in object.interfaces { changeApp(interface.name, interface.properties) }
      return
    }
    guard object.interfaces.contains(where: { $0.name.exact == "org.nowplaying.Session1" }),
      entries.count < Self.maxSessions || entry(object.path) != nil
    else { return }
    // A path is never given again: who adds one twice says it anew.
    let entry = entry(object.path) ?? make(object.path)
    let now = np_now_us()
    for interface in object.interfaces { entry.known.take(interface.name, interface.properties, now: now) }
    board.change(entry)
  }

  private func make(_ path: String) -> Entry {
    let entry = board.add(state, path: path)
    entries.append(entry)
    return entry
  }

  /// InterfacesRemoved.
  func remove(_ path: String, _ interfaces: [String]) {
    guard interfaces.contains(where: { $0.exact == "org.nowplaying.Session1" }), let entry = entry(path) else { return }
    entries.removeAll { $0 === entry }
    board.remove(entry)
    lists.endUnwanted(entries)
  }

  private func entry(_ path: String) -> Entry? { entries.first { $0.path?.exact == path.exact } }

  private func changeApp(_ interface: String, _ properties: [Decoded.Entry]) {
    let tookSurfaces = state.app.takesSurfaces
    if state.takeApp(interface, properties) { changeAll() }
    if state.app.takesSurfaces, !tookSurfaces { registration.begin() }
  }
}
