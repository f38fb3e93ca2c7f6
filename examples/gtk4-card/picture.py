# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Pictures of foreign programs and servers, with care: GdkPixbuf decodes them, and libsoup fetches those on the web."""
import gi

gi.require_versions({"Gdk": "4.0", "GdkPixbuf": "2.0", "Soup": "3.0"})
from gi.repository import Gdk, GdkPixbuf, GLib, Soup  # noqa: E402

MOST_PIXELS, MOST_BYTES, SECONDS, MOST_MOVES = 1 << 25, 8 << 20, 15, 5


def decode(data, size, orientation=None):
    """Returns a texture of at most this width and height, turned as the library says, or else as the picture itself
    says; None if it is not a picture."""
    def sized(loader, width, height):
        scale = 0 if width * height > MOST_PIXELS else min(1, size / max(width, height, 1))
        loader.set_size(*(max(round(length * scale), scale > 0) for length in (width, height)))

    loader = GdkPixbuf.PixbufLoader()
    loader.connect("size-prepared", sized)
    try:
        loader.write_bytes(data)
        loader.close()
    except GLib.Error:
        return None
    pixbuf = loader.get_pixbuf()
    if orientation:
        pixbuf.remove_option("orientation")
        pixbuf.set_option("orientation", str(orientation))
    return Gdk.Texture.new_for_pixbuf(pixbuf.apply_embedded_orientation())


def fetch(address, cancellable, done):
    """Calls `done` with the bytes at an address, unless there are none, too many, or they come too late. It needs a
    cancellable of its own."""
    session = Soup.Session(max_conns_per_host=MOST_MOVES + 1)  # one for each, so that a server that hangs is alone
    parts = []
    alarm = GLib.timeout_add_seconds(SECONDS, lambda: cancellable.cancel() or GLib.SOURCE_CONTINUE)

    def end(data=None):
        GLib.source_remove(alarm)
        session.abort()
        if data and not cancellable.is_cancelled():
            done(GLib.Bytes.new(data))

    def ask(uri, moves):
        message = Soup.Message.new_from_uri("GET", uri)
        message.add_flags(Soup.MessageFlags.NO_REDIRECT)
        session.send_async(message, GLib.PRIORITY_DEFAULT, cancellable, answered, message, moves)

    def answered(_session, result, message, moves):
        try:
            stream, place = session.send_finish(result), message.get_response_headers().get_one("Location")
            if message.get_status() == Soup.Status.OK:
                return read(stream)
            if moves and place and 300 <= message.get_status() < 400:
                return ask(parse(place, message.get_uri()), moves - 1)
        except GLib.Error:
            pass
        return end()

    def read(stream):
        stream.read_bytes_async(1 << 18, GLib.PRIORITY_DEFAULT, cancellable, got)

    def got(stream, result):
        try:
            part = stream.read_bytes_finish(result).get_data()
        except GLib.Error:
            return end()
        parts.append(part or b"")
        if not part or sum(map(len, parts)) > MOST_BYTES:
            return end(None if part else b"".join(parts))
        return read(stream)

    try:
        ask(parse(address), MOST_MOVES)
    except GLib.Error:
        end()


def parse(address, base=None):
    """Parses an address, and refuses one that is not on the web or leads from https to http."""
    escaped = GLib.Uri.escape_string(address, "%:/?#[]@!$&'()*+,;=~", False)
    uri = (base.parse_relative if base else GLib.Uri.parse)(escaped, GLib.UriFlags(Soup.HTTP_URI_FLAGS))
    if not uri.get_host() or uri.get_scheme() not in (base.get_scheme() if base else "http", "https"):
        raise GLib.Error("no address on the web")
    return uri
