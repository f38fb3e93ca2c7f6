# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
# Completes the words of nowplaying in bash.

_nowplaying() {
  local current=$2 previous=$3 command='' argument=0 word index words='' before=''
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=${COMP_WORDS[index]}
    case $word in
      -p | -i | -f | -o | --player | --ignore-player | --format | --output | --size | --chapter | --ratio | --order) ((index++)) ;;
      -* | =) ;;
      *) if [ -z "$command" ]; then command=$word; else ((argument++)); fi ;;
    esac
  done
  # "=" is a word of its own in --player=NAME.
  [ "$previous" = = ] && ((COMP_CWORD > 1)) && previous=${COMP_WORDS[COMP_CWORD - 2]}
  [ "$current" = = ] && current=
  # And ":" in xesam:title, where only what comes behind it is completed.
  if [ "$current" = : ]; then
    before=$previous: current=
  elif [ "$previous" = : ]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}:
  fi
  case $previous in
    -p | -i | --player | --ignore-player)
      # The last of a list with commas.
      mapfile -t COMPREPLY < <(compgen -P "${current%"${current##*,}"}" \
        -W "%any $(nowplaying --list-all 2>/dev/null)" -- "${current##*,}")
      return
      ;;
    --ratio) words='1:1 3:4' ;;
    --order) words='alphabetical created modified played user' ;;
    -f | --format | --size | --chapter) return ;;
    -o | --output)
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    *)
      case $current in
        -*) words='--player= --ignore-player= --all-players --list-all --format= --follow --no-messages --version
          --help --output= --size= --chapter= --ratio= --json --first --waybar --order= --reverse
          --pause-others --start-last --strict --yes' ;;
        *) words=$(_nowplaying_words "$command" "$argument") ;;
      esac
      ;;
  esac
  if [ "$command" = open ] && [ "$argument" = 0 ]; then
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
    return
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$before$current")
  COMPREPLY=("${COMPREPLY[@]#"$before"}")
  [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace
}

# Prints the words that may follow a command, of which there are so many arguments already.
_nowplaying_words() {
  case $1:$2 in
    :*) echo 'list show follow artwork preview video devices chapters tracks lyrics queue playlists send go-to-chapter
      volume daemon doctor help play pause play-pause stop next previous position status metadata open loop shuffle' ;;
    send:0) echo 'play pause stop toggle-play-pause next previous seek-to-position skip-forward skip-backward
      seek-forward seek-backward change-rate change-repeat-mode change-shuffle-mode feedback next-chapter
      previous-chapter seek-to-live set-rating bookmark mute custom raise quit' ;;
    send:1)
      case ${COMP_WORDS[COMP_CWORD - 1]} in
        change-repeat-mode) echo 'off one all' ;;
        change-shuffle-mode) echo 'off items collections' ;;
        feedback) echo 'neutral positive negative' ;;
        mute) echo 'on off' ;;
        custom) nowplaying show 2>/dev/null | sed -nE 's/^custom +([^ ]+):  .*/\1/p' ;;
      esac
      ;;
    tracks:0) echo 'audio subtitles captions' ;;
    tracks:1)
      echo none
      nowplaying tracks 2>/dev/null | sed -nE "s/^[* ] ${COMP_WORDS[COMP_CWORD - 1]} +([^ ]+).*/\1/p"
      ;;
    go-to-chapter:0) nowplaying chapters 2>/dev/null | sed -nE 's/^[* ] +([0-9]+)  .*/\1/p' ;;
    queue:0) echo 'go-to add play remove' ;;
    queue:1)
      case ${COMP_WORDS[COMP_CWORD - 1]} in
        go-to | remove) nowplaying queue 2>/dev/null | sed -nE 's/^[* ] +([0-9]+)  .*/\1/p' ;;
      esac
      ;;
    playlists:0) echo 'activate' ;;
    playlists:1) nowplaying playlists 2>/dev/null | sed -n 's/.*  //p' ;;
    loop:0) echo 'None Track Playlist' ;;
    shuffle:0) echo 'On Off Toggle' ;;
    metadata:*) echo artist title album && nowplaying metadata 2>/dev/null | sed -nE 's/^[^ ]+ +(\w+:\w+) .*/\1/p' ;;
    volume:0) nowplaying devices 2>/dev/null | sed -nE 's/^[^ ]+  (.*)  ".*/\1/p' ;;
    daemon:0) echo 'shift unshift' ;;
    doctor:0) nowplaying --list-all 2>/dev/null ;;
  esac
}

complete -F _nowplaying nowplaying
