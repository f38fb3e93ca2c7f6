# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Looks at the sentences of documents: a part of Tests/lint. A sentence begins with a verb or the name of its subject,
few sentences are long, and docs/glossary.md has one name for each thing."""

import re

GLOSSARY, MANUAL = "docs/glossary.md", "Sources/Program/Shell/nowplaying.1"
FEWEST_WORDS = 30
# The pages that a stranger reads, and how many of their sentences may have more words than a reader keeps in mind.
READ = re.compile(r"README\.md|CONTRIBUTING\.md|(?:docs|bindings|plugins)/.*\.md")
LONG, MOST_LONG = 30, 30
# A name that begins a sentence may begin with a small letter.
SENTENCE_END = re.compile(r"(?<=[.!?]) (?=[A-Za-z(\"*[`])|(?: \| )")
# The first words that say nothing of a sentence's subject.
BARE = r" ?(?:Who|Whoever|Whose|What|Whatever|Which|That|Those|All that)\b"
BARE_ADVICE = "begins with a bare Who, What or That: begin with a verb or the name of its subject"
# A sentence of a document: at the beginning of a paragraph, of an entry of a list or of a cell, or behind another one.
BARE_SENTENCE = re.compile(r"(?:^(?:[-*>] |\d+\. )?|(?<=[.!?] )|(?<=\| ))(?:" + BARE + r"|Of\b)[^.?!|]*[.?!|]?")
ROW = re.compile(r"^\| ([a-z ]+) \| [^|]+ \| ([^|]*)\|$", re.M)


def paragraphs(text):
    """Returns the paragraphs, entries of lists and rows of tables of a document, each as one line, with the number of
    its first line. Headings, also those of tables, and blocks of code are left out."""
    found, in_code, in_list = [], False, False
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if re.match(r"\s*(```|~~~)", line):
            in_code = not in_code
        heads = line.startswith("|") and re.match(r"\|[ :|-]+$", "".join(lines[number:number + 1]))
        # Four spaces begin code, but below an entry of a list they may go on with that.
        in_list = bool(re.match(r"\s*([-*] |\d+\. )", line)) or in_list and not re.match(r"\S", line)
        is_code = in_code or line.startswith("    ") and not in_list
        if is_code or line.startswith("#") or heads or re.match(r"\s*(```|~~~|<|$)", line):
            found.append((number, ""))
        elif not found or not found[-1][1] or re.match(r"\s*([-*>] |\d+\. |\|)", line):
            found.append((number, line.strip()))
        else:
            found[-1] = found[-1][0], f"{found[-1][1]} {line.strip()}"
    return found


def without_code(text):
    """Returns a paragraph without code, and without the addresses of links."""
    return re.sub(r"\]\([^)]*\)", "]", re.sub(r"`[^`]*`", "", text))


def documents(root, names):
    return {name: paragraphs((root / name).read_text())
            for name in names if name.endswith(".md") and not name.startswith("LICENSES/")}


def check_sentences(root, names):
    """A sentence of a document begins with a verb or the name of its subject, if it is no question."""
    return [f"{name}:{number}: \"{sentence[0][:60]}\" {BARE_ADVICE}"
            for name, found in documents(root, names).items() for number, text in found
            for sentence in BARE_SENTENCE.finditer(text) if not sentence[0].endswith("?")]


def check_lengths(root, names):
    """Few sentences of the pages that a stranger reads are long."""
    long = [f"{name}:{number}: {len(words)} words: \"{' '.join(words[:8])} …\""
            for name, found in documents(root, filter(READ.fullmatch, names)).items() for number, text in found
            for words in map(str.split, SENTENCE_END.split(text)) if len(words) > LONG]
    return long + [f"{len(long)} sentences are long, at most {MOST_LONG}"] if len(long) > MOST_LONG else []


def check_glossary(root, names):
    """Documents and the manual have one name for each thing; the glossary has its rows in order."""
    rows = ROW.findall((root / GLOSSARY).read_text())
    words = [word for word, _ in rows]
    problems = [] if words == sorted(words) and len(words) >= FEWEST_WORDS else [f"{GLOSSARY}: the words are {words}"]
    others = {other.strip(): word for word, cell in rows for other in cell.split(",") if other.strip()}
    others |= {other[0].upper() + other[1:]: word for other, word in others.items()}
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, sorted(others, key=len, reverse=True)))})s?\b")
    pages = documents(root, names) | {MANUAL: list(enumerate((root / MANUAL).read_text().splitlines(), 1))}
    del pages[GLOSSARY]
    return problems + [f"{name}:{number}: \"{found[0]}\": say \"{others[found[1]]}\""
                       for name, texts in pages.items() for number, text in texts
                       for found in pattern.finditer(without_code(text))]
