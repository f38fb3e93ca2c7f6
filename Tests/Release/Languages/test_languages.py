# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The words of the surfaces in other languages: all are marked and extracted, and each catalogue is whole.

usage: Tests/alone pytest Tests/Release/Languages
"""
import gettext
import json
import re
import runpy
import subprocess

import pytest
from lab import ROOT
from testkit import catalogues
from testkit.catalogues import run

PO = ROOT / "plugins/common/po"
LANGUAGES = catalogues.Catalogues(PO).languages
UPDATE = PO / "update"
# The files of the extension that show no text, as they are about the bus or pictures alone; and all other sources.
SILENT = {"publisher", "follower", "values", "model", "picture", "cover", "web"}
SHOWING = [path for glob in ("plugins/gnome-shell/**/*.js", "plugins/plasma/**/*.qml", "examples/lockscreen/*.c",
                             "plugins/phosh/patch/src/*.c")
           for path in sorted(ROOT.glob(glob)) if path.stem not in SILENT or path.suffix != ".js"]
COMMENT = re.compile(r"/\*.*?\*/|(?:^|(?<=\s))//[^\n]*", re.S | re.M)
LITERAL = re.compile(r"""(["'`])((?:\\.|(?!\1)[^\\\n])*)\1""")
# Two words, or one that begins with a capital letter.
WORDS = re.compile(r"[A-Za-z]{2,}:? (?:[a-z]|\$\{|%)|^[A-Z][a-z]{2,}…?$|^[A-Z]{4,}$")
MARKED = re.compile(r"""\b(?:_|N_|ngettext|i18np?) ?\((?:["'][^"']*["'],\s*)?$""")
NOT_SHOWN = re.compile(
    r"[a-z-]+(?: [a-z]+(?:-[a-z]+)+)+"  # classes of a style
    r"|[a-z-]+ \$\{[\w /]+\}"  # keys of buttons
    r"|.*\b_\(.*"  # translated within
    r"|Content|Playback|Commands|Raise|Paused"  # of the bus
    r"|Plasma|lock screen"  # as what a surface is known to players
    r"|lockscreen: .*")  # for who starts it on a terminal


def unmarked(text):
    """Returns the texts of a source that look like words, and are not translated."""
    code = COMMENT.sub("", text)
    shown = [match for match in LITERAL.finditer(code)
             if WORDS.search(match[2]) and not NOT_SHOWN.fullmatch(match[2])]
    return [match[2] for match in shown if not MARKED.search(code[max(0, match.start() - 200):match.start()])]


@pytest.mark.parametrize("path", SHOWING, ids=lambda path: str(path.relative_to(ROOT)))
def test_words_are_marked(path):
    """Texts that look like words are translated, in a file from which words are extracted."""
    text = path.read_text()
    assert not unmarked(text), f"{path.name} shows words that are not marked for translation"
    if re.search(r"\b(?:_|N_|ngettext|i18np?) ?\([\"']", COMMENT.sub("", text)):
        assert str(path.relative_to(ROOT)) in (PO / "POTFILES").read_text().split()


def test_what_is_not_marked_is_found():
    code = """say(_('Play'), 'Pause'); text: i18n("Stop") // "Not shown"
        text: "Go to live" /* "Next" */ ngettext('%1 star', '%1 stars', 2); `Chapter ${number}`; 'message a-card'"""
    assert unmarked(code) == ["Pause", "Go to live", "Chapter ${number}"]


def test_words_of_settings_are_marked():
    text = (ROOT / "plugins/gnome-shell/prefs.ui").read_text()
    shown = re.findall(r'<property name="(?:sub)?title"[^>]*>', text)
    assert len(shown) == 3 and all('translatable="yes"' in each for each in shown)


def test_catalogues_are_up_to_date(tmp_path):
    """All words of the sources are in the template and in each catalogue, and no others."""
    run(UPDATE, "--to", tmp_path)
    written = [path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()]
    assert {path.name for path in written} >= {"nowplaying.pot", "metadata.json", *(f"{each}.po" for each in LANGUAGES)}
    for path in written:
        there = (PO if path.suffix in (".po", ".pot") else ROOT) / path
        assert (tmp_path / path).read_text() == there.read_text(), f"{there}: run plugins/common/po/update"


def test_each_catalogue_is_of_a_language():
    assert sorted(path.stem for path in PO.glob("*.po")) == LANGUAGES


def entries(catalogue):
    """Returns the words of a catalogue, each with its forms."""
    text = run("msgcat", "--no-wrap", "--no-location", catalogue).split("\n\n", 1)[1]
    for entry in text.split("\n\n"):
        found = dict(re.findall(r'^(msg\S+) (".*")$', entry, re.M))
        texts = {key: json.loads(value) for key, value in found.items()}
        yield texts["msgid"], [value for key, value in texts.items() if key.startswith("msgstr")]


def signs(text):
    return sorted(re.findall(r"%(?:\d|[a-z])", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_catalogue_is_whole(language):
    """Each catalogue translates all texts, with the same placeholders in them, and has as many plural forms as its
    header says."""
    catalogue = PO / f"{language}.po"
    run("msgfmt", "--check", "--output-file=/dev/null", catalogue)
    for lacking in "--untranslated", "--only-fuzzy", "--only-obsolete":
        assert not run("msgattrib", lacking, catalogue).strip(), f"{lacking} in {catalogue.name}"
    header = catalogue.read_text().split("\n\n")[0].replace('"\n"', "")
    assert f"Language: {language}\\n" in header and "SPDX-License-Identifier" in header
    count, plural = re.search(r"nplurals=(\d); plural=(.*?);\\n", header).groups()
    form = gettext.c2py(plural)
    numbers = {}
    for number in range(300):
        numbers.setdefault(form(number), []).append(number)
    assert sorted(numbers) == list(range(int(count)))
    for words, forms in entries(catalogue):
        assert len(forms) in (1, int(count))
        for index, translated in enumerate(forms):
            # A plural form that is used for one number alone may spell this number as a word, without the digits.
            is_one = len(forms) > 1 and len(numbers[index]) == 1
            assert signs(translated) == signs(words) or is_one and not signs(translated), (words, translated)


@pytest.mark.parametrize("version", [5, 6])
def test_applet_has_its_words(tmp_path, version):
    """The catalogues are installed in the package of Plasma's applet, where Plasma looks for them."""
    build = tmp_path / "build"
    run("cmake", "-S", ROOT / "plugins/plasma", "-B", build, f"-DPLASMA={version}",
        f"-DCMAKE_INSTALL_PREFIX={tmp_path}")
    run("cmake", "--install", build)
    package = tmp_path / "share/plasma/plasmoids/org.nowplaying.applet"
    domain = "plasma_applet_" + json.loads((package / "metadata.json").read_text())["KPlugin"]["Id"]
    assert {path.name for path in (package / "contents/locale").iterdir()} == set(LANGUAGES)
    german = catalogues.read(package / "contents/locale", domain, "de")
    assert german.gettext("Nothing is playing") == "Es wird nichts wiedergegeben"
    arabic = catalogues.read(package / "contents/locale", domain, "ar")
    assert [arabic.ngettext("%1 star", "%1 stars", count) for count in (1, 2, 3, 11, 100)] == [
        "نجمة واحدة", "نجمتان", "%1 نجوم", "%1 نجمة", "%1 نجمة"]


def test_extension_is_packed_with_its_words(tmp_path):
    """The extension's packer is given the catalogues, and the extension's metadata names their domain."""
    packer = tmp_path / "gnome-extensions"
    packer.write_text('#!/bin/sh\necho "$@" >>"$0.said"; for word; do case $word in --out-dir=*) '
                      'touch "${word#*=}/nowplaying@libnowplaying.shell-extension.zip";; esac; done\n')
    packer.chmod(0o755)
    subprocess.run(["make", "-s", "-C", str(ROOT / "plugins/gnome-shell"), f"OUT={tmp_path}/out"], check=True,
                   env={"PATH": f"{tmp_path}:/usr/bin:/bin"})
    said = (tmp_path / "gnome-extensions.said").read_text().splitlines()
    assert len(said) == 1 and all(f"--podir={PO} " in line for line in said)
    domain = json.loads((ROOT / "plugins/gnome-shell/metadata.json").read_text())["gettext-domain"]
    for name in "prefs.ui", "nowplaying/gettext.js":
        assert domain in (ROOT / "plugins/gnome-shell" / name).read_text()


def test_phosh_is_given_the_words_of_its_change(tmp_path):
    """phosh's own translations stay, and its catalogue may have other plural forms than ours."""
    theirs = tmp_path / "he.po"
    theirs.write_text("""msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=4; plural=n>3 ? 3 : n;\\n"

msgid "LIVE"
msgstr "theirs"
""")
    runpy.run_path(str(ROOT / "plugins/phosh/build"))["add_words"](tmp_path)
    found = dict(entries(theirs))
    assert found["LIVE"] == ["theirs"] and found["Like"] == ["אהבתי"] and found["Chapter %d"] == ["פרק %d"]
    assert {"Shuffle", "There is no connection"} <= set(found), "words of the change lack"
    assert "Behind live" not in found, f"others than those of the change: {found}"
    run("msgfmt", "--check-format", "--output-file=/dev/null", theirs)
