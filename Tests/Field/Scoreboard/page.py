#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""usage: page.py [--update] FOLDER PLAYER…     compares what judge.py has written there with its README

--update writes the page anew. If only some players are named, only their rows are compared, or written. The
last line counts what agrees and what does not."""

import datetime
import json
import re
import sys
import textwrap
from pathlib import Path

from players import PLAYERS
from reproductions import TO, reproduction
from rules import ROOT, SEVERITIES, read_rules, severity

PAGE = ROOT / "Tests/Field/Scoreboard/README.md"
LEAST = 25
MADE = r"Last made as a whole on ([\d-]+)\."
HEAD = """# Players of Debian, driven by all rules

Players of Debian 13, each driven by [`nowplaying doctor --strict`](../../../docs/strict.md) as Debian has it.
`Tests/run-long scoreboard` makes this page: it installs them in a new Debian 13, gives each a screen, a bus, a home and
a sound server of its own, three songs of a minute with a cover, and judges it twice. The page has the faults that were
found both times. Browsers play a page that has the buttons of W3C's Media Session. Last made as a whole on {date}.

A rule that cannot be seen is not counted: nobody can seek in a player without a track id, so that its row says nothing
of seeking.

A rule that is broken is of one of three kinds, by what comes of it for people:

{kinds}

