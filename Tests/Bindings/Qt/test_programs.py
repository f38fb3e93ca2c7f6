# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Programs in C++ and QML: the examples, objects that end with calls under way, rest, and the costs compared with those
of plain C."""

import os
import pathlib
import re
import subprocess
import time

import pytest
from testkit.fakes import ANIMATED, SESSION, Plain, Whole, command, content, playback
from testkit.pictures import given, memory_file, numbered
from testkit.places import is_over
from testkit.process import cost
from testkit.wire import Variant
from programs import HERE, Program, environment

EXAMPLES = HERE.parents[2] / "bindings/qt/examples"
CARD = HERE.parents[2] / "examples/qml-card/card.qml"
# Memory that is still reachable at the end is not counted: Qt and the C library keep some.
VALGRIND = ["valgrind", "--quiet", "--leak-check=full", "--show-leak-kinds=definite,indirect,possible",
            "--errors-for-leak-kinds=definite,indirect,possible", "--error-exitcode=99"]


def silent(bus):
    """A player that answers nothing that it is asked."""
    player = Whole(bus, "whole")
    ids = {"1:1": "moving"}
    player.session("a", Content=content(artwork=Variant("s", "cover"),
                                        **{"animated-artwork": Variant("a{ss}", ids)}))
    for interface, member in ((SESSION, "SendCommand"), (SESSION, "GetArtwork"), (ANIMATED, "GetVideo"),
                              (ANIMATED, "GetPreview")):
        player.answers[interface, member] = lambda call: None
    return player.appear()


@pytest.mark.parametrize("what", ["surface", "action", "inside", "picture", "video"])
def test_objects_that_end_with_calls_under_way(bus, qt, what):
    player = silent(bus)
    program = Program(bus, [player], *VALGRIND, qt.program("ends"), what)
    try:
        program.finish()
        assert program.lines == ["ended"] and not program.warnings(), program.error_text()
    finally:
        program.close()


def test_an_icon_is_one_of_the_theme(bus, qt, tmp_path):
    """A word of a player that leads out of the theme's folder is no icon, whatever file is there."""
    folder = tmp_path / "icons/hicolor/16x16/apps"
    folder.mkdir(parents=True)
    (tmp_path / "icons/hicolor/index.theme").write_text(
        "[Icon Theme]\nName=Hicolor\nDirectories=16x16/apps\n[16x16/apps]\nSize=16\n")
    for place in (folder, tmp_path):
        (place / "own-icon.png").write_bytes(numbered(8))
    names = ["own-icon", "../../../../own-icon", f"../../../..{tmp_path}/own-icon", "", "no-icon"]
    printed = subprocess.run([qt.program("icons"), tmp_path / "icons", *names], env=environment(bus), check=True,
                             capture_output=True, text=True).stdout
    assert printed.split() == ["1", "0", "0", "0", "0"]


def changes(bus, program, player, count=1000):
    """Has a player change `count` times, one change after the other. Returns the processor time of the program, in
    µs."""
    assert program.line() == "listed"
    for number in range(count):
        player.change("a", Content=content(f"Song {number}"))
        assert program.line() == f"Song {number} 2"
    program.finish()
    return int(program.lines[-1])


def stirs(program, player):
    """Returns how often a program wakes up within two seconds, and how often it asks a player."""
    before, calls = cost(program.process.pid).wakeups, len(player.calls)
    time.sleep(2)  # sleeps: measures that nothing happens within it
    player.serve()
    return cost(program.process.pid).wakeups - before, len(player.calls) - calls


@pytest.mark.parametrize("face", ["cost-qt", "probe"])
def test_it_sleeps_while_nobody_says_anything(bus, qt, make_probe, face):
    """Neither a program in C++ nor one in QML, with a view, a picture and a playhead that is not shown, wakes up, even
    while a song plays."""
    player = Whole(bus, "whole")
    player.session("a", Content=content(artwork=Variant("s", "cover")),
                   Playback=playback("playing", 1.0, elapsed=Variant("x", 0), timestamp=Variant("x", 1)))
    player.answers[SESSION, "GetArtwork"] = lambda call: "org.freedesktop.DBus.Error.Failed"
    if face == "probe":
        program = make_probe(player.appear())
        program.expected.append("QML Image")
        program.until("titles()", ["Song"])
        program.ask("(playhead.session = named('Song'), image.source = named('Song').artworkSource, true)")
        program.until("image.status === Image.Error")
    else:
        program = Program(bus, [player.appear()], qt.program(face))
        program.wait(lambda: program.lines == ["listed"], "the list")
    # Qt has things to finish after its start, so that one of three measurements must show nothing.
    assert any(stirs(program, player) == (0, 0) for _ in range(3))
    if face != "probe":
        program.finish()
        program.close()


