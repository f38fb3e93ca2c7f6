# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The part of nowplaying-sys/generate that writes the enumerations, the setters of the fields of a content, the
functions that make a command, and the commands that a surface sends."""
import re
import textwrap

import generated_classes
import generated_commands

HEAD = """\
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Made by nowplaying-sys/generate from include/nowplaying/nowplaying.abi.json. Do not edit.

"""
# Python's list without the duration of an item, for which Rust has another type.
ENUMERATIONS = [("LogLevel", "LOG_", "How important a line of the log is.")] + [
    (name, prefix, "The kind of an error." if name == "Status" else text)
    for name, prefix, text in generated_classes.ENUMERATIONS if name != "Duration"]
# For each form of an argument: its type, the parameters of the function that makes the command, the function that this
# calls, and a description.
FORMS = {
    "position": ("Duration", "", "at", "The position is not beyond a finite duration."),
    "interval": ("Duration", "intervals: &[Duration]", "skip",
                 "The first interval is preferred most. None: ten seconds."),
    "phase": ("Phase", "", "hold", ""),
    "rate": ("f64", "rates: &[f64]", "speed",
             "The speed is one of these, or any of a [range](Command::rate_range). Without either it is never given."),
    "mode": ("{modes}", "current: {modes}, supported: &[{modes}]", "mode",
             "The mode is one of the supported; if none is named, any."),
    "fraction": ("f64", "steps: u32", "fraction",
                 "The number is from 0.0 to 1.0. `steps` is how many there are, 5 for five stars, 10 for half ones, 1 "
                 "for a heart, at most 100; 0: any number can be given."),
    "truth": ("bool", "", "truth", ""),
}
FEEDBACK = """\
A command that supports all three is a pair of thumbs. Two such commands, each with [`Feedback::Neutral`] and one
other mode, are a like and a dislike button.

