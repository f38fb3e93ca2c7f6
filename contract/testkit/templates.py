# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Templates in the language of playerctl's --format, which the program and libplayerctl expand as playerctl does."""

from .fakes import song, variants
from .wire import Variant

METADATA = song("One") | variants(**{
    "xesam:title": ("s", "Smørrebrød & <Co>"), "xesam:album": ("s", "An Album"), "xesam:trackNumber": ("i", 3),
    "xesam:userRating": ("d", 0.8), "xesam:asText": ("s", "la\nla"),
    "vendor:list": ("as", ["one", "two"]), "vendor:empty": ("as", []), "vendor:double": ("d", 0.1),
    "vendor:digits": ("s", "196693832"),
    "vendor:bytes": ("ay", list(b"it's\n\0")), "vendor:struct": ("(iys)", (5, 7, "it's")),
    "vendor:map": ("a{sv}", {"a": Variant("x", 5), "b": Variant("as", [])}),
    "vendor:nested": ("av", [Variant("u", 1), Variant("v", Variant("o", "/x"))]),
    "vendor:quotes": ("a{ss}", {"it's": "\"\\\u200b\x07é"})})

# More values for CORNERS, which the table of playerctl's variables does not cover.
CORNER_METADATA = METADATA | variants(**{
    "vendor:long": ("s", "x" * 300), "vendor:wide": ("s", "ä" * 200), "vendor:int32": ("i", 5),
    "vendor:uint64": ("t", 2**64 - 3), "vendor:least": ("x", -2**63), "vendor:most": ("x", 2**63 - 1),
    "vendor:one": ("x", 1), "vendor:zero": ("x", 0), "status": ("s", "pAUSED")})

TEMPLATES = [
    "{{artist}} - {{title}}", "{{ album }}{{nothing}}", "{{playerName}} {{playerInstance}}", "{{status}} {{loop}}",
    "{{volume}} {{shuffle}}", "{{position}}", "{{mpris:length}} {{xesam:trackNumber}} {{xesam:userRating}}",
    "{{mpris:trackid}}", "{{lc(title)}} {{uc(artist)}}", "{{duration(mpris:length)}}", "{{duration(position)}}",
    "{{duration(3723000000)}}", "{{duration(title)}}", "{{markup_escape(title)}}", "{{default(nothing, title)}}",
    "{{default(title, nothing)}}", "{{default(nothing, \"none\")}}", "{{default(nothing, other)}}",
    "{{emoji(status)}} {{emoji(volume)}}", "{{emoji(title)}}", "{{emoji(\"x\")}}", "{{trunc(title, 3)}}",
    "{{trunc(title, 300)}}", "{{trunc(title, title)}}", "{{trunc(nothing, 3)}}", "{{position + 1}}",
    "{{mpris:length - position}}", "{{duration(mpris:length - position)}}", "{{position / 1000000}}", "{{2 * 3 + 4}}",
    "{{2 + 3 * 4}}", "{{(2 + 3) * 4}}", "{{-3 - -4}}", "{{+5}}", "{{- position}}", "{{1 / 3}}", "{{1 / 0}}",
    "{{title - 1}}", "{{nothing + 1}}", "{{- title}}", "{{1e3}}", "{{.5}}", "{{1.2.3}}", "{{\"a b\"}}", "{{ \"a}}",
    "{{", "{{ }}", "{{title", "{{title}", "{{title }}x}}", "{ {title}}", "{{title artist}}", "{{lc(title}}",
    "{{lc(title, artist)}}", "{{lc()}}", "{{none(title)}}", "{{default(title)}}", "{{(title}}", "{{ti%tle}}",
    "{{lc(uc(title))}} {{uc(lc(\"ÄÖ\"))}}", "{{xesam:asText}}", "{{vendor:list}} {{vendor:map}} {{vendor:empty}}",
    "{{vendor:bytes}} {{vendor:double}} {{vendor:struct}} {{vendor:nested}} {{vendor:quotes}}", "x" * 1027, "x" * 1028,
]

# playerctl's check of these overflows itself, so that its compiler decides what playerctl prints.
OVERFLOWING = ["{{vendor:least - vendor:one}}", "{{vendor:most + vendor:one}}"]

