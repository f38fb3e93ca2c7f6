// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Small parts that are added to a message: boxes, labels, buttons, icons. */

import Clutter from 'gi://Clutter';
import Gio from 'gi://Gio';
import Pango from 'gi://Pango';
import St from 'gi://St';

import {shell} from './shell.js';
import {ICONS} from './icons.js';
import {OWN_ICONS} from './words.js';

const FOLDER = Gio.File.new_for_uri(import.meta.url).get_parent().get_parent().get_child('icons');

/** Returns a row of actors. */
export function row(style, params = {}) {
    return new St.BoxLayout({style_class: style, ...params});
}

/** Returns a column of actors. */
export function column(style, params = {}) {
    return new St.BoxLayout({style_class: style, orientation: Clutter.Orientation.VERTICAL, ...params});
}

/** Returns a label of one line, whose text is never read as markup. */
export function label(style, params = {}) {
    const made = new St.Label({style_class: style, y_align: Clutter.ActorAlign.CENTER, ...params});
    made.clutter_text.set({ellipsize: Pango.EllipsizeMode.END, single_line_mode: true});
    return made;
}

/** The opacity of what is less important: St knows none in styles. */
export const DIM = 0.8 * 255;

/** A label of few letters that change often, such as a time. The actors around it are laid out anew only when the
 * number of letters changes: laying out the message, its list and the calendar each second would take the shell most of
 * its time. */
export class Digits {
    constructor(style) {
        this._label = label(style);
        this.actor = new St.Widget({y_align: Clutter.ActorAlign.CENTER});
        this.actor.set_no_layout(true);
        this.actor.add_child(this._label);
        this._label.connect('style-changed', () => this.actor.queue_relayout());
    }

    say(text) {
        const before = this._label.text;
        if (text === before)
            return;
        this._label.text = text;
        if (text.length !== before.length)
            this.actor.queue_relayout();
    }
}

/* The most letters of a text that are laid out; no line has room for more. */
const MOST_LETTERS = 300;

/** Returns the beginning of a text. The text may be null. */
export function shorten(text) {
    const letters = text && text.length > MOST_LETTERS ? [...text] : [];
    return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS).join('')}…` : text;
}

/** Shows a text; hides the actor when there is none. */
export function say(actor, text) {
    const shown = shorten(text) ?? '';
    // Setting a property redraws it even when the value is the same.
    if (actor.text !== shown)
        actor.text = shown;
    actor.visible = shown !== '';
}

/** Returns the icon for a word of the protocol or for an icon name; null when only text can be shown. */
export function pictureOf(word) {
    if (!word)
        return null;
    if (OWN_ICONS.includes(word))
        return new Gio.FileIcon({file: FOLDER.get_child(`nowplaying-${word}-symbolic.svg`)});
    const name = ICONS[word] ?? word;
    // The text is looked up as an icon name only, and must never be read as a path.
    if (!/^[A-Za-z0-9._-]{1,64}$/.test(name))
        return null;
    const symbolic = name.endsWith('-symbolic') ? name : `${name}-symbolic`;
    return shell.hasIcon(symbolic) ? new Gio.ThemedIcon({name: symbolic}) : null;
}

/** Gives an actor a style class, or takes it away. */
export function mark(actor, style, marked) {
    if (marked)
        actor.add_style_class_name(style);
    else
        actor.remove_style_class_name(style);
}

/** Returns an icon. */
export function icon(style, params = {}) {
    return new St.Icon({style_class: style, y_align: Clutter.ActorAlign.CENTER, ...params});
}

/** Calls a function with true when a button is pressed, and with false when it is let go or goes. */
export function whileHeld(button, changed) {
    let held = false;
    const change = pressed => {
        if (pressed !== held)
            changed(held = pressed);
    };
    button.connect('notify::pressed', ({pressed}) => change(pressed));
    button.connect('destroy', () => change(false));
}

/** A button with an icon, a few words, or both. `pressed` is called when it is clicked. */
export class Button {
    constructor(pressed) {
        this._icon = icon('nowplaying-button-icon');
        this._label = label('nowplaying-button-words');
        const inside = row('nowplaying-button-inside');
        inside.add_child(this._icon);
        inside.add_child(this._label);
        this.actor = new St.Button({
            style_class: 'message-media-control nowplaying-button', can_focus: true, child: inside,
            y_align: Clutter.ActorAlign.CENTER,
        });
        this._on = false;
        this.actor.connect('clicked', () => {
            // Whether it is on is for the player to say.
            this.actor.checked = this._on;
            pressed();
        });
    }

    /** Shows a picture, words, or both; `name` is what screen readers say. A button that is a switch has a state, which
     * they say, too. */
    show({picture = null, words = null, name, enabled = true, active = false, isSwitch = false}) {
        this._on = isSwitch && active;
        if (this.actor.toggle_mode !== isSwitch)
            this.actor.toggle_mode = isSwitch;
        if (this.actor.checked !== this._on)
            this.actor.checked = this._on;
        this._icon.visible = picture !== null;
        if (picture && !this._icon.gicon?.equal(picture))
            this._icon.gicon = picture;
        say(this._label, words);
        this.actor.accessible_name = shorten(name ?? words ?? '');
        // A button that cannot be pressed takes no focus.
        this.actor.reactive = this.actor.can_focus = enabled;
        mark(this.actor, 'nowplaying-active', active);
    }
}
