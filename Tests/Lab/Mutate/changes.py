# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Finds the single changes that can be made to a source file, each a mistake that somebody could make."""

import re
from dataclasses import dataclass
from pathlib import PurePath

# Code that may be mistaken for other code, as (pattern, replacement); each is tried at each place in a line of code.
EXCHANGES = [
    (r"(?<= )==(?= )", "!="), (r"(?<= )!=(?= )", "=="),
    (r"(?<= )<(?= )", "<="), (r"(?<= )<=(?= )", "<"), (r"(?<= )>(?= )", ">="), (r"(?<= )>=(?= )", ">"),
    (r"(?<= )<(?= )", ">"), (r"(?<= )>(?= )", "<"),
    (r"(?<= )&&(?= )", "||"), (r"(?<= )\|\|(?= )", "&&"),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"),
    (r"(?<= )(?<!\" )\+(?= )(?! \")", "-"), (r"(?<= )-(?= )", "+"), (r"(?<= )\*(?= )", "/"), (r"(?<= )/(?= )", "*"),
    (r"(?<= )&\+(?= )", "&-"), (r"(?<= )\+=(?= )", "-="), (r"(?<= )-=(?= )", "+="), (r"(?<= )&(?= )", "|"),
    (r"(?<= )\|(?= )", "&"), (r"(?<= )<<(?= )", ">>"), (r"\.\.<", "..."), (r"\bmin\(", "max("), (r"\bmax\(", "min("),
    (r"\.first\b(?!\()", ".last"), (r"\.last\b(?!\()", ".first"), (r"\bcontinue\b", "break"),
    (r"\bbreak\b(?=;?$)", "continue"), (r"(?<![\w.(])!(?=[\w(])", ""),
]
# Further exchanges, each for one language.
C_EXCHANGES = [(r"\bTRUE\b", "FALSE"), (r"\bFALSE\b", "TRUE"), (r"\bMIN \(", "MAX ("), (r"\bMAX \(", "MIN (")]
QT_EXCHANGES = [(r"\bqMin\(", "qMax("), (r"\bqMax\(", "qMin(")]
PYTHON_EXCHANGES = [
    (r"\bTrue\b", "False"), (r"\bFalse\b", "True"), (r"(?<= )and(?= )", "or"), (r"(?<= )or(?= )", "and"),
    (r"\bis not\b", "is"), (r"\bis(?= None)", "is not"), (r"(?<= )not in(?= )", "in"),
]
OWN_EXCHANGES = {"Swift": [], "C": C_EXCHANGES, "C++": QT_EXCHANGES, "Python": PYTHON_EXCHANGES}
# The languages by file suffix.
LANGUAGES = {".swift": "Swift", ".c": "C", ".h": "C", ".cpp": "C++", ".hpp": "C++", ".py": "Python"}
NUMBER = re.compile(r"(?<![\w.$#])\d[\d_]*(?![\w.]*[\w\"])")
C_CONDITION = re.compile(r"^(\s*(?:(?:\} )?else )?(?:if|while) )(\(.*\))( .*;| \{|)$")
# For each language: the pattern for a condition behind its keyword, and the form of its negation.
CONDITIONS = {
    "Swift": (re.compile(r"^(\s*(?:\} else )?(?:if|guard|while) )((?!let |var |case |#|!)[^,{};]+?)( else)?( \{.*|)$"),
              "!({})"),
    "C": (C_CONDITION, "(!{})"), "C++": (C_CONDITION, "(!{})"),
    "Python": (re.compile(r"^(\s*(?:if|elif|while) )([^:]+)(:.*)$"), "not ({})"),
}
C_CHOICE = re.compile(r" \? ([^?:]+) : ([^?:,)};]+)")
CHOICES = {"Swift": C_CHOICE, "C": C_CHOICE, "C++": re.compile(r" \? ((?:[^?:]|::)+) : ((?:[^?:,)};]|::)+)"),
           "Python": re.compile(r"([^\s(\[{=,]+) if .+ else ([^\s)\]},]+)")}
SIMPLE = r"[\w.&>-]+|\"[^\"]*\""
ARGUMENTS = re.compile(rf"(?<=[(\s])(\w+: )?({SIMPLE}), (\w+: )?({SIMPLE})(?=[,)])")
SYMMETRIC = re.compile(r"\b(?:sum|q?[mM]in|q?[mM]ax|areSame|distance|strn?cmp|g_str(?:cmp0|_equal)|"
                       r"g_ascii_strcasecmp) ?\($")
# Comparisons with the clock are not changed, because a microsecond more or less is not promised.
CLOCK = re.compile(r"\bnow\b|np_now_us")
C_STATEMENT = re.compile(r"^\s*(?!return|const|struct|static|void|char|int|if|while|for|switch|else|goto|sizeof)"
                         r"(?:(?:\(void\)|Q_EMIT )?[\w>.:-]+ ?\(.*\)|(?:[*\w.>\[\]-]|::)+ [-+|&]?= [^{]+|\+\+.+"
                         r"|[*\w.>\[\]-]+\+\+|delete .+);$")
