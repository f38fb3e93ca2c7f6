# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Reads the description of the C interface, nowplaying.abi.json, and converts its names to GObject's style."""
import json
import re
from pathlib import Path

DESCRIPTION = Path(__file__).resolve().parents[3] / "include/nowplaying/nowplaying.abi.json"
PREFIX = "nowplaying_"
MARKUP = re.compile(r"[<>\[\]*&]|_(?=…)")


class Interface:
    """Both headers."""

    def __init__(self):
        described = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
        self.version = described["version"]
        headers = described["headers"]
        self.constants = [entry for header in headers for entry in header["constants"]]
        self.types = {entry["name"]: entry for header in headers for entry in header["types"]}
        self.initialisers = {entry["name"]: entry for header in headers for entry in header["initialisers"]}
        self.functions = {entry["name"]: entry for entry in headers[1]["functions"]}

    def initialiser(self, struct):
        """Returns the expression that initialises a struct."""
        name = struct.upper() + "_INIT"
        return name + ("(0)" if self.initialisers[name]["arguments"] else "")


def camel(name):
    """Converts playback_state to PlaybackState."""
    return "".join(word.capitalize() for word in name.split("_"))


def plain(c_name):
    """Converts nowplaying_surface_queue to queue, and nowplaying_command to command."""
    return c_name.removeprefix(PREFIX).removeprefix("surface_")


def escaped(text):
    """Escapes a text of the header for a documentation comment, so that it is not read as markup."""
    text = text.replace("*/", "* /").replace("struct_size", "size")
    text = re.sub(r"(?<![`\w])((?:NOWPLAYING|nowplaying)_\w+(?:\(\))?)", r"`\1`", text)
    return MARKUP.sub(lambda match: "\\" + match.group(), text)


def comment(name, text, parameters=(), returns=None):
    """Returns a comment for g-ir-scanner and gi-docgen. parameters: (name, annotation, text)."""
    lines = [f"{name}:"]
    for parameter, annotation, about in parameters:
        about = " ".join(about.split())
        lines.append(f"@{parameter}:{f' {annotation}:' if annotation else ''} {about}")
    lines += ["", *text.splitlines()]
    if returns:
        lines += ["", f"Returns: {returns}"]
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"