def test_the_cost_beside_plain_c(bus, qt, capsys):
    costs = {}
    for name in ("cost-c", "cost-qt"):
        player = Whole(bus, "whole")
        player.session("a")
        program = Program(bus, [player.appear()], qt.program(name))
        costs[name] = changes(bus, program, player)
        program.close()
        player.close()
    with capsys.disabled():
        print(f"\n1,000 changes with Qt {qt.version}: {costs['cost-qt']} us, in plain C {costs['cost-c']} us,"
              f" ratio {costs['cost-qt'] / costs['cost-c']:.2f}")


def test_the_example_in_cpp(bus, qt, folder):
    """The example is built with the installed library, as its users build it."""
    assert len((EXAMPLES / "list.cpp").read_text().splitlines()) <= 40
    subprocess.run(["cmake", "-G", "Ninja", "-S", EXAMPLES, "-B", folder,
                    f"-DCMAKE_PREFIX_PATH={qt.folder}/installed",
                    f"-DQT_DEFAULT_MAJOR_VERSION={qt.version}"], check=True, capture_output=True)
    subprocess.run(["cmake", "--build", folder], check=True, capture_output=True)
    player = Plain(bus, "plain").appear()
    program = Program(bus, [player], str(folder / "list"))
    try:
        program.wait(lambda: "plain: One, playing" in program.lines, "the list")
        program.process.stdin.write(b"\n")
        program.process.stdin.flush()
        program.wait(lambda: player.called("PlayPause"), "the command")
        program.finish()
    finally:
        program.close()


def test_the_example_in_qml(bus, qt, make_probe):
    assert len((EXAMPLES / "list.qml").read_text().splitlines()) <= 40
    probe = make_probe(Plain(bus, "plain").appear(), file=HERE / "example.qml")
    probe.until("list.count", 1)
    # The list knows of an entry before it has made the entry's item.
    probe.until("list.itemAtIndex(0) && list.itemAtIndex(0).children[1].text.startsWith('One\\nSomebody\\n')")
    probe.ask("list.itemAtIndex(0).children[2].clicked(null)")
    probe.wait(lambda: probe.fakes[0].called("PlayPause"), "the command")
    probe.expected.append("qml: plain 0")
    probe.wait(lambda: "qml: plain 0" in probe.error_text(), "the outcome")


# The parts of a card that can be seen; Qt's JavaScript has no flatMap.
SEEN = ("(function below(item) { return [item].concat(...Array.from(item.children).map(below)) })"
        "(list.itemAtIndex(0)).filter(each => each.visible && each.width)")
TEXTS = SEEN + ".filter(each => each.textFormat === Text.PlainText).map(each => each.text)"
WORDS = SEEN + ".filter(each => each.textFormat !== undefined).map(each => each.text)"
BUTTONS = SEEN + ".filter(each => each.clicked)"


def keep(probe, name):
    """Keeps a picture of the cards for people to look at, below $KEEP where that is set."""
    if folder := os.environ.get("KEEP"):
        probe.ask(f"list.grabToImage(made => made.saveToFile('{folder}/{name}.png'))")
        probe.wait(pathlib.Path(folder, f"{name}.png").exists, "a picture")


def open_card(make_probe, player, *options):
    probe = make_probe(player.appear(), file=HERE / "example.qml", options=options)
    probe.ask(f"loader.source = '{CARD.as_uri()}'")
    probe.until("list.count === 1 && list.itemAtIndex(0) !== null")
    return probe


