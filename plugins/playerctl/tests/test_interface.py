# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The interface of playerctl's library, to programs in C and to those that read its typelib: nothing is missing."""

import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

GIR = Path("/usr/share/gir-1.0/Playerctl-2.0.gir")
CORE, C = "{http://www.gtk.org/introspection/core/1.0}", "{http://www.gtk.org/introspection/c/1.0}"
# Elements and attributes that are for people, or say where something was written.
NOT_COMPARED = {CORE + name for name in ("doc", "doc-deprecated", "docsection", "source-position", "function-macro")}
COMPARED = ("name", C + "identifier", C + "type", "transfer-ownership", "nullable", "allow-none", "throws", "writable",
            "readable", "construct-only", "direction", "value", "parent", "detailed", "closure", "destroy", "scope")


def lines(element, above=""):
    """A line for each element that has a name or a type, with the attributes by which languages bind it."""
    kind = element.tag.rpartition("}")[2]
    name = f"{above}/{kind} {element.get('name') or ''}"
    said = " ".join(f"{key.rpartition('}')[2]}={element.get(key)}" for key in COMPARED if element.get(key))
    yield f"{name}: {said}"
    for child in element:
        if child.tag not in NOT_COMPARED:
            yield from lines(child, name)


def described(path):
    namespace = ElementTree.parse(path).getroot().find(CORE + "namespace")
    return {line for child in namespace if child.tag not in NOT_COMPARED for line in lines(child)}


def exported(path):
    output = subprocess.run(["nm", "-D", "--defined-only", path], check=True, capture_output=True, text=True).stdout
    return {line.split()[-1] for line in output.splitlines()}


def test_each_function_is_exported(library, original):
    assert exported(library) == exported(original)


def test_the_soname_is_the_same(library, original):
    def soname(path):
        output = subprocess.run(["objdump", "-p", path], check=True, capture_output=True, text=True).stdout
        return next(line.split()[1] for line in output.splitlines() if "SONAME" in line)
    assert soname(library) == soname(original) == "libplayerctl.so.2"


def test_languages_find_the_same(folder):
    ours, theirs = described(folder / "Playerctl-2.0.gir"), described(GIR)
    assert len(theirs) > 200
    assert not theirs - ours, "\n".join(sorted(theirs - ours))
    # Newer scanners find the numbers of the version as well.
    more = {line for line in ours - theirs if "VERSION" not in line}
    assert not more, "\n".join(sorted(more))
