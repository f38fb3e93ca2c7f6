// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import SimulationClock

/// How a host does its work.
struct Manner: Equatable {
  /// The time that it takes for each command, in µs; 0: it commits within the callback.
  var answer: Int64 = 0
  /// Whether it answers with success at once, and does the work later.
  var answersFirst = false
  /// Whether it has the callback `position`.
  var hasPosition = false
  /// Whether it commits its present state while it works at a command, as engines do that tell their position.
  var ticks = false
  /// The songs that it has; 0: there always is another one.
  var songs = 0
  /// Whether it begins to play when it is told that there is a bus, within the callback.
  var beginsWithBus = false
  /// Whether it offers no modes and no rates, and accepts a volume that it does not set.
  var ignores = false
  /// How it offers to play and to pause.
  var offers = Offers.both
  /// Each command with a multiple of this number fails; 0: none does.
  var fails = 0

  enum Offers: String, CaseIterable {
    case both
    /// Only that which is possible now is enabled.
    case either
    case toggle
  }
}

/// The playback of a host: the truth, which the bus must show.
struct Engine {
  enum State: String {
    case stopped
    case playing
    case paused
    case buffering
  }

  var song = 1
  var length: Int64 = 200_000_000
  /// How often the present song was described anew.
  var description = 0
  var state = State.stopped
  var rate = 1.0
  var `repeat` = NOWPLAYING_REPEAT_OFF
  var shuffle = NOWPLAYING_SHUFFLE_OFF
  var volume = 1.0
  private var base: Int64 = 0
  private var since: Int64 = 0

  var title: String { description == 0 ? "Song \(song)" : "Song \(song), described \(description) times" }

  func position(at now: Int64) -> Int64 {
    if state == .stopped { return 0 }
    let moved = state == .playing ? Int64(Double(now - since) * rate) : 0
    return min(max(0, base + moved), length)
  }

  mutating func move(to position: Int64, at now: Int64) { (base, since) = (min(max(0, position), length), now) }

  mutating func set(_ state: State, at now: Int64) {
    move(to: state == .stopped ? 0 : position(at: now), at: now)
    self.state = state
  }

  mutating func set(rate: Double, at now: Int64) {
    move(to: position(at: now), at: now)
    self.rate = rate
  }

  mutating func begin(_ song: Int, at now: Int64) {
    (self.song, description) = (song, 0)
    length = Int64(100 + song % 7 * 40) * 1_000_000
    move(to: 0, at: now)
  }
}

/// A host: it plays, offers commands, and commits what has changed.
final class Player: Program {
  /// A command that the library gave to the host.
  struct Given {
    let time: Int64
    let kind: Int32
    let position: Int64
    /// "" while the host shows nothing.
    let title: String
  }

  let world: World
  let manner: Manner
  private(set) var engine = Engine()
  /// Whether the host has committed something to show.
  private(set) var isShown = false
  private(set) var given: [Given] = []
  /// The steps to another song that the host was given and has not done.
  private(set) var stepsLeft = 0
  /// The times of the commits, and whether each was of another song than the one that was shown.
  private(set) var commits: [(time: Int64, isNewSong: Bool)] = []
  /// The times at which the host committed nothing to show.
  private(set) var hidings: [Int64] = []
  /// The states of the engine at the commits.
  private(set) var states: [(time: Int64, state: Engine.State)] = []
  /// Whether the last position that it committed was in whole seconds.
  private(set) var saysWholeSeconds = false
  /// Lines of the log that speak of a bug.
  private(set) var complaints: [String] = []
  private(set) var openRequests = 0
  private(set) var destroyed = 0
  private var app: OpaquePointer?
  private var session: OpaquePointer?
  private var shownSong = 0
  private var commandsTaken = 0
  private var threadVolume = 1.0
  /// Told when the host begins to show something.
  var appears: () -> Void = {}
  /// Told of each commit, in a line.
  var tells: (String) -> Void = { _ in }

  var descriptor: Int32? {
    var descriptor: Int32 = -1
    return app != nil && nowplaying_app_get_fd(app, &descriptor) == NOWPLAYING_OK ? descriptor : nil
  }

  private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
  fileprivate static func of(_ context: UnsafeMutableRawPointer?) -> Player {
    Unmanaged<Player>.fromOpaque(context!).takeUnretainedValue()
  }

