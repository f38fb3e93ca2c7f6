// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The steps of the program that uses all files.
import AVFAudio
import MediaPlayer
import NowPlaying
import NowPlayingExtras

extension Together {
  typealias Step = @MainActor () async throws -> String

  /// Steps that show each kind of model in a session.
  static var sessions: [Step] {
    [
      { try await present(PlayerModel()) },
      { try await present(Podcast()) },
      { try await present(ToneGenerator()) },
      { try await present(CameraModel(place: "door")) },
      { try await present(Model(id: "model", engine: SilentEngine())) },
      {
        let model = VideoModel()
        (model.title, model.length) = (.episode(id: 2, name: "Pilot", series: "Series"), 60)
        return try await present(model)
      },
      { try await present(Modes()) },
      {
        let shelf = Shelf()
        (shelf.records, shelf.selected) = ([.init(id: 1, name: "A"), .init(id: 2, name: "B")], 1)
        return try await present(TurntableModel(shelf: shelf))
      },
      { try await present(OpinionModel()) },
      {
        let model = SermonModel()
        model.all = [Sermon(id: "1", speaker: "A"), Sermon(id: "2", speaker: "B", duration: .finite(60))]
        return try await present(model)
      },
      {
        let model = QueuePlayer()
        let song = QueueState.Song(id: "1", name: "Song", artist: "Artist", album: "Album", seconds: 60)
        try model.restore(from: JSONEncoder().encode(QueueState(songs: [song, song], index: 0, repeats: true)))
        return try await present(model)
      },
      {
        let model = EpisodePlayer()
        model.episode = .init(id: UUID(), title: "Episode", show: "Show", published: nil, length: .seconds(60))
        return try await present(model)
      },
      { try await present(StationModel(feed: ShortFeed())) },
      {
        let track = Track(id: "1", title: "Title", artist: "Artist", cover: URL(fileURLWithPath: "/nonexistent"))
        return try await present(Frame(track.content(PictureCache())))
      },
      {
        let cover = MovingCover(name: "moving", folder: URL(fileURLWithPath: "/nonexistent"))
        return try await present(Frame(cover.content))
      },
    ]
  }

  /// Steps that use types which own their sessions themselves.
  static var owners: [Step] {
    [
      {
        let (windows, window) = (Windows(), Window())
        window.title = "Film"
        kept.append(windows)
        windows.open(window)
        await windows.focus(window)
        return "shown \(window.id)"
      },
      {
        let jukebox = Jukebox()
        jukebox.list = "1"
        jukebox.show()
        kept.append(jukebox)
        return "shown jukebox"
      },
      {
        let book = Book()
        kept.append(book)
        await book.start()
        return "shown book"
      },
      {
        let sessions = loops("a", "b")
        kept.append(sessions)
        return "shown \(sessions.map(\.id))"
      },
      {
        let sessions = SessionSwitch()
        sessions.add(ToneGenerator())
        sessions.add(Modes())
        kept.append(sessions)
        return "shown \(await sessions.select("modes"))"
      },
      {
        let playback = Playback<ToneGenerator>()
        await playback.begin(ToneGenerator())
        kept.append(playback)
        return "shown \(playback.phase)"
      },
      {
        let service = Container.live(Modes()).service()
        kept.append(service)
        try await service.activate()
        try await Container.test.service().activate()
        return "shown a service"
      },
      {
        let button = PrimaryButton(MediaSession(Modes()))
        kept.append(button)
        await button.press()
        return "shown \(button.isHighlighted)"
      },
      { try await remote() },
    ]
  }

  private static func remote() async throws -> String {
    let members = [GroupAttributes.Member(id: "1", name: "Hall", level: 0.5)]
    let group = GroupSession(
      GroupAttributes(id: "group", members: members, song: "Song", changed: .now), DeafConnection())
    let texts = summaries(of: [group, ClockSession(ClockAttributes(id: "clock"))])
    // There is no extension on this bus, and no server.
    let rooms = Rooms()
    let didPlay = await rooms.play("Song", in: "hall")
    await rooms.stopAll()
    let server = TokenServer(URL(fileURLWithPath: "/nonexistent"))
    let uploads = Task { try await uploadTokens(to: server) }
    uploads.cancel()
    return "did \(texts) \(didPlay)"
  }

  /// MediaPlayer.
  static var classics: [Step] {
    [
      {
        let player = ClassicPlayer()
        kept.append(player)
        player.activate()
        player.isPlaying = true
        return "shown a classic player"
      },
      {
        let (control, table, menu) = (RemoteControl(), CommandTable(), LanguageMenu())
        kept += [control, table, menu]
        show(PlayedTrack(id: 1, title: "Title", artist: "Artist", seconds: 60, rate: 1), at: 3)
        control.setup()
        fill(table) { _ in true }
        menu.offer(["de", "en"])
        menu.listen()
        return "shown a track"
      },
      {
        let source = CoverSource(
          id: "cover", still: URL(fileURLWithPath: "/nonexistent"), clip: URL(fileURLWithPath: "/nonexistent"))
        show(source, source, of: "Title")
        MPNowPlayingInfoCenter.default().nowPlayingInfo?[MPMediaItemPropertyArtwork] = artwork(nil)
        return "shown a cover"
      },
      {
        let life = AppLife()
        kept.append(life)
        life.observe()
        life.save()
        life.showFilm(true)
        life.showFilm(false)
        return "is \(life.describe())"
      },
      {
        clear()
        try? await update()
        return "did \(play { throw CancellationError() })"
      },
    ]
  }

  /// AVFAudio and Foundation.
  static var audio: [Step] {
    [
      {
        let (setup, activity) = (AudioSetup(), AudioActivity())
        kept += [setup, activity]
        activity.observe()
        setup.activate()
        await activateInBackground()
        try await activateLater()
        let asked = setup.ask()
        setup.deactivate()
        try await activity.stop()
        return "did \(asked)"
      },
      {
        let clock = Clock()
        clock.start()
        clock.stop()
        let follower = Follower()
        kept.append(follower)
        follower.start()
        follower.tell()
        NotificationCenter.default.post(name: Notification.Name("changed"), object: nil, userInfo: ["reason": UInt(1)])
        return "did \(position(AudioEngine())) \((try? await load(URL(fileURLWithPath: "/nonexistent"))) == nil)"
      },
    ]
  }
}
