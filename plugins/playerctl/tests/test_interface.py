# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that no part of the interface of playerctl's library is missing, for programs in C and for those that read the
typelib."""

import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

GIR = Path("/usr/share/gir-1.0/Playerctl-2.0.gir")
CORE, C = "{http://www.gtk.org/introspection/core/1.0}", "{http://www.gtk.org/introspection/c/1.0}"
# Elements and attributes that are documentation, or say where something was declared.
NOT_COMPARED = {CORE + name for name in ("doc", "doc-deprecated", "docsection", "source-position", "function-macro")}
COMPARED = ("name", C + "identifier", C + "type", "transfer-ownership", "nullable", "allow-none", "throws", "writable",
            "readable", "construct-only", "direction", "value", "parent", "detailed", "closure", "destroy", "scope",
            "introspectable")


def lines(element, above=""):
    """Yields a line for each element with a name or a type, with the attributes that language bindings use."""
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


# Prints each name in the typelib that is first in GI_TYPELIB_PATH.
NAMES = """
import gi
gi.require_version("GIRepository", "2.0")
from gi.repository import GIRepository
repository = GIRepository.Repository.get_default()
repository.require("Playerctl", "2.0", 0)
for index in range(repository.get_n_infos("Playerctl")):
    info = repository.get_info("Playerctl", index)
    print(info.get_type(), info.get_name())
    for kind in "method", "property", "signal", "vfunc", "constant", "field", "value":
        count = next((getattr(GIRepository, f"{of}_info_get_n_{kinds}")
                      for of in (info.get_type().value_nick, "registered_type")
                      for kinds in (kind + "s", kind.replace("y", "ie") + "s")
                      if hasattr(GIRepository, f"{of}_info_get_n_{kinds}")), lambda _info: 0)
        for number in range(count(info)):
            of = getattr(GIRepository, f"{info.get_type().value_nick}_info_get_{kind}")(info, number)
            print(info.get_name(), kind, of.get_name())
"""


def names(typelib):
    environment = os.environ | {"GI_TYPELIB_PATH": str(typelib)}
    run = subprocess.run([sys.executable, "-c", NAMES], env=environment, check=True, capture_output=True, text=True)
    return set(run.stdout.splitlines())


def test_typelibs_have_the_same_names(folder):
    theirs = names("/nowhere")
    assert len(theirs) > 80 and any(line.endswith(" method on") for line in theirs)
    assert {line for line in names(folder) ^ theirs if "VERSION" not in line} == set()


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