def test_the_card_in_qml(bus, make_probe):
    player = Whole(bus, "whole")
    chapters = Variant("a(xss)", [(0, "Intro", ""), (50_000_000, "End", "")])
    player.session("a", Playback=playback(elapsed=Variant("x", 60_000_000), timestamp=Variant("x", 1)), Content=content(
        lines=Variant("as", ["Song", "Her"]), artwork=Variant("s", "cover"), chapters=chapters,
        lyrics=Variant("s", "[00:55.00]La la\n")), Commands=("aa{sv}", [
            command("play"), command("pause"), command("seek-to-position"), command("next", enabled=False), command(
                "change-repeat-mode", supported=("as", ["off", "all"]), current=("s", "all")),
            command("feedback", supported=("as", ["neutral", "positive"]), icon=("s", "thumb-up")),
            command("custom", id=("s", "x"), title=("s", "Sleep"))]))
    player.answers[SESSION, "GetArtwork"] = given(lambda: memory_file(numbered(9)))
    probe = open_card(make_probe, player)
    # Without a theme that has their icons, all buttons have words; what is in a menu is not seen yet.
    probe.until(WORDS + ".filter(text => /[A-Z0-9]/.test(text))", [
        "Whole", "Song", "Her", "1:00", "−0:40", "Back by 10 seconds", "Play", "Next", "Like", "Repeat", "End ▾",
        "La la"])
    probe.until(SEEN + ".some(each => each.status === Image.Ready && each.implicitHeight === 40)")
    assert probe.ask(BUTTONS + ".map(each => each.enabled)") == [True, True, False, True, True, True, True]
    assert probe.ask(BUTTONS + ".map(each => each.highlighted)")[4]
    assert probe.ask(SEEN + ".filter(each => each.to === 100000 && each.moved).map(each => each.value)") == [60000]
    for number in 1, 4:
        probe.ask(f"{BUTTONS}[{number}].clicked()")
    for number, entry in (5, 0), (6, 1):
        menu = f"Array.from({BUTTONS}[{number}].resources).find(each => each.itemAt)"
        probe.ask(f"{menu}.itemAt({entry}).triggered()")
    probe.ask(SEEN + ".filter(each => each.moved).forEach(each => { each.value = 20000; each.moved() })")
    probe.wait(lambda: len(player.called("SendCommand")) == 5, "all commands")
    keys = {"play": None, "change-repeat-mode": "mode", "custom": "id", "seek-to-position": "position"}
    assert [(word, arguments.get(keys[word])) for word, arguments in player.called("SendCommand")] == [
        ("play", None), ("change-repeat-mode", None), ("custom", Variant("s", "x")),
        ("seek-to-position", Variant("x", 50_000_000)), ("seek-to-position", Variant("x", 20_000_000))]


def test_how_the_card_in_qml_looks(bus, make_probe):
    """The title is bold, nothing is wider than the window, and an error and a broadcast are told."""
    title = "Evening Light on the Harbour, " * 9
    own = [command("custom", id=("s", word), title=("s", word.title() + " of this song"), icon=("s", "no-such-icon"))
           for word in ("radio", "library", "timer", "lyrics", "equalizer", "elsewhere")]
    player = Whole(bus, "whole")
    player.session("a", Playback=playback(elapsed=Variant("x", 0), timestamp=Variant("x", 1)), Content=content(
        title, lines=Variant("as", [title, "Her"])), Commands=("aa{sv}", [
            command("previous"), command("play"), command("next"), command("seek-to-position"), *own]))
    probe = open_card(make_probe, player)
    probe.until(BUTTONS + ".length > 6")
    bold = SEEN + ".filter(each => each.textFormat === Text.PlainText).map(each => each.font.bold)"
    assert probe.ask(bold)[:3] == [False, True, False]
    # The layout comes with the next frame.
    probe.until(SEEN + ".every(each => each.mapToItem(list, each.width, 0).x <= list.width + 1)")
    keep(probe, "card")
    player.change("a", Playback=playback("error", error=Variant("s", "Sign in to play this")))
    probe.until(TEXTS + "[2]", "Sign in to play this")
    player.change("a", Playback=playback("error", **{"error-kind": Variant("s", "network")}))
    probe.until(TEXTS + "[2]", "There is no connection")
    keep(probe, "error")
    player.change("a", Commands=("aa{sv}", [command("play")]))
    probe.until(BUTTONS + ".length", 1)
    error = SEEN + ".filter(each => each.textFormat === Text.PlainText)[2]"
    probe.until(f"{BUTTONS}[0].mapToItem({error}, 0, 0).y < {error}.height + 10")
    probe.ask(f"{error}.palette.window = '#202020'")
    probe.until(f"{error}.color.hslLightness > 0.6")
    said = dict(content("Harbour 98.4", kind=Variant("s", "radio"))[1])
    del said["duration"]
    player.change("a", Playback=playback("playing", 1.0), Content=("a{sv}", {
        **said, "duration-kind": Variant("s", "live")}))
    probe.until(TEXTS + ".includes('LIVE')")


