# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
# Completes the words of nowplaying in fish.

function __nowplaying_players
    nowplaying --list-all 2>/dev/null
end

function __nowplaying_choice
    echo %any
    __nowplaying_players
end

function __nowplaying_keys
    printf '%s\n' artist title album
    nowplaying metadata 2>/dev/null | string replace -rf '^\S+ +(\w+:\w+) .*' '$1'
end

function __nowplaying_devices
    nowplaying devices 2>/dev/null | string replace -rf '^\S+  (.*)  ".*' '$1'
end

function __nowplaying_entries
    nowplaying queue 2>/dev/null | string replace -rf '^[* ] +(\d+)  (.*)' '$1\t$2'
end

function __nowplaying_chapters
    nowplaying chapters 2>/dev/null | string replace -rf '^[* ] +(\d+)  (.*)' '$1\t$2'
end

function __nowplaying_tracks
    echo none
    set -l kind (commandline -opc)[-1]
    nowplaying tracks 2>/dev/null | string replace -rf "^[* ] $kind +(\S+) *(.*)" '$1\t$2'
end

function __nowplaying_buttons
    nowplaying show 2>/dev/null | string replace -rf '^custom +(\S+):  (.*)' '$1\t$2'
end

function __nowplaying_playlists
    nowplaying playlists 2>/dev/null | string replace -rf '^[* ] (.*)  (\S+)$' '$2\t$1'
end

set -l commands list show follow artwork preview video devices chapters tracks lyrics queue playlists send \
    go-to-chapter volume daemon doctor help play pause play-pause stop next previous position status metadata open loop shuffle
set -l sent play pause stop toggle-play-pause next previous seek-to-position skip-forward skip-backward seek-forward \
    seek-backward change-rate change-repeat-mode change-shuffle-mode feedback next-chapter previous-chapter seek-to-live \
    set-rating bookmark mute custom raise quit

complete -c nowplaying -f
complete -c nowplaying -s p -l player -x -a '(__fish_complete_list , __nowplaying_choice)' -d 'Players to take'
complete -c nowplaying -s i -l ignore-player -x -a '(__fish_complete_list , __nowplaying_choice)' -d 'Players to leave out'
complete -c nowplaying -s a -l all-players -d 'All players'
complete -c nowplaying -s l -l list-all -d 'The names of the players'
complete -c nowplaying -s f -l format -x -d 'A template'
complete -c nowplaying -s F -l follow -d 'Print again whenever it changes'
complete -c nowplaying -s s -l no-messages -d 'Nothing about players that are not there'
complete -c nowplaying -s v -l version -d 'The version'
complete -c nowplaying -s h -l help -d 'A page of help'
complete -c nowplaying -s o -l output -r -F -d 'The file of a picture'
complete -c nowplaying -l size -x -d 'Pixels'
complete -c nowplaying -l chapter -x -d 'The picture of a chapter'
complete -c nowplaying -l json -d 'A line of JSON for each'
complete -c nowplaying -l first -d 'The most important session alone'
complete -c nowplaying -l waybar -d 'Lines for a module of Waybar'
complete -c nowplaying -l order -x -a 'alphabetical created modified played user' -d 'Order of playlists'
complete -c nowplaying -l reverse -d 'The last first'
complete -c nowplaying -l strict -d 'Drive the player by all rules'
complete -c nowplaying -l yes -d 'Without asking'
complete -c nowplaying -l pause-others -d 'A second player pauses the first'
complete -c nowplaying -l start-last -d 'Play starts the last player'
complete -c nowplaying -l ratio -x -a '1:1 3:4' -d 'Aspect ratio'

complete -c nowplaying -n "not __fish_seen_subcommand_from $commands" -a 'list' -d 'A line for each session'
complete -c nowplaying -n "not __fish_seen_subcommand_from $commands" -a 'show' -d 'All that a session says'
complete -c nowplaying -n "not __fish_seen_subcommand_from $commands" -a 'follow' -d 'JSON for each change'
complete -c nowplaying -n "not __fish_seen_subcommand_from $commands" -a 'doctor' -d 'Why a player does not show up'
complete -c nowplaying -n "not __fish_seen_subcommand_from $commands" -a 'daemon' -d 'In the place of playerctld'
complete -c nowplaying -n "not __fish_seen_subcommand_from $commands" -a 'send' -d 'A command of org.nowplaying'
complete -c nowplaying -n "not __fish_seen_subcommand_from $commands" -a "$commands"
complete -c nowplaying -n "__fish_seen_subcommand_from send; and not __fish_seen_subcommand_from $sent[7..]" -a "$sent"
complete -c nowplaying -n '__fish_seen_subcommand_from change-repeat-mode' -a 'off one all'
complete -c nowplaying -n '__fish_seen_subcommand_from change-shuffle-mode' -a 'off items collections'
complete -c nowplaying -n '__fish_seen_subcommand_from feedback' -a 'neutral positive negative'
complete -c nowplaying -n '__fish_seen_subcommand_from mute' -a 'on off'
complete -c nowplaying -n '__fish_seen_subcommand_from custom' -a '(__nowplaying_buttons)'
complete -c nowplaying -n '__fish_seen_subcommand_from go-to-chapter' -a '(__nowplaying_chapters)'
complete -c nowplaying -n '__fish_seen_subcommand_from tracks; and not __fish_seen_subcommand_from audio subtitles captions' \
    -a 'audio subtitles captions'
complete -c nowplaying -n '__fish_seen_subcommand_from audio subtitles captions' -a '(__nowplaying_tracks)'
complete -c nowplaying -n '__fish_seen_subcommand_from loop' -a 'None Track Playlist'
complete -c nowplaying -n '__fish_seen_subcommand_from shuffle' -a 'On Off Toggle'
complete -c nowplaying -n '__fish_seen_subcommand_from metadata' -a '(__nowplaying_keys)'
complete -c nowplaying -n '__fish_seen_subcommand_from volume' -a '(__nowplaying_devices)'
complete -c nowplaying -n '__fish_seen_subcommand_from daemon' -a 'shift unshift'
complete -c nowplaying -n '__fish_seen_subcommand_from doctor' -a '(__nowplaying_players)'
complete -c nowplaying -n '__fish_seen_subcommand_from open' -F
complete -c nowplaying -n '__fish_seen_subcommand_from queue; and not __fish_seen_subcommand_from go-to add remove' \
    -a 'go-to add play remove'
complete -c nowplaying -n '__fish_seen_subcommand_from queue; and __fish_seen_subcommand_from go-to remove' \
    -a '(__nowplaying_entries)'
complete -c nowplaying -n '__fish_seen_subcommand_from queue; and __fish_seen_subcommand_from add play' -F
complete -c nowplaying -n '__fish_seen_subcommand_from playlists; and not __fish_seen_subcommand_from activate' \
    -a activate
complete -c nowplaying -n '__fish_seen_subcommand_from activate' -a '(__nowplaying_playlists)'