  /// - traces: whether `tells` is given what the library does, too.
  init(_ world: World, _ manner: Manner, traces: Bool = false) {
    self.world = world
    self.manner = manner
    var options = nowplaying_app_options()
    options.struct_size = MemoryLayout<nowplaying_app_options>.size
    options.bus_fd = -1
    options.loop = NOWPLAYING_LOOP_FD
    options.log_level = traces ? NOWPLAYING_LOG_DEBUG : NOWPLAYING_LOG_WARNING
    var callbacks = nowplaying_app_callbacks()
    callbacks.struct_size = MemoryLayout<nowplaying_app_callbacks>.size
    callbacks.user_data = context
    callbacks.destroy = { Player.of($0).destroyed += 1 }
    callbacks.bus_state = { _, state, user in
      let player = Player.of(user)
      guard player.manner.beginsWithBus, state == NOWPLAYING_BUS_CONNECTED, !player.isShown else { return }
      player.change { $0.set(.playing, at: player.world.now) }
    }
    callbacks.log = { _, level, text, user in
      let (player, line) = (Player.of(user), String(cString: text!))
      if level <= NOWPLAYING_LOG_WARNING { player.complaints.append(line) } else { player.tells(line) }
    }
    "org.example.Simulated".withCString { id in
      "unix:path=\(Bus.socket)".withCString { address in
        options.application_id = id
        options.bus_address = address
        check(nowplaying_app_new(&options, &callbacks, &app))
      }
    }
    makeSession()
  }

  private func makeSession() {
    var callbacks = nowplaying_session_callbacks()
    callbacks.struct_size = MemoryLayout<nowplaying_session_callbacks>.size
    callbacks.user_data = context
    callbacks.destroy = { Player.of($0).destroyed += 1 }
    callbacks.command = { _, request, event, user in Player.of(user).take(request, event!.pointee) }
    callbacks.volume = { _, request, volume, user in
      let player = Player.of(user)
      return player.manner.ignores ? NOWPLAYING_OK : player.perform(request) { $0.volume = volume }
    }
    if manner.hasPosition {
      callbacks.position = { _, result, user in
        let player = Player.of(user)
        result!.pointee = player.engine.position(at: player.world.now)
        return NOWPLAYING_OK
      }
    }
    check(nowplaying_session_new(app, "main", &callbacks, &session))
    check(nowplaying_session_request_application_primary(session))
    setCommands()
  }

  private func setCommands() {
    var kinds = [
      NOWPLAYING_COMMAND_STOP, NOWPLAYING_COMMAND_NEXT, NOWPLAYING_COMMAND_PREVIOUS,
      NOWPLAYING_COMMAND_SEEK_TO_POSITION,
    ]
    kinds +=
      manner.offers == .toggle
      ? [NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE] : [NOWPLAYING_COMMAND_PLAY, NOWPLAYING_COMMAND_PAUSE]
    let impossible = engine.state == .playing ? NOWPLAYING_COMMAND_PLAY : NOWPLAYING_COMMAND_PAUSE
    if !manner.ignores {
      kinds += [
        NOWPLAYING_COMMAND_CHANGE_RATE, NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE, NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE,
      ]
    }
    let rates = [0.5, 1, 1.5, 2]
    rates.withUnsafeBufferPointer { rates in
      var commands = kinds.map { kind in
        var command = nowplaying_command()
        command.struct_size = MemoryLayout<nowplaying_command>.size
        command.kind = kind
        command.enabled = manner.offers == .either && kind == impossible ? 0 : 1
        if kind == NOWPLAYING_COMMAND_CHANGE_RATE { (command.rates, command.rate_count) = (rates.baseAddress, 4) }
        if kind == NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE { command.current = engine.repeat }
        if kind == NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE { command.current = engine.shuffle }
        return command
      }
      check(nowplaying_session_set_commands(session, &commands, commands.count))
    }
  }

  func dispatch() { if app != nil { check(nowplaying_app_dispatch(app)) } }

  private func check(_ status: Int32) {
    if status != NOWPLAYING_OK { complaints.append("a call failed: \(String(cString: nowplaying_strerror(status)))") }
  }

  // MARK: Commands

  private func take(_ request: OpaquePointer?, _ event: nowplaying_command_event) -> Int32 {
    let title = isShown ? "Song \(engine.song)" : ""
    given.append(Given(time: world.now, kind: event.kind, position: event.time_us, title: title))
    let now = { [unowned self] in world.now }
    switch event.kind {
    case NOWPLAYING_COMMAND_PLAY: return perform(request) { $0.set(.playing, at: now()) }
    case NOWPLAYING_COMMAND_PAUSE: return perform(request) { $0.set(.paused, at: now()) }
    case NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE:
      return perform(request) { $0.set($0.state == .playing ? .paused : .playing, at: now()) }
    case NOWPLAYING_COMMAND_STOP: return perform(request) { $0.set(.stopped, at: now()) }
    case NOWPLAYING_COMMAND_NEXT, NOWPLAYING_COMMAND_PREVIOUS:
      stepsLeft += 1
      let step = event.kind == NOWPLAYING_COMMAND_NEXT ? 1 : -1
      return perform(request) { [unowned self] in
        stepsLeft -= 1
        let next = max(1, $0.song + step)
        if manner.songs == 0 || next <= manner.songs { $0.begin(next, at: now()) }
      }
    case NOWPLAYING_COMMAND_SEEK_TO_POSITION:
      // It does one thing after the other: behind a step to another song a position is of that song.
      let (position, song, isBehindStep) = (event.time_us, engine.song, stepsLeft > 0)
      return perform(request) { if $0.song == song || isBehindStep { $0.move(to: position, at: now()) } }
    case NOWPLAYING_COMMAND_CHANGE_RATE: return perform(request) { $0.set(rate: event.rate, at: now()) }
    case NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE: return perform(request) { $0.repeat = event.mode }
    case NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE: return perform(request) { $0.shuffle = event.mode }
    default: return NOWPLAYING_OK
    }
  }