def test_the_card_in_qml_from_right_to_left(bus, make_probe):
    """The cover and the words are mirrored, and time is not: neither the bar nor the buttons that move along it."""
    player = Whole(bus, "whole")
    player.session("a", Playback=playback(elapsed=Variant("x", 20_000_000), timestamp=Variant("x", 1)), Content=content(
        "ضوء المساء", lines=Variant("as", ["ضوء المساء", "Marta"]), artwork=Variant("s", "cover"),
        chapters=Variant("a(xss)", [(0, "Intro", "")])), Commands=(
            "aa{sv}", [command("previous"), command("play"), command("next"), command("seek-to-position")]))
    player.answers[SESSION, "GetArtwork"] = given(lambda: memory_file(numbered(9)))
    probe = open_card(make_probe, player, "-reverse")
    probe.until(BUTTONS + ".length > 2")
    probe.until(SEEN + ".some(each => each.status === Image.Ready && each.implicitHeight === 40)")
    place = ".map(each => { const at = each.mapToItem(list, 0, 0); return [at.x, at.y, each.width, each.height] })"
    probe.until(SEEN + ".every(each => { const x = each.mapToItem(list, 0, 0).x; "
                       "return x >= -1 && x + each.width <= list.width + 1 })")
    keep(probe, "reversed")
    words = SEEN + ".filter(each => each.textFormat === Text.PlainText)"
    texts = dict(zip(probe.ask(TEXTS), probe.ask(words + place)))
    [cover] = probe.ask(SEEN + ".filter(each => each.status === Image.Ready && each.implicitHeight === 40)" + place)
    assert all(left + width <= cover[0] for left, _, width, _ in texts.values()), (texts, cover)
    sides = probe.ask(words + ".map(each => each.effectiveHorizontalAlignment === Text.AlignRight)")
    assert sides[:3] == [True] * 3, sides
    assert texts["0:20"][0] < texts["−1:20"][0], texts
    bar = SEEN + ".find(each => each.moved)"
    assert probe.ask(f"{bar}.handle.x < {bar}.width / 2"), "the bar runs to the left"
    assert probe.ask(BUTTONS + ".map(each => each.text)")[-1] == "\u200fIntro ▾"
    buttons = probe.ask(BUTTONS + place)
    assert [x for x, *_ in buttons[:3]] == sorted(x for x, *_ in buttons[:3]), buttons
    parts = [*texts.values(), cover, *buttons, *probe.ask(f"[{bar}]" + place)]
    assert not [(a, b) for i, a in enumerate(parts) for b in parts[i + 1:] if is_over(a, b)], parts
    cut = probe.ask(words + ".filter(each => each.truncated).map(each => each.text)")
    assert not cut, cut


def test_qmllint(bus, qt):
    """qmllint finds nothing wrong with the example, because the module describes its types."""
    folder = next(pathlib.Path("/usr/lib").glob(f"*/qt{qt.version}/qml"))
    lint = f"/usr/lib/qt{qt.version}/bin/qmllint"
    run = subprocess.run([lint, "-I", qt.module, "-I", folder, *(["-U"] if qt.version == "5" else []),
                          EXAMPLES / "list.qml"], env=environment(bus), capture_output=True, text=True)
    complaints = [line for line in (run.stdout + run.stderr).splitlines() if re.search("warning|error", line, re.I)]
    assert run.returncode == 0 and not complaints, run.stdout + run.stderr


def test_the_description_of_the_types_is_installed(qt):
    described = (qt.module / "org/nowplaying/plugins.qmltypes").read_text()
    for name in ("Surface", "Session", "SessionModel", "Action", "Playhead", "AnimatedArtwork", "NowPlaying"):
        assert f'"org.nowplaying/{name} 1.0"' in described, name
