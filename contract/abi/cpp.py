# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Generates lists.hpp, the part of the C++ header that consists of lists: enumerations, structs of values, handlers and
the callbacks that call them, functions that pass on their arguments, and commands."""
import json
import re
import runpy
from pathlib import Path

from .interface import FILE as DESCRIPTION

BINDINGS = Path(__file__).resolve().parents[2] / "bindings"
OUTPUT = DESCRIPTION.with_name("lists.hpp")
HEAD = """\
/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Generated from nowplaying.abi.json: do not edit. */
/** The lists of nowplaying.hpp, which includes this file in its middle: nothing else does. */
"""
# The enumerations of the Python package, and three that it does not have. `Status` is a macro of Xlib, hence `Code`.
ENUMERATIONS = [("Code" if name == "Status" else "DurationKind" if name == "Duration" else name, begin, text)
                for name, begin, text in runpy.run_path(str(BINDINGS / "python/generated_classes.py"))["ENUMERATIONS"]]
ENUMERATIONS += [("LogLevel", "LOG_", "The importance of a line of the log."),
                 ("LoopMode", "LOOP_", "The owner of the loop that serves the bus."),
                 ("ContentKind", "CONTENT_", "The kind of an item.")]
# The fields of a content by the type of their values; each type has a hundred numbers.
# Words that Xlib's headers define as macros: behind them an enumerator of this name would not compile. The tests of the
# C++ header compare all enumerators with all macros of Xlib.
MACROS = {"Above", "Always", "Below", "Bool", "Complex", "Convex", "Expose", "False", "None", "Nonconvex", "Opposite",
          "Status", "Success", "True", "Unsorted"}
OTHER_WORDS = {"None": "NoBus"}
FIELDS = ["TextField", "ListField", "IntegerField", "NumberField"]
VALUES = [("Chapter", "A chapter of an item."),
          ("Device", "A device that a remote session plays on; `volume` is empty where none can be set."),
          ("Track", "An audio track or subtitles that can be chosen."),
          ("Playlist", "A playlist of the app. The times are in seconds since 1970."),
          ("AppOptions", "The options of an app; see nowplaying_app_options.")]
HANDLERS = [("App", "The requests of the desktop to the app. One without a handler is not offered. See "
                    "nowplaying_app_callbacks."),
            ("Session", "The requests of the desktop to a session, other than commands; see "
                        "nowplaying_session_callbacks.")]
# The callbacks that the header itself has.
OWN_CALLS = {"struct_size", "user_data", "destroy", "command"}
FREED = ["content", "session", "app"]
# Members that have another name in C++, numbers that are Booleans, texts that may be NULL in a callback, and texts that
# may be NULL in a function.
RENAMED = {"start_us": "start", "selected": "is_selected"}
BOOLEANS = {"can_step", "selected", "fullscreen", "play", "enabled", "active", "muted"}
NULLABLE, EMPTY = {"path", "after_id", "track_id"}, {"playlist_id"}
TYPES = {"int32_t": "int", "int64_t": "std::int64_t", "uint32_t": "std::uint32_t", "size_t": "std::size_t"}


def camel(words):
    return "".join(word.capitalize() for word in words.lower().split("_"))


def enumerator(words):
    """Returns the name of an enumerator, which is no macro of Xlib."""
    name = OTHER_WORDS.get(camel(words), camel(words))
    if name in MACROS:
        raise SystemExit(f"{name} is a macro of Xlib: give the enumerator another name in OTHER_WORDS of {__file__}")
    return name


def enumeration(kind):
    """Returns the name of the class for an enumeration type of C; "" for any other type."""
    name = camel(kind.removeprefix("nowplaying_"))
    return "Code" if kind == "nowplaying_status" else name if any(name == row[0] for row in ENUMERATIONS) else ""


def filled(words, first="  ", others="  "):
    """Wraps words into lines of limited length."""
    lines = [first + words[0]]
    for word in words[1:]:
        if len(lines[-1]) + len(word) < 119:
            lines[-1] += f" {word}"
        else:
            lines.append(others + word)
    return lines


def enumerations(constants):
    lines = []
    for name, begin, text in ENUMERATIONS:
        members = ["OK = NOWPLAYING_OK,"] if name == "Code" else []
        members += [f"{enumerator(found[1])} = {constant}," for constant in constants
                    if (found := re.match(f"NOWPLAYING_(?:{begin})(.*)", constant))]
        lines += [f"/** {text} */", f"enum class {name} : std::int32_t {{", *filled(members), "};"]
    for number, name in enumerate(FIELDS):
        text = f"A field of a content that is {'a list of texts' if number == 1 else f'a {name[:-5].lower()}'}."
        members = [f"{enumerator(constant[len('NOWPLAYING_FIELD_'):])} = {constant},"
                   for constant, value in constants.items()
                   if constant.startswith("NOWPLAYING_FIELD_") and value // 100 == number]
        lines += [f"/** {text.replace('a integer', 'an integer')} */",
                  f"enum class {name} : std::int32_t {{", *filled(members), "};"]
    return lines


def value(field, default):
    """Returns the declaration of a member of a value struct, and the code that converts it to C."""
    name, kind = field["name"], field["type"]
    mine = RENAMED.get(name, name)
    if kind == "const char *":
        given = f"{mine}.c_str()" if "Required" in field["text"] else f"detail::c_text({mine})"
        return f"std::string {mine}{{}}", given
    if kind == "const char *const *":
        return f"std::vector<std::string> {mine}{{}}", ""
    if name.endswith("_us"):
        return f"Microseconds {mine}{{0}}", f"{mine}.count()"
    if default in ("NOWPLAYING_TIME_UNKNOWN", "-1.0"):
        return f"std::optional<{TYPES.get(kind, kind)}> {mine}{{}}", f"{mine}.value_or(made.{name})"
    if name in BOOLEANS:
        return f"bool {mine} = false", mine
    if enumeration(kind):
        first = camel(re.sub(r"^NOWPLAYING_[A-Z]+_", "", default)) if default.startswith("N") else "Audio"
        return f"{enumeration(kind)} {mine} = {enumeration(kind)}::{first}", f"static_cast<{kind}>({mine})"
    return f"{TYPES.get(kind, kind)} {mine} = {default.rstrip('u')}", mine


def values(header):
    """Returns the value structs, each with a function that converts it to C."""
    lines = []
    for name, about in VALUES:
        kind = "nowplaying_" + re.sub("(?<=[a-z])([A-Z])", r"_\1", name).lower()
        (initial,) = [row for row in header["initialisers"] if row["name"] == f"{kind.upper()}_INIT"]
        defaults = [word.strip() for word in initial["value"].strip("{} ").split(",")]
        fields = [(field, default) for field, default in zip(fields_of(header, kind), defaults, strict=True)
                  if field["name"] not in ("struct_size", "reserved") and not field["name"].endswith("_count")]
        # The kind comes first, and bit fields come last.
        fields.sort(key=lambda row: (row[0]["name"] != "kind") + (row[0]["name"] in ("characteristics", "flags")))
        given = f"{kind.upper()}_INIT" + ("(0)" if initial["arguments"] else "")
        lines += [f"/** {about} */", f"struct {name} {{"]
        ways = []
        for field, default in fields:
            declared, way = value(field, default)
            lines.append(f"  {declared};")
            ways += [f"    made.{field['name']} = {way};"] if way else []
        lines += ["", f"  {kind} c_struct() const noexcept {{", f"    {kind} made = {given};", *ways,
                  "    return made;", "  }", "};"]
    return lines


def fields_of(header, struct):
    (found,) = [kind for kind in header["types"] if kind["name"] == struct]
    return found["fields"]


def callbacks(header, name):
    """Yields the callbacks that have a handler: the name, whether it answers, and the arguments in between."""
    for field in fields_of(header, f"nowplaying_{name.lower()}_callbacks"):
        if field["name"] not in OWN_CALLS:
            arguments = field["callback"]["arguments"]
            yield field, [row for row in arguments[1:-1] if row["type"] != "nowplaying_request *"], \
                any(row["type"] == "nowplaying_request *" for row in arguments)


def taken(row):
    """Returns the type of a handler's argument, and the expression that converts the callback's argument."""
    name, kind = row["name"], row["type"]
    if kind == "const char *":
        return ("std::optional<std::string_view>", f"optional({name})") if name in NULLABLE else (
            "std::string_view", f"std::string_view({name})")
    if kind.startswith("const nowplaying_"):
        return f"{kind[:-1]}&", f"*{name}"
    if name in BOOLEANS:
        return "bool", f"{name} != 0"
    return (enumeration(kind), f"static_cast<{enumeration(kind)}>({name})") if enumeration(kind) else (
        TYPES.get(kind, kind), name)


def handlers(header):
    """Returns the declarations of the handlers."""
    lines = []
    for name, about in HANDLERS:
        lines += [f"/** {about} */", f"struct {name}Handlers {{"]
        for field, arguments, is_asked in callbacks(header, name):
            if field["name"] == "position":
                lines += ["  /** Returns the position, or nothing: then that of the snapshot counts. */",
                          "  std::function<std::optional<Microseconds>()> position;"]
                continue
            types = [taken(row)[0] for row in arguments] + ["Request"] * is_asked
            lines += [f"  /** {', '.join(row['name'] for row in arguments)} */"] if arguments else []
            lines += [f"  detail::Handler<{returned(field)}({', '.join(types)})> {field['name']};"]
        lines += ["};"]
    return lines


def returned(field):
    return "void" if field["callback"]["returns"] == "void" else "Answer"


def offers(header):
    """Returns the functions by which the callbacks call their handlers."""
    lines = []
    for name, _ in HANDLERS:
        kind = f"nowplaying_{name.lower()}"
        lines += ["/** Sets each callback that has a handler to a function that calls it. */",
                  f"inline void offer({kind}_callbacks &calls, const {name}Handlers &handlers) noexcept {{"]
        for field, arguments, is_asked in callbacks(header, name):
            member = field["name"]
            if member == "position":
                lines += ["  if (handlers.position) calls.position = position<SessionHandlers>;"]
                continue
            is_answered = returned(field) == "Answer"
            given = ["request"] * is_answered + [f"of<{name}Handlers>(data).{member}"]
            given += [taken(row)[1] for row in arguments] + ["lent(request)"] * (is_asked and not is_answered)
            declared = [f"calls.{member} = []({kind} *,", *(["nowplaying_request *request,"] * is_asked)]
            declared += [f"{row['type']} {row['name']},".replace("* ", "*") for row in arguments] + ["void *data) {"]
            lines += [f"  if (handlers.{member}) {{", *filled(declared, "    ", " " * 8),
                      f"      {'return answer' if is_answered else 'tell'}({', '.join(given)});", "    };", "  }"]
        lines += ["}", ""]
    return lines


def passed(rows):
    """Returns how a function declares its arguments and passes them on; None if an argument needs more than that."""
    declared, given = [], []
    for row in rows:
        name, kind = row["name"], row["type"]
        if kind == "const char *":
            declared.append(f"const std::string &{name}")
            given.append(f"c_text({name})" if name in EMPTY else f"{name}.c_str()")
        elif kind in ("const void *", "size_t", "double", "int64_t") or name in BOOLEANS:
            declared.append(f"{'bool' if name in BOOLEANS else TYPES.get(kind, kind)} {name}".replace("* ", "*"))
            given.append(name)
        elif enumeration(kind):
            declared.append(f"{enumeration(kind)} {name}")
            given.append(f"static_cast<{kind}>({name})")
        else:
            return None
    return ", ".join(declared), "".join(f", {word}" for word in given)


def functions(header):
    """Returns a class for each kind of object. The class owns the object, and has the functions that pass on their
    arguments."""
    names = {f"nowplaying_{name.lower()}": name for name, _ in VALUES}
    lines = ["struct Free {"]
    lines += [f"  void operator()(nowplaying_{name} *{name}) const noexcept {{ nowplaying_{name}_free({name}); }}"
              for name in FREED] + ["};"]
    lines += ["/** A handle of C, which is freed with this object; false where it could not be made. */",
              "template <class Object> class Handle {", "public:",
              "  Object *get() const noexcept { return handle_.get(); }",
              "  explicit operator bool() const noexcept { return handle_ != nullptr; }", "", "protected:",
              "  std::unique_ptr<Object, Free> handle_;", "};"]
    for name in FREED[1:]:
        lines += [f"/** The functions nowplaying_{name}_… that need nothing but their arguments. */",
                  f"struct {name.capitalize()}Functions : Handle<nowplaying_{name}> {{"]
        for function in header["functions"]:
            first, *rest = function["arguments"] or [{"type": ""}]
            member = function["name"].removeprefix(f"nowplaying_{name}_")
            if first["type"] != f"nowplaying_{name} *" or function["returns"] != "nowplaying_status":
                continue
            about = f"  /** {re.split(r'[.;,:](?= |$)', ' '.join(function['text'].split()))[0]}. */"
            listed = names.get(rest[0]["type"][len("const "):-2]) if len(rest) == 2 else None
            if listed:
                lines += [f"  /** {rest[0]['name']}: a range of {listed}. */",
                          f"  template <class Range = std::initializer_list<{listed}>> Result {member}"
                          f"(const Range &{rest[0]['name']}) {{",
                          f"    const Structs<{rest[0]['type'][6:-2]}, {listed}> given({rest[0]['name']});",
                          f"    return check({function['name']}(get(), given.structs.data(), given.structs.size()));",
                          "  }"]
            elif member.startswith("get_") and len(rest) == 1:
                kind = rest[0]["type"][:-2]
                mine = enumeration(kind) or TYPES.get(kind, kind)
                lines += [about, f"  {mine} {member[4:]}() const noexcept {{",
                          f"    {kind} found{' = -1' if member == 'get_fd' else '{}'};",
                          f"    static_cast<void>({function['name']}(get(), &found));",
                          f"    return {f'static_cast<{mine}>(found)' if enumeration(kind) else 'found'};", "  }"]
            elif (found := passed(rest)) is not None:
                lines += [about, f"  Result {member}({found[0]}) {{",
                          f"    return check({function['name']}(get(){found[1]}));", "  }"]
        lines += ["};"]
    return lines


def event(header):
    """Returns the struct of a command that a client has sent."""
    kind = "nowplaying_command_event"
    lines = ["/** A command that somebody gave; see nowplaying_command_event. */", "class CommandEvent {", "public:",
             f"  explicit CommandEvent(const {kind} &event) noexcept : event_(event) {{}}"]
    for field in fields_of(header, kind):
        name, type_ = field["name"], field["type"]
        if name in ("struct_size", "tag", "toggle", "button", "reserved"):
            continue
        if name == "mode":
            made = ("template <class Mode> Mode", "mode", "static_cast<Mode>(event_.mode)")
            lines += ["  /** The mode: a RepeatMode, ShuffleMode or Feedback, or for MUTE a bool. */"]
        elif type_ == "const char *":
            made = ("std::string_view", name, f"event_.{name} == nullptr ? std::string_view() : event_.{name}")
        elif name.endswith("_us"):
            made = ("Microseconds", name[:-3], f"Microseconds(event_.{name})")
        elif one := "Phase" if name == "phase" else enumeration(type_):
            made = (one, name, f"static_cast<{one}>(event_.{name})")
        else:
            made = (TYPES.get(type_, type_), name, f"event_.{name}")
        lines += [f"  {made[0]} {made[1]}() const noexcept {{ return {made[2]}; }}"]
    return [*lines, "", "private:", f"  const {kind} &event_;", "};"]


def commands(rows):
    """Returns a function for each kind of command except custom ones."""
    lines = ["/** A function for each kind of command: Command::play(closure). */",
             "template <class Command> struct CommandKinds {"]
    for row in rows:
        name = row["name"][len("NOWPLAYING_COMMAND_"):]
        if name != "CUSTOM":
            lines += [f"  /** {row['about']} */",
                      f"  template <class Closure> static Command {name.lower()}(Closure closure) {{",
                      f"    return Command(CommandKind::{camel(name)}, std::move(closure));", "  }"]
    return [*lines, "};"]


def text():
    description = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    header = description["headers"][0]
    constants = {constant["name"]: constant["value"] for constant in header["constants"]}
    return "\n".join([
        HEAD + "namespace nowplaying {", "", *enumerations(constants), "", *values(header), "",
        *handlers(header), *event(header), "",
        "namespace detail {", *offers(header), *functions(header), "", *commands(description["commands"]),
        "} // namespace detail", "} // namespace nowplaying", ""])


def write(check=False):
    """Writes the lists, or with `check` returns that they differ."""
    made = text()
    if OUTPUT.exists() and OUTPUT.read_text(encoding="utf-8") == made:
        return ""
    if check:
        return f"{OUTPUT.name} differs from the headers: run contract/generate"
    OUTPUT.write_text(made, encoding="utf-8")
    return ""
