// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The advice that `nowplaying doctor` prints for each cause of a fault. The text for a cause has lines for different
/// readers, such as the users and the author of the player. "@" in a line is replaced by the `subject` of the
/// `Finding`, for example a name.
enum Advice {
  private static var bug: String { "libnowplaying should not let this happen: please report it, with its log." }

  /// Returns the advice for anybody at the command line, for the player's users, and for its author.
  static func of(_ cause: Cause, _ author: Author) -> (all: String, user: String, author: String) {
    var lines: [(reader: String, text: String)] = []
    for line in text(cause).description.parts(10) {
      let reader = line.before(58)
      lines.append((reader, line.without(first: reader.utf8.count + 2)))
    }
    func line(_ reader: String) -> String? {
      let texts = lines.filter { $0.reader.exact == reader.exact }.map { $0.text }
      return texts.isEmpty ? nil : texts.joined(separator: " ")
    }
    let all = line("all") ?? ""
    let own = line(author.word.description) ?? (author == .other ? "" : line("library"))
    // Without any advice the library is responsible for the behaviour, so that the finding is a bug of the library.
    return (all, line("user") ?? "", own ?? (all.isEmpty ? bug : ""))
  }

  /// Returns the lines for a cause. A line begins with its reader: all; user; an author by language; library (every
  /// author who uses the library); or other (authors who do not use it).
  private static func text(_ cause: Cause) -> StaticString {
    switch cause {
    // Headsets
    case .rivalProxy:
      """
      all: The daemon needs no mpris-proxy: systemctl --user disable --now mpris-proxy, and then \
      systemctl --user restart nowplaying-daemon.
      """
    case .proxy: "all: nowplaying daemon --bluetooth, in its place, follows the player that plays; see docs/headset.md."
    case .dummy: "all: Remove bluez5.dummy-avrcp-player from @, and restart wireplumber."
    case .noBluez: "all: Start it: sudo systemctl enable --now bluetooth"
    // Questions 1 to 4.
    case .unknownName: "all: Start it, or name one of those that are there."
    case .nearName: "all: Type: nowplaying doctor @"
    case .noPlayer: "all: Start the player, or if it runs, name its program: nowplaying doctor NAME."
    case .nameless: "all: The answers below say what is missing."
    case .foreignNameless:
      """
      user: Its documentation says how it is made to speak MPRIS; mpv needs the package mpv-mpris.
      other: Own a name below org.mpris.MediaPlayer2, or use libnowplaying.
      """
    case .log: "all: Start it with NOWPLAYING_LOG=debug, and read its stderr; in a Flatpak: flatpak run --env=…"
    case .noBus: "all: Type this in a terminal of the desktop session, or name a bus with --bus; see docs/headless.md."
    case .othersBus: "all: Ask as the user whose bus it is, with sudo -u, or restart it: see docs/headless.md."
    case .theirBus: "all: Type: @"
    case .otherBus: "all: Start it in this session, and not with sudo or as a service; or look there: @"
    case .nowhere: "all: Start it where there is a session bus, or give it one: see docs/headless.md."
    case .switchedOff: "all: Unset it, and start the player again."
    // 5
    case .noMetadata:
      """
      user: Play something; if it does play, report to its authors that Metadata is empty.
      c: Set a content with nowplaying_session_set_content(), and commit it.
      cpp: Call session.set_content(), and session.commit().
      python: Assign session.content.
      node: Assign session.content; with mpris-service player.metadata.
      rust: Call session.set_content(), and session.commit().
      swift: Have content return something; in MediaPlayer set nowPlayingInfo.
      other: Send in Metadata at least mpris:trackid and xesam:title.
      """
    case .trouble: "all: Correct that, and have it try again: nowplaying -p @ play"
    case .noTitle:
      """
      user: Most clients show nothing without a title: give the file one.
      c: Set NOWPLAYING_FIELD_TITLE: most clients show nothing without a title.
      cpp: Set TextField::Title: most clients show nothing without a title.
      python: Give the content a title: most clients show nothing without a title.
      node: Give the content a title: most clients show nothing without a title.
      rust: Give the content a title(): most clients show nothing without a title.
      swift: Give the content a title: most clients show nothing without a title.
      other: Send xesam:title, if need be the file's name: most clients show nothing without a title.
      """
    case .atEnd:
      """
      user: Start the next item; if it does play, report to its authors that Position stands at the end.
      c: Set the next content, or a snapshot of NOWPLAYING_STATE_STOPPED.
      cpp: Set the next content, or a Snapshot of PlaybackState::Stopped.
      python: Assign the next content, or Snapshot.stopped().
      node: Assign the next content, or the snapshot { state: 'stopped' }.
      rust: Set the next content, or a snapshot of PlaybackState::Stopped.
      swift: Have content return the next item, or playbackSnapshot say .stopped.
      other: Send the next Metadata, or another PlaybackStatus.
      """
    case .otherUnit:
      """
      user: Report it to its authors: clients show a wrong length, and a full bar.
      library: Give the duration and the position in the same unit.
      other: Send mpris:length and Position in µs.
      """
    case .notAsked:
      """
      c: Call nowplaying_session_request_application_primary() once the session is committed.
      cpp: Call session.request_application_primary() once it is committed.
      python: Call session.request_application_primary() once it has a content.
      node: Call session.requestApplicationPrimary() once it has a content.
      rust: Call session.request_application_primary() once it is committed.
      swift: Call try await session.requestToBecomeApplicationPrimary().
      """
    case .noContent:
      """
      user: Play something.
      c: Set a content, commit it, and call nowplaying_session_request_application_primary().
      cpp: Call session.set_content(), commit() and request_application_primary().
      python: Assign session.content, and call session.request_application_primary().
      node: Assign session.content, and call session.requestApplicationPrimary().
      rust: Call session.set_content(), commit() and request_application_primary().
      swift: Have content return something, and call requestToBecomeApplicationPrimary().
      """
    // 6 and 7
    case .otherDriven: "all: Let it play: playerctld puts first the player that has changed last."
    case .otherPlays: "all: Let it play."
    case .nobodyListens: "all: Start a desktop's panel, playerctld or 'nowplaying follow'."
    case .dottedName:
      """
      user: Call it by its whole name, or by the part before the dot.
      other: Take a name without a dot, unless it is a second instance.
      """
    case .flatpakName:
      """
      user: Permit it: flatpak override --user --own-name=org.mpris.MediaPlayer2.@
      other: Ask for the name that ends with the Flatpak's id, or give the manifest --own-name.
      """
    case .snapName:
      """
      user: If panels do not show it, report it to the snap's authors.
      library: Give the snap's slot of the interface mpris this name.
      other: Give the snap's slot of the interface mpris this name.
      """
    // 8 and 9
    case .noDesktopEntry:
      """
      user: It works without one; if you miss its icon, report to its authors that DesktopEntry is missing.
      c: Give desktop_entry in nowplaying_app_options.
      cpp: Give desktop_entry in AppOptions.
      python: Write App(…, desktop_entry="NAME").
      node: Write new App(…, { desktopEntry: 'NAME' }).
      rust: Call desktop_entry("NAME") of the app's builder.
      swift: Set desktopEntry in HostProgram.configure.
      other: Send DesktopEntry.
      """
    case .noDesktopID:
      """
      user: It works without a name and an icon; tell its authors that DesktopEntry is not the name of a desktop file.
      library: Give only the name of the desktop file, without its folder and without ".desktop".
      other: Send only the name of the desktop file, without its folder and without ".desktop", as DesktopEntry.
      """
    case .noDesktopFile:
      """
      user: It works without a name and an icon; its package should bring @.desktop.
      c: Install it in ~/.local/share/applications, or name another as desktop_entry in nowplaying_app_options.
      c: A terminal program has none: flags = NOWPLAYING_APP_NO_DESKTOP_ENTRY.
      cpp: Install it in ~/.local/share/applications, or name another as desktop_entry in AppOptions.
      cpp: A terminal program has none: flags = NOWPLAYING_APP_NO_DESKTOP_ENTRY in AppOptions.
      python: Install it in ~/.local/share/applications, or name another: App(…, desktop_entry="NAME").
      python: A terminal program has none: App(…, no_desktop_entry=True).
      node: Install it in ~/.local/share/applications, or name another: new App(…, { desktopEntry: 'NAME' }).
      node: A terminal program has none: new App(…, { noDesktopEntry: true }).
      rust: Install it in ~/.local/share/applications, or name another with desktop_entry() of the app's builder.
      rust: A terminal program has none: no_desktop_entry(true) of the builder.
      swift: Install it in ~/.local/share/applications, or name another as desktopEntry in HostProgram.configure.
      swift: A terminal program has none: hasDesktopEntry = false.
      other: Install it in ~/.local/share/applications, or send its name without ".desktop" as DesktopEntry.
      other: A terminal program has none: send an empty DesktopEntry.
      """
    case .stopped: "all: Continue it: kill -CONT @"
    case .silent:
      """
      user: End it and start it again; if that happens again, report it to its authors.
      c: Have the callbacks return soon, and the main loop call nowplaying_app_dispatch() when the fd is readable.
      cpp: Have the handlers return soon, and the main loop call App::dispatch() when the descriptor is readable.
      python: Have the handlers return soon, and the loop given to App() run; with ManualLoop call App.dispatch().
      node: Have the handlers return soon, and nothing else block the event loop.
      rust: Have the closures return soon, and call App::dispatch() when its descriptor is readable.
      swift: Have the log handler return soon, and do not block the main actor.
      other: Answer from memory, on a thread or in a loop that never waits for playback.
      """
    case .refused:
      """
      user: Report it to its authors.
      other: Answer Properties.GetAll for both interfaces of MPRIS.
      """
    case .unconnected:
      """
      c: Keep the app that nowplaying_app_new() makes; in your own loop call nowplaying_app_dispatch().
      cpp: Keep the App; in your own loop call App::dispatch().
      python: Keep the App; with ManualLoop call App.dispatch(), other loops must run.
      node: Keep the App, and let nothing block the event loop.
      rust: Keep the App; in your own loop call App::dispatch().
      swift: Keep the MediaSession for as long as there is something to show.
      """
    // 10
    case .noPicture:
      """
      c: Give the content an artwork id, and answer the callback 'artwork' or provide the picture.
      cpp: Give the content an artwork(id), and set the handler 'artwork' or call provide_artwork_data().
      python: Give the content artwork=Artwork.file(path), Artwork.data(bytes), Artwork(id, load) or .later(id).
      node: Give the content artwork: bytes, a file, an address, or a function that returns one.
      rust: Give the content an artwork(id), and its session on_artwork() or provide_artwork_data().
      swift: Give the content an artwork; in MediaPlayer set MPMediaItemPropertyArtwork.
      other: Send mpris:artUrl, if the item has a picture.
      """
    case .failedPicture:
      """
      user: Report it to its authors.
      c: The callback 'artwork' has given that error.
      cpp: The handler 'artwork' has given that error.
      python: Its Artwork gave: @ (see the path of Artwork.file(), the bytes of Artwork.data(), or what load does).
      node: Its artwork gave: @ (see the path, the bytes, or what the function does).
      rust: The closure of on_artwork() has given that error.
      swift: The artwork's provider has thrown that.
      """
    case .latePicture:
      """
      user: Report it to its authors.
      c: Nobody gives it: no callback 'artwork' answers in time, and nothing was provided for this id.
      cpp: Nobody gives it: no handler 'artwork' answers in time, and nothing was provided for this id.
      python: Nobody gives it: its Artwork takes longer, or is Artwork.later() and was not provided.
      node: Nobody gives it: the function of its artwork takes longer.
      rust: Nobody gives it: no closure of on_artwork() answers in time, and nothing was provided for this id.
      swift: The artwork's provider takes longer.
      """
    case .plainPath:
      """
      user: Report to its authors that mpris:artUrl is a path and not a URI.
      other: Send @ instead.
      """
    case .webPicture:
      """
      user: Panels that fetch nothing from the web show no picture.
      c: Fetch it in the callback 'artwork', and give its bytes.
      cpp: Fetch it in the handler 'artwork', and give its bytes.
      python: Fetch it in the artwork's load, and return its bytes.
      node: Give the content artwork: new Artwork(address, { headers: {} }), which fetches it.
      rust: Fetch it in on_artwork(), and give its bytes.
      swift: Fetch it in the provider, and return its data.
      other: Keep it in a file, and send its file: URI: KDE Connect and others fetch nothing from the web.
      """
    case .dataPicture:
      """
      user: Report to its authors that GNOME and others do not show data: pictures.
      other: Write it into a file, and send its file: URI: GNOME and others ignore data: URIs, which are long.
      """
    case .otherPicture:
      """
      user: Report to its authors that clients fetch only file: and https:.
      other: Keep it in a file, and send its file: URI.
      """
    case .lostPicture:
      """
      user: Report it to its authors, unless it is in a sandbox: then its picture stays there.
      other: Send the URI of a PNG or JPEG that everybody can read; from a sandbox that of a folder both sides see.
      """
    // The rules of publishing, most of which the library keeps by itself.
    case .sharedConnection: "other: Give each player a connection of its own."
    case .noTrackID: "other: Send one."
    case .ownTrackID: "other: Take another path."
    case .trackIDType: "other: Send an object path."
    case .wrongType: "other: Send each value as the type that MPRIS gives it."
    case .missing: "other: Answer GetAll with every property."
    case .standing, .speed:
      """
      library: Read the position anew for each snapshot, and never give an old one again.
      other: Compute Position at each reading, with the Rate.
      """
    case .sentPosition: "other: Send Seeked at jumps, and never Position."
    case .invalidated: "other: Send the values."
    case .flood: "other: Send what has changed, at most 20 times a second."
    case .noURI: "other: Encode them."
    case .noIdentity: "other: Send a name for people."
    case .sameIdentity:
      """
      c: Give each app a display_name of its own.
      cpp: Give each app a display_name in its AppOptions.
      python: Write App(…, display_name="NAME").
      node: Write new App(…, { displayName: 'NAME' }); with mpris-service give each an identity.
      rust: Call display_name("NAME") of the app's builder.
      swift: Set displayName in HostProgram.configure.
      other: Say in the name what tells the players apart.
      """
    case .bridged:
      """
      all: Clients that know kde:pid, such as Plasma, show one. For others, switch off the browser's own player:
      all: start Chromium with --disable-features=HardwareMediaKeyHandling,MediaSessionService;
      all: in Firefox's about:config, set media.hardwaremediakeys.enabled to false.
      """
    case .twin: "all: That is as it should be; to drive that one, type: nowplaying -p @ …"
    case .refusedText:
      """
      user: Give the file other tags: such characters come from tags that were read in the wrong byte order.
      other: Send U+FFFD in their place.
      """
    case .noControl: "other: Let it be true."
    case .noPlay:
      """
      user: Panels skip it.
      c: Set a command that plays, NOWPLAYING_COMMAND_PLAY, and the callback \"command\" of the session.
      cpp: Give set_commands() a Command::play(…).
      python: Put Command.play(…) into session.commands.
      node: Put Command.play(…) into session.commands.
      rust: Give set_commands() a Command::play(…).
      swift: Have commands return .play { … }.
      other: Let it say whether there is something to play, and not whether it plays.
      """
    case .ownInterface: "other: Serve it at another path."
    case .tooMuch:
      """
      user: Report it to its authors: each client on the bus reads all of that.
      other: Send only what describes the item, and keep longer data, such as its picture, in a file.
      """
    case .broken:
      """
      user: Report to its authors what is WRONG here.
      library:
      """
    }
  }
}
