# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
# Completes the words of nowplaying in fish. "nowplaying complete" prints them, each with its meaning; fish quotes them.

function __nowplaying
    set -l given (commandline -opc)
    set -l word (commandline -ct | string unescape)
    set -l found (command nowplaying complete -- $given[2..] "$word" 2>/dev/null)
    # A line without a word stands for the names of files.
    if string match -q -- \t'*' $found[1]
        set -l option (string match -r -- '^--?[a-z-]+=' "$word")
        string replace -r -- '^' "$option" (__fish_complete_path (string replace -- "$option" '' "$word"))
    else
        # It quotes no "~" at the start, which would be a home.
        string match -v -- '~*' $found
    end
end

complete -c nowplaying -f -a '(__nowplaying)'
