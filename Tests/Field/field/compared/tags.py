# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Files of the corpus, one by one: whether their lyrics, dates and covers reach the desktop."""

import urllib.request

from field.adapters import media
from field.tagged import corpus

from .judging import becomes

SECONDS = 10  # of each file, so that none ends before it was looked at
#: The files that each row is about.
ROWS = {
    "lyrics": [name for name, (_, said) in corpus.FILES.items() if "lyrics" in said],
    "dates": [name for name, (_, said) in corpus.FILES.items() if "release_date" in said],
    "covers": corpus.COVERS,
}


def has_cover(one):
    """Returns whether the red picture, of the front, is shown, as a file or embedded; that of the back is blue."""
    url = one.metadata().get("mpris:artUrl", "")
    if not url.startswith(("file:", "data:")):
        return False
    try:
        with urllib.request.urlopen(url) as picture:
            color = media.color_of(picture.read())
    except OSError:
        return False
    return bool(color) and color[0] > color[2]


def rights(player, kind, path):
    """Returns the rows in which a player shows what a file has."""
    name = path.name
    said = corpus.whole(corpus.FILES[name][1])
    conditions = {
        "lyrics": lambda: one.metadata().get("xesam:asText") == said["lyrics"],
        "dates": lambda: one.metadata().get("xesam:contentCreated", "").removesuffix("Z") == said["release_date"],
        "covers": lambda: has_cover(one),
    }
    wanted = [row for row, names in ROWS.items() if name in names]
    with player(kind, player.stays, path) as one:
        becomes(one.title, 5)
        return [row for row in wanted if becomes(conditions[row], 0.5)]


def count_wrong(player, folder, say):
    """Returns {row: {kind: number of files that are shown incompletely}}."""
    rows = {f"files of {len(names)} whose {row} are not shown": {} for row, names in ROWS.items()}
    for kind in ("peer", "ours"):
        say(f"lyrics, dates and covers, {kind}")
        right = {path: rights(player, kind, path) for path in sorted(folder.iterdir())
                 if any(path.name in names for names in ROWS.values())}
        for row, (what, names) in zip(rows, ROWS.items()):
            lost = [path.name for path, found in right.items() if path.name in names and what not in found]
            say(f"{what}, {kind}: {', '.join(lost) or 'all'}")
            rows[row][kind] = [len(lost)]
    return rows
