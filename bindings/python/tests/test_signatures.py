# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that the signature table equals the header and the exports of the library."""
import ctypes
import inspect
import json
import os
import re
import subprocess

import pytest

import nowplaying
from nowplaying import _app, _enums, _signatures
from nowplaying.surface import Ability, Changed, ContentKind, Item
from nowplaying.surface import _signatures as surface_signatures
from conftest import PACKAGE, REPOSITORY

HEADERS = REPOSITORY / "include" / "nowplaying"
STRUCTS = {value for module in (_signatures, surface_signatures) for value in vars(module).values()
           if isinstance(value, type) and issubclass(value, ctypes.Structure) and hasattr(value, "_fields_")}


def generate(*arguments):
    return subprocess.run([PACKAGE / "generate-signatures", "--check", *arguments], text=True, check=False,
                          stderr=subprocess.PIPE)


def describe(folder):
    """Returns the description of the headers in a folder."""
    file = folder / "nowplaying.abi.json"
    with file.open("w", encoding="utf-8") as output:
        subprocess.run([REPOSITORY / "contract" / "generate", folder], check=True, stdout=output)
    return file


def test_table_is_made_from_this_header():
    result = generate()
    assert result.returncode == 0, result.stderr


def test_every_function_is_called():
    """Every function is used, except those that change a part of a value that the package sets as a whole."""
    sources = "".join(path.read_text() for path in (PACKAGE / "src/nowplaying").rglob("*.py")
                      if path.name != "_signatures.py")
    header = json.loads((HEADERS / "nowplaying.abi.json").read_text())["headers"][0]
    left_out = {"last_error", "content_unset", "session_set_command_enabled", "session_set_command_mode",
                "session_set_custom_command", "session_provide_artwork_none"}
    assert {function["name"] for function in header["functions"] if function["name"] not in sources} == {
        f"nowplaying_{name}" for name in left_out}


def test_every_sort_of_change_of_the_header_is_noticed(tmp_path):
    changes = [
        ("int32_t bus_fd;", "int64_t bus_fd;"),
        ("#define NOWPLAYING_STATE_PAUSED 2", "#define NOWPLAYING_STATE_PAUSED 9"),
        ("void nowplaying_app_free(nowplaying_app *app);", ""),
        ("(nowplaying_app *app, int32_t *ret_fd)", "(nowplaying_app *app, int64_t *ret_fd)"),
        ("void (*destroy)(void *user_data);", "int32_t (*destroy)(void *user_data);"),
        ("#define NOWPLAYING_SURFACE_CAN_QUIT 16u", "#define NOWPLAYING_SURFACE_CAN_QUIT 99u"),
        ("(nowplaying_surface *surface, nowplaying_surface_action action)", "(nowplaying_surface *surface, int32_t a)"),
        ("const nowplaying_surface_result *result,", "const void *result,"),
        ("  const char *display_name;\n  /** Base name", "  /** Base name"),
        ("Name of the album. Any kind.", "Name of the album."),
        ("/** An audiobook: TITLE, AUTHOR, ", "/** An audiobook: TITLE, "),
        ("/** When the item was last played. Any", "/** The time at which it was last played. Any"),
        ("Name of the podcast", 'Name, "so to say", of the podcast'),
    ]
    for old, new in changes:
        found = 0
        for header in HEADERS.glob("*.h"):
            text = header.read_text()
            found += text.count(old)
            (tmp_path / header.name).write_text(text.replace(old, new))
        assert found, old
        result = generate(describe(tmp_path))
        assert result.returncode == 1 and "differs from the header" in result.stderr, (old, result.stderr)


def test_structs_have_the_layout_that_the_compiler_gives_them(tmp_path):
    assert len(STRUCTS) == 22
    lines = ["#include <nowplaying/surface.h>"]
    for struct in STRUCTS:
        name = struct.__name__
        lines.append(f'_Static_assert(sizeof({name}) == {ctypes.sizeof(struct)}, "{name}");')
        for member, _ in struct._fields_:
            offset = getattr(struct, member).offset
            lines.append(f'_Static_assert(offsetof({name}, {member}) == {offset}, "{name}.{member}");')
    source = tmp_path / "layout.c"
    source.write_text("\n".join(lines) + "\n")
    subprocess.run(["cc", "-std=c11", f"-I{REPOSITORY / 'include'}", "-fsyntax-only", source], check=True)


@pytest.mark.parametrize("variable, table", [
    ("NOWPLAYING_LIBRARY", _signatures), ("NOWPLAYING_SURFACE_LIBRARY", surface_signatures)])
def test_library_exports_exactly_the_functions_of_the_table(variable, table):
    symbols = subprocess.run(["nm", "-D", "--defined-only", os.environ[variable]], text=True, check=True,
                             stdout=subprocess.PIPE).stdout
    assert set(re.findall(r" T (nowplaying_\w+)", symbols)) == set(table.FUNCTIONS)


def test_version_of_package_and_library():
    assert nowplaying.__version__ == nowplaying.library_version()


