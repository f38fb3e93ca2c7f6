# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests how sessions and extensions are registered for pushes, and their tokens."""

import json
import re
import uuid

import pytest

from conftest import versions
from lab.remote.app import App
from lab.remote.attributes import attributes, device
from lab.remote.push import Distributor, Server, token_of
from lab.remote.waiting import stays
from lab.webpush import Subscription, to_base64url
from testkit.desktop import wait_until
from testkit.wire import CALL, NO_REPLY_EXPECTED

NAME = "org.example.App.RemoteMedia"
TOKEN = re.compile(rb'\{"endpoint":"(https?://[^"\\]+)","keys":\{"auth":"([\w-]{22})","p256dh":"([\w-]{87})"\}\}')


def registration(extension, identifier="kitchen"):
    """Returns the registration of a session that is stored."""
    return extension.files()[identifier]["push"]


@versions
def test_5_nobody_asks_and_nothing_is_registered(login, extension, distributor, app):
    app.start(attributes(controls=["nopush"]))
    extension.settle()
    assert not distributor.seen("register") and not distributor.seen("introspect")
    assert registration(extension) is None and not extension.remembered()


@versions
def test_5_a_session_is_registered(login, extension, distributor, app, version):
    app.start(attributes())
    seen = distributor.wait("register")
    assert (seen["version"], seen["service"], seen["vapid"], seen["known"]) == (version, NAME, None, False)
    assert seen["description"] == "App: Kitchen"
    assert str(uuid.UUID(seen["token"], version=4)) == seen["token"]
    if version == 2:
        assert seen["keys"] == ["description", "service", "token"]
    token_of(login)
    assert len(distributor.seen("register")) == 1


@versions
def test_5_a_token_is_a_subscription(login, extension, distributor, app):
    app.start(attributes())
    token = token_of(login)
    endpoint, auth, public = TOKEN.fullmatch(token).groups()
    [found] = distributor.registrations().values()
    assert endpoint.decode() == found["endpoint"]
    on_file = registration(extension)
    names = {to_base64url(Subscription.parse(token).public), to_base64url(Subscription.parse(token).auth)}
    assert names == {auth.decode(), public.decode()}
    assert names < set(json.dumps(on_file).replace('"', " ").split())
    assert Subscription.parse(token).public[0] == 4


@versions
def test_5_to_start_is_registered_once_and_for_ever(login, extension, distributor, app):
    token = app.start_token()
    assert TOKEN.fullmatch(token) and extension.property("PushToStartToken").value == token.decode()
    second = App(login, extension.name)
    assert second.start_token() == token
    assert len(distributor.seen("register")) == 1 and extension.remembered()["start"]
    extension.signal()
    assert extension.property("PushToStartToken").value == token.decode()
    assert distributor.wait("register", count=2)["token"] == distributor.seen("register")[0]["token"]


@versions
def test_5_a_token_of_its_own_for_each(login, extension, distributor, app):
    tokens = {app.start_token()}
    for name in ("kitchen", "bath"):
        app.start(attributes(name))
        tokens.add(token_of(login, name))
    parsed = [Subscription.parse(token) for token in tokens]
    for part in ("endpoint", "public", "auth"):
        assert len({getattr(each, part) for each in parsed}) == 3


@versions
def test_5_stored_before_it_is_sent(login, extension, version, app):
    """The extension may be killed as soon as the distributor knows of the registration."""
    distributor = Distributor(login, version, register="late")
    app.start(attributes())
    seen = distributor.wait("register")
    assert seen["token"] in json.dumps(registration(extension))
    keys = registration(extension)
    extension.signal()
    distributor.behave(register="succeed")
    extension.sessions()
    assert distributor.wait("register", count=2)["token"] == seen["token"]
    token = Subscription.parse(token_of(login))
    assert to_base64url(token.auth) in json.dumps(keys) and to_base64url(token.public) in json.dumps(keys)


@versions
@pytest.mark.parametrize("endpoint", ["before", "after"])
def test_5_the_endpoint_may_come_before_the_reply(login, extension, version, endpoint, app):
    Distributor(login, version, endpoint=endpoint)
    app.start(attributes())
    assert TOKEN.fullmatch(token_of(login))


