# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The configuration of Sphinx; packaging/make-site runs it."""
import os
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from documents import anchor  # noqa: E402

project = "libnowplaying"
copyright = "The libnowplaying authors"
version = release = os.environ["NOWPLAYING_VERSION"]
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.graphviz"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
primary_domain = None
highlight_language = "none"
default_role = "code"
smartquotes = False

myst_url_schemes = ["http", "https", "mailto", "site"]
myst_heading_anchors = 6
myst_enable_extensions = ["deflist"]
myst_heading_slug_func = anchor
graphviz_output_format = "svg"

autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "show-inheritance": False}
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
add_module_names = False

html_theme = "furo"
html_title = f"libnowplaying {release}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_use_index = html_domain_indices = html_copy_source = html_show_sourcelink = html_show_sphinx = False
FRAMEWORKS = r"jquery|underscore|_frameworks_compat|skeleton"
# Styles of Pygments in which all colours can be read, that of comments too.
pygments_style, pygments_dark_style = "xcode", "github-dark"


def with_parameters(app, what, name, obj, options, lines):
    """Turns the paragraphs "name: text" of a comment in Python, each a parameter, into a list of Sphinx's."""
    result, is_parameter = [], False
    for line in lines:
        # An address is an example, and must not become a link.
        line = line if line.startswith("    ") else line.replace(":/", "\\ :/")
        begins = is_parameter or not result or not result[-1]
        if begins and re.match(r"[A-Za-z]\w*(, \w+)*: \S", line):
            is_parameter = True
            result.append(f":{line}")
            continue
        if is_parameter and line and not line.startswith(" "):
            is_parameter = False
            result.append("")
        result.append(line)
    # An indented block is a program.
    text = re.sub(r"(?<=\n)\n((?:    [^\n]*\n|\n(?=    ))+)", r"\n.. code-block:: python\n\n\1",
                  "\n".join(result) + "\n")
    lines[:] = text.split("\n")


def without_frameworks(app, pagename, templatename, context, doctree):
    """Neither Furo nor Sphinx needs jQuery, which Sphinx 5 adds to each page for other themes."""
    context["script_files"] = [file for file in context["script_files"] if not re.search(FRAMEWORKS, str(file))]


def remove_frameworks(app, exception):
    for file in Path(app.outdir, "_static").iterdir():
        if re.search(FRAMEWORKS, file.name):
            file.unlink()


def setup(app):
    app.connect("autodoc-process-docstring", with_parameters)
    app.connect("html-page-context", without_frameworks)
    app.connect("build-finished", remove_frameworks)
