# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Catalogues of words in other languages, as gettext has them."""

import gettext
import subprocess


def run(*words, given=None):
    return subprocess.run([str(word) for word in words], input=given, stdout=subprocess.PIPE, text=True,
                          check=True).stdout


def read(folder, domain, language):
    """Returns the translations that programs find for a domain in a folder."""
    return gettext.translation(domain, folder, [language])


class Catalogues:
    """The catalogues of a folder."""

    def __init__(self, folder):
        self.folder, self.languages = folder, (folder / "LINGUAS").read_text().split()

    def compile_to(self, folder, domain, language, catalogue=None):
        """Compiles a catalogue, by default the one of the language, for programs that look for a domain in a folder."""
        messages = folder / language / "LC_MESSAGES"
        messages.mkdir(parents=True)
        run("msgfmt", f"--output-file={messages}/{domain}.mo", catalogue or self.folder / f"{language}.po")

    def bracketed(self, folder):
        """Returns a catalogue that translates each text to itself in brackets, so that untranslated texts have none."""
        given = run("msgen", "--lang=de", next(self.folder.glob("*.pot")))
        path = folder / "bracketed.po"
        path.write_text(run("msgfilter", "--keep-header", "sed", "s/.*/[&]/", given=given))
        return path