@versions
def test_5_a_reply_that_never_comes_is_no_failure(login, extension, version, app):
    distributor = Distributor(login, version, register="never")
    app.start(attributes())
    seen = distributor.wait("register")
    stays("it is asked once", lambda: len(distributor.seen("register")) == 1, 1)
    distributor.ask("endpoint", token=seen["token"], endpoint="https://push.example/late", service=NAME,
                    version=version)
    assert Subscription.parse(token_of(login)).endpoint == "https://push.example/late"
    assert not login.log.lines("warning")


@versions
def test_5_both_interfaces_always(login, extension, distributor, version, app):
    """A distributor keeps the version in which a token was first registered."""
    app.start(attributes())
    token_of(login)
    text = extension.client.call(NAME, "/org/unifiedpush/Connector", "org.freedesktop.DBus.Introspectable",
                                 "Introspect")[0]
    assert "org.unifiedpush.Connector1" in text and "org.unifiedpush.Connector2" in text
    other = 3 - version
    [token] = distributor.registrations()
    start = login.calls.mark()
    distributor.ask("endpoint", token=token, endpoint="https://push.example/other", service=NAME, version=other)
    assert Subscription.parse(token_of(login, start=start)).endpoint == "https://push.example/other"


def test_5_the_newer_version_where_there_are_both(login, extension, app):
    distributor = Distributor(login, "12")
    app.start(attributes())
    assert distributor.wait("register")["version"] == 2
    token_of(login)


@versions
def test_5_a_distributor_that_does_not_say_what_it_has(login, extension, version, app):
    distributor = Distributor(login, version, introspect="fail")
    app.start(attributes())
    assert distributor.wait("register")["version"] == version
    token_of(login)


@versions
@pytest.mark.parametrize("how", [
    {"register": "fail", "reason": "INTERNAL_ERROR"}, {"register": "fail", "reason": "NETWORK"},
    {"register": "fail", "reason": "what nobody knows"}, {"register": "error"},
    {"register": "error", "error": "org.freedesktop.DBus.Error.NoReply"}], ids=lambda how: "-".join(how.values()))
def test_5_failures_that_pass(login, extension, version, how, app):
    distributor = Distributor(login, version, **how)
    app.start(attributes())
    distributor.wait("register", count=3)
    assert extension.player().title() == "Blue"
    distributor.behave(register="succeed")
    token_of(login)
    assert len({each["token"] for each in distributor.seen("register")}) == 1


def test_5_an_older_word_for_failure(login, extension, app):
    distributor = Distributor(login, 1, register="fail", result="REGISTRATION_REFUSED", reason="not now")
    app.start(attributes())
    distributor.wait("register", count=2)
    distributor.behave(register="succeed")
    token_of(login)


@pytest.mark.parametrize("reason", ["ACTION_REQUIRED", "VAPID_REQUIRED", "UNAUTHORIZED"])
def test_5_failures_that_last(login, extension, reason, app):
    distributor = Distributor(login, 2, register="fail", reason=reason)
    app.start(attributes())
    distributor.wait("register")
    login.log.wait(reason)
    stays("it is not asked again", lambda: len(distributor.seen("register")) == 1, 1)
    assert len(login.log.lines(reason)) == 1 and extension.player().title() == "Blue"
    distributor.behave(register="succeed")
    extension.signal()
    extension.sessions()
    token_of(login)


def test_5_pauses_double(make_login, make_extension):
    login = make_login(NOWPLAYING_PUSH_RETRY_MS=100)
    extension = make_extension(login)
    distributor = Distributor(login, 2, register="error")
    extension.start(attributes())
    distributor.wait("register", count=5)
    times = [m.time for m in login.since(0) if m.type == CALL and m.member == "Register"]
    pauses = [after - before for before, after in zip(times, times[1:])]
    # The monitor may receive either of two calls late.
    assert pauses[0] > 0.05 and pauses[1] > 0.15 and pauses[2] > 0.3 and pauses[3] > 0.65


@versions
def test_5_an_endpoint_that_changes(login, extension, distributor, app):
    app.start(attributes())
    old = token_of(login)
    start = login.calls.mark()
    [token] = distributor.registrations()
    distributor.ask("endpoint", token=token, endpoint="http://push.example/new?x=1")
    new = Subscription.parse(token_of(login, start=start))
    assert new.endpoint == "http://push.example/new?x=1"
    assert (new.public, new.auth) == (Subscription.parse(old).public, Subscription.parse(old).auth)
    Server(distributor).update(token_of(login), attributes(title="Red"))
    extension.player().wait_title("Red")


