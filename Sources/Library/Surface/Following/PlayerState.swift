// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The knowledge of a connection that owns an MPRIS name, from which its sessions are made. Belongs to the loop.
final class PlayerState {
  let unique: String
  /// Its MPRIS names; never empty, the first is shown.
  var names: [String]
  /// A count that goes up with each player.
  let appeared: UInt64
  /// Whether nobody knows since when it plays: it was there before this surface, and has not answered yet.
  private(set) var wasThere: Bool
  /// Whether it is of org.nowplaying.
  private(set) var speaksNowPlaying = false
  /// Of a player of MPRIS alone, once it has answered.
  private(set) var mprisOnly: KnownPlayer?
  private(set) var root = KnownRoot()
  private(set) var app = KnownApp()
  /// 0 where it is not known.
  private(set) var process = Int32.zero
  /// The process of which it is a child; 0 where that is not known.
  var parent: Int32 { ProgramName.parent(of: process) }
  /// The sandbox or the program of the process; empty where it says nothing.
  private var program = Text.empty
  /// How many of its sessions the host was called for since its player was looked at last.
  var news = 0
  /// The queue of the session that the MPRIS name shows; nil while it is not followed, and where there is none.
  var queue: PlayingQueue?
  /// The same of the playlists.
  var playlists: ShownPlaylists?

  init(_ unique: String, _ name: String, appeared: UInt64, wasThere: Bool) {
    self.unique = unique
    names = [name]
    self.appeared = appeared
    self.wasThere = wasThere
  }

  /// Whether it has answered what it is. What it says of changes before is of the time before the answer.
  var isKnown: Bool { speaksNowPlaying || mprisOnly != nil }

  // MARK: Changes

  /// The player is of org.nowplaying.
  func adoptProtocol() { speaksNowPlaying = true }

  /// All entries have been made that the first answer brings.
  func settle() { wasThere = false }

  /// Takes over all properties of a player of MPRIS alone, the first time.
  func adoptMPRIS(_ properties: [Decoded.Entry], now: Int64) {
    var player = KnownPlayer()
    player.apply(properties, now: now)
    player.settle(now: now)
    if let position = properties["Position"]?.anyInteger { _ = player.move(to: position, now: now, isExact: true) }
    mprisOnly = player
  }

  /// Takes over what has changed of a player of MPRIS alone.
  func takePlain(_ properties: [Decoded.Entry], now: Int64) { mprisOnly?.apply(properties, now: now) }

  /// Reads what has come of a player of MPRIS alone.
  func settleMPRIS(now: Int64) { mprisOnly?.settle(now: now) }

  /// The player has said where it is. Returns whether that is news.
  func move(to position: Int64, now: Int64, isExact: Bool) -> Bool {
    mprisOnly?.move(to: position, now: now, isExact: isExact) ?? false
  }

  /// Takes over properties of `org.mpris.MediaPlayer2`. Returns whether there is news.
  func takeRoot(_ properties: [Decoded.Entry]) -> Bool {
    let before = root
    root.apply(properties)
    return root != before
  }

  /// Takes over properties of the application's object. Returns whether there is news.
  func takeApp(_ interface: String, _ properties: [Decoded.Entry]) -> Bool {
    let before = app
    app.apply(interface, properties)
    return app != before
  }

  /// The bus has told the process. Returns whether there is news.
  func takeProcess(_ process: Int32) -> Bool {
    if process <= 0 { return false }
    self.process = process
    program = Text(ProgramName.find(process), limit: Limits.identifier)
    return true
  }

  // MARK: What is known

  /// Returns what is known of a session.
  ///
  /// - known: of org.nowplaying; the other players have one session, which has none.
  func model(_ key: Text, _ known: KnownSession) -> SessionModel {
    var model = SessionModel(info: SessionModel.Info(key: key))
    let name = names.first ?? ""
    let end = Text(MPRISPlayer.shortName(name))
    model.info.busName = Text(name)
    model.info.process = process
    if root.canRaise { model.info.abilities.insert(.raises) }
    if root.canQuit { model.info.abilities.insert(.quits) }
    if let mprisOnly {
      fill(&model, mprisOnly)
      identify(&model.info, root.desktopEntry, root.identity, root.desktopEntry, end)
    } else {
      fill(&model, known)
      // MPRIS's Identity names the place as well: "Podcasts – Kitchen".
      let name = known.isRemote && !root.identity.isEmpty ? root.identity : app.name
      identify(&model.info, app.id, name, app.desktopEntry, end)
    }
    return model
  }

  private func identify(_ info: inout SessionModel.Info, _ id: Text, _ name: Text, _ entry: Text, _ end: Text) {
    info.applicationID = !id.isEmpty ? id : !program.isEmpty ? program : end
    info.displayName = name.isEmpty ? end : name
    info.desktopEntry = entry
  }

  private func fill(_ model: inout SessionModel, _ player: KnownPlayer) {
    model.info.primary = .application
    model.info.volume = player.volume
    if player.setsVolume { model.info.abilities.insert(.setsVolume) }
    model.item = player.item
    model.playback = player.playback
    model.commands = player.commands
  }

  private func fill(_ model: inout SessionModel, _ session: KnownSession) {
    model.info.sessionID = session.id
    model.info.abilities.insert(.speaksNowPlaying)
    if session.isRemote { model.info.abilities.insert(.isRemote) }
    if session.playback.isMuted { model.info.abilities.insert(.isMuted) }
    if session.canSetVolume, session.volume >= 0 { model.info.abilities.insert(.setsVolume) }
    if app.mayShowVideo { model.info.abilities.insert(.mayShowVideo) }
    if session.isApplicationPrimary { model.info.primary.insert(.application) }
    if session.isSystemPrimary { model.info.primary.insert(.system) }
    model.info.volume = session.volume
    model.item = session.item
    model.playback = session.playback
    model.commands = session.commands.withToggle(isActive: session.playback.isActive)
    model.devices = session.devices
    model.tracks = session.tracks
  }
}
