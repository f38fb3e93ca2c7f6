# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that the annotations in comments stand where g-ir-scanner allows them. That of Debian 12, by which the library
is built here, is silent about some that 1.86 warns of, and a warning ends the build."""
import pathlib
import re
import subprocess

TOP = pathlib.Path(__file__).resolve().parents[3]
COMMENT = re.compile(r"/\*\*\n \* (\w+):[^\n]*\n(.*?) \*/\n(.*?)[{;]", re.S)
PARAMETER = re.compile(r"^ \* @(\w+|\.\.\.):((?: ?\([^)]*\))*)", re.M)
# Annotations of the parameter that is a callback, with the name of another parameter where they have one.
OF_CALLBACKS = re.compile(r"\((closure|destroy|scope) ?(\w*)\)")
CALLBACK = re.compile(r"\w+(?:Callback|Func|Notify)\Z")


def sources(folder):
    written = folder / "npg-values.c"
    subprocess.run([TOP / "bindings/glib/generate", "source", written], check=True)
    return [written, *(TOP / "bindings/glib/src").glob("*.c"), *(TOP / "plugins/playerctl/src").rglob("*.c")]


def problems(text):
    """Yields what is wrong in a source, and the number of annotations that are right."""
    for function, comment, declaration in COMMENT.findall(text):
        types = {name: kind for kind, name in re.findall(r"[(,]\s*(?:const )?(\w+)\s+(?:\*\s*)*(\w+)(?=\s*[,)])",
                                                         declaration)}
        for name, annotations in PARAMETER.findall(comment):
            for word, other in OF_CALLBACKS.findall(annotations):
                if not CALLBACK.match(types.get(name, "")):
                    yield f"{function}: ({word}) of {name}, which is no callback"
                elif word != "scope" and other not in types:
                    yield f"{function}: ({word}) names no parameter"
                else:
                    yield ""


def test_annotations_of_callbacks_are_theirs(tmp_path):
    found = [problem for source in sources(tmp_path) for problem in problems(source.read_text())]
    assert not [problem for problem in found if problem]
    assert len(found) > 30
