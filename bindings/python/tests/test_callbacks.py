# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that the package uses every callback of the header."""
import re

from nowplaying import App, CallLoop, RemoteSession, Session
from conftest import REPOSITORY

HEADER = REPOSITORY / "include" / "nowplaying" / "nowplaying.h"


def entries(table):
    """Returns the names of the callbacks in a table of the header."""
    body = re.search(rf"typedef struct {table} {{(.*?)\n}} {table};", HEADER.read_text(), re.DOTALL)[1]
    return re.findall(r"\(\*(\w+)\)\(", body)


def missing(table, owners):
    """Returns the entries that none of the owners has, with a handler for each of its parameters."""
    names = entries(table)
    assert "destroy" in names, names
    return [name for name in names if not any(getattr(each, name, None) for each in owners)]


def test_every_entry_of_the_header_has_a_handler(bus, monkeypatch):
    given = []
    for owner in (App, Session, RemoteSession):
        def spy(*arguments, new=owner._new):
            given.extend(argument._obj for argument in arguments if hasattr(argument, "_obj"))
            return new(*arguments)
        monkeypatch.setattr(owner, "_new", staticmethod(spy))

    def handlers(owner):
        return {name: lambda *_: None for name in owner._handler_names}

    with App("org.example.Test", loop=CallLoop(lambda _function: None), uri_schemes=["file"], **handlers(App)) as app:
        RemoteSession(app, **handlers(RemoteSession))
    for table in ("nowplaying_app_callbacks", "nowplaying_session_callbacks"):
        owners = [each for each in given if type(each).__name__ == table]
        assert owners, f"the library was given no {table}"
        assert not missing(table, owners), f"the package has no handler for {missing(table, owners)} of {table}"
