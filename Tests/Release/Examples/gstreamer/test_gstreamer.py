# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The player on GStreamer among the examples shows what files of the corpus say."""
import os
import subprocess
from pathlib import Path

import pytest
from field.adapters import media
from field.tagged import corpus
from testkit.bus import ROOT as MPRIS
from testkit.desktop import Program

NAME = f"{MPRIS}.gstreamer"
FILES = ["v24-whole.mp3", "v24-popm-255.mp3", "metaflac.flac", "pictures.flac"]


@pytest.fixture(scope="session")
def player(request, tmp_path_factory):
    """Builds the program as its users would, and returns it."""
    build = Path(request.config.getoption("--build")).resolve()
    folder = tmp_path_factory.mktemp("player")
    for command in (["cmake", "--install", build, "--prefix", folder / "installed"],
                    ["cmake", "-S", "examples/gstreamer", "-B", folder / "built",
                     f"-DCMAKE_PREFIX_PATH={folder}/installed"],
                    ["cmake", "--build", folder / "built"]):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return folder / "built/gstreamer"


def test_the_player_on_gstreamer(bus, player, request):
    folder = corpus.make(request.config.getoption("--build"), 10)
    program = Program([str(player), *(str(folder / name) for name in FILES)],
                      bus.environment | {"XDG_CACHE_HOME": bus.directory, "HOME": os.environ.get("HOME", "/")})
    bus.wait_name(NAME)
    client = bus.client(NAME)

    def comes(file, **wanted):
        def is_there():
            metadata = client.metadata()
            return metadata.get("xesam:url", "").endswith(file) and all(
                metadata.get(f"xesam:{key}") == value for key, value in wanted.items())
        bus.wait_for(is_there, f"{wanted} of {file}; there is {client.metadata()}")
        client.do("Next")
    whole = corpus.FILES["v24-whole.mp3"][1]
    comes(FILES[0], title=whole["title"], asText=whole["lyrics"], lyricist=whole["lyricists"])
    comes(FILES[1], userRating=1.0)
    comes(FILES[2], title="Sång", asText=corpus.FILES["metaflac.flac"][1]["lyrics"])
    bus.wait_for(lambda: "mpris:artUrl" in client.metadata(), "the cover")
    red, _, blue = media.color_of(Path(client.metadata()["mpris:artUrl"].removeprefix("file://")).read_bytes())
    assert red > blue
    program.stop()
