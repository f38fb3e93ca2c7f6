# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Makes the pages of Sphinx short, for make-site: a script holds the parts that are the same on each page, and elements
without effect are left out. A reader sees no difference."""
import json
import re
import subprocess

# Attributes and elements that no style and no script reads; punctuation and names in programs have no colour.
IDLE = [(re.compile(pattern), text) for pattern, text in (
    (r'"reference internal"', '"reference"'), (r' title="Permalink to this [a-z ]+"', ""),
    (r'("[^"]*#(?:c\.)?([\w.]+)") title="\2"', r"\1"), (r"docutils literal notranslate", "literal"),
    (r' xmlns="http://www.w3.org/2000/svg"', ""), (r'<a class="headerlink" href="[^"]*">#</a>', ""),
    (r' class="(?:row-odd|row-even|field-odd|field-even|head)"', ""), (r"sig sig-object", "sig"),
    (r"xref \w+ [\w-]+ literal", "xref literal"), (r"table-wrapper [a-z -]+", "table-wrapper"),
    (r'<meta name="generator"[^>]*>', ""), (r"<br />\s*</dt>", "</dt>"))]
PLAIN = re.compile(r'<span class="(?:pre|w|n|p|o|sig-return-icon|default_value|colon|(?:doc )?std std-(?:doc|ref))">'
                   r"([^<]*)</span>")
# The class of a link. Outside of the site's contents only links with a picture have a style; others lose the class.
REFERENCE = re.compile(r'<a class="reference(?: external)?" (href="[^"]*")>(?!<img)')
# Furo's icons, its colours of programs, and its scripts, which static/page.js replaces.
ICONS = re.compile(r"<script>\ndocument\.body\.dataset\.theme.*?</script>\n"
                   r'(<svg style="display: none;">.*?</symbol>\n</svg>)', re.S)
COLOURS = re.compile(r"<style>\n(body \{.*?)</style>", re.S)
SCRIPT = re.compile(r'<script src="[./]*_static/scripts/furo\.js"></script>')
# The elements that Furo writes around an article, with the contents of the site, by names that the script has.
FRAMES = {name: re.compile(pattern, re.S) for name, pattern in (
    ("before", r'<input type="checkbox" class="sidebar-toggle" name="__navigation".*?(?=<div class="page">)'),
    ("contents", r'<header class="mobile-header">.*?</aside>'),
    ("buttons", r'<a href="#" class="back-to-top muted-link">.*?(?=<article)'))}


def without_indentation(text):
    """Returns a text without indentation between elements; programs keep theirs."""
    parts = re.split(r"(<pre.*?</pre>)", text, flags=re.S)
    return "".join(part if part.startswith("<pre") else re.sub(r"\n\s+", "\n", part) for part in parts)


def shorter(text):
    """Returns a page without elements that have no effect, which may be nested."""
    for pattern, replacement in IDLE:
        text = pattern.sub(replacement, text)
    found = 1
    while found:
        text, found = PLAIN.subn(r"\1", text)
    return without_indentation(text)


# Furo's class of all code.
LITERAL = re.compile(r'<code class="literal">')
STYLES = re.compile(r'(?:<link rel="stylesheet" [^>]*/>\s*)+')


class Pages:
    """The pages of a site. The first page has all parts that every page has."""

    def __init__(self, site):
        self.site = site
        self.first = shorter((site / "index.html").read_text(encoding="utf-8"))

    def write_static(self):
        """Adds the parts that were on each page to the script and the style that each page loads."""
        frames = {name: pattern.search(self.first)[0] for name, pattern in FRAMES.items()}
        frames["contents"] = frames["contents"].replace("no-toc", "").replace('"#"', '"index.html"')
        frames["before"] += ICONS.search(self.first)[1]
        with (self.site / "_static/page.js").open("a", encoding="utf-8") as script:
            script.write(f"frames = {json.dumps(frames)};\nframe('before');\n")
        self.write_style()

    def write_style(self):
        """Makes one file of all styles, with the colours that are written into each page."""
        folder = self.site / "_static"
        names = re.findall(r'href="_static/([^"?]+)', STYLES.search(self.first)[0])
        parts = [(folder / name).read_text(encoding="utf-8") for name in names]
        text = "\n".join([*parts, COLOURS.search(self.first)[1]])
        for file in folder.glob("**/*.css"):
            if file.name != "source.css":
                file.unlink()
        (folder / "styles").rmdir()
        (folder / "site.css").write_text(text.replace("code.literal", "code:not([hidden])"), encoding="utf-8")

    def rewritten(self, text, top):
        """Returns a page in its short form. top: the path from the page to the top of the site."""
        text = SCRIPT.sub("", COLOURS.sub("", shorter(text)))
        text = ICONS.sub(f'<script src="{top}_static/page.js"></script>', text)
        for name, pattern in FRAMES.items():
            call = "" if name == "before" else f'<script>frame("{name}")</script>'
            if name == "contents":
                call += f'<noscript><a href="{top}index.html">libnowplaying</a></noscript>'
            text = pattern.sub(call, text)
        text = STYLES.sub(f'<link rel="stylesheet" href="{top}_static/site.css"/>', text, count=1)
        return LITERAL.sub("<code>", REFERENCE.sub(r"<a \1>", text))


def minify(site):
    """Has a program leave out white space, ends of elements that a browser knows, and long names in scripts."""
    files = [file for file in site.glob("**/*") if file.suffix in (".html", ".css", ".js")
             and file.relative_to(site).parts[0] not in ("rust", "swift") and file.name != "searchindex.js"]
    for file in files:
        subprocess.run(["minify", "--html-keep-quotes", "--html-keep-document-tags", "-o", file, file], check=True,
                       capture_output=True)
