# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the pictures of pages: fetched when the desktop wants them, as the page would, and handed over as bytes."""

from urllib.parse import quote

import pytest
from field.adapters.media import color_of
from testkit.received import bytes_of


def picture_of(session, side):
    """Returns the type, the size and the bytes of the picture that a surface gets."""
    reply = session.surface.reply(session.start_artwork(session.content["artwork"], side, side))
    assert reply.descriptors, f"no picture: {reply}"
    return reply.body[1], tuple(reply.body[2:4]), bytes_of(reply.descriptors[0])


@pytest.mark.parametrize("side, size", [(48, (64, 64)), (256, (300, 300)), (1000, (300, 300))])
def test_the_size_that_is_wanted(run, pages, side, size):
    run.browser.open(f"{pages.at}/music.html")
    run.wait_title("Song one")
    (session,) = run.sessions()
    session.wait(lambda of: of.content.get("artwork"), "it has a picture")
    kind, given, _ = picture_of(session, side)
    assert (kind, given) == ("image/png", size)


def test_the_picture_of_mpris(run, pages):
    run.browser.open(f"{pages.at}/music.html")
    run.wait_title("Song one")
    address = run.wait_until("it has a picture", lambda: run.metadata("mpris:artUrl"))
    with open(address.removeprefix("file://"), "rb") as file:
        assert color_of(file.read()) == color_of((pages.folder / "red.png").read_bytes())


def test_a_poster(run, pages):
    tab = run.browser.open(f"{pages.at}/element.html")
    run.browser.run(tab, "film.play()")
    run.wait_title("A Film")
    (session,) = run.sessions()
    assert picture_of(session, 300)[1] == (300, 300)


def test_a_picture_of_another_origin(run, pages):
    """The page may show the picture and not read it: the extension fetches it, without the user's cookies."""
    pages.asked.clear()
    other = run.browser.open(f"{pages.elsewhere}/bare.html")
    run.browser.run(other, "document.cookie = 'who=you'")
    tab = run.browser.open(f"{pages.at}/music.html")
    run.wait_title("Song one")
    source = f"{pages.elsewhere}/red.png?fresh"
    run.browser.run(tab, f"""navigator.mediaSession.metadata = new MediaMetadata({{
        title: 'Elsewhere', artwork: [{{ src: '{source}' }}] }})""")
    run.wait_title("Elsewhere")
    (session,) = run.sessions()
    assert picture_of(session, 300)[1] == (300, 300)
    sent = [headers for path, headers in pages.asked if path == "/red.png?fresh"]
    assert len(sent) > 1 and not any("Cookie" in headers for headers in sent), list(map(str, sent))
    # The browser has the cookie, and sends it when it fetches another picture of that site.
    run.browser.run(other, "new Image().src = 'red.png?own'")
    run.wait_until("the user has a cookie", lambda: any(
        path == "/red.png?own" and headers["Cookie"] == "who=you" for path, headers in pages.asked))


def asked_by_extension(pages, path):
    """Returns whether the extension itself has asked for something: it says no origin and no page."""
    return any(asked == path and "Origin" not in headers and "Referer" not in headers for asked, headers in pages.asked)


def test_servers_of_the_local_network(run, pages):
    """A page of the web names servers of this computer and of its network: the extension asks none of them, and follows
    nobody to them."""
    run.expected = ["No artwork"]
    tab = run.browser.open(f"{pages.elsewhere}/music.html")
    run.wait_title("Song one")
    number = int.from_bytes([127, 0, 0, 1], "big")
    hosts = ["127.0.0.1", "localhost", "localhost.", str(number), "0x7f.1", "[::ffff:127.0.0.1]", "[::1]", "router"]
    sources = {f"Local {count}": f"http://{host}:{pages.port}/red.png?{count}" for count, host in enumerate(hosts)}
    sources["Redirected"] = f"{pages.pictures}/redirect/{quote(f'{pages.at}/red.png?aim', safe='')}"
    for title, source in sources.items():
        session = describe(run, tab, title, f"'{source}'")
        session.surface.error(session.start_artwork(session.content["artwork"], 64, 64))
        path = source.removeprefix(f"http://{source.split('/')[2]}")
        assert asked_by_extension(pages, path) == (title == "Redirected"), source
    assert not asked_by_extension(pages, "/red.png?aim")
    session = describe(run, tab, "Of the web", f"'{pages.pictures}/red.png?web'")
    assert picture_of(session, 300)[1] == (300, 300)
    assert asked_by_extension(pages, "/red.png?web")


def test_other_forms(run, pages):
    """A BMP and a very large picture are made PNG; text is no picture."""
    tab = run.browser.open(f"{pages.at}/music.html")
    for name, size in ("wide.bmp", (64, 32)), ("large.png", (512, 512)), ("music.html", None), ("none.png", None):
        run.browser.run(tab, f"""navigator.mediaSession.metadata = new MediaMetadata({{
            title: '{name}', artwork: [{{ src: '{pages.at}/{name}' }}] }})""")
        run.wait_title(name)
        (session,) = run.sessions()
        if size:
            assert picture_of(session, 512)[:2] == ("image/png", size), name
        else:
            session.surface.error(session.start_artwork(session.content["artwork"], 64, 64))


def describe(run, tab, title, source):
    """Has the page describe an item with a picture. source: JavaScript whose awaited value is the picture's address."""
    run.browser.run(tab, f"""(async () => {{
        const src = await ({source});
        navigator.mediaSession.metadata = new MediaMetadata({{ title: '{title}', artwork: [{{ src }}] }}); }})()""")
    run.wait_title(title)
    (session,) = run.sessions()
    return session


BLOB = "fetch('red.png').then((response) => response.blob())"


def test_addresses_without_a_server(run, pages):
    """The page has made the picture itself, and takes it back when the next one is there."""
    tab = run.browser.open(f"{pages.at}/music.html")
    run.wait_title("Song one")
    data = f"""{BLOB}.then((blob) => new Promise((resolve) => {{ const reader = new FileReader();
        reader.onload = () => resolve(reader.result); reader.readAsDataURL(blob); }}))"""
    assert picture_of(describe(run, tab, "Data", data), 300)[:2] == ("image/png", (300, 300))
    blob = f"{BLOB}.then((blob) => window.address = URL.createObjectURL(blob))"
    assert picture_of(describe(run, tab, "Blob", blob), 300)[:2] == ("image/png", (300, 300))
    run.wait_until("clients of MPRIS see it", lambda: run.metadata("mpris:artUrl"))
    run.browser.run(tab, "URL.revokeObjectURL(address)")
    session = describe(run, tab, "Gone", "URL.createObjectURL(new Blob())")
    session.surface.error(session.start_artwork(session.content["artwork"], 300, 300))
    run.wait_until("the picture of the song before is gone", lambda: run.metadata("mpris:artUrl") is None)


@pytest.mark.parametrize("source", [
    "'data:image/svg+xml,<svg xmlns=\"http://www.w3.org/2000/svg\"/>'", "location.origin + '/cover.svg#a'",
    "'javascript:1'", "'file:///etc/passwd'", "`${location.origin}/${'x'.repeat(1e6)}`"])
def test_what_is_no_picture(run, pages, source):
    """The page's icon is shown instead of an address that is no picture."""
    tab = run.browser.open(f"{pages.at}/element.html")
    run.browser.run(tab, "film.removeAttribute('poster'); film.play()")
    run.wait_title("A Film")
    session = describe(run, tab, "Odd", f"Promise.resolve({source})")
    session.wait(lambda of: of.content["title"] == "Odd", "it is described")
    assert picture_of(session, 64)[1] == (64, 64)
