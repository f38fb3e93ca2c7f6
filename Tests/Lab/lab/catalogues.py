# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The catalogues of plugins/common/po: words of the surfaces in other languages."""
import gettext
import subprocess

from lab import ROOT

PO = ROOT / "plugins/common/po"
LANGUAGES = (PO / "LINGUAS").read_text().split()


def run(*words, given=None):
    return subprocess.run([str(word) for word in words], input=given, stdout=subprocess.PIPE, text=True,
                          check=True).stdout


def compile_to(folder, domain, language, catalogue=None):
    """Compiles a catalogue, by default the one of the language, for programs that look for a domain in a folder."""
    messages = folder / language / "LC_MESSAGES"
    messages.mkdir(parents=True)
    catalogue = catalogue or PO / f"{language}.po"
    run("msgfmt", f"--output-file={messages}/{domain}.mo", catalogue)


def bracketed(folder):
    """Returns a catalogue that translates each text to itself in brackets, so that untranslated texts have none."""
    given = run("msgen", "--lang=de", PO / "nowplaying.pot")
    path = folder / "bracketed.po"
    path.write_text(run("msgfilter", "--keep-header", "sed", "s/.*/[&]/", given=given))
    return path


def read(folder, domain, language):
    """Returns the translations that programs find for a domain in a folder."""
    return gettext.translation(domain, folder, [language])