```
use nowplaying::{Answer, Command, Feedback};

let like = [Feedback::Neutral, Feedback::Positive];
let _: Command = Command::feedback(Feedback::Neutral, &like, |session, _, new| {
    session.set_feedback(new)?;
    session.commit()?;
    Ok(Answer::Done)
})
.titles("Like this song", "Like");
```"""
# Additional sentences about some commands.
NOTES = {
    "toggle-play-pause": "Without it the library chooses between the two by the snapshot.", "feedback": FEEDBACK,
    "next-chapter": "Surfaces that know the chapters may seek instead.",
    "set-rating": "Then set a content with this [`user_rating`](crate::ContentBuilder::user_rating).",
    "bookmark": "[`active`](Command::active) says whether there is one.",
    "mute": "The volume stays as it is. Then [`Session::set_muted`].",
}
# For each form of an argument: its type in a surface's command, and the code that stores it in the event.
SENT = {
    "none": ("", ""), "position": ("Duration", "event.time_us = microseconds(*given)"),
    "interval": ("Option<Duration>", "event.time_us = given.map_or(0, microseconds)"),
    "phase": ("Phase", "event.phase = (*given).into()"), "rate": ("Option<f64>", "event.rate = given.unwrap_or(0.0)"),
    "mode": ("Option<{modes}>", "event.mode = given.map_or(event.mode, Into::into)"),
    "fraction": ("f64", "event.rating = *given"),
    "truth": ("Option<bool>", "event.mode = given.map_or(event.mode, Into::into)"),
    "id": ("&'a str", "id = Some(text::to_c(given))"),
}
TAKEN_BACK = " Where it is so already when the player is asked, it is taken back."
SENT_NOTES = {
    "interval": "Players take the nearest of their intervals; `None` is the first.",
    "rate": "`None` is the next of its rates, behind the highest the lowest.",
    "mode": "`None` is that behind the present one of those that can be chosen, behind the last the first.",
    "truth": "`None` is the other.", "phase": "[`Phase::Begin`] presses it, [`Phase::End`] releases it.",
    "fraction": "The number is from 0.0 to 1.0.",
    "id": "Its [id](crate::OfferedCommand::id) names it.",
}


def documented(text, line, indent=""):
    """Returns a declaration with its comment, formatted, because rustfmt does not format the inside of a macro."""
    lines = [part for each in text.split("\n") for part in textwrap.wrap(each, 110) or [""]] if "```" not in text else (
        text.split("\n"))
    return [*(f"{indent}/// {each}".rstrip() for each in lines), indent + line]


def member(name):
    return "".join(word.capitalize() for word in name.lower().split("_"))


def kind(command):
    return member(command["name"][len(generated_commands.PREFIX):])


def values(headers, commands):
    """Returns the enumerations, as blocks of the macro `enumeration!`."""
    about = {command["name"]: command["about"] for command in commands}
    lines = [HEAD + "//! The enumerations.", "", "use crate::enumeration;"]
    for name, prefix, text in ENUMERATIONS:
        lines += ["", "enumeration! {", *documented(text, f"{name} {{", "    ")]
        for constant in headers[0]["constants"]:
            if found := re.match(f"NOWPLAYING_(?:{prefix})(.*)", constant["name"]):
                comment = about.get(constant["name"], constant["text"].replace("\n", " ").replace("fork()", "`fork()`"))
                lines += documented(comment, f"{member(found[1])} = {constant['name']},", "        ")
        lines += ["    }", "}"]
    return "\n".join([*lines, ""])


# The sets of bits for surfaces: the names, and the prefixes of their constants, from Python's table.
BEGINNINGS = {name: begin for name, begin, _ in generated_classes.SURFACE_FLAGS}
SETS = [("Abilities", BEGINNINGS["Ability"], "Properties and abilities of a session: a set."),
        ("Changed", BEGINNINGS["Changed"], "The parts of an entry that have changed: a set."),
        ("Characteristics", "TRACK_(?=IS_|DESCRIBES_)", "The characteristics of a track: a set.")]


def surface_values(headers):
    """Returns the enumerations and sets for surfaces, as blocks of the macros `enumeration!` and `set!`."""
    lines = [HEAD + "//! Enumerations and sets of surface.h. Those of nowplaying.h are in the crate nowplaying-values.",
             "", "use crate::declare::set;", "use nowplaying_values::enumeration;"]
    enumerations = [(*each, "enumeration", member) for each in generated_classes.SURFACE_ENUMERATIONS]
    for name, prefix, text, macro, named in enumerations + [(*each, "set", str) for each in SETS]:
        lines += ["", f"{macro}! {{", *documented(text.partition("\n")[0], f"{name} {{", "    ")]
        for constant in [constant for header in headers for constant in header["constants"]]:
            if found := re.match(f"NOWPLAYING_(?:{prefix})(.*)", constant["name"]):
                comment = constant["text"].replace("\n", " ")
                if name == "ContentKind":
                    comment = comment.partition(":")[0].rstrip(".") + "."
                lines += documented(comment, f"{named(found[1])} = {constant['name']},", "        ")
        lines += ["    }", "}"]
    return "\n".join([*lines, ""])


def constructors(headers, commands):
    """Returns the functions that make a command. The function for custom commands is written by hand."""
    plain, others = [], []
    for command in commands:
        name, form = command["name"][len(generated_commands.PREFIX):].lower(), command["form"]
        wire = "" if "mpris" in command else "Surfaces of org.nowplaying send it; MPRIS has no call for it."
        explained = FORMS.get(form, ("",))[-1]
        note = NOTES.get(command["word"], "")
        text = " ".join(filter(None, [command["about"], explained, wire, "" if "```" in note else note]))
        text = "\n".join([*textwrap.wrap(text, 110), note]) if "```" in note else text
        if form == "none":
            plain += documented(text, f"{name} = {kind(command)};", "        ")
        elif form in FORMS:
            modes = generated_commands.mode_of(command, headers)
            c_type, own, call, _ = (part.format(modes=modes) for part in FORMS[form])
            given = re.findall(r"(\w+):", own)
            closure = f"impl FnMut(&Session<Mode>, &Request, {c_type}) -> Answered + Callable<Mode> + 'static"
            parameters = [*([own] if own else []), f"handler: {closure}"]
            passed = ", ".join([f"CommandKind::{kind(command)}", *given, "handler"])
            others += ["", *documented(text, f"pub fn {name}({', '.join(parameters)}) -> Self {{"),
                       f"Command::{call}({passed})", "}"]
    return "\n".join([
        HEAD + "use crate::callback::Answered;", "use crate::command::plain;", "use crate::mode::{Callable, LoopMode};",
        "use crate::{Command, CommandKind, Feedback, Phase, RepeatMode, Request, Session, ShuffleMode};",
        "use std::time::Duration;", "", "impl<Mode: LoopMode> Command<Mode> {",
        "plain! {", *plain, "}", *others, "}", ""])


def sent(headers, commands):
    """Returns the commands that a surface sends."""
    cases, kinds, arms = [], [], []
    for command in commands:
        form, name = command["form"], kind(command)
        c_type, fill = (part.format(modes=generated_commands.mode_of(command, headers)) for part in SENT[form])
        text = " ".join(filter(None, [command["about"], SENT_NOTES.get(form)]))
        is_feedback = command["word"] == "feedback"
        if is_feedback:  # Chosen by the opinion, because the number of a button would choose the next mode.
            text, c_type, fill = command["about"], "Feedback", "event.mode = (*given).into()"
        text += " The first button that can give this is taken." if is_feedback else ""
        cases += documented(text, f"{name}({c_type})," if c_type else f"{name},")
        is_rating = command["word"] == "set-rating"
        also = " | Command::FeedbackButton(..) | Command::PressThumb(..)" if is_feedback else ""
        also += " | Command::PressStar(_)" if is_rating else ""
        kinds.append(f"Command::{name}{'(_)' if c_type else ''}{also} => CommandKind::{name},")
        if is_feedback:
            cases += documented("The same by the button with this [number](crate::OfferedCommand::button).",
                                f"FeedbackButton(u32, {c_type}),")
            cases += documented("The press of the thumb of this, of the button with this number." + TAKEN_BACK,
                                f"PressThumb(u32, {c_type}),")
            arms += [f"Command::{name}(given) => {{ {fill}; event.button = first_button(session, *given); }}",
                     "Command::FeedbackButton(button, given) | Command::PressThumb(button, given) => "
                     f"{{ {fill}; event.button = *button; }}"]
        elif is_rating:
            cases += documented("The press of the star of this." + TAKEN_BACK, f"PressStar({c_type}),")
            arms.append(f"Command::{name}(given) | Command::PressStar(given) => {fill},")
        elif c_type:
            arms.append(f"Command::{name}(given) => {fill},")
    unit = [f"Command::{kind(command)}" for command in commands if command["form"] == "none"]
    return "\n".join([
        HEAD + "use crate::offered::first_button;", "use crate::time::microseconds;",
        "use crate::{text, CommandKind, Feedback, Phase, RepeatMode, Session, ShuffleMode};",
        "use nowplaying_sys as sys;", "use std::ffi::CString;", "use std::time::Duration;", "",
        "/// A command, for [`Session::send`].", "#[derive(Clone, Debug, PartialEq)]", "#[non_exhaustive]",
        "pub enum Command<'a> {", *cases, "}", "", "impl Command<'_> {", "/// Its meaning.",
        "pub fn kind(&self) -> CommandKind {", "match self {", *kinds, "}", "}", "",
        "/// The event for the library, and the text that it borrows.",
        "pub(crate) fn to_c(&self, session: &Session) -> (sys::nowplaying_command_event, Option<CString>) {",
        "let mut event = sys::NOWPLAYING_SURFACE_COMMAND_INIT(self.kind().into());", "let mut id = None;",
        "match self {", *arms, " | ".join(unit) + " => {}", "}",
        "event.toggle = matches!(self, Command::PressThumb(..) | Command::PressStar(_)).into();",
        "event.id = text::pointer(&id);", "(event, id)", "}",
        "}", ""])


def setter(field):
    """Returns a line of the macro `fields!` for the builder of a content, with its comment."""
    text = re.sub(r" (Shown as|Not shown)\b.*", "", field.comment)
    if field.name.startswith("musicbrainz"):
        text = text.replace("Of the", "The ids at MusicBrainz of the")
    if field.type == "texts":
        text = text.removesuffix(".") + "; the rest of more than [`limits::TEXTS`] is left out."
    if field.type == "number":
        text = text.removesuffix(".") + ", 0.0 to 1.0; what is beyond is clamped, and NaN is none."
    if field.type == "flag":
        text = re.sub(r"^1: (.*?)(, 0: .*)?\.$", r"`true`: \1.", text)
    if field.type == "date":
        text = text.removesuffix(".") + ": a [`Date`], which can be parsed from a tag, or a `SystemTime`."
    words = {"integer": "count", "number": "rating"}
    constant = f"NOWPLAYING_FIELD_{field.name.upper()}"
    return documented(text, f"{field.name}: {words.get(field.type, field.type)} = {constant};", "        ")


def builder(header):
    """Returns the fields of the builder of a content: those of every kind, and those of each."""
    fields = generated_classes.fields_of(header)
    by_name = {field.name: field for field in fields}
    lines = [HEAD + "//! The fields of contents.", "", "use crate::content::{kind, Value};",
             "use crate::content_builder::fields;", "use crate::{limits, text, ContentBuilder, Date};",
             "use nowplaying_sys as sys;", "", "/// The fields of any kind.", "impl<Kind> ContentBuilder<Kind> {",
             "    fields! {"]
    lines += [line for field in fields if field.is_of_any_kind for line in setter(field)] + ["    }", "}"]
    for name, comment, _ in generated_classes.commented(header, "CONTENT_"):
        own = [by_name[word.lower()] for word in re.findall(r"\w+", comment.partition(": ")[2])]
        made = [line for field in own if not field.is_of_any_kind for line in setter(field)]
        if made:
            lines += ["", f"impl ContentBuilder<kind::{member(name)}> {{", "    fields! {", *made, "    }", "}"]
    return "\n".join([*lines, ""])


def generate(description, folder):
    """Returns the generated files and their texts, before rustfmt."""
    headers, commands = description["headers"], description["commands"]
    return {folder / "nowplaying-values/src/values.rs": values(headers, commands),
            folder / "nowplaying/src/content_fields.rs": builder(headers[0]),
            folder / "nowplaying/src/constructors.rs": constructors(headers, commands),
            folder / "nowplaying-surface/src/values.rs": surface_values(headers),
            folder / "nowplaying-surface/src/command.rs": sent(headers, commands)}
