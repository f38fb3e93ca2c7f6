# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A player, as it is started."""

import dataclasses



@dataclasses.dataclass
class Player:
    # The word for the command line, and the title in the table.
    name: str
    title: str
    # Debian's packages; the version of the first one is that of the player.
    packages: tuple
    # The program and its words; "SONGS" stands for the songs, and "SONG" for the first of them.
    words: tuple = ()
    # Files below the player's home, each with its text.
    files: dict = dataclasses.field(default_factory=dict)
    # Whether the player needs a terminal.
    terminal: bool = False
    variables: dict = dataclasses.field(default_factory=dict)
    # Functions that are called with the stage, before and after the player is started.
    before: object = None
    after: object = None
    # Ids of rules that are broken in one run and not in the next, each with the reason: they are left out.
    unsteady: dict = dataclasses.field(default_factory=dict)
    # Whether a plugin of this project publishes the player.
    ours: bool = False
    # The reason if Debian's build of the player is not seen on the desktop.
    missing: str = ""

    def begin(self, stage):
        for path, text in self.files.items():
            stage.write(path, text)
        if self.before:
            self.before(stage)
        songs = {"SONGS": stage.songs, "SONG": stage.songs[:1]}
        words = [each for word in self.words for each in songs.get(word, [word])]
        if words:
            (stage.start_on_terminal if self.terminal else stage.start)(*words, **self.variables)

    def play(self, stage, name):
        """Has the player play, after its name has come."""
        if self.after:
            self.after(stage, name)
        stage.wait_ready(name)
