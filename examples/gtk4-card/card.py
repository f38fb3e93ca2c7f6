#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Usage: card.py [--fetch]     A card for each player, with GTK 4: cover, lines, position, buttons, chapters, lyrics.
--fetch also fetches covers from the web; their servers thus learn what is played."""
import sys

import gi

gi.require_versions({"Gdk": "4.0", "Gtk": "4.0", "NowPlayingGLib": "0"})
from gi.repository import Gdk, Gio, GLib, Gtk, NowPlayingGLib as NP, Pango  # noqa: E402
from picture import decode, fetch  # noqa: E402

STYLE = b"""
.cover { border-radius: 12px; background: alpha(currentColor, 0.06); }
.buttons button { min-width: 24px; min-height: 36px; padding: 0 8px; border-radius: 20px; }
.error { color: @error_color; }
"""
PLAYS, SPEED, SECOND = NP.CommandKind.TOGGLE_PLAY_PAUSE, NP.CommandKind.CHANGE_RATE, 1_000_000


def label(*classes, **properties):
    return Gtk.Label(xalign=0, ellipsize=Pango.EllipsizeMode.END, css_classes=[*classes], **properties)


def say(label, text):
    label.set_text(text)
    label.set_visible(text != "")


def time(us):
    minutes, seconds = divmod(max(us, 0) // SECOND, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}" if minutes >= 60 else f"{minutes}:{seconds:02}"


def has_icon(name):
    return Gtk.IconTheme.get_for_display(Gdk.Display.get_default()).has_icon(name)


class Card(Gtk.Box):
    def __init__(self, session):
        super().__init__(spacing=16, margin_top=8, margin_bottom=8)
        self.session, self.cancellable, self.item = session, Gio.Cancellable(), None
        self.send = lambda event: session.send_command_async(event, None, None)
        self.cover = Gtk.Image(width_request=128, height_request=128, valign=Gtk.Align.START,
                               overflow=Gtk.Overflow.HIDDEN, css_classes=["cover"])
        self.lines = [label("caption", "dim-label"), label("title-4", wrap=True, lines=2),
                      label("dim-label", wrap=True, lines=2), label("caption", "dim-label")]
        self.bar = Gtk.Scale(hexpand=True, adjustment=Gtk.Adjustment(upper=1))
        self.elapsed, self.remaining = (label("caption", "numeric", "dim-label") for _ in range(2))
        self.times, self.buttons, self.lyrics = Gtk.Box(), Gtk.Box(spacing=4, css_classes=["buttons"]), label(wrap=True)
        self.chapters, self.more = Gtk.ListBox(), Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        scrolled = Gtk.ScrolledWindow(child=self.chapters, propagate_natural_width=True, max_content_height=300,
                                      propagate_natural_height=True, hscrollbar_policy=Gtk.PolicyType.NEVER)
        self.chapter = Gtk.MenuButton(popover=Gtk.Popover(child=scrolled), has_frame=False, halign=Gtk.Align.START)
        self.menu = Gtk.MenuButton(popover=Gtk.Popover(child=self.more), icon_name="view-more-symbolic",
                                   has_frame=False, tooltip_text="More")
        for each in (self.elapsed, self.bar, self.remaining):
            self.times.append(each)
        column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=2, hexpand=True)
        for each in (*self.lines, self.times, self.buttons, self.chapter, self.lyrics):
            column.append(each)
        self.append(self.cover)
        self.append(column)
        self.bar.connect("change-value", lambda _bar, _scroll, value: self.seek(int(value)))
        self.chapters.connect("row-activated", lambda _, row: self.seek(
            self.item.get_chapters()[row.get_index()].get_start_us()))
        heard = [session.connect(f"notify::{name}", show) for name, show in (
            ("item", self.show_item), ("controls", self.show_buttons))]
        self.connect("destroy", lambda _: (self.cancellable.cancel(), [session.disconnect(each) for each in heard]))
        self.show_item()
        self.show_buttons()

    def seek(self, time_us):
        self.send(NP.CommandEvent(kind=NP.CommandKind.SEEK_TO_POSITION, time_us=time_us))
        return True

    def show_item(self, *_):
        self.item = self.session.get_item()
        self.chapters.bind_model(self.item and self.item.get_chapters(), lambda each: label(label=each.props.title))
        self.show_cover(None)
        self.cancellable.cancel()
        self.cancellable = Gio.Cancellable()
        self.session.get_artwork_async(128, 128, self.cancellable, self.got_artwork)
        self.tick()

    def show_cover(self, paintable):
        self.cover.set_pixel_size(128 if paintable else 48)
        self.cover.set_from_paintable(paintable) if paintable else self.cover.set_from_icon_name(
            "audio-x-generic-symbolic")

    def got_artwork(self, session, result):
        try:
            picture = session.get_artwork_finish(result)
            self.show_cover(decode(picture.get_data(), 128, picture.get_orientation()))
        except GLib.Error as error:
            is_on_web = error.matches(NP.error_quark(), NP.Error.NOT_LOCAL)
            if is_on_web and "--fetch" in sys.argv and not self.item.get_excluded_from_suggestions():
                fetch(self.item.get_artwork_url(), self.cancellable, lambda data: self.show_cover(decode(data, 128)))

    def show_buttons(self, *_):
        for each in [*self.buttons, *self.more]:
            each.get_parent().remove(each)
        for each in self.session.get_controls():
            icon, name = NP.icon_name(each.get_icon()), each.get_name_plural() or each.get_name()
            title = each.get_title() or name.replace("%1", f"{each.get_number():g}")
            is_more, icon = each.get_row() == NP.ControlRow.OVERFLOW, icon and icon + "-symbolic"
            if each.get_is_held() or each.get_row() in (NP.ControlRow.STARS, NP.ControlRow.VOLUME):
                continue
            is_icon = icon and has_icon(icon) and not is_more and each.get_kind() != SPEED
            # U+200E keeps the sign behind the number where text runs from right to left.
            words = f"\u200e{each.get_number():g}×" if each.get_kind() == SPEED and not is_more else title
            # How far a skip goes stands beside its icon.
            words = words if not is_icon else f"{each.get_number():g}" if each.get_time_us() else ""
            face = Gtk.Box(spacing=2, halign=Gtk.Align.CENTER)
            if is_icon:
                face.append(Gtk.Image(icon_name=icon))
            if words:
                face.append(label(label=words, max_width_chars=24))
            button = Gtk.Button(child=face, sensitive=each.get_enabled(), tooltip_text=title, css_classes=[
                "suggested-action" if each.get_active() else "raised" if each.get_kind() == PLAYS else "flat"])
            button.connect("clicked", lambda _, each=each: self.send(NP.CommandEvent.new_for_control(each)))
            (self.more if is_more else self.buttons).append(button)
        self.buttons.append(self.menu)
        self.menu.set_visible(self.more.get_first_child() is not None)

    def tick(self):
        now, item = self.session.get_snapshot(), self.item
        position, length = now.get_elapsed_us(), item.get_duration_us() if item else 0
        is_live = item and item.get_duration_kind() == NP.DurationKind.LIVE
        lines = [self.session.get_display_name(), *(item.get_lines() if item else ())][:4]
        if now.get_state() == NP.PlaybackState.ERROR:
            lines = [*lines, ""][:2] + [now.get_error() or NP.error_sentence(now.get_error_kind())]
        for each, text in zip(self.lines, lines + [""] * 4):
            say(each, text)
        self.lines[2].set_css_classes(["error" if now.get_state() == NP.PlaybackState.ERROR else "dim-label"])
        self.bar.set_visible(length > 0 and position >= 0)
        self.bar.set_sensitive(self.session.find_command(NP.CommandKind.SEEK_TO_POSITION) is not None)
        self.bar.get_adjustment().configure(max(position, 0), 0, max(length, 1), 5 * SECOND, 15 * SECOND, 0)
        say(self.elapsed, "LIVE" if is_live else time(position) if position >= 0 else "")
        # U+200E keeps the sign before the digits where text runs from right to left.
        say(self.remaining, f"\u200e−{time(length - position)}" if self.bar.get_visible() else "")
        is_known, index, _ = item.get_chapter_at(position) if item else (False, 0, 0)
        row = self.chapters.get_row_at_index(index) if is_known else None
        self.chapters.select_row(row)
        self.chapter.set_label(row.get_child().get_text() if row else "Chapters")
        self.chapter.set_visible(self.chapters.get_row_at_index(0) is not None)
        line = item.get_lyrics_at(position)[0] if item else ""
        say(self.lyrics, (item.get_lyrics() if line is None else line) or "")


surface, cards, style = NP.Surface.new("gtk4-card"), Gtk.ListBox(css_classes=["rich-list"]), Gtk.CssProvider()
style.load_from_data(STYLE)
Gtk.StyleContext.add_provider_for_display(Gdk.Display.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
cards.set_selection_mode(Gtk.SelectionMode.NONE)
cards.bind_model(surface, Card)
GLib.timeout_add(250, lambda: [row.get_child().tick() for row in cards] is not None)
window = Gtk.Window(title="Cards", default_width=720, default_height=900)
window.set_child(Gtk.ScrolledWindow(child=cards, hscrollbar_policy=Gtk.PolicyType.NEVER))
window.present()
while Gtk.Window.get_toplevels():
    GLib.MainContext.default().iteration(True)
