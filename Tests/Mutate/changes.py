# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Finds the single changes that can be made to a source file: each is a mistake that somebody could have made."""

import re
from dataclasses import dataclass

# Code that may be mistaken for other code, as (pattern, replacement); each is tried at each place in a line of code.
EXCHANGES = [
    (r"(?<= )==(?= )", "!="), (r"(?<= )!=(?= )", "=="),
    (r"(?<= )<(?= )", "<="), (r"(?<= )<=(?= )", "<"), (r"(?<= )>(?= )", ">="), (r"(?<= )>=(?= )", ">"),
    (r"(?<= )<(?= )", ">"), (r"(?<= )>(?= )", "<"),
    (r"(?<= )&&(?= )", "||"), (r"(?<= )\|\|(?= )", "&&"),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"),
    (r"(?<= )\+(?= )", "-"), (r"(?<= )-(?= )", "+"), (r"(?<= )\*(?= )", "/"), (r"(?<= )/(?= )", "*"),
    (r"(?<= )&\+(?= )", "&-"), (r"(?<= )\+=(?= )", "-="), (r"(?<= )-=(?= )", "+="), (r"(?<= )&(?= )", "|"),
    (r"(?<= )\|(?= )", "&"), (r"(?<= )<<(?= )", ">>"), (r"\.\.<", "..."), (r"\bmin\(", "max("), (r"\bmax\(", "min("),
    (r"\.first\b(?!\()", ".last"), (r"\.last\b(?!\()", ".first"), (r"\bcontinue\b", "break"),
    (r"\bbreak\b(?=;?$)", "continue"), (r"(?<![\w.(])!(?=[\w(])", ""),
]
NUMBER = re.compile(r"(?<![\w.$#])\d[\d_]*(?![\w.]*[\w\"])")
CONDITION = re.compile(r"^(\s*(?:\} else )?(?:if|guard|while) )((?!let |var |case |#|!)[^,{};]+?)( else)?( \{.*|)$")
C_CONDITION = re.compile(r"^(\s*(?:\} else )?(?:if|while) )(\(.*\))( .*;| \{)$")
CHOICE = re.compile(r" \? ([^?:]+) : ([^?:,)}]+)")
SIMPLE = r"[\w.&>-]+|\"[^\"]*\""
ARGUMENTS = re.compile(rf"(?<=[(\s])(\w+: )?({SIMPLE}), (\w+: )?({SIMPLE})(?=[,)])")
SYMMETRIC = re.compile(r"\b(?:sum|min|max|areSame|distance|strcmp)\($")
# Of a time nobody promises the last microsecond.
CLOCK = re.compile(r"\bnow\b|np_now_us")
SWIFT_STATEMENT = re.compile(r"^\s*(?!return|let|var|case|throw|import|func|if|guard|while|for|switch|defer|init|super)"
                             r"(?:(?:_ = )?(?:try )?(?:self\.)?[a-z][\w.?!]*\(.*\)|[\w.?\[\]]+ [-+&|]*= .+[^{,(])$")
C_STATEMENT = re.compile(r"^\s*(?!return|const|struct|static|char|int|if|while|for|switch|else|goto)"
                         r"(?:[\w>.-]+\(.*\)|[*\w.>\[\]-]+ [-+|&]?= [^{]+|\+\+.+);$")
RETURN = re.compile(r"^(\s*(?:.*[){] )?return )([^;{}]+)(;?(?: \})?)$")
RESULT = re.compile(r"-> ([\w.\[\]]+\??) \{|\bvar \w+: ([\w.\[\]]+\??) \{")
RESULTS = {"Bool": ["true", "false"], "nowplaying_status": ["0"], "Int": ["0"], "Int64": ["0"], "Int32": ["0"]}
# Changes that a compiler takes for the same.
SAME = {("NULL", "0"), ("-EPERM", "-1"), ("NOWPLAYING_OK", "0"), (".zero", "0")}
SKIPPED = re.compile(r"^\s*(//|/?\*|#|import |@|static const char|_Static_assert)|func .*\(|init\(|^\s*case [^:]*$")


@dataclass(frozen=True)
class Change:
    """One changed line. It is named by its file and the two texts, so that the name outlives edits elsewhere."""
    file: str
    number: int
    before: str
    after: str

    @property
    def name(self):
        return f"{self.file}: {self.before.strip()}  ->  {self.after.strip() or '(nothing)'}"


def code_of(line):
    """The line without its texts and comments: they become spaces, and what is found keeps its place."""
    line = re.sub(r'"(?:[^"\\]|\\.)*"', lambda match: '"' + "\0" * (len(match[0]) - 2) + '"', line)
    return re.sub(r"\s*(//.*|/\*.*\*/\s*)$", "", line)


def is_whole(text):
    """Whether a line is a statement by itself."""
    return all(text.count(a) == text.count(b) for a, b in ("()", "[]", "{}"))


def changed_words(line, code):
    for pattern, replacement in EXCHANGES:
        for match in re.finditer(pattern, code):
            if CLOCK.search(code) and {match[0], replacement} in ({"<", "<="}, {">", ">="}):
                continue
            yield line[:match.start()] + replacement + line[match.end():]
    for match in NUMBER.finditer(code):
        number = int(match[0].replace("_", ""))
        # Of a limit or a time nobody promises the last digit.
        for other in [2 * number, number // 2] if number >= 1000 else [number + 1, number - 1][:min(number + 1, 2)]:
            yield line[:match.start()] + str(other) + line[match.end():]


def changed_order(line, code):
    for match in CHOICE.finditer(code):
        (a, b), (c, d) = match.span(1), match.span(2)
        yield line[:a] + line[c:d] + line[b:c] + line[a:b] + line[d:]
    for match in ARGUMENTS.finditer(code):
        (a, b), (c, d) = match.span(2), match.span(4)
        before = code[:match.start()]
        # Outside of parentheses they are alternatives or conditions, of which the order means nothing.
        if line[a:b] != line[c:d] and before.count("(") > before.count(")") and not SYMMETRIC.search(before):
            yield line[:a] + line[c:d] + line[b:c] + line[a:b] + line[d:]


def changed_statement(line, code, is_swift, result):
    condition = (CONDITION if is_swift else C_CONDITION).match(code)
    if condition:
        a, b = condition.span(2)
        yield f"{line[:a]}!({line[a:b]}){line[b:]}" if is_swift else f"{line[:a]}(!{line[a:b]}){line[b:]}"
    if (SWIFT_STATEMENT if is_swift else C_STATEMENT).match(code) and is_whole(code):
        yield ""
    returned = RETURN.match(code)
    if returned and is_whole(returned[2]):
        a, b = returned.span(2)
        for value in RESULTS.get(result, ["nil"] if result.endswith("?") else []) if is_swift else ("0", "-1"):
            if line[a:b] not in ("nil", "true", "false", value) and (line[a:b], value) not in SAME:
                yield line[:a] + value + line[b:]


def changes_of(file, text):
    """All changes to a file, each once."""
    is_swift, found, in_comment, result = file.endswith(".swift"), {}, False, ""
    for number, line in enumerate(text.split("\n")):
        starts = line.lstrip().startswith("/*")
        if starts or in_comment:
            in_comment = "*/" not in line
            continue
        code = code_of(line)
        for types in RESULT.findall(code):
            result = types[0] or types[1]
        if not code.strip() or SKIPPED.search(code):
            continue
        for after in (*changed_words(line, code), *changed_order(line, code),
                      *changed_statement(line, code, is_swift, result)):
            change = Change(file, number, line, after)
            if after != line:
                found.setdefault((number, after), change)
    return list(found.values())