@versions
def test_5_the_same_endpoint_is_no_news(login, extension, distributor, app):
    app.start(attributes())
    endpoint = Subscription.parse(token_of(login)).endpoint
    [token] = distributor.registrations()
    for _ in range(3):
        distributor.ask("endpoint", token=token, endpoint=endpoint)
    distributor.ask("endpoint", token=token, endpoint="https://push.example/new")
    start = login.calls.mark()
    wait_until("the new one is given",
               lambda: Subscription.parse(token_of(login)).endpoint == "https://push.example/new")
    assert len(login.calls.all("token")) == 2 and start <= login.calls.mark()


@versions
def test_5_an_endpoint_that_is_emptied(login, extension, distributor, app):
    """KUnifiedPush sends an empty endpoint when the user changes the push server."""
    before = app.start_token()
    [token] = distributor.registrations()
    distributor.ask("endpoint", token=token, endpoint="")
    wait_until("there is no token", lambda: extension.property("PushToStartToken").value == "")
    distributor.ask("endpoint", token=token, endpoint="https://push.example/next")
    wait_until("there is a token", lambda: extension.property("PushToStartToken").value)
    after = Subscription.parse(extension.property("PushToStartToken").value.encode())
    assert after.endpoint == "https://push.example/next" and after.auth == Subscription.parse(before).auth


@versions
@pytest.mark.parametrize("endpoint", [
    "ftp://push.example/x", "push.example/x", "/x", "https://", "https:///x", "javascript:alert(1)", "mailto:a@b.c",
    "file:///etc/passwd", "https://push.example/a b", "https://push.example/\u0007",
    "https://push.example/" + "x" * 1000])
def test_5_an_endpoint_that_is_none(login, extension, distributor, endpoint, app):
    login.expected.append("[endpoint]")
    app.start(attributes())
    before = token_of(login)
    [token] = distributor.registrations()
    distributor.ask("endpoint", token=token, endpoint=endpoint)
    login.log.wait("push refused [endpoint]")
    extension.settle()
    assert len(login.calls.all("token")) == 1 and len(login.log.lines("push refused")) == 1
    assert Subscription.parse(before).endpoint in json.dumps(registration(extension)).replace("\\/", "/")


@versions
def test_5_the_longest_endpoint(login, extension, distributor, app):
    app.start(attributes())
    token_of(login)
    start = login.calls.mark()
    [token] = distributor.registrations()
    longest = "https://push.example/" + "x" * (1000 - len("https://push.example/"))
    distributor.ask("endpoint", token=token, endpoint=longest)
    assert Subscription.parse(token_of(login, start=start)).endpoint == longest


@versions
def test_5_revoked_by_the_user(login, extension, distributor, app):
    first = app.start_token()
    [token] = distributor.registrations()
    distributor.ask("revoke", token=token)
    wait_until("there is no token", lambda: extension.property("PushToStartToken").value == "")
    app.ask("token")
    stays("it is not registered again", lambda: len(distributor.seen("register")) == 1, 1)
    extension.signal()
    wait_until("there is a token again", lambda: extension.property("PushToStartToken").value)
    again = distributor.wait("register", count=2)
    assert again["token"] != token
    before, after = Subscription.parse(first), Subscription.parse(
        extension.property("PushToStartToken").value.encode())
    assert before.auth != after.auth and before.public != after.public and before.endpoint != after.endpoint


@versions
def test_5_a_session_that_is_revoked_is_still_shown(login, extension, distributor, app):
    app.start(attributes())
    token_of(login)
    [token] = distributor.registrations()
    distributor.ask("revoke", token=token)
    wait_until("it is gone from the file", lambda: not (registration(extension) or {}).get("endpoint"))
    app.update("kitchen", attributes(title="Red"))
    extension.player().wait_title("Red")


@versions
def test_5_the_end_unregisters(login, extension, distributor, version, app):
    app.start(attributes())
    token_of(login)
    [token] = distributor.registrations()
    app.end("kitchen")
    seen = distributor.wait("unregister")
    assert (seen["token"], seen["known"], seen["version"]) == (token, True, version)
    if version == 1:
        [call] = [m for m in login.since(0) if m.type == CALL and m.member == "Unregister"]
        assert call.flags & NO_REPLY_EXPECTED
    extension.settle()
    assert len(distributor.seen("unregister")) == 1 and not login.log.lines("push refused")
    login.calls.wait("ended", id="kitchen")