# For each language: the pattern for a statement, and the text that replaces it when it is dropped.
STATEMENTS = {
    "Swift": (re.compile(r"^\s*(?!return|let|var|case|throw|import|func|if|guard|while|for|switch|defer|init|super)"
                         r"(?:(?:_ = )?(?:try )?(?:self\.)?[a-z][\w.?!]*\(.*\)|[\w.?\[\]]+ [-+&|]*= .+[^{,(])$"), ""),
    "C": (C_STATEMENT, ""), "C++": (C_STATEMENT, ""),
    "Python": (re.compile(r"^\s*(?!return|raise|assert|if|elif|while|for|with|not|yield)(?:[\w.]+\(.*\)|"
                          r"[\w.\[\]]+(?:, [\w.]+)* [-+|&]?= .+[^{,(\[])$"), "pass"),
}
# Values that a function may return instead of its own; for Swift they depend on the type.
RETURNED = {"C": ["0", "-1"], "C++": ["0", "-1", "{}"], "Python": ["None"]}
RETURN = re.compile(r"^(\s*(?:.*[){] )?return )([^;{}]+)(;?(?: \})?)$")
RESULT = re.compile(r"-> ([\w.\[\]]+\??) \{|\bvar \w+: ([\w.\[\]]+\??) \{")
RESULTS = {"Bool": ["true", "false"], "nowplaying_status": ["0"], "Int": ["0"], "Int64": ["0"], "Int32": ["0"]}
# Exchanges that compile to the same code.
SAME = {("NULL", "0"), ("-EPERM", "-1"), ("NOWPLAYING_OK", "0"), (".zero", "0"), ("nullptr", "0"), ("FALSE", "0"),
        ("nullptr", "{}"), ("false", "{}"), ("0", "{}"), ("false", "0")}
SKIPPED = re.compile(r"^\s*(//|/?\*|#|import |@|static const char|_Static_assert|static_assert|Q_PROPERTY|G_DEFINE)"
                     r"|func .*\(|init\(|^\s*case [^:]*$")
PYTHON_SKIPPED = re.compile(r"^\s*(#|@|import |from |def |class )")


@dataclass(frozen=True)
class Change:
    """A change of one line. Its name consists of the file and both texts, so that it survives edits elsewhere."""
    file: str
    number: int
    before: str
    after: str

    @property
    def name(self):
        return f"{self.file}: {self.before.strip()}  ->  {self.after.strip() or '(nothing)'}"


def code_of(line, language):
    """Returns the line with strings and comments replaced by spaces, so that positions stay the same."""
    line = re.sub(r'"(?:[^"\\]|\\.)*"', lambda match: '"' + "\0" * (len(match[0]) - 2) + '"', line)
    if language == "Python":
        return re.sub(r"\s*#.*", "", line)
    return re.sub(r"\s*(//.*|/\*.*\*/\s*)$", "", line)


def is_whole(text):
    """Returns whether a line is a statement by itself."""
    return all(text.count(a) == text.count(b) for a, b in ("()", "[]", "{}"))


def changed_words(line, code, language):
    for pattern, replacement in EXCHANGES + OWN_EXCHANGES[language]:
        for match in re.finditer(pattern, code):
            if CLOCK.search(code) and {match[0], replacement} in ({"<", "<="}, {">", ">="}):
                continue
            yield line[:match.start()] + replacement + line[match.end():]
    for match in NUMBER.finditer(code):
        number = int(match[0].replace("_", ""))
        # For large limits and times, an off-by-one is not tested, since the last digit is not promised.
        for other in [2 * number, number // 2] if number >= 1000 else [number + 1, number - 1][:min(number + 1, 2)]:
            yield line[:match.start()] + str(other) + line[match.end():]


def changed_order(line, code, language):
    for match in CHOICES[language].finditer(code):
        (a, b), (c, d) = match.span(1), match.span(2)
        yield line[:a] + line[c:d] + line[b:c] + line[a:b] + line[d:]
    for match in ARGUMENTS.finditer(code):
        (a, b), (c, d) = match.span(2), match.span(4)
        before = code[:match.start()]
        # Outside of parentheses, texts between commas are alternatives or conditions, whose order means nothing.
        if line[a:b] != line[c:d] and before.count("(") > before.count(")") and not SYMMETRIC.search(before):
            yield line[:a] + line[c:d] + line[b:c] + line[a:b] + line[d:]


def changed_statement(line, code, language, result):
    pattern, negated = CONDITIONS[language]
    if (condition := pattern.match(code)) and is_whole(condition[2]):
        a, b = condition.span(2)
        yield line[:a] + negated.format(line[a:b]) + line[b:]
    pattern, nothing = STATEMENTS[language]
    if pattern.match(code) and is_whole(code):
        yield line[:len(line) - len(line.lstrip())] + nothing if nothing else ""
    returned = RETURN.match(code)
    if returned and is_whole(returned[2]):
        a, b = returned.span(2)
        for value in RETURNED.get(language) or RESULTS.get(result, ["nil"] if result.endswith("?") else []):
            if line[a:b] not in ("nil", "true", "false", "None", value) and (line[a:b], value) not in SAME:
                yield line[:a] + value + line[b:]


def code_lines(text, language):
    """Yields the number, the text and the code of each line that is not a comment or documentation."""
    in_comment = False
    begin, end = ('"""', '"""') if language == "Python" else ("/*", "*/")
    for number, line in enumerate(text.split("\n")):
        starts = not in_comment and line.lstrip().startswith(begin)
        if starts or in_comment:
            in_comment = end not in line.lstrip()[len(begin) if starts else 0:]
            continue
        yield number, line, code_of(line, language)


def changes_of(file, text):
    """Returns all changes to a file, without duplicates."""
    language, found, result = LANGUAGES[PurePath(file).suffix], {}, ""
    skipped = PYTHON_SKIPPED if language == "Python" else SKIPPED
    for number, line, code in code_lines(text, language):
        for types in RESULT.findall(code):
            result = types[0] or types[1]
        if not code.strip() or skipped.search(code):
            continue
        for after in (*changed_words(line, code, language), *changed_order(line, code, language),
                      *changed_statement(line, code, language, result)):
            change = Change(file, number, line, after)
            if after != line:
                found.setdefault((number, after), change)
    return list(found.values())
