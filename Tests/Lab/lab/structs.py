# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The structs and callbacks of surface.h for ctypes, made of the description of the headers."""

import ctypes
import json
from ctypes import CFUNCTYPE, POINTER, Structure, sizeof

from abi import interface

TYPES = {each["name"]: each for header in json.loads(interface.FILE.read_text())["headers"]
         for each in header["types"]}


class Struct(Structure):
    def __init__(self, **values):
        types = dict(self._fields_)
        super().__init__(struct_size=sizeof(self), **{
            name: types[name](value) if callable(value) else value for name, value in values.items()})


def c_type(name):
    """Returns the type of a member of a struct; a pointer to a struct or a handle is an address."""
    known = TYPES.get(name, {})
    if known.get("is") == "integer":
        name = known["type"]
    plain = name.removeprefix("const ")
    if plain == "char *":
        return ctypes.c_char_p
    if plain in ("int64_t *", "double *"):
        return POINTER(c_type(plain.removesuffix(" *")))
    if plain.endswith("*"):
        return ctypes.c_void_p
    return getattr(ctypes, "c_" + (plain if plain == "size_t" else plain.removesuffix("_t")))


def callback(described):
    return CFUNCTYPE(None, *(c_type(each["type"]) for each in described["arguments"]))


def struct(name):
    """Makes the class of the struct nowplaying_NAME."""
    described = TYPES["nowplaying_" + name]
    fields = [(each["name"], callback(each["callback"]) if "callback" in each else c_type(each["type"]))
              for each in described["fields"]]
    return type(name, (Struct,), {"_fields_": fields})


Callbacks, Control, Info, Item, Options, Playlist, Playlists, Queue, QueueEntry, Result = (
    struct("surface_" + name) for name in (
        "callbacks", "control", "info", "item", "options", "playlist", "playlists", "queue", "queue_entry", "result"))
Snapshot, Command, Chapter, Track, Device, Event = (
    struct(name) for name in ("snapshot", "command", "chapter", "track", "device", "command_event"))
DONE = CFUNCTYPE(None, ctypes.c_void_p, POINTER(Result), ctypes.c_void_p)
