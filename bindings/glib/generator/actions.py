# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Generates the asynchronous functions of a session, one for each function of the header that begins an action."""
import re

from enums import enumerations
from interface import comment, escaped, plain
from rows import BOOLEANS

LAST = ("done", "user_data", "ret_action")
# The actions whose result is a picture or a video.
GIVE_MEDIA = re.compile(r"_get_(artwork|chapter_artwork|preview|video)$")
PLAIN_TYPES = {"double": "double", "int32_t": "int", "size_t": "gsize", "const char *": "const char *"}


def in_words(text):
    """Replaces 1 and 0 in a description by TRUE and FALSE when the argument is a gboolean."""
    return text.replace("1 or 0", "%TRUE or %FALSE").replace("1: ", "%TRUE if ").replace("; else 0", "")


class Argument:
    """An argument of an action besides the surface, the session and the callback."""

    def __init__(self, argument, groups):
        self.name, c_type = argument["name"], argument["type"]
        self.given, self.annotation = self.name, ""
        if c_type == "const nowplaying_command_event *":
            self.type, self.given = "NpgCommandEvent *", "npg_command_event_struct (command)"
        elif c_type in groups:
            self.type = groups[c_type].type
        elif self.name in BOOLEANS:
            self.type = "gboolean"
            self.given = f"{self.name} ? 1 : 0"
        else:
            self.type = PLAIN_TYPES[c_type]
        self.declared = self.type + ("" if self.type.endswith("*") else " ") + self.name


class Action:
    """A function that begins an action."""

    def __init__(self, function, groups):
        self.function, self.name = function["name"], plain(function["name"])
        self.arguments = [Argument(argument, groups) for argument in function["arguments"][2:]
                          if argument["name"] not in LAST]
        self.parse(function["text"])
        for argument in self.arguments:
            if argument.type == "const char *" and "NULL" in self.texts.get(argument.name, ""):
                argument.annotation = "(nullable)"
        self.result = "NpgMedia *" if GIVE_MEDIA.search(self.function) else "gboolean "

    def parse(self, text):
        """Reads the abstract, and the descriptions of the arguments and of `done`."""
        names = [argument.name for argument in self.arguments] + ["done", "Errors"]
        word = "|".join(names)
        parts = re.split(rf"(?:^|(?<=\. )|(?<=\n))((?:(?:{word}), )*(?:{word})): ", text)
        self.abstract, self.texts = parts[0].strip(), {}
        for said, about in zip(parts[1::2], parts[2::2]):
            for name in said.split(", "):
                self.texts[name] = in_words(" ".join(about.split())) if name in BOOLEANS else " ".join(about.split())

    def describe(self):
        text = self.abstract
        if "done" in self.texts:
            text += "\n\nThe outcome: " + self.texts["done"]
        return escaped(text)


def actions(interface):
    groups, made, known = enumerations(interface), [], {}
    for function in interface.functions.values():
        if any(argument["name"] == "ret_action" for argument in function["arguments"]):
            action = Action(function, groups)
            for name, text in action.texts.items():
                if not text.startswith(("as ", "as of")):
                    known[name] = text
                elif name in known:
                    action.texts[name] = known[name]
            made.append(action)
    return made


def signatures(action):
    arguments = ", ".join(["NpgSession *self", *(argument.declared for argument in action.arguments),
                           "GCancellable *cancellable", "GAsyncReadyCallback callback", "gpointer user_data"])
    return (f"void npg_session_{action.name}_async ({arguments})",
            f"{action.result}npg_session_{action.name}_finish (NpgSession *self, GAsyncResult *result, GError **error)")


def define(action):
    begin, finish = signatures(action)
    function = f"npg_session_{action.name}"
    given = "".join(f", {argument.given}" for argument in action.arguments)
    parameters = [("self", "", "a session"),
                  *((argument.name, argument.annotation, escaped(action.texts.get(argument.name, "what is given")))
                    for argument in action.arguments),
                  ("cancellable", "(nullable)", "no longer waits for the player, which may do it all the same"),
                  ("callback", "(scope async) (closure user_data)", "called with the result"),
                  ("user_data", "", "passed to it")]
    media = action.result.startswith("NpgMedia")
    returns = "(transfer full): the picture or the video, or %NULL" if media else "%TRUE if the player has done it"
    checks = "".join(f"  g_return_if_fail (NPG_IS_COMMAND_EVENT ({argument.name}));\n"
                     for argument in action.arguments if argument.type == "NpgCommandEvent *")
    return comment(function + "_async", action.describe(), parameters) + f"""\
{begin} {{
  g_return_if_fail (NPG_IS_SESSION (self));
{checks}  NpgCall *call = npg_call_new (self, {str(media).upper()}, {function}_async, cancellable, callback, user_data);
  if (call == NULL) return;
  npg_call_begun (call, {action.function} (call->surface, npg_session_now (self){given},
                                          npg_call_done, call, &call->action));
}}

""" + comment(function + "_finish", f"Finishes [method@Session.{action.name}_async].",
              [("self", "", "the session"), ("result", "", "what the callback was given"),
               ("error", "", "gets the error, of the domain `NPG_ERROR`, or `G_IO_ERROR_CANCELLED`")], returns) + f"""\
{finish} {{
  return npg_call_finish{'_media' if media else ''} (self, result, {function}_async, error);
}}
"""


def header(interface):
    lines = []
    for action in actions(interface):
        lines += [f"NPG_AVAILABLE {signature};" for signature in signatures(action)]
    return "\n".join([*lines, ""])


def source(interface):
    return "\n".join(define(action) for action in actions(interface))
