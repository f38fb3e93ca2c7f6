# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Writes the tables of the library in Swift from contract/data. Import only; called by contract/generate."""

import shutil
import subprocess
import tempfile
import textwrap
from pathlib import Path

from . import data
from .headers import ROOT

SOURCES = ROOT / "Sources"
HEAD = """\
// Made by contract/generate of contract/data/{}.toml: do not edit.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

"""


def quoted(text):
    """Returns a literal of Swift."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def comment(text, indent=""):
    return f"{indent}/// {text}\n"


# ---------------------------------------------------------------------------------------------------- Words --------

def bits(enumeration):
    """Returns a set of bits. Its members are computed, so that none needs a global."""
    name, lines = enumeration.name, ""
    for member, word, number in enumeration.members:
        note = enumeration.row.get("notes", {}).get(word, "")
        lines += comment(note, "  ") if note else ""
        lines += f"  public static var {data.camel(member)}: {name} {{ {name}(rawValue: {number}) }}\n"
    known = sum(number for _, _, number in enumeration.members)
    return (f"{comment(enumeration.about + ' The raw values are those of the C header.')}"
            f"public struct {name}: OptionSet, Sendable {{\n  public let rawValue: UInt32\n"
            f"  public init(rawValue: UInt32) {{ self.rawValue = rawValue }}\n{lines}"
            f"{comment('All bits of this version.', '  ')}"
            f"  public static var known: {name} {{ {name}(rawValue: {known}) }}\n}}\n")


def cases(members):
    """Returns the cases of an enumeration. Only the first number is written where each is one more than the last."""
    (first, number), *rest = [(data.camel(name), number) for name, number in members]
    if any(number + place != value for place, (_, value) in enumerate(rest, 1)):
        return "".join(f"  case {name} = {value}\n" for name, value in [(first, number), *rest])
    names = ", ".join(name for name, _ in rest)
    return f"  case {first} = {number}\n" + (f"  case {names}\n" if names else "")


def enumeration(each):
    kinds = {"word": "Int32, CaseIterable, Sendable", "enum": "Int32, Sendable", "error": "Int32, Error, Sendable"}
    return (comment(each.about + " The raw values are those of the C header.")
            + f"public enum {each.name}: {kinds[each.form]} {{\n"
            + cases([(name, number) for name, _, number in each.members]) + "}\n")


def switch(each, texts, name, about):
    """Returns a property that has a text for each member of an enumeration."""
    lines = "".join(f"    case .{data.camel(member)}: {quoted(text)}\n" for member, text in texts)
    return (f"{comment(about, '  ') if about else ''}  public var {name}: StaticString {{\n    switch self {{\n"
            f"{lines}    }}\n  }}\n")


def enumerations():
    found = [each for each in data.enumerations().values() if each.form != "none"]
    parts = [bits(each) if each.form == "bits" else enumeration(each) for each in found]
    failure = data.enumerations()["Failure"]
    sentences = [(name, failure.row["sentences"][word]) for name, word, _ in failure.members]
    parts.append("extension Failure {\n" + switch(
        failure, sentences, "sentence",
        "The failure in one sentence, which is also the text of `nowplaying_strerror`.") + "}\n")
    return HEAD.format("words") + "\n".join(parts)


def words():
    parts = [f"extension {each.name}: ProtocolWord {{\n"
             + switch(each, [(name, word) for name, word, _ in each.members], "word", "") + "}\n"
             for each in data.enumerations().values() if each.form == "word"]
    track = data.enumerations()["TrackCharacteristics"].words
    parts.append("extension TrackCharacteristics {\n" + comment("The words of all bits, the lowest bit first.", "  ")
                 + f"  public static var allWords: [StaticString] {{ [{', '.join(map(quoted, track))}] }}\n}}\n")
    return HEAD.format("words") + "\n".join(parts)


def icon_names():
    rows = ", ".join(f"({quoted(word)}, {quoted(name)})" for word, (name, _) in data.icons().items())
    return (HEAD.format("words")
            + comment("The words for icons, each with the nearest name of freedesktop's icon naming; \"\" for none.")
            + "enum IconNames {\n  static let rows: [(word: StaticString, name: StaticString)] = [\n"
              f"{rows},\n  ]\n}}\n")


def error_sentences():
    sentences = data.enumerations()["ErrorKind"].row["sentences"]
    rows = "".join(f"    (.{data.camel(word)}, {quoted(text)}),\n" for word, text in sentences.items()
                   if word != "other")
    return (HEAD.format("words") + "import NowPlayingCore\n\n"
            "/// A sentence for people for each cause of an error, for players that give none of their own. Surfaces\n"
            "/// show them in the user's language, by the catalogues in plugins/common/po.\nenum ErrorSentences {\n"
            f"  static let rows: [(kind: ErrorKind, sentence: StaticString)] = [\n{rows}  ]\n"
            "  /// The sentence for other causes, and for causes that this library does not know.\n"
            f"  static let other: StaticString = {quoted(sentences['other'])}\n}}\n")


def control_names():
    rows = "".join(f"  static let {'`repeat`' if word == 'repeat' else data.camel(word)} = "
                   f"Row({quoted(name)}{', ' + quoted(many) if many else ''})\n"
                   for word, (name, many) in data.control_names().items())
    return (HEAD.format("words")
            + "/// The names of controls for which the player has no title: English, and msgids of the catalogues in\n"
              "/// plugins/common/po. A name with a number has a second form for all numbers but 1.\n"
              "enum ControlNames {\n  struct Row: Sendable {\n"
              "    let name: StaticString\n    let plural: StaticString?\n\n"
              "    init(_ name: StaticString, _ plural: StaticString? = nil) {\n"
              "      (self.name, self.plural) = (name, plural)\n    }\n  }\n\n"
              "  /// A control that has a title of the player.\n  static let own = Row(\"\")\n" + rows + "}\n")


# ------------------------------------------------------------------------------------------------- Commands --------

def command_row(row):
    """Returns the row of a command, with those arguments that it has."""
    texts = [f".{data.camel(row['word'])}", quoted(row["word"]), quoted(row["about"])]
    texts += [f"takes: .{row['form']}", f"key: {quoted(row['argument']['key'])}"] if "argument" in row else []
    texts += [f"modes: [{', '.join(map(quoted, row['modes']))}]"] if "modes" in row else []
    texts += [f"mpris: {quoted(row['mpris'])}"] if "mpris" in row else []
    texts += [f"icons: {quoted(' '.join(row['icons']))}"] if row["icons"] else []
    traits = ", ".join(f".{trait}" for trait in row["traits"])
    texts += [f"is: [{traits}]" if len(row["traits"]) > 1 else f"is: {traits}"] if traits else []
    return f"    CommandKindRow({', '.join(texts)}),\n"


def further():
    """Returns the arguments of SendCommand that no form has."""
    rows = data.load("commands")["further"].items()
    return ("  /// An argument that commands take in `SendCommand` besides that of their form.\n"
            "  public struct Further: Sendable {\n    public let key: StaticString\n"
            "    /// The D-Bus type.\n    public let type: StaticString\n\n"
            + "".join(f"    public static let {key} = Further(key: {quoted(key)}, type: {quoted(row['type'])})\n"
                      for key, row in rows)
            + f"    static let all: [Further] = [{', '.join('.' + key for key, _ in rows)}]\n  }}\n\n")


def command_table():
    rows = data.commands()
    forms = "    case none\n" + "".join(
        comment(form["about"][:-1] + f": `{form['member']}`.", "    ") + f"    case {name}\n"
        for name, form in data.forms().items())
    types = {}
    for name, form in {"none": {"type": ""}, **data.forms()}.items():
        types.setdefault(form["type"], []).append(f".{name}")
    types = "".join(f"      case {', '.join(names)}: {quoted(of)}\n" for of, names in types.items())
    traits = "".join(comment(row["about"], "    ") + f"    static let {name} = Traits(rawValue: {1 << place})\n"
                     for place, (name, row) in enumerate(data.load("commands")["trait"].items()))
    return (HEAD.format("commands")
            + comment("A kind of command that a desktop can give to a player. The raw values are those of the C "
                      "header.")
            + "public enum CommandKind: Int32, CaseIterable, Sendable {\n"
            + cases([(data.constant(row["word"]), number) for number, row in enumerate(rows, 1)]) + "}\n\n"
            "extension CommandKindRow {\n"
            "  /// The form of a command's argument in `SendCommand`. Each case names the member of the C event that "
            f"has it.\n  public enum Form: Sendable {{\n{forms}\n"
            "    /// The D-Bus type of the argument; \"\" for none.\n    public var type: StaticString {\n"
            f"      switch self {{\n{types}      }}\n    }}\n  }}\n\n"
            + further()
            + "  struct Traits: OptionSet, Sendable {\n    let rawValue: UInt8\n\n"
            "    init(rawValue: UInt8) { self.rawValue = rawValue }\n\n"
            f"{traits}  }}\n\n"
            "  /// The rows of all kinds, in the order of their numbers.\n"
            f"  public static let all: [CommandKindRow] = [\n{''.join(map(command_row, rows))}  ]\n}}\n")


# --------------------------------------------------------------------------------------------------- Fields --------

# The enumeration of the fields of a type, its comment, and the name and comment of its rows.
FIELDS = {"text": ("TextField", "A field that is one text.", "texts",
                   "The fields that have one text, in the order of their numbers."),
          "list": ("ListField", "A field that is a list of texts.", "lists", "The fields that have a list of texts."),
          "integer": ("IntegerField", "A field that is an integer.", "integers", "The fields that are integers."),
          "number": ("NumberField", "A field that is a number from 0 to 1.", "numbers",
                     "The fields that are numbers from 0 to 1.")}


def kinds_of(field):
    names = [f".{data.camel(kind)}" for kind in field.kinds] or [".any"]
    return names[0] if len(names) == 1 else f"[{', '.join(names)}]"


def field_table():
    text, rows = HEAD.format("fields"), ""
    for kind, (name, about, table, about_rows) in FIELDS.items():
        those = [field for field in data.fields() if field.kind == kind]
        text += (comment(about) + f"public enum {name}: Int32, FieldName {{\n"
                 + cases([(field.word, field.number) for field in those])
                 + f"\n  public var row: FieldRow {{ FieldRow.{table}[Int(truncatingIfNeeded: rawValue - "
                   f"Self.{those[0].name}.rawValue)] }}\n}}\n\n")
        rows += f"{comment(about_rows, '  ')}  public static let {table}: [FieldRow] = [\n" + "".join(
            f"    FieldRow({name}.{field.name}, .{field.form}, {kinds_of(field)}, {quoted(field.word)}"
            + (f", {quoted(field.key)}" if field.key else "") + "),\n" for field in those) + "  ]\n\n"
    counted = ", ".join(f".{field.name}" for field in data.fields() if field.least == 1)
    text += ("extension IntegerField {\n  /// Whether the field counts from 1, so that 0 says nothing.\n"
             "  public var countsFromOne: Bool {\n    switch self {\n"
             f"    case {counted}: true\n    default: false\n    }}\n  }}\n}}\n\n")
    kinds = dict.fromkeys(kind for field in data.fields() for kind in field.kinds)
    named = "".join(f"  static let {data.camel(kind)} = ContentKinds(.{data.camel(kind)})\n"
                    for kind in data.enumerations()["ContentKind"].words if kind in kinds)
    return text + f"extension FieldRow {{\n{rows.rstrip()}\n}}\n\nextension ContentKinds {{\n{named}}}\n"


# --------------------------------------------------------------------------------------------------- Limits --------

def grouped(number):
    return f"{number:_}" if number >= 1_000_000 else str(number)


def time(count):
    """Returns a number of microseconds as Swift writes it, in the greatest unit."""
    unit, name = next(each for each in [(1_000_000, "seconds"), (1000, "milliseconds")] if count % each[0] == 0)
    return f".{name}({grouped(count // unit)})"


def limit_value(row):
    """Returns a limit as Swift declares it, behind its name."""
    value = row["value"]
    if row.get("type") == "Microseconds":
        return f": Microseconds = {time(value)}"
    return f" = {float(value) if row.get('type') == 'Double' else grouped(value)}"


def limit_lines(rows):
    return "".join(f"{comment(row['about'], '  ')}  public static let {name}{limit_value(row)}\n"
                   for name, row in rows.items() if row.get("type") != "none")


def limits():
    return (HEAD.format("limits")
            + comment("The most that is kept of what a host gives. The C header has the same numbers, as "
                      "NOWPLAYING_MAX_….")
            + f"public enum Limits {{\n{limit_lines(data.limits()[0])}}}\n")


def surface_limits():
    lines = limit_lines(data.limits()[1]).replace("public ", "")
    return (HEAD.format("limits") + "import NowPlayingCore\n\n"
            + comment("The most that a surface keeps of players. The C header has the same numbers, as "
                      "NOWPLAYING_SURFACE_MAX_….")
            + f"enum SurfaceLimits {{\n{lines}}}\n")


# ----------------------------------------------------------------------------------------------------- Tags --------

def any_field(word):
    field = next(field for field in data.fields() if field.word == word)
    return f".{field.kind}(.{field.name})"


def tag_row(row):
    texts = [quoted(row["names"]), any_field(row["field"])]
    texts += [f"rank: {row['rank']}"] if "rank" in row else []
    texts += [f".{row['form']}"] if "form" in row else []
    texts += [f"also: {any_field(row['also'])}"] if "also" in row else []
    texts += [f"alsoRank: {row['also-rank']}"] if "also-rank" in row else []
    return f"    TagRow({', '.join(texts)}),\n"


def tag_table():
    forms = "".join("".join(comment(line, "    ") for line in textwrap.wrap(about, 112)) + f"    case {name}\n"
                    for name, about in data.load("tags")["form"].items())
    return (HEAD.format("tags") + "extension TagRow {\n"
            "  /// The format of a tag's value, where it is not that of the field.\n"
            f"  enum Form: Sendable {{\n    case plain\n{forms}  }}\n\n"
            f"  /// All names.\n  static let all: [TagRow] = [\n{''.join(map(tag_row, data.tags()))}  ]\n}}\n")


# -------------------------------------------------------------------------------------------------- Bridges --------

def bridges():
    applications, names = ("[" + ", ".join(map(quoted, texts)) + "]" for texts in data.bridges())
    return (HEAD.format("bridges")
            + comment("Bridges that bring players of other machines and devices, and do not say so by MPRIS.")
            + "enum Bridges {\n" + comment("The ids of their applications.", "  ")
            + f"  static let applications: [StaticString] = {applications}\n\n"
            + comment("The beginnings of the names of their players on the bus.", "  ")
            + f"  static let names: [StaticString] = {names}\n}}\n")


FILES = {"Library/Core/Model/CommandTable.swift": command_table,
         "Library/Core/Model/Enumerations.swift": enumerations, "Library/Core/Model/FieldTable.swift": field_table,
         "Library/Core/Model/Limits.swift": limits, "Library/Core/Protocol/Words.swift": words,
         "Library/Core/Tags/TagTable.swift": tag_table, "Library/Surface/Model/ControlNames.swift": control_names,
         "Library/Surface/Model/ErrorSentences.swift": error_sentences,
         "Library/Surface/Model/IconNames.swift": icon_names,
         "Library/Surface/Model/SurfaceLimits.swift": surface_limits, "Program/Daemon/Bridges.swift": bridges}


def formatted(texts):
    """Returns texts of Swift as `swift format` writes them."""
    swift = shutil.which("swift")
    if not swift:
        raise SystemExit("No swift was found: put the Swift toolchain's usr/bin into PATH.")
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, f"{place}.swift") for place, _ in enumerate(texts)]
        for file, text in zip(files, texts):
            file.write_text(text, encoding="utf-8")
        subprocess.run([swift, "format", "--in-place", "--parallel", "--configuration", ROOT / ".swift-format", *files],
                       check=True)
        return [file.read_text(encoding="utf-8") for file in files]


def write(check=False):
    """Writes the tables, or returns the first that differs."""
    made = formatted([make() for make in FILES.values()])
    for name, text in zip(FILES, made):
        path = SOURCES / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        if check:
            return f"{path.relative_to(ROOT)} differs from contract/data: run contract/generate"
        path.write_text(text, encoding="utf-8")
    return ""
