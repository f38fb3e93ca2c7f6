// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The messages that the daemon sends, equal to playerctld's.
enum DaemonObject {
  static var interface: StaticString { PlayerNames.daemonInterface }
  static var noPlayer: StaticString { "com.github.altdesktop.playerctld.NoActivePlayer" }
  static var noPlayerText: String { "No player is being controlled by playerctld" }

  /// Returns whether calls and signals of an interface are relayed between clients and the active player.
  static func isRelayed(_ interface: String) -> Bool { MPRIS.interfaces.contains { interface.equals($0) } }

  /// Returns whether a signal of the active player is one that clients expect.
  static func isRelayed(_ signal: Message) -> Bool {
    guard let interface = signal.interface else { return false }
    if signal.isSignal(MPRIS.properties, "PropertiesChanged") {
      return signal.hasSignature("sa{sv}as") && isRelayed(signal.readString() ?? "")
    }
    if signal.isSignal(MPRIS.player, "Seeked") { return signal.hasSignature("x") }
    return isRelayed(interface)
  }

  // MARK: Signals

  /// Emits that a player has become the active one, and all its properties.
  static func announce(
    _ player: ActivePlayer, _ names: [String], _ told: inout ToldProperties, on connection: Connection
  ) {
    emit(connection, interface, "ActivePlayerChangeBegin") { $0.append(player.name) }
    announce(MPRIS.player, player.player, told.replace(MPRIS.player, by: player.player), on: connection)
    announce(MPRIS.root, player.root, told.replace(MPRIS.root, by: player.root), on: connection)
    outdate(&told, on: connection)
    let time = player.player.map { position(in: $0.message) } ?? 0
    emit(connection, MPRIS.player, "Seeked") { $0.append(time) }
    announce(names, on: connection)
    emit(connection, interface, "ActivePlayerChangeEnd") { $0.append(player.name) }
  }

  /// Emits that no player is there, as an empty name, and the properties of `AbsentPlayer`.
  ///
  /// - canPlay: whether Play starts a player.
  static func announceNobody(canPlay: Bool, _ told: inout ToldProperties, on connection: Connection) {
    emit(connection, interface, "ActivePlayerChangeBegin") { $0.append("") }
    for changed in [MPRIS.player, MPRIS.root] {
      let outdated = told.replace(changed, by: AbsentPlayer.names(changed))
      emit(connection, MPRIS.properties, "PropertiesChanged") {
        $0.append(changed).then(AbsentPlayer.append(changed, canPlay: canPlay, isSignal: true, to: $0))
          .then($0.append(outdated))
      }
    }
    outdate(&told, on: connection)
    announce([], on: connection)
    emit(connection, interface, "ActivePlayerChangeEnd") { $0.append("") }
  }

  /// Invalidates the track list and playlist properties that clients may have read.
  private static func outdate(_ told: inout ToldProperties, on connection: Connection) {
    for (interface, names) in told.takeLists() { announce(interface, nil, names, on: connection) }
  }

  /// Emits the names of the players.
  static func announce(_ names: [String], on connection: Connection) {
    emit(connection, MPRIS.properties, "PropertiesChanged") {
      $0.append(interface).then(append(names, to: $0)).then($0.append([]))
    }
  }

  /// Appends the properties of the daemon's own interface.
  static func append(_ names: [String], to message: Message) -> Int32 {
    message.container(.array, "{sv}") { message.append(entry: "PlayerNames", "as") { message.append(names) } }
  }

  /// Emits all properties of an interface, and invalidates those that clients may know and the new player lacks.
  private static func announce(
    _ interface: StaticString, _ values: KeptMessage?, _ outdated: [String], on connection: Connection
  ) {
    emit(connection, MPRIS.properties, "PropertiesChanged") { signal in
      let result = signal.append(interface)
      guard let values = values?.message else {
        return result.then(signal.container(.array, "{sv}") { 0 }).then(signal.append(outdated))
      }
      values.rewind()
      return result.then(signal.append(mapOf: values, without: "Position")).then(signal.append(outdated))
    }
  }

  private static func emit(
    _ connection: Connection, _ interface: StaticString, _ member: StaticString, _ fill: (Message) -> Int32
  ) {
    connection.emit(path: MPRIS.path, interface: interface, member: member, fill)
  }

