# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Reads the output of nowplaying doctor, and starts players of all kinds for it to look at."""

import re

from lab import TESTS
from testkit import programs
from testkit.bus import ROOT
from testkit.fakes import Plain, variants

QUESTION = re.compile(r"^ ?(\d+)\. (.*)$")
ADVICE = re.compile(r"^    → (?:(author|user): )?(.*)$")
MARKS = ("ok", "look", "WRONG", "?")


class Finding:
    def __init__(self, mark, text):
        self.mark, self.text, self.rule = mark, text, None
        self.advice = []  # each as (reader, text), with the reader "" where everybody is meant

    def __repr__(self):
        return f"{self.mark} {self.text} {self.advice}"


class Report:
    """A report of the doctor, which has numbered questions. `found` has the findings by the number of their question,
    `players` the findings before the first question, `rules` the findings about the rules of publishing, and `about`
    the line that says for whom the advice is."""

    def __init__(self, done):
        assert done.err == "", done
        self.code, self.about, self.players, self.rules, self.found, self.order = done.code, "", [], [], {}, []
        last, self.more = None, None
        for line in done.out.splitlines():
            if match := QUESTION.match(line):
                self.order.append(int(match[1]))
            elif line.startswith("About "):
                self.about = line
            elif line.startswith("More: "):
                self.more = line
            elif line.startswith("    → "):
                match = ADVICE.match(line)
                last.advice.append((match[1] or "", match[2]))
            elif line.startswith("    rule  "):
                last.rule = line[10:]
            else:
                mark, text = line.split(None, 1)
                assert mark in MARKS, line
                last = Finding(mark, text)
                if not self.order:
                    self.players.append(last)
                elif self.order[-1] in self.found:
                    self.rules.append(last)
                else:
                    self.found[self.order[-1]] = last
        assert sorted(self.order) == list(range(1, 11)) == sorted(self.found), done.out
        wrong = [each for each in [*self.found.values(), *self.rules] if each.mark in ("look", "WRONG")]
        assert all(each.advice for each in wrong), wrong
        doubtful = ", ".join(str(number) for number, each in sorted(self.found.items()) if each in wrong)
        more = f"More: docs/troubleshooting.md of libnowplaying, question{'s' * (', ' in doubtful)} {doubtful}; "
        more += "Debian has it in libnowplaying-dev."
        assert self.more == (more if doubtful else None), done.out
        assert (self.code == 1) == any(each.mark == "WRONG" for each in [*self.players, *wrong]), done.out

    def __getitem__(self, number):
        return self.found[number]

    def advice(self, *readers):
        """Returns the advice for these readers."""
        every = [*self.players, *self.found.values(), *self.rules]
        return " ".join(text for each in every for reader, text in each.advice if not readers or reader in readers)

    def wrong(self):
        """Returns the numbers of the questions that doctor answers with "WRONG"."""
        return sorted(number for number, each in self.found.items() if each.mark == "WRONG")


def examine(run, *words):
    return Report(run("doctor", *words))


def start(bus, name="patient", root=None, **properties):
    """Starts a player without the library that breaks no rule except as the test wants."""
    whole = {"LoopStatus": ("s", "None"), "Shuffle": ("b", False), "Volume": ("d", 1.0), "MinimumRate": ("d", 1.0),
             "MaximumRate": ("d", 1.0), "PlaybackStatus": ("s", "Paused")}
    player = Plain(bus, name, apart=False, **{**whole, **properties})
    player.faces[ROOT].update(variants(CanQuit=("b", False), CanRaise=("b", False), HasTrackList=("b", False),
                                       SupportedUriSchemes=("as", []), SupportedMimeTypes=("as", []), **(root or {})))
    return player.appear()


class Programs(programs.Programs):
    """Programs of other processes, some of which use the library, which are ended with the test."""

    def __init__(self, bus, build):
        super().__init__(bus)
        self.build = build

    def python(self, *words):
        """Starts a program in Python that uses the library."""
        program = self.run("/usr/bin/python3", "-B", *words, PYTHONPATH=str(TESTS.parent / "bindings/python/src"),
                           NOWPLAYING_LIBRARY=str(self.build / "libnowplaying.so"),
                           NOWPLAYING_SURFACE_LIBRARY=str(self.build / "libnowplaying-surface.so"))
        program.expect("ready")
        return program

    def radio(self, *words):
        return self.python(TESTS / "Program/odd_radio.py", *words)

    def built_in(self, kind, *words):
        program = self.run(self.build / "Tests/Program" / kind, *words)
        program.expect("ready")
        return program
