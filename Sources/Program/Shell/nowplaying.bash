# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
# Completes the words of nowplaying in bash. "nowplaying complete" prints them, and players choose many of them: so none
# is given to "compgen -W", which expands it, and each is quoted for the command line.

_nowplaying() {
  local -a words=() found
  local tail=$2 quote='' is_live='' is_escaped='' word rest
  COMPREPLY=()
  _nowplaying_read "${COMP_LINE:0:COMP_POINT}"
  [ -z "$is_live" ] || return 0
  mapfile -t found < <(command nowplaying complete -- "${words[@]:1}" 2>/dev/null)
  # A line with an empty word stands for file names.
  if [[ ${found[0]-} == $'\t'* ]]; then
    compopt -o default
    return 0
  fi
  word=${words[-1]}
  # readline replaces only the end of the word: the part behind a quotation mark, ":" or "=".
  [ -z "$is_escaped" ] || tail=${tail%\\}
  for rest in "${found[@]%%$'\t'*}"; do
    [[ $rest == "$word"* ]] || continue
    rest=${rest:${#word}}
    case $quote in
      \') rest=${rest//\'/\'\\\'\'} ;;
      \")
        rest=${rest//\\/\\\\} rest=${rest//\"/\\\"} rest=${rest//\$/\\\$} rest=${rest//\`/\\\`}
        rest=${rest//!/\"\\!\"}
        ;;
      *) [ -z "$rest" ] || printf -v rest %q "$rest" ;;
    esac
    COMPREPLY+=("$tail$rest")
  done
  [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace
}

# Splits a line into words as bash does, without expanding anything. Sets words, whose last element is unfinished;
# quote, the open quotation mark in it; is_escaped, when it ends with a backslash; and is_live, when bash would expand
# it.
_nowplaying_read() {
  local line=$1 index character word='' is_word=''
  for ((index = 0; index < ${#line}; index++)); do
    character=${line:index:1}
    case $quote$character in
      [[:blank:]])
        [ -z "$is_word" ] || words+=("$word")
        word='' is_word='' is_live=''
        continue
        ;;
      \' | \") quote=$character ;;
      \'\' | \"\") quote='' ;;
      \\ | \"\\)
        case $quote${line:index+1:1} in
          \"[!\"\\\$\`]) word+=\\ ;;
          *) index=$((index + 1)) word+=${line:index:1} ;;
        esac
        [ "$index" -lt "${#line}" ] || is_escaped=1
        ;;
      \'?) word+=$character ;;
      [\$\`\*\?\[\]\{\}~!#\<\>\|\&\;\(\)] | \"[\$\`!])
        is_live=1
        word+=$character
        ;;
      *) word+=$character ;;
    esac
    is_word=1
  done
  words+=("$word")
}

complete -F _nowplaying nowplaying
