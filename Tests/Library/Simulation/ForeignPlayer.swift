// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A player that is not made with the library: a model of how programs implement MPRIS.
final class ForeignPlayer: Peer {
  /// The item and the state of playback; an empty title is no item.
  struct State: Equatable {
    var title = ""
    var status = "Stopped"
    var length: Int64 = 0
    /// The number of the song.
    fileprivate var song = 0
    fileprivate var base: Int64 = 0
    fileprivate var since: Int64 = 0
  }

  let world: World
  private let theBus: Bus
  let index: Int
  private(set) var state = State()
  /// The time since which it has had no item; nil while it has one.
  private(set) var emptySince: Int64? = 0
  /// The commands that it was given.
  private(set) var given: [String] = []
  /// Told of each command before it is obeyed.
  var isAsked: (String) -> Void = { _ in }
  /// Whether it does what it is asked for.
  var obeys = true
  /// Whether its object answers.
  var answers = true
  /// Whether it takes calls and answers none, as a program that hangs. Its signals are sent.
  var isSilent = false
  private var songs = 0

  var isThere: Bool { isConnected }
  var busName: String { "\(MPRIS.prefix).foreign\(index)" }

  init(_ bus: Bus, index: Int) {
    (world, theBus, self.index) = (bus.world, bus, index)
    super.init()
    processID = Int64(4_194_100 + index)
    latency = 200
  }

  /// Joins the bus with its name.
  func appear() {
    if isConnected { return }
    theBus.connect(self)
    send(.call(Bus.name, Bus.path, Bus.name, "RequestName", "su", [.text(busName), .integer(4)]))
  }

  func leave() {
    state = State()
    emptySince = world.now
    theBus.disconnect(self)
  }

  private func send(_ message: Message) { theBus.send(message, from: self) }

  /// Changes what it plays, and emits what has changed.
  func change(_ change: (inout State) -> Void) {
    let before = state
    change(&state)
    if state.title.isEmpty { emptySince = emptySince ?? world.now } else { emptySince = nil }
    guard isConnected, answers else { return }
    var news: [Value.Entry] = []
    if state.title != before.title || state.length != before.length || state.song != before.song {
      news.append(entry("Metadata", "a{sv}", metadata))
    }
    if state.status != before.status { news.append(entry("PlaybackStatus", "s", .text(state.status))) }
    if (state.title.isEmpty) != before.title.isEmpty {
      news.append(entry("CanPlay", "b", .truth(!state.title.isEmpty)))
    }
    if news.isEmpty { return }
    send(
      .signal(
        MPRIS.path, MPRIS.properties, "PropertiesChanged", "sa{sv}as",
        [.text(MPRIS.player), .dictionary(news), .array([])]))
  }

  /// Begins the next song.
  func begin(title: String? = nil, length: Int64 = 180_000_000) {
    songs += 1
    let name = title ?? "Foreign \(index), song \(songs)"
    change { [songs] in ($0.title, $0.length, $0.song) = (name, length, songs) }
  }

  private func entry(_ key: String, _ signature: String, _ value: Value) -> Value.Entry {
    Value.Entry(key: .text(key), value: .variant(signature, value))
  }

  private var metadata: Value {
    if state.title.isEmpty { return .dictionary([]) }
    return .dictionary([
      entry("mpris:trackid", "o", .text("/org/example/track/\(index)/\(state.song)")),
      entry("xesam:title", "s", .text(state.title)), entry("mpris:length", "x", .integer(state.length)),
    ])
  }

  private var playerProperties: Value {
    .dictionary(
      [
        entry("PlaybackStatus", "s", .text(state.status)), entry("Metadata", "a{sv}", metadata),
        entry("Position", "x", .integer(0)), entry("Rate", "d", .number(1)), entry("Volume", "d", .number(1)),
        entry("MinimumRate", "d", .number(1)), entry("MaximumRate", "d", .number(1)),
      ]
        + ["CanPlay", "CanPause", "CanGoNext", "CanGoPrevious", "CanControl"].map {
          entry($0, "b", .truth($0 != "CanPlay" || !state.title.isEmpty))
        } + [entry("CanSeek", "b", .truth(false))])
  }

  private var rootProperties: Value {
    .dictionary([
      entry("Identity", "s", .text("Foreign \(index)")), entry("CanQuit", "b", .truth(false)),
      entry("CanRaise", "b", .truth(false)), entry("HasTrackList", "b", .truth(false)),
    ])
  }

  /// Emits so many changes of its item's length at once.
  func flood(_ count: Int64) {
    let length = state.length
    for number in 1...count { change { $0.length = length + number } }
    change { $0.length = length }
  }

  override func receive(_ message: Message) {
    if isSilent, message.kind == .call { return }
    guard message.kind == .call, answers else {
      if message.expectsReply, !answers { send(message.error("org.freedesktop.DBus.Error.UnknownObject", "Not yet.")) }
      return
    }
    switch (message.interface, message.member) {
    case (MPRIS.properties, "GetAll"):
      let isPlayer = message.values.first?.text == MPRIS.player
      send(message.reply("a{sv}", [isPlayer ? playerProperties : rootProperties]))
    case (MPRIS.properties, "Get"):
      let known = (playerProperties.entries ?? [:]).merging(rootProperties.entries ?? [:]) { $1 }
      let name = message.values.count > 1 ? message.values[1].text ?? "" : ""
      guard name == "Position" || known[name] != nil else {
        return send(message.error("org.freedesktop.DBus.Error.InvalidArgs", "There is no \(name)."))
      }
      send(message.reply("v", [.variant("x", .integer(0))]))
    case (MPRIS.player, let member):
      given.append(member)
      isAsked(member)
      if obeys { obey(member) }
      if message.expectsReply { send(message.reply()) }
    default:
      if message.expectsReply {
        send(message.error("org.freedesktop.DBus.Error.UnknownMethod", "There is no \(message.member)."))
      }
    }
  }

  private func obey(_ member: String) {
    switch member {
    case "Play": change { if !$0.title.isEmpty { $0.status = "Playing" } }
    case "Pause": change { if $0.status == "Playing" { $0.status = "Paused" } }
    case "PlayPause": change { $0.status = $0.status == "Playing" ? "Paused" : "Playing" }
    case "Next": begin()
    default: break
    }
  }
}