  /// Returns the Position in a reply to GetAll; 0 without one.
  private static func position(in properties: Message) -> Int64 {
    var position = Int64.zero
    properties.rewind()
    _ = properties.readDictionary { key in
      guard key.equals("Position") else { return false }
      guard let value = properties.readVariant("x", { properties.readInt64() }) else { return false }
      position = value
      return true
    }
    return position
  }

  // MARK: Introspection

  /// The introspection data of the object.
  static var description: String {
    var text = "<node>"
    for row in table.description.parts(10) {
      let words = row.parts(32)
      switch words[0].exact {
      case "interface": text += (words.count > 1 ? "<interface name=\"" + words[1] + "\">" : "</interface>")
      case "property":
        text += "<property name=\"" + words[1] + "\" type=\"" + words[2] + "\" access=\"" + words[3] + "\"/>"
      default:
        text += "<" + words[0] + " name=\"" + words[1] + "\">"
        for argument in words.dropFirst(2) {
          // An argument is "name:type", and a result of a method "name:type:out".
          let parts = argument.parts(58)
          let direction = words[0].equals("signal") ? "" : " direction=\"" + (parts.count > 2 ? "out" : "in") + "\""
          text += "<arg name=\"" + parts[0] + "\" type=\"" + parts[1] + "\"" + direction + "/>"
        }
        text += "</" + words[0] + ">"
      }
    }
    return text + "</node>"
  }

  /// A line for each member: its kind, its name, and each argument as name:type, a result as name:type:out.
  private static var table: StaticString {
    """
    interface org.freedesktop.DBus.Properties
    method Get interface_name:s property_name:s value:v:out
    method GetAll interface_name:s properties:a{sv}:out
    method Set interface_name:s property_name:s value:v
    signal PropertiesChanged interface_name:s changed_properties:a{sv} invalidated_properties:as
    interface
    interface org.freedesktop.DBus.Introspectable
    method Introspect xml_data:s:out
    interface
    interface org.freedesktop.DBus.Peer
    method Ping
    method GetMachineId machine_uuid:s:out
    interface
    interface org.mpris.MediaPlayer2
    method Raise
    method Quit
    property CanQuit b read
    property Fullscreen b readwrite
    property CanSetFullscreen b read
    property CanRaise b read
    property HasTrackList b read
    property Identity s read
    property DesktopEntry s read
    property SupportedUriSchemes as read
    property SupportedMimeTypes as read
    interface
    interface org.mpris.MediaPlayer2.Player
    method Next
    method Previous
    method Pause
    method PlayPause
    method Stop
    method Play
    method Seek Offset:x
    method SetPosition TrackId:o Offset:x
    method OpenUri Uri:s
    signal Seeked Position:x
    property PlaybackStatus s read
    property LoopStatus s readwrite
    property Rate d readwrite
    property Shuffle b readwrite
    property Metadata a{sv} read
    property Volume d readwrite
    property Position x read
    property MinimumRate d read
    property MaximumRate d read
    property CanGoNext b read
    property CanGoPrevious b read
    property CanPlay b read
    property CanPause b read
    property CanSeek b read
    property CanControl b read
    interface
    interface org.mpris.MediaPlayer2.TrackList
    method GetTracksMetadata TrackIds:ao Metadata:aa{sv}:out
    method AddTrack Uri:s AfterTrack:o SetAsCurrent:b
    method RemoveTrack TrackId:o
    method GoTo TrackId:o
    property Tracks ao read
    property CanEditTracks b read
    signal TrackListReplaced Tracks:ao CurrentTrack:o
    signal TrackAdded Metadata:a{sv} AfterTrack:o
    signal TrackRemoved TrackId:o
    signal TrackMetadataChanged TrackId:o Metadata:a{sv}
    interface
    interface org.mpris.MediaPlayer2.Playlists
    method ActivatePlaylist PlaylistId:o
    method GetPlaylists Index:u MaxCount:u Order:s ReverseOrder:b Playlists:a(oss):out
    property PlaylistCount u read
    property Orderings as read
    property ActivePlaylist (b(oss)) read
    signal PlaylistChanged Playlist:(oss)
    interface
    interface com.github.altdesktop.playerctld
    method Shift Player:s:out
    method Unshift Player:s:out
    property PlayerNames as read
    signal ActivePlayerChangeBegin Name:s
    signal ActivePlayerChangeEnd Name:s
    interface
    interface org.nowplaying.Daemon1
    property Player s read
    property Reason s read
    property Order as read
    property Paused as read
    property PausedFor as read
    property Awake as read
    property Adapters as read
    property Faults as read
    property Options as read
    interface
    """
  }
}
