# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The change to phosh, as far as it can be tried without phosh: its scripts fit a small source with the lines that they
look for, which stand so in phosh 0.46; and a C compiler reads what comes of it, with GTK's headers.

With EMBED_SOURCES, a folder that has Debian 13's tarball, the scripts are also run on that.
"""
import gettext
import os
import re
import runpy
import subprocess
from pathlib import Path

import pytest
from testkit.sources import files_of, lines_of_patch, replace

ROOT = Path(__file__).resolve().parents[3]
PATCH = ROOT / "plugins/phosh/patch"
PLAYER = """#include "phosh-config.h"
#include <gtk/gtk.h>
#include "media-player.h"
struct _PhoshMediaPlayer { GtkGrid parent; GDBusProxy *player; };
G_DEFINE_TYPE (PhoshMediaPlayer, phosh_media_player, GTK_TYPE_GRID)
static void
btn_seek_backward_clicked_cb (PhoshMediaPlayer *self, GtkButton *button)
{
  g_debug ("seek backward for %ds", 10);
}
static void
btn_seek_forward_clicked_cb (PhoshMediaPlayer *self, GtkButton *button)
{
  g_debug ("seek forward by %ds", 30);
}
static void
attach (PhoshMediaPlayer *self, GDBusProxy *player)
{
  g_debug ("Connected player");
}
static void
phosh_media_player_init (PhoshMediaPlayer *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  attach (self, self->player);
  g_signal_connect_swapped (self, "clicked", G_CALLBACK (btn_seek_backward_clicked_cb), self);
  g_signal_connect_swapped (self, "clicked", G_CALLBACK (btn_seek_forward_clicked_cb), self);
}
static void phosh_media_player_class_init (PhoshMediaPlayerClass *class) {}
"""
SOURCE = {
    "src/media-player.c": PLAYER,
    "src/media-player.h": """#pragma once
#include <gtk/gtk.h>
#define PHOSH_TYPE_MEDIA_PLAYER (phosh_media_player_get_type ())
G_DECLARE_FINAL_TYPE (PhoshMediaPlayer, phosh_media_player, PHOSH, MEDIA_PLAYER, GtkGrid)
""",
    "src/phosh-config.h": '#define GETTEXT_PACKAGE "phosh"\n',
    "src/meson.build": "phosh_sources = files(\n  'media-player.c',\n)\nphosh_deps = [\n]\n",
    "src/phosh.gresources.xml":
        '<file compressed="true">stylesheet/common.css</file>\n'
        '<file alias="skip-forward-30-symbolic.svg">../data/icons/skip-forward-30-symbolic.svg</file>\n',
}


@pytest.fixture
def changed(tmp_path):
    """A folder with the small source, to which the change is applied."""
    for name, text in SOURCE.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    replace(PATCH, tmp_path)
    return tmp_path


def inserted():
    """Yields for each insertion of a script its file, the line that it looks for, and the lines that come behind it."""
    for script in PATCH.rglob("*.ed"):
        text = script.read_text()
        found = re.findall(r"^/([^\n]*)/a\n(.*?)^\.\n", text, re.S | re.M)
        assert "".join(f"/{place}/a\n{lines}.\n" for place, lines in found) == text, f"{script} does more than insert"
        yield from ((script.relative_to(PATCH).with_suffix(""), place, lines) for place, lines in found)


def check_insertions(tree):
    for name, place, lines in inserted():
        found = subprocess.run(["grep", "--line-number", place, tree / name], capture_output=True, text=True,
                               check=False).stdout.splitlines()
        assert len(found) == 1, f"{name} has not one line with {place}: {found}"
        behind = (tree / name).read_text().splitlines(keepends=True)[int(found[0].partition(":")[0]):]
        assert "".join(behind).startswith(lines), f"{lines} does not stand behind {place}"


def test_scripts_insert_where_they_look(changed):
    check_insertions(changed)


def test_a_compiler_reads_it(changed):
    flags = subprocess.run(["pkg-config", "--cflags", "gtk+-3.0"], check=True, capture_output=True, text=True).stdout
    for name in ("media-player.c", "now-playing.c"):
        done = subprocess.run(["gcc", "-std=gnu11", "-Wall", "-Werror", "-fsyntax-only", *flags.split(), "-I",
                               ROOT / "include", changed / "src" / name], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_new_files_are_named(changed):
    built = (changed / "src/meson.build").read_text() + (changed / "src/phosh.gresources.xml").read_text()
    new = [path.name for path in files_of(PATCH) if path.suffix in (".c", ".css", ".svg")]
    assert len(new) == 10 and all(re.search(f"{name}['\"<]", built) for name in new), built


def test_the_page_says_how_long_it_is():
    said = int(re.search(r"change of (\d+) lines", (ROOT / "plugins/phosh/README.md").read_text())[1])
    assert abs(lines_of_patch(PATCH) - said) <= 10


@pytest.mark.skipif("EMBED_SOURCES" not in os.environ, reason="EMBED_SOURCES names no folder with phosh's source")
def test_scripts_fit_the_source_of_debian(tmp_path):
    # The program has no suffix by which it could be imported.
    build = runpy.run_path(ROOT / "plugins/phosh/build", run_name="build")
    tree = build["SOURCES"]["trixie"].unpack(tmp_path, "source")
    replace(PATCH, tree)
    check_insertions(tree)


def test_plurals_that_are_counted_otherwise(tmp_path):
    """phosh's Hebrew has four plural forms, ours three: each number has the right one of ours."""
    (tmp_path / "he.po").write_text(r'''msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=4; plural=(n==1 ? 0 : n==2 ? 1 : n>10 && n%10==0 ? "
"2 : 3);\n"
''')
    runpy.run_path(str(ROOT / "plugins/phosh/build"))["add_words"](tmp_path)
    subprocess.run(["msgfmt", "--check-format", "-o", tmp_path / "he.mo", tmp_path / "he.po"], check=True)
    with open(tmp_path / "he.mo", "rb") as file:
        words = gettext.GNUTranslations(file)
    said = [words.ngettext("Forward by %1 second", "Forward by %1 seconds", number) for number in (1, 2, 15, 30)]
    assert len({*said}) == 3 and said[2] == said[3] and "%1" in said[3] and "%1" not in said[0] + said[1], said