def test_dataclasses_have_every_field_of_the_header():
    numbers = {value for name, value in vars(_signatures).items() if name.startswith("NOWPLAYING_FIELD_")}
    kinds = nowplaying.Content.__subclasses__()
    assert {kind.kind for kind in kinds} == {
        value for name, value in vars(_signatures).items() if name.startswith("NOWPLAYING_CONTENT_")}
    names = {name: number for kind in kinds for name, number in kind._numbers.items()}
    assert set(names.values()) == numbers
    # A surface has the fields under the same names.
    read = {name: re.search(r"read_\w+\(self\._reference, (\d+)\)", inspect.getsource(value.fget))
            for name, value in vars(Item).items() if isinstance(value, property)}
    assert names == {name: int(found[1]) for name, found in read.items() if found}


def test_the_library_takes_a_date_as_text_for_the_fields_that_are_dates():
    functions, content = nowplaying._library.functions, ctypes.c_void_p()
    functions.nowplaying_content_new(_signatures.NOWPLAYING_CONTENT_BOOK, b"", ctypes.byref(content))
    taken = set()
    for number in _signatures.FIELDS:
        try:
            functions.nowplaying_content_set_text(content, number, b"2006-05")
            taken.add(number)
        except nowplaying.NowPlayingError:
            pass
    functions.nowplaying_content_free(content)
    assert {number for number in taken if number >= 200} == _signatures.DATES


def test_enumerations_have_every_value_of_the_header():
    ours = {(prefix, member.name): member.value for prefix, enumeration in {
        "ERROR": _enums.Status, "BUS": _enums.BusState, "MEDIA": _enums.MediaType, "DURATION": _enums.Duration,
        "STATE": _enums.PlaybackState, "COMMAND": _enums.CommandKind, "REPEAT": _enums.RepeatMode,
        "SHUFFLE": _enums.ShuffleMode, "FEEDBACK": _enums.Feedback, "PHASE": _enums.Phase,
        "INTERRUPTION": _enums.Interruption, "PRIMARY": _enums.Primary, "DEVICE": _enums.DeviceType,
        "ASPECT_RATIO": _enums.AspectRatio, "CONTENT": ContentKind, "ERROR_KIND": _enums.ErrorKind,
        "SLOT": _enums.Slot, "TRACK": [*_enums.TrackKind, *_enums.TrackCharacteristics],
    }.items() for member in enumeration}
    named = "NOWPLAYING_(ERROR_KIND|ERROR|BUS|MEDIA|DURATION|STATE|COMMAND|REPEAT|SHUFFLE|FEEDBACK|PHASE|" \
            "INTERRUPTION|PRIMARY|DEVICE|ASPECT_RATIO|CONTENT|SLOT|TRACK)_(.+)"
    theirs = {match.groups(): value for name, value in vars(_signatures).items()
              if (match := re.fullmatch(named, name))}
    # Values for which Python has another form: success is no error, seconds are a number, no primary is an empty value.
    for spoken_otherwise in (("ERROR", "OK"), ("PRIMARY", "NONE"), ("TRACK", "NONE")):
        ours.pop(spoken_otherwise, None)
    theirs.pop(("DURATION", "FINITE"))
    assert ours == theirs


@pytest.mark.parametrize("enumeration, prefixes", [(Changed, "CHANGED_"), (Ability, "(?=SPEAKS|IS|CAN|MAY)")])
def test_flags_have_every_bit_of_the_header(enumeration, prefixes):
    theirs = {re.sub(f"^NOWPLAYING_SURFACE_{prefixes}", "", name): value
              for name, value in vars(surface_signatures).items()
              if re.match(f"NOWPLAYING_SURFACE_{prefixes}", name)}
    assert theirs == {name: bit for name, bit in enumeration.__members__.items() if bit}


def test_sets_of_aspect_ratios_have_every_one():
    bits = {name[len("NOWPLAYING_ASPECT_RATIOS_"):]: value for name, value in vars(_signatures).items()
            if name.startswith("NOWPLAYING_ASPECT_RATIOS_")}
    assert {ratio.name: bit for ratio, bit in _app.RATIOS.items()} == bits
    assert _app._ratios(0xFFFFFFFF) == set(nowplaying.AspectRatio)


def test_an_app_takes_every_flag_of_the_header():
    flags = {name[len("NOWPLAYING_APP_"):].lower(): value for name, value in vars(_signatures).items()
             if name.startswith("NOWPLAYING_APP_")}
    assert flags and set(flags) <= set(inspect.signature(nowplaying.App).parameters)
    given = []

    class Listening(nowplaying.App):
        def _open(self, subject, options, *others):
            given.append(options.flags)
            super()._open(subject, options, *others)

    for name in flags:
        Listening("flags", bus_address="unix:path=/nonexistent/bus", **{name: True}).close()
    assert given == list(flags.values())


def test_each_value_of_a_session_can_be_assigned():
    for name in nowplaying.Session._first_state:
        found = inspect.getattr_static(nowplaying.Session, name, None)
        assert isinstance(found, property) and found.fset, f"Session has no property {name}"


def test_unknown_values_of_a_newer_library_are_legal():
    assert nowplaying.BusState(77) == 77
    assert nowplaying.Status(-99).name == "UNKNOWN_-99"
    assert nowplaying.Primary.SYSTEM in nowplaying.Primary(6)
