# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Reads the documents in Markdown, their statements, links, and the programs in them; for Tests/docs."""
import re
import subprocess
from pathlib import Path

from lab import ROOT, costs

LANGUAGES = {".c": "c", ".cpp": "cpp", ".py": "python", ".rs": "rust", ".swift": "swift"}
# A comment that names a file, with the fenced block behind it, if there is one.
WHOLE = re.compile(r"<!-- (examples/\S+) -->\n+(?:```\w+\n.*?\n```\n+)?", re.S)
# A comment that names a file, with a fenced block that is part of the file: a line with "…" alone, or in a comment,
# stands for any lines.
PART = re.compile(r"<!-- part of (\S+) -->\n+```\w+\n(.*?)```\n", re.S)
ELLIPSIS = re.compile(r"^ *(?:/\* … \*/|(?://|#) …|…)$", re.M)
# A fenced block with a program, and the comment before it.
PROGRAM = re.compile(r"(?:<!-- (.+?) -->\n+)?```(?:c|cpp|python|rust|swift)\n(.*?)```", re.S)
HEADING = re.compile(r"^#+ (.+)$", re.M)


class Failure(AssertionError):
    """Raised when a document is wrong."""


def expect(condition, message):
    if not condition:
        raise Failure(message)


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def found(pattern, name=None):
    """Returns the first group of the pattern's first match in a file, or in the manual."""
    match = re.search(pattern, read(name) if name else manual(), re.M)
    expect(match, f"{name or 'the manual'} has nothing that matches {pattern}")
    return match[1]


def manual():
    """Returns the text of the documents for users."""
    return "\n".join(page.read_text(encoding="utf-8") for page in costs.MANUAL)


def files(wanted):
    """Returns the project's files that match a pattern, without build products."""
    command = ["git", "-C", str(ROOT), "-c", f"safe.directory={ROOT}", "ls-files", "--cached", "--others",
               "--exclude-standard", wanted]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return [ROOT / name for name in names if (ROOT / name).is_file()]


def documents():
    """Returns every page in Markdown, except symbolic links: the page of a crate is a link to a page that several
    crates share."""
    return [page for page in files("*.md") if not page.is_symlink()]


def prose(page):
    """Returns a page without its blocks of code, in which brackets and parentheses are no link, and "#" is no
    heading."""
    return re.sub(r"^( *)```.*?^\1```", "", page.read_text(encoding="utf-8"), flags=re.S | re.M)


def links(page):
    return re.findall(r"\]\(([^)\s]+)\)", prose(page))


def anchors(page):
    """Returns the anchors for the headings of a page, as GitHub and GitLab make them."""
    found = []
    for heading in HEADING.findall(prose(page)):
        text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
        name = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
        found.append(name if name not in found else f"{name}-{found.count(name)}")
    return set(found)


def dead_links(page):
    """Returns the links of a page whose target, or heading in the target, does not exist."""
    dead = []
    for link in sorted(set(links(page))):
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        if "://" in link or link.startswith("mailto:"):
            continue
        if not target.exists() or anchor and (target.suffix != ".md" or anchor not in anchors(target)):
            dead.append(link)
    return dead


def with_programs(text):
    """Returns a document in which the programs equal their files."""
    def snippet(match):
        path = match[1]
        program = (ROOT / path).read_text(encoding="utf-8").rstrip()
        return f"<!-- {path} -->\n\n```{LANGUAGES[Path(path).suffix]}\n{program}\n```\n\n"
    return re.sub(r"\n+\Z", "\n", WHOLE.sub(snippet, text))


def is_part(path, body):
    """Returns whether a block has whole lines of a file, in their order."""
    text = "\n" + (ROOT / path).read_text(encoding="utf-8")
    at = 0
    for chunk in ELLIPSIS.split(body):
        chunk = chunk.strip("\n")
        found = text.find(f"\n{chunk}\n", at) if chunk else at
        if found < 0:
            return False
        at = found + len(chunk)
    return True


# A package of ours by its name, which an index must have. A file or a folder has a "/" or a "." before the name.
FETCHED = re.compile(r"\b(?:pipx?|npm|cargo|apt|apt-get|dnf|apk|pacman|flatpak|brew)\s+(?:install|run|add|i|-S)"
                     r"(?:\s+-[-\w]+)*\s+(?:python3-|lib|@)*nowplaying\b")
RELEASE = "the first release"


def check_fetched(is_released):
    """Before the first release a page with a command that fetches a package of ours says that it works from then on;
    afterwards no page says so."""
    texts = {page: " ".join(page.read_text(encoding="utf-8").split()) for page in documents()}
    fetching = {page for page, text in texts.items() if FETCHED.search(text)}
    wrong = [str(page.relative_to(ROOT)) for page in fetching if (RELEASE in texts[page]) == is_released]
    expect(len(fetching) > 1 and not wrong, f"pages that do not say when their commands work: {wrong}")
