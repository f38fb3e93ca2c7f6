# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The signature table is what the header says and what the library exports."""
import ctypes
import inspect
import os
import re
import subprocess
from dataclasses import fields

import nowplaying
from nowplaying import _app, _enums, _signatures
from conftest import PACKAGE, REPOSITORY

HEADER = REPOSITORY / "include" / "nowplaying" / "nowplaying.h"
STRUCTS = [value for value in vars(_signatures).values()
           if isinstance(value, type) and issubclass(value, ctypes.Structure) and hasattr(value, "_fields_")]


def generate(*arguments):
    return subprocess.run([PACKAGE / "generate-signatures", "--check", *arguments], text=True, check=False,
                          stderr=subprocess.PIPE)


def test_table_is_made_from_this_header():
    result = generate()
    assert result.returncode == 0, result.stderr


def test_every_sort_of_change_of_the_header_is_noticed(tmp_path):
    text = HEADER.read_text()
    changes = [
        ("int32_t bus_fd;", "int64_t bus_fd;"),
        ("#define NOWPLAYING_STATE_PAUSED 2", "#define NOWPLAYING_STATE_PAUSED 9"),
        ("void nowplaying_app_free(nowplaying_app *app);", ""),
        ("(nowplaying_app *app, int32_t *ret_fd)", "(nowplaying_app *app, int64_t *ret_fd)"),
        ("void (*destroy)(void *user_data);", "int32_t (*destroy)(void *user_data);"),
    ]
    for old, new in changes:
        assert old in text
        changed = tmp_path / "nowplaying.h"
        changed.write_text(text.replace(old, new))
        result = generate(str(changed))
        assert result.returncode == 1 and "differs from the header" in result.stderr, (old, result.stderr)


def test_structs_have_the_layout_that_the_compiler_gives_them(tmp_path):
    assert len(STRUCTS) == 9
    lines = ["#include <nowplaying/nowplaying.h>"]
    for struct in STRUCTS:
        name = struct.__name__
        lines.append(f'_Static_assert(sizeof({name}) == {ctypes.sizeof(struct)}, "{name}");')
        for member, _ in struct._fields_:
            offset = getattr(struct, member).offset
            lines.append(f'_Static_assert(offsetof({name}, {member}) == {offset}, "{name}.{member}");')
    source = tmp_path / "layout.c"
    source.write_text("\n".join(lines) + "\n")
    subprocess.run(["cc", "-std=c11", f"-I{REPOSITORY / 'include'}", "-fsyntax-only", source], check=True)


def test_library_exports_exactly_the_functions_of_the_table():
    symbols = subprocess.run(["nm", "-D", "--defined-only", os.environ["NOWPLAYING_LIBRARY"]], text=True, check=True,
                             stdout=subprocess.PIPE).stdout
    assert set(re.findall(r" T (nowplaying_\w+)", symbols)) == set(_signatures.FUNCTIONS)


def test_version_of_package_and_library():
    assert nowplaying.__version__ == nowplaying.library_version()


def test_dataclasses_have_every_field_of_the_header():
    numbers = {value for name, value in vars(_signatures).items() if name.startswith("NOWPLAYING_FIELD_")}
    kinds = nowplaying.Content.__subclasses__()
    assert {kind.kind for kind in kinds} == {
        value for name, value in vars(_signatures).items() if name.startswith("NOWPLAYING_CONTENT_")}
    assert {field.metadata["field"] for kind in kinds for field in fields(kind) if "field" in field.metadata} == numbers


def test_enumerations_have_every_value_of_the_header():
    ours = {(prefix, member.name): member.value for prefix, enumeration in {
        "ERROR": _enums.Status, "BUS": _enums.BusState, "MEDIA": _enums.MediaType, "DURATION": _enums.Duration,
        "STATE": _enums.PlaybackState, "COMMAND": _enums.CommandKind, "REPEAT": _enums.RepeatMode,
        "SHUFFLE": _enums.ShuffleMode, "FEEDBACK": _enums.Feedback, "PHASE": _enums.Phase,
        "INTERRUPTION": _enums.Interruption, "PRIMARY": _enums.Primary, "DEVICE": _enums.DeviceType,
        "ASPECT_RATIO": _enums.AspectRatio,
    }.items() for member in enumeration}
    named = "NOWPLAYING_(ERROR|BUS|MEDIA|DURATION|STATE|COMMAND|REPEAT|SHUFFLE|FEEDBACK|PHASE|INTERRUPTION|PRIMARY|" \
            "DEVICE|ASPECT_RATIO)_(.+)"
    theirs = {match.groups(): value for name, value in vars(_signatures).items()
              if (match := re.fullmatch(named, name))}
    # What Python says in another way: success by no error, seconds by a number, no primary by nothing.
    for spoken_otherwise in (("ERROR", "OK"), ("PRIMARY", "NONE")):
        ours.pop(spoken_otherwise, None)
    theirs.pop(("DURATION", "FINITE"))
    assert ours == theirs


def test_sets_of_aspect_ratios_have_every_one():
    bits = {name[len("NOWPLAYING_ASPECT_RATIOS_"):]: value for name, value in vars(_signatures).items()
            if name.startswith("NOWPLAYING_ASPECT_RATIOS_")}
    assert {ratio.name: bit for ratio, bit in _app.RATIOS.items()} == bits
    assert _app._ratios(0xFFFFFFFF) == set(nowplaying.AspectRatio)


def test_an_app_takes_every_flag_of_the_header():
    flags = {name[len("NOWPLAYING_APP_"):].lower() for name in vars(_signatures) if name.startswith("NOWPLAYING_APP_")}
    assert flags and flags <= set(inspect.signature(nowplaying.App).parameters)


def test_unknown_values_of_a_newer_library_are_legal():
    assert nowplaying.BusState(77) == 77
    assert nowplaying.Status(-99).name == "UNKNOWN_-99"
    assert nowplaying.Primary.SYSTEM in nowplaying.Primary(6)