"""


class Row:
    """The findings about a player."""

    def __init__(self, player, rounds):
        self.player, self.rounds = player, rounds
        self.version = rounds[0]["version"]
        self.problem = next((each["problem"] for each in rounds if "problem" in each), None)
        self.faults, self.loose = {}, []
        if self.problem:
            return
        found = [{rule["id"]: rule["found"] for rule in each["report"]["rules"] if rule["result"] == "broken"}
                 for each in rounds]
        self.loose = sorted((set(found[0]) ^ set(found[1])) - set(player.unsteady))
        self.faults = {rule: text for rule, text in found[0].items()
                       if rule in found[1] and rule not in player.unsteady}
        self.shown = rounds[0].get("shown", {})
        self.called = rounds[0]["on the bus"].removeprefix("org.mpris.MediaPlayer2.")

    @property
    def package(self):
        return f"{self.player.packages[0]} {self.version}"

    def line(self):
        if self.problem:
            why = self.player.missing or "could not be driven"
            return f"| {self.player.title} | {self.package} | – | – | – | {why} |"
        counts = [sum(severity(rule) == word for rule in self.faults) for word in SEVERITIES]
        rules = ", ".join(f"[{rule}](#{rule})" for rule in self.faults) or "none"
        return f"| {self.player.title} | {self.package} | {' | '.join(map(str, counts))} | {rules} |"


class KeptRow(Row):
    """A row as it is on the page."""

    def __init__(self, player, text):
        self.player = player
        (line,) = re.findall(rf"^\| {re.escape(player.title)} \| .*\|$", text.split("## Left out")[0], re.M)
        _, _, self.kept_package, *_, rules, _ = line.split("|")
        self.loose, self.shown = [], {}
        self.problem = player.missing if "[" not in rules and "none" not in rules else None
        self.faults = {rule: self.found(text, rule) for rule in re.findall(r"\[([\w-]+)\]", rules)}

    def found(self, text, rule):
        """Returns the finding about a rule."""
        section = text.partition(f"\n### {rule}\n")[2].partition("\n### ")[0]
        (found,) = re.findall(rf"^\| {re.escape(self.player.title)} \| (.*) \|$", section, re.M)
        return found.replace("\\|", "|").replace("&lt;", "<")

    @property
    def package(self):
        return self.kept_package.strip()


def kept_page(old, rules):
    """Returns the page as it would be written without anything new."""
    return page([KeptRow(player, old) for player in PLAYERS], rules, re.search(MADE, old)[1])


def table(rows):
    head = "| Player | Package | " + " | ".join(SEVERITIES) + " | Rules that it breaks |\n|---|---|--:|--:|--:|---|\n"
    return head + "\n".join(row.line() for row in rows) + "\n"


def in_lines(line):
    """Formats a shell line for the page; if it is too long, with one line for each command."""
    return line if len(line) <= 120 else line.replace("; ", "\n").replace(" & ", " &\n")


def section(rule, words, rows):
    """Formats the section of the page about a rule: its sentence, and each shell line with the players that fit it."""
    _, sentence, client, advice = words
    words = f"{sentence} Clients that suffer: {client}. Remedy: {advice}"
    text = f"### {rule}\n\n" + textwrap.fill(words, 120, break_on_hyphens=False, break_long_words=False) + "\n"
    lines = {}
    for row in rows:
        line, _ = reproduction(rule, row.faults[rule])
        lines.setdefault(line, []).append(row)
    for line, those in lines.items():
        text += f"\n```sh\n{in_lines(line)}\n```\n\n| Player | What was seen |\n|---|---|\n"
        for row in those:
            text += f"| {row.player.title} | {steady(rule, row.faults[rule])} |\n"
    return text


def steady(rule, text):
    """Returns a finding without details that differ in each run; milliseconds are rounded to seconds."""
    # A position that moves in steps may be found as one or the other, depending on the moment.
    if rule == "position":
        return "Position stands still, or moves in steps"
    text = re.sub(r"-?\d+ ms", lambda found: f"{round(int(found[0][:-3]) / 1000)} s", text)
    text = re.sub(r"instance(_?\d+)+", "instance…", text)
    text = re.sub(r"/tmp/\S+?(?=: |$)", "/tmp/…", text)
    return text.replace("|", "\\|").replace("`", "'").replace("<", "&lt;")


def page(rows, rules, date):
    driven = [row for row in rows if not row.problem]
    kinds = "\n".join(f"- **{word}**: {text}" for word, text in SEVERITIES.items())
    text = HEAD.format(date=date, kinds=kinds)
    text += table([row for row in rows if not row.player.ours])
    text += "\n## The same, with a plugin of ours\n\n" + table([row for row in rows if row.player.ours])
    unsteady = [(row.player.title, rule, why) for row in driven for rule, why in row.player.unsteady.items()]
    if unsteady:
        text += "\n## Left out\n\nRules that are broken in one run and not in the next:\n\n"
        text += "| Player | Rule | Why |\n|---|---|---|\n"
        text += "".join(f"| {title} | {rule} | {why} |\n" for title, rule, why in unsteady)
    text += ("\n## The faults\n\nEach with the commands of a shell that show it. In these NAME is the end of the "
             "player's name, which\n`nowplaying list` and `playerctl -l` print, and before them belongs:\n\n"
             f"```sh\n{TO}\n```\n")
    for rule, words in rules.items():
        those = [row for row in driven if rule in row.faults]
        if those:
            text += "\n" + section(rule, words, those)
    return text


def comparable(text):
    """Returns a page without its date, the versions of packages, and the numbers in findings."""
    text = re.sub(MADE, "", text)
    text = re.sub(r"^(\| [^|]+ \| [\w.+-]+) \S+ \| (?=[\d–])", r"\1 | ", text, flags=re.M)
    return [re.sub(r"\d+", "#", line) for line in text.splitlines()]


class Report:
    def __init__(self):
        self.passed = self.failed = 0

    def check(self, what, is_so, otherwise=""):
        if is_so:
            self.passed += 1
        else:
            self.failed += 1
            print(f"  FAIL  {what}{': ' + otherwise if otherwise else ''}")


def check_rows(rows, report):
    for row in rows:
        title = row.player.title
        report.check(f"{title} is driven", not row.problem or row.player.missing, str(row.problem))
        report.check(f"{title} breaks the same rules twice", not row.loose, ", ".join(row.loose))
        for rule, found in row.faults.items():
            line, shows = reproduction(rule, found)
            said = row.shown.get(rule, "")
            report.check(f"a line shows {rule} in {title}", line and shows(said), f"{found!r} / {line} / {said!r}")


def main(words):
    update = "--update" in words
    folder, *names = [word for word in words if not word.startswith("--")]
    chosen = [player for player in PLAYERS if not names or player.name in names]
    rows = [Row(player, [json.loads((Path(folder) / f"{player.name}.{number}.json").read_text(encoding="utf-8"))
                         for number in (1, 2)]) for player in chosen]
    report, rules = Report(), read_rules()
    check_rows(rows, report)
    new_rows = {row.player.name: row for row in rows}
    old = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    if len(chosen) == len(PLAYERS):
        driven = {row.player.packages[0] for row in rows if not row.problem and not row.player.ours}
        report.check(f"{LEAST} players are driven", len(driven) >= LEAST, str(len(driven)))
        new = page(rows, rules, datetime.date.today().isoformat())
        if update:
            PAGE.write_text(new, encoding="utf-8")
        else:
            missing = [line for line in comparable(new) if line not in comparable(old)]
            report.check("the page is as it was found", comparable(new) == comparable(old), "\n".join(missing[:20]))
    elif update:
        report.check("the page is as it was written", kept_page(old, rules) == old)
        rows = [new_rows.get(player.name) or KeptRow(player, old) for player in PLAYERS]
        if not report.failed:
            PAGE.write_text(page(rows, rules, re.search(MADE, old)[1]), encoding="utf-8")
    else:
        for row in rows:
            line = comparable(row.line())[0]
            report.check(f"the row of {row.player.title}", line in comparable(old), row.line())
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
