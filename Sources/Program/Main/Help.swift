// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// `nowplaying help`.
enum Help {
  static let text = """
    Usage: nowplaying [OPTION…] COMMAND

    Shows what plays, and drives it. Words of playerctl mean what they mean there.

    What plays:
      list                        a line for each session, the most important first
      show                        all that the first one says; with -a each
      follow                      a line of JSON for each change, until Ctrl-C;
                                  with --first of the most important session alone,
                                  with --waybar that for a module of Waybar
      artwork [-o FILE]           its picture; [--size N] in pixels;
                                  [--chapter NUMBER] that of a chapter
      preview, video [-o FILE]    of its animated artwork; [--ratio 1:1|3:4]
      devices                     where sessions play that play elsewhere
      chapters                    of the item, that which plays with an asterisk
      tracks                      audio and subtitles, likewise
      lyrics                      of the item; with -F each line when it is sung
      queue                       what comes next, of a player that shows it
      playlists                   of a player that shows them; [--order ORDER]
                                  [--reverse]
      With --json list, show, devices, chapters, tracks, queue and playlists print
          a line of JSON for each.

    Drive it:
      send COMMAND [ARGUMENT]     a command of org.nowplaying; a TIME is 90 or 1:30
          play pause stop toggle-play-pause next previous raise quit
          seek-to-position TIME   skip-forward [TIME]   skip-backward [TIME]
          seek-forward [TIME]     seek-backward [TIME]  (a button that is held so long)
          change-rate RATE        change-repeat-mode off|one|all
          change-shuffle-mode off|items|collections
          feedback neutral|positive|negative [BUTTON]
          set-rating RATING       (0.0 to 1.0)          mute on|off
          bookmark   next-chapter   previous-chapter   seek-to-live
          custom ID               a button of the player's own, as show names it
      volume DEVICE VALUE[+|-]    0.0 to 1.0; louder, quieter
      go-to-chapter NUMBER
      tracks KIND ID|none         audio, subtitles or captions
      queue go-to ENTRY           by its number, or its id
      queue add URI [ENTRY]       at the end, or behind an entry
      queue play URI [ENTRY]      the same, and at once
      queue remove ENTRY
      playlists activate NAME     or by its id

    As playerctl:
      play  pause  play-pause  stop  next  previous
      position [OFFSET[+|-]]      volume [LEVEL[+|-]]
      status                      metadata [KEY…]
      open [URI]                  loop [None|Track|Playlist]
      shuffle [On|Off|Toggle]

    One player for keys and bars, in the place of playerctld:
      daemon [--pause-others]     stands for the player that plays; a second one
          [--start-last]          pauses the first; Play starts the last one
      daemon shift|unshift        the next player, the previous one

    When something is missing:
      doctor                      says why a player does not show up, and what to do
      doctor --strict PLAYER      drives it, and says which rules it breaks;
          [--json] [--yes]        --yes: without asking whether it may
      complete -- WORD…           the words that a shell may put in the last one's place
      help                        this

    Options:
      -p, --player=NAME,…         players to take, the first that is there; %any;
                                  NAME as list or playerctl -l print it
      -i, --ignore-player=NAME,…  players to leave out
      -a, --all-players           all of them
      -l, --list-all              the names of the players, as -p takes them
      -f, --format=TEXT           "{{artist}} – {{title}}", {{json(title)}}
      -F, --follow                print again whenever it changes
      -s, --no-messages           nothing about players that are not there
      --bus=ADDRESS               the bus to ask, in place of the session's:
                                  unix:path=/run/player/bus
      -v, --version               -h, --help

    More: man nowplaying

    """
}
