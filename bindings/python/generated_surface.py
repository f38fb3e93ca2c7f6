# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The part of generate-signatures that writes what a surface reads of a session and of its item: a property for each
field of a struct, and of a content, with the comment of the header."""
import re
import textwrap
from pathlib import Path
from typing import Any, Dict, List

from generated_classes import TYPES, between, fields_of

# The Python type of a field of a struct, by its type in C, and how it is made.
OF_STRUCTS = {
    "const char *": ("str", "text({})"), "double": ("Optional[float]", "known({})"),
    "int32_t": ("Optional[int]", "{} or None"), "nowplaying_primary_flags": ("Primary", "Primary({})"),
    "nowplaying_surface_abilities": ("Ability", "Ability({})"), "nowplaying_media_type": ("MediaType", "MediaType({})"),
    "nowplaying_content_kind": ("ContentKind", "ContentKind({})"),
}
# The Python type of a field of a content.
OF_CONTENTS = {**TYPES, "texts": "Tuple[str, ...]", "date": "Optional[datetime]"}
# The fields of structs that have no property of their own.
WITHOUT = r"reserved|\w+_line|animated_\w+"
# Words of C in the header's comments, and Python's in their place.
WORDS = {
    "Bits of nowplaying_surface_abilities.*": "Its properties and abilities.", "NOWPLAYING_PRIMARY_": "Primary.",
    r"-1\.0(?=: )|\b0(?= where)": "None", "up to NOWPLAYING_MAX_VOLUME": "more in a player that amplifies",
    "nowplaying_surface_get_artwork": "Session.artwork", "NOWPLAYING_MAX_TEXT_BYTES": "4096 bytes",
    "with the option `twins`": "of a Surface with `twins`",
}


def described(name: str, kind: str, text: str, value: str) -> List[str]:
    """Returns a property."""
    for words, ours in WORDS.items():
        text = re.sub(words, ours, text, flags=re.DOTALL)
    lines = textwrap.wrap(f'"""{text}"""', 112, break_on_hyphens=False)
    return ["    @property", f"    def {name}(self) -> {kind}:", *(f"        {line}" for line in lines),
            f"        return {value}", ""]


def of_struct(struct: Dict[str, Any]) -> List[str]:
    lines = []
    for field in struct["fields"]:
        if field["type"] in OF_STRUCTS and not re.fullmatch(WITHOUT, field["name"]):
            kind, value = OF_STRUCTS[field["type"]]
            lines += described(field["name"].replace("session_id", "id"), kind, field["text"],
                               value.format(f"self._info.{field['name']}"))
    return lines


def generate(headers: List[Dict[str, Any]], folder: Path) -> Dict[Path, str]:
    """Returns the files with a generated part, and their texts."""
    structs = {each["name"]: each for each in headers[1]["types"]}
    item = of_struct(structs["nowplaying_surface_item"])
    for field in fields_of(headers[0]):
        item += described(field.name, OF_CONTENTS[field.type], field.comment,
                          f"read_{field.type}(self._reference, {field.number})")
    parts = {folder / "_session.py": of_struct(structs["nowplaying_surface_info"]), folder / "_item.py": item}
    return {file: between(file.read_text(encoding="utf-8"), "    ", lines[:-1]) for file, lines in parts.items()}
