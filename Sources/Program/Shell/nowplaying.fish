# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
# Completes the words of nowplaying in fish. "nowplaying complete" prints them, each with its meaning; fish quotes them.

function __nowplaying
    set -l given (commandline -opc)
    set -l word (commandline -ct | string unescape)
    set -l found (command nowplaying complete -- $given[2..] "$word" 2>/dev/null)
    # A line with an empty word stands for file names.
    if string match -q -- \t'*' $found[1]
        set -l option (string match -r -- '^--?[a-z-]+=' "$word")
        string replace -r -- '^' "$option" (__fish_complete_path (string replace -- "$option" '' "$word"))
    else
        # Leaves out words that begin with "~": fish does not quote it, and would read a home directory.
        string match -v -- '~*' $found
    end
end

complete -c nowplaying -f -a '(__nowplaying)'