  /// Does what was asked for, in the manner of this host.
  private func perform(_ request: OpaquePointer?, _ change: @escaping (inout Engine) -> Void) -> Int32 {
    commandsTaken += 1
    let isFailed = manner.fails > 0 && commandsTaken % manner.fails == 0
    if manner.answer == 0 {
      if isFailed { return NOWPLAYING_ERROR_COMMAND_FAILED }
      change(&engine)
      commit()
      return NOWPLAYING_OK
    }
    let later = { [unowned self] in
      change(&engine)
      commit()
    }
    if manner.ticks { world.after(manner.answer / 2) { [unowned self] in commit() } }
    if manner.answersFirst, !isFailed {
      world.after(manner.answer, later)
      return NOWPLAYING_OK
    }
    openRequests += 1
    world.after(manner.answer) { [unowned self] in
      if !isFailed { later() }
      openRequests -= 1
      _ = nowplaying_request_complete(request, isFailed ? NOWPLAYING_ERROR_COMMAND_FAILED : NOWPLAYING_OK, nil)
      nowplaying_request_unref(request)
    }
    return NOWPLAYING_PENDING
  }

  // MARK: What it does by itself

  func change(_ change: (inout Engine) -> Void) {
    change(&engine)
    commit()
  }

  /// Has another thread of the host commit another volume, when the loop or this thread comes to a lock.
  ///
  /// - locks: how many locks are taken before.
  func commit(volume: Double, afterLocks locks: Int64) {
    threadVolume = volume
    sim_run_in_thread(
      locks,
      {
        let player = Player.of($0)
        player.engine.volume = player.threadVolume
        player.commit()
      }, context)
  }

  /// No thread of the host commits any more.
  func endThread() { sim_run_in_thread(0, nil, nil) }

  /// Commits nothing to show.
  func hide() {
    isShown = false
    hidings.append(world.now)
    check(nowplaying_session_set_content(session, nil))
    check(nowplaying_session_set_snapshot(session, nil))
    check(nowplaying_session_commit(session))
    tells("commits nothing to show")
  }

  /// Stages what the next commit must not publish, and drops it.
  private func stageInVain() {
    check(nowplaying_session_set_content(session, nil))
    check(nowplaying_session_set_commands(session, nil, 0))
    check(nowplaying_session_set_volume_maximum(session, 2))
    check(nowplaying_session_discard(session))
  }

  /// Commits all of the engine's state.
  func commit() {
    guard session != nil else { return }
    // A host's threads take turns with what they stage.
    sim_hold_thread(true)
    defer { sim_hold_thread(false) }
    if !commits.isEmpty { stageInVain() }
    var content: OpaquePointer?
    check(nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, "song\(engine.song)", &content))
    check(nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, engine.title))
    check(nowplaying_content_set_text(content, NOWPLAYING_FIELD_ARTISTS, "The Simulated"))
    check(nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, engine.length))
    check(nowplaying_session_set_content(session, content))
    nowplaying_content_free(content)
    var snapshot = nowplaying_snapshot()
    snapshot.struct_size = MemoryLayout<nowplaying_snapshot>.size
    snapshot.elapsed_us = engine.position(at: world.now)
    snapshot.timestamp_us = world.now
    snapshot.rate = engine.rate
    snapshot.default_rate = engine.rate
    snapshot.seekable_start_us = .min
    snapshot.seekable_end_us = .min
    snapshot.state =
      switch engine.state {
      case .stopped: NOWPLAYING_STATE_STOPPED
      case .playing: NOWPLAYING_STATE_PLAYING
      case .paused: NOWPLAYING_STATE_PAUSED
      case .buffering: NOWPLAYING_STATE_BUFFERING
      }
    check(nowplaying_session_set_snapshot(session, &snapshot))
    check(nowplaying_session_set_volume(session, engine.volume))
    if manner.offers == .either { setCommands() }
    if !manner.ignores {
      check(nowplaying_session_set_command_mode(session, NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE, engine.repeat))
      check(nowplaying_session_set_command_mode(session, NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE, engine.shuffle))
    }
    check(nowplaying_session_commit(session))
    states.append((world.now, engine.state))
    saysWholeSeconds = snapshot.elapsed_us % 1_000_000 == 0
    commits.append((world.now, isShown && engine.song != shownSong))
    tells("commits \(engine.title), \(engine.state), at \(snapshot.elapsed_us) µs")
    shownSong = engine.song
    if !isShown { appears() }
    isShown = true
  }

  /// Ends the app.
  func end() {
    endThread()
    nowplaying_session_free(session)
    nowplaying_app_free(app)
    (app, session) = (nil, nil)
  }
}
