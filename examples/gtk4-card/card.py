#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Usage: card.py [--fetch]     A card for each player, with GTK 4: cover, lines, buttons, chapters and lyrics. --fetch
also fetches covers from the web; their servers thus learn what is played."""
import sys

import gi

gi.require_versions({"Gtk": "4.0", "NowPlayingGLib": "0"})
from gi.repository import Gio, GLib, Gtk, NowPlayingGLib as NP  # noqa: E402
from picture import decode, fetch  # noqa: E402


class Card(Gtk.Grid):
    def __init__(self, session):
        super().__init__(column_spacing=12, row_spacing=6)
        self.session, self.cancellable = session, Gio.Cancellable()
        self.send = lambda event: session.send_command_async(event, None, None)
        self.cover, self.words, self.lyrics = Gtk.Image(pixel_size=128), Gtk.Label(xalign=0), Gtk.Label(xalign=0)
        self.buttons, self.chapters = Gtk.Box(spacing=6), Gtk.FlowBox(max_children_per_line=5)
        self.attach(self.cover, 0, 0, 1, 4)
        for row, child in enumerate((self.words, self.buttons, self.chapters, self.lyrics)):
            self.attach(child, 1, row, 1, 1)
        self.chapters.connect("child-activated", lambda _, child: self.send(NP.CommandEvent(
            kind=NP.CommandKind.SEEK_TO_POSITION, time_us=self.item.get_chapters()[child.get_index()].get_start_us())))
        heard = [session.connect(f"notify::{name}", show) for name, show in (
            ("item", self.show_item), ("controls", self.show_buttons))]
        self.connect("destroy", lambda _: (self.cancellable.cancel(), [session.disconnect(each) for each in heard]))
        self.show_item()
        self.show_buttons()

    def show_item(self, *_):
        self.item = self.session.get_item()
        self.words.set_text("\n".join([self.session.get_display_name(), *(self.item.get_lines() if self.item else ())]))
        self.chapters.bind_model(self.item and self.item.get_chapters(), lambda each: Gtk.Label(label=each.props.title))
        self.cover.set_from_icon_name("audio-x-generic")
        self.cancellable.cancel()
        self.cancellable = Gio.Cancellable()
        self.session.get_artwork_async(128, 128, self.cancellable, self.got_artwork)

    def got_artwork(self, session, result):
        try:
            picture = session.get_artwork_finish(result)
            self.cover.set_from_paintable(decode(picture.get_data(), 128, picture.get_orientation()))
        except GLib.Error as error:
            is_on_web = error.matches(NP.error_quark(), NP.Error.NOT_LOCAL)
            if is_on_web and "--fetch" in sys.argv and not self.item.get_excluded_from_suggestions():
                fetch(self.item.get_artwork_url(), self.cancellable,
                      lambda data: self.cover.set_from_paintable(decode(data, 128)))

    def show_buttons(self, *_):
        for each in [*self.buttons]:
            self.buttons.remove(each)
        for each in self.session.get_controls():
            icon, name = NP.icon_name(each.get_icon()), each.get_name_plural() or each.get_name()
            title = each.get_title() or name.replace("%1", f"{each.get_number():g}")
            if each.get_row() <= NP.ControlRow.OVERFLOW and not each.get_is_held():
                face = Gtk.Image(icon_name=icon + "-symbolic", use_fallback=True) if icon else Gtk.Label(label=title)
                button = Gtk.Button(child=face, sensitive=each.get_enabled())
                button.connect("clicked", lambda _, each=each: self.send(NP.CommandEvent.new_for_control(each)))
                self.buttons.append(button)

    def tick(self):
        position = self.session.get_snapshot().get_elapsed_us()
        is_known, index, _ = self.item.get_chapter_at(position) if self.item else (False, 0, 0)
        chapter = self.chapters.get_child_at_index(index) if is_known else None
        self.chapters.select_child(chapter) if chapter else self.chapters.unselect_all()
        line = self.item.get_lyrics_at(position)[0] if self.item else ""
        self.lyrics.set_text((self.item.get_lyrics() if line is None else line) or "")


surface, cards = NP.Surface.new("gtk4-card"), Gtk.ListBox(css_classes=["rich-list"])
cards.bind_model(surface, Card)
GLib.timeout_add(250, lambda: [row.get_child().tick() for row in cards] is not None)
Gtk.Window(title="Cards", default_width=720, default_height=900, child=Gtk.ScrolledWindow(child=cards)).present()
while Gtk.Window.get_toplevels():
    GLib.MainContext.default().iteration(True)
