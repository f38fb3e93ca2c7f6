// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The state of a connection that owns an MPRIS name, from which the models of its sessions are made.
final class PlayerState: LoopBound {
  let unique: String
  /// The player's MPRIS names. Never empty; the first is shown.
  var names: [String]
  /// The number of the player in the order of appearance.
  let appeared: UInt64
  /// Whether the player was on the bus before this surface and has not answered yet, so that it is unknown since when
  /// it plays.
  private(set) var wasThere: Bool
  /// Whether the player speaks org.nowplaying.
  private(set) var speaksNowPlaying = false
  /// The properties of a player with MPRIS alone, once it has answered.
  private(set) var mprisOnly: KnownPlayer?
  private(set) var root = KnownRoot()
  private(set) var app = KnownApp()
  /// The player's process; 0 where it is unknown.
  private(set) var process = Int32.zero
  /// The parent of the player's process; 0 where it is unknown.
  var parent: Int32 { ProgramName.parent(of: process) }
  /// The sandbox or the program of the player's process; empty where it is unknown.
  private var program = Text.empty
  /// The number of session changes that the host was told since the last `Player.settle`.
  var news = 0
  /// The queue of the session that MPRIS shows; nil while it is not followed, and where there is none.
  var queue: PlayingQueue?
  /// The playlists; nil while they are not followed, and where there are none.
  var playlists: ShownPlaylists?

  init(_ unique: String, _ name: String, appeared: UInt64, wasThere: Bool) {
    self.unique = unique
    names = [name]
    self.appeared = appeared
    self.wasThere = wasThere
  }

  /// Whether it is known if the player speaks org.nowplaying, or MPRIS alone. Signals before that are older than the
  /// answer.
  var isKnown: Bool { speaksNowPlaying || mprisOnly != nil }

  // MARK: Changes

  /// Notes that the player speaks org.nowplaying.
  func adoptProtocol() { speaksNowPlaying = true }

  /// Notes that all entries of the first answer were made.
  func settle() { wasThere = false }

  /// Takes over the first answer of a player with MPRIS alone.
  func adoptMPRIS(_ properties: [Decoded.Entry], now: Instant) {
    var player = KnownPlayer()
    player.apply(properties, now: now)
    player.settle(now: now)
    if let position = properties["Position"]?.anyInteger {
      _ = player.move(to: Microseconds(position), now: now, isExact: true)
    } else if wasThere {
      player.losePosition()
    }
    mprisOnly = player
  }

  /// Takes over changed properties of a player with MPRIS alone.
  func takeMPRISProperties(_ properties: [Decoded.Entry], now: Instant) { mprisOnly?.apply(properties, now: now) }

  /// Reads the changed properties of a player with MPRIS alone.
  func settleMPRIS(now: Instant) { mprisOnly?.settle(now: now) }

  /// Takes over a position that the player has reported. Returns false for an inexact position that agrees with the
  /// expected one, which then stays.
  func move(to position: Microseconds, now: Instant, isExact: Bool) -> Bool {
    mprisOnly?.move(to: position, now: now, isExact: isExact) ?? false
  }

  /// Takes over properties of `org.mpris.MediaPlayer2`. Returns whether anything has changed.
  func takeRoot(_ properties: [Decoded.Entry]) -> Bool {
    let before = root
    root.apply(properties)
    return root != before
  }

  /// Takes over properties of the app's object. Returns whether anything has changed.
  func takeApp(_ interface: String, _ properties: [Decoded.Entry]) -> Bool {
    let before = app
    app.apply(interface, properties)
    return app != before
  }

  /// Takes over the process that the bus has told. Returns whether it is known.
  func takeProcess(_ process: Int32) -> Bool {
    if process <= 0 { return false }
    self.process = process
    program = Text(ProgramName.find(process), limit: Limits.identifier)
    return true
  }

  // MARK: What is known

  /// Makes the model of a session.
  ///
  /// - known: the session of org.nowplaying; empty for the one session of a player with MPRIS alone.
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
      // MPRIS's Identity also has the place: "Podcasts – Kitchen".
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
    if session.playback.anchor != nil { model.commands = model.commands.withSkips() }
    model.devices = session.devices
    model.tracks = session.tracks
  }
}
