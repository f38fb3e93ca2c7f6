# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Playerctl's commands and options, each as words to be run, and the reason where nowplaying does something else."""

from testkit.templates import TEMPLATES

EXIT = "an error ends with 1, where playerctl ends with 0"
HELP = "its own help"
BEGINS = "refused, as no number"

# The cases for the players of test_playerctl.py: for each section the words of its cases, and a reason where the two
# programs may differ.
CASES = {
    "Commands": [
        (["play"],), (["pause"],), (["play-pause"],), (["stop"],), (["next"],), (["previous"],),
        (["open", "https://example.org/song"],), (["open", "no-such-file"],), (["open", "/etc/../etc/passwd"],),
        (["open", "{folder}/a ü%#?&;=[x]~.ogg"],), (["open"],),
        (["position"],), (["position", "10"],), (["position", "2.5+"],), (["position", "2.5-"],), (["position", "x"],),
        (["position", "1e3"],), (["position", "7x"], BEGINS), (["position", "0:40"], "as `send` takes it"),
        (["volume"],), (["volume", "0.3"],), (["volume", "0.1+"],), (["volume", "0.1-"],), (["volume", "x"],),
        (["volume", "5"],), (["volume", "50%"], BEGINS), (["volume", "0.9-"], "not below 0"),
        (["pause", "all"],),
        (["pause", "beta"], "ignored by both; nowplaying says on stderr that `-p beta` names a player"),
        (["volume", "0.3", "0.4"], "two words name a device and its level; playerctl ignores the second"),
        (["status"],), (["loop"],), (["loop", "track"],), (["loop", "PLAYLIST"],), (["loop", "None"],),
        (["loop", "x"],), (["shuffle"],), (["shuffle", "on"],), (["shuffle", "Off"],), (["shuffle", "toggle"],),
        (["shuffle", "x"],),
        (["metadata"],), (["metadata", "title"],), (["metadata", "artist"],), (["metadata", "album"],),
        (["metadata", "xesam:title"],), (["metadata", "mpris:trackid"],), (["metadata", "mpris:length"],),
        (["metadata", "nothing"],), (["metadata", "artist", "title"],), (["metadata", "title", "nothing"],),
        (["metadata", "vendor:map"],), (["metadata", "vendor:list"],), (["metadata", "vendor:nested"],),
        (["nothing"],),
    ],
    "Which player": [
        (["-l"],), (["--list-all"],), (["-l", "-p", "beta"],), (["-l", "-i", "alpha"],), (["-l", "-p", "nobody"],),
        (["-l", "-s", "-p", "nobody"],), (["-l", "-p", "gamma,%any"],), (["-l", "-p", "%any,alpha"],),
        (["-l", "-p", "%any,alpha,gamma"],), (["-l", "-p", "gamma,beta,alpha"],), (["-l", "-p", "gamma, alpha"],),
        (["-p", "beta", "metadata", "title"],), (["-pbeta", "status"], EXIT), (["--player", "beta", "status"],),
        (["--player=beta", "status"],), (["--player=beta.instance7", "status"],), (["-p", "bet", "status"],),
        (["-p", "beta.instance", "status"],), (["-p", "nobody,beta", "status"],),
        (["-p", "org.mpris.MediaPlayer2.beta.instance7", "status"], "a whole MPRIS name is accepted, too"),
        (["-p", "org.mpris.MediaPlayer2.beta", "status"],),
        (["-p", "gamma,beta", "volume"],),
        (["-p", "%any", "status"],), (["-p", "gamma,%any", "status"],), (["-p", "", "status"],),
        (["-i", "alpha", "status"],), (["--ignore-player=alpha,beta", "status"],),
        (["-i", "alpha,beta,gamma", "status"],),
        (["-i", "%any", "status"],), (["-p", "alpha", "-i", "alpha", "status"],),
        (["-a", "status"],), (["--all-players", "metadata", "title"],), (["-a", "next"],), (["-a", "volume"],),
        (["-a", "-p", "gamma,beta", "status"],), (["-as", "volume"],), (["-ap", "beta", "status"],),
        (["-p", "gamma", "play"],), (["-p", "gamma", "next"],), (["-p", "gamma", "metadata"],),
        (["-p", "gamma", "volume", "1"],), (["-p", "gamma", "loop"],), (["-p", "gamma", "position", "5"],),
        (["-p", "nobody", "play"],), (["-s", "-p", "nobody", "play"],), (["-s", "-p", "gamma", "play"],),
        (["--no-messages", "-p", "nobody", "status"],),
        (["-p", "fails", "play"],), (["-p", "fails", "volume", "1"],), (["-p", "fails", "status"],),
        (["-p", "untyped", "status"],), (["-p", "untyped", "volume"],), (["-p", "untyped", "metadata"],),
        (["-p", "untyped", "position"],),
    ],
    "Options": [
        (["-v"], "its own version"), (["--version"], "its own version"), ([], HELP), (["--help"], HELP), (["-h"], HELP),
        (["--nothing"], EXIT), (["-x"], EXIT), (["-p"], EXIT), (["--player"], EXIT),
        (["--all-players=x", "status"], EXIT),
        (["--", "status"],), (["status", "-a"],), (["status", "--", "-a"],), (["metadata", "-f", "{{title}}", "x"],),
        (["-f", "{{title}}", "play"],), (["-F", "play"],), (["-f", "{{title}}", "position", "5"],),
        (["-f", "{{title}}", "volume", "0.5"],), (["-f", "{{status}}", "status"],),
        (["-f", "{{position}}", "position"],),
        (["-f", "{{volume}}", "volume"],), (["-f", "{{loop}}", "loop"],), (["-f", "{{shuffle}}", "shuffle"],),
        (["-f", "{{title}}", "status"],), (["--format={{title}}", "metadata"],),
        (["-a", "-f", "{{playerName}}", "status"],),
        (["-p", "gamma", "-f", "{{title}}", "metadata"],),
    ],
    "Templates": [(["metadata", "--format", template],) for template in TEMPLATES] + [
        (["metadata", "--format", "{{mpris:length * position}}"],
         "playerctl finds an overflow in each product of two integers; nowplaying multiplies them"),
        (["metadata", "--format", "{{artist + \" - \" + title}}"], "it joins a text and any other value"),
        (["metadata", "--format", "{{if(artist, artist + \" - \")}}{{title}}"],
         "it has the function `if`, with a condition and two values"),
        (["metadata", "--format", "{{trunc(join(\" - \", artist, title), 10)}}"],
         "it has the function `join`, which leaves out empty and repeated texts"),
        (["metadata", "--format", "{{lc(\"ΑΣ\")}}"],),
        (["metadata", "--format", "{{nothing * 2}}"],),
    ],
}