@versions
def test_5_an_endpoint_for_what_has_ended(login, extension, version, app):
    """Registering may take longer than the session lasts: then nothing is logged, and the endpoint is not kept."""
    distributor = Distributor(login, version, register="late")
    app.start(attributes("bath", controls=["nopush"]))
    app.start(attributes())
    seen = distributor.wait("register")
    app.end("kitchen")
    distributor.wait("unregister", token=seen["token"], known=False)
    distributor.ask("answer")
    distributor.wait("unregister", token=seen["token"], known=True)
    extension.settle()
    assert len(distributor.seen("unregister")) == 2 and not login.log.lines("push refused")


@versions
def test_5_a_message_for_what_has_ended(login, extension, distributor, version, app):
    login.expected.append("[unknown-token]")
    app.start(attributes("bath"))
    app.start(attributes())
    message = Server(distributor).encrypted(token_of(login), {"aps": {}})
    distributor.behave(unregister="silent")
    app.end("kitchen")
    seen = distributor.wait("unregister")
    start = len(distributor.events)
    for _ in range(3):
        distributor.finish(distributor.begin_message(seen["token"], message, "late", service=NAME, version=version,
                                                     reply=True))
    acknowledged = distributor.wait("acknowledged", start, count=3)
    assert "values" in acknowledged
    extension.settle()
    distributor.wait("unregister", start)
    assert len(distributor.seen("unregister", start)) == 1 and extension.ids() == ["bath"]


@versions
def test_5_a_token_that_nobody_holds(login, extension, distributor, version, app):
    """A registration without a session would wake the extension for ever, so that it is unregistered."""
    login.expected.append("[unknown-token]")
    app.start(attributes())
    token_of(login)
    for word, more in (("endpoint", {"endpoint": "https://push.example/x"}), ("message", {"message": "AAAA"})):
        distributor.ask(word, token="0b9cf2a1-0000-4000-8000-000000000000", service=NAME, version=version, **more)
    login.log.wait("push refused [unknown-token]")
    distributor.wait("unregister", token="0b9cf2a1-0000-4000-8000-000000000000")
    extension.settle()
    assert len(distributor.seen("unregister")) == 1 and len(login.calls.all("token")) == 1


@versions
def test_5_what_needs_no_word(login, extension, distributor, version, app):
    """An empty token, and Unregistered as a confirmation, cause no line in the log."""
    app.start(attributes())
    token_of(login)
    distributor.ask("message", token="", message="AAAA", service=NAME, version=version)
    distributor.ask("endpoint", token="", endpoint="https://push.example/x", service=NAME, version=version)
    distributor.ask("revoke", token="", service=NAME, version=version)
    distributor.ask("revoke", token="0b9cf2a1-0000-4000-8000-000000000000", service=NAME, version=version)
    extension.settle()
    assert not login.log.lines("push refused") and not distributor.seen("unregister")


@pytest.mark.parametrize("member", ["Message", "NewEndpoint", "Unregistered"])
def test_5_calls_of_another_form(login, extension, distributor, member, app):
    app.start(attributes())
    token_of(login)
    wrong = distributor.refused("call", service=NAME, member=member, arguments="('text', 1)")
    assert wrong == "org.freedesktop.DBus.Error.InvalidArgs"
    wrong = distributor.refused("call", service=NAME, member=member, interface="Connector1", arguments="(1,)")
    assert wrong == "org.freedesktop.DBus.Error.InvalidArgs"
    answer = distributor.ask("call", service=NAME, member=member, arguments="(@a{sv} {},)")
    assert answer["values"] == [{}]
    answer = distributor.ask("call", service=NAME, member=member,
                             arguments="({'token': <1>, 'message': <'text'>, 'endpoint': <2>, 'x': <3>},)")
    assert answer["values"] == [{}]
    assert len(login.calls.all("token")) == 1


def test_5_a_long_description_is_cut_at_a_character(login, extension, distributor):
    extension.start(attributes(devices=[device("a", "ü" * 100)]))
    description = distributor.wait("register")["description"]
    assert len(description.encode()) <= 100 and "App: ü".startswith(description[:6]) and "�" not in description
    assert len(description.encode()) > 96