# Templates in which implementations tend to differ: the end of the template, nesting, large numbers, and letters.
CORNERS = [
    "{{trunc(vendor:long, 280)}}|", "{{trunc(vendor:long, 200)}}|", "{{trunc(vendor:wide, 127)}}|",
    "{{trunc(vendor:wide, 128)}}|", "{{trunc(title, 2.7)}}", "{{trunc(title, 0)}}", "{{trunc(title, -1)}}",
    "{{trunc(title, -0.5)}}", "{{trunc(position, 2)}}", "{{trunc(vendor:map, 2)}}", "{{trunc(title, nothing)}}|",
    "{{" + "9" * 400 + "}}", "{{0 - " + "9" * 400 + "}}", "{{1000000000000000000000 * 10}}", "{{0.1 + 0.2}}",
    "{{7.}}", "{{.}}", "{{1..2}}", "{{00012}}", "{{1 2}}", "{{1a}}", "{{1+}}", "{{1*/2}}", "{{2--3}}", "{{- - -5}}",
    "{{1 + 2 * 3 - 4 / 5}}", "{{1 - 2 - 3}}", "{{8 / 4 / 2}}", "{{2 * -3}}", "{{- 2 + 3}}", "{{-(2 + 3)}}",
    "{{duration(0 - 3723000000)}}", "{{duration(-5000000)}}", "{{duration(-mpris:length)}}", "{{duration(volume)}}",
    "{{duration(vendor:uint64)}}", "{{duration(vendor:least)}}",
    "{{duration(59999999.9)}}",
    "{{vendor:uint64 + 1}} {{vendor:uint64 * vendor:uint64}} {{+vendor:uint64}}", "{{-vendor:uint64}}",
    "{{-vendor:least}}", "{{vendor:one / vendor:zero}}", "{{vendor:most / vendor:one}}", "{{+title}}", "{{+nothing}}",
    "{{-nothing}}", "{{nothing / 2}}", "{{2 / nothing}}", "{{nothing - nothing}}", "{{shuffle + 1}}", '{{"a" + "b"}}',
    "{{" + "(" * 400 + "1" + ")" * 400 + "}}", "{{" + "-" * 1000 + "1}}", "{{" + "lc(" * 200 + '"A"' + ")" * 200 + "}}",
    "{{" + "lc(" * 330 + '"A"' + "}}", "{{1" + "+1" * 500 + "}}", "{{1" + "*1" * 500 + "}}",
    "{{lc(" + ",".join(["1"] * 32) + ")}}", "{{lc(" + ",".join(["1"] * 33) + ")}}",
    "{{x(" + ",".join(["1"] * 32) + ")}}",
    "{{none(none(1))}}", "{{none(1/0)}}", "{{lc(title) * 1}}", "{{lc (title)}}", "{{ lc( title ) }}", "{{lc(title)}}}}",
    "{{{title}}}", "{{{{title}}}}", "{{title}}{{", "{{title}} {{artist", "{{1)}}", "{{lc(title,}}",
    "{{default(title,)}}",
    '{{""}}|', '{{"}}"}}', "}}", "{{a1:b_c}}", "{{_}}", "{{:a}}", "{{ title\t}}", "{{title\n}}", "{{lc", "{{lc(title)",
    "{{lc(title)}", '{{"a"}', "{{1", "{{(", "{{-", "{{title -", "{{title -}}", "{{title,artist}}", '{{status"x"}}',
    'ä{{ "ä" }}ö', "ä" * 513, "ä" * 514, "{{lc(\"Σ Σ. ΑΣ1\")}}", "{{lc(\"ΣΑΣ ΑΣb\")}}", "{{uc(\"ßŉǰǆﬁᾳῼ\")}}",
    "{{lc(\"İI\")}}", "{{markup_escape(\"a\t<'>&\u0085\u007f\u0001\")}}", "{{emoji(volume)}}{{emoji(position)}}",
    "{{emoji(status)}}", "{{emoji(status, loop)}}", "{{emoji(nothing)}}", "{{emoji(1)}}", "{{emoji(uc(status))}}",
    '{{default("", "")}}|', "{{default(nothing, nothing)}}|", "{{default(vendor:empty, 1)}}",
    "{{lc(nothing)}}|{{uc(nothing)}}|{{markup_escape(nothing)}}|{{duration(nothing)}}|",
    "{{lc(vendor:map)}}{{uc(vendor:bytes)}}{{markup_escape(vendor:quotes)}}", "{{uc(1)}}{{uc(1/3)}}",
]

# Templates that playerctl refuses, and their results for METADATA.
ADDITIONS = {
    "{{duration(vendor:digits)}} {{duration(xesam:trackNumber)}} {{-xesam:trackNumber}}": "3:16 0:00 -3",
    "{{duration(vendor:digits - position)}} {{xesam:trackNumber * 2}}": "3:11 6.0",
    "{{title + 1}}": "Smørrebrød & <Co>1.0", '{{"No. " + xesam:trackNumber}}': "No. 3",
    '{{artist + " - " + title}}': "Somebody - Smørrebrød & <Co>", '{{nothing + " - " + album}}|': " - An Album|",
    '{{vendor:list + "|" + vendor:empty}}': "one, two|", '{{trunc(artist + " - " + album, 10)}}': "Somebody -…",
    '{{if(artist, artist + " - ")}}{{album}}': "Somebody - An Album", '{{if(nothing, nothing - 1)}}{{album}}':
    "An Album",
    '{{if(vendor:empty, 1, "none")}} {{if("", 1, 2)}} {{if(0, 1, 2)}} {{if(volume - volume, 1)}}|': "none 2.0 2.0 |",
    '{{if(shuffle, "on", "off")}} {{if("false", "text")}}': "on text", '{{if(if(album, 1), uc("yes"))}}': "YES",
    '{{join(" - ", artist, title)}}': "Somebody - Smørrebrød & <Co>", '{{join(" - ", nothing, "", album)}}': "An Album",
    '{{join("", "A", "All Night")}}': "AAll Night", '{{join("-", "A", "B")}}': "A-B",
    '{{join(" - ")}}{{join(" - ", nothing)}}|': "|", '{{join(" - ", album, album, title, album)}}':
    "An Album - Smørrebrød & <Co>", '{{join(" - ", artist, "Somebody - One")}}': "Somebody - One",
    '{{join(" - ", "One", "One more")}}': "One - One more", '{{trunc(join(" / ", artist, album, 3), 12)}}':
    "Somebody / A…",
}
# Templates of these additions that are refused, and their errors.
REFUSED_ADDITIONS = {
    "{{if(1)}}": "function if takes two or three arguments", "{{if(1, 2, 3, 4)}}":
    "function if takes two or three arguments", "{{if()}}": 'unexpected ")", expected expression (position  5)',
    "{{if(nothing - 1, 2)}}": "Got unsupported operand type for -: NULL",
}
