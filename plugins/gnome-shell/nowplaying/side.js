// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** One of the three buttons that the shell's message of a player has. */

import Clutter from 'gi://Clutter';
import St from 'gi://St';

import {icon, mark, pictureOf, say, shorten} from './actors.js';

/* The most seconds that have room in an arrow. */
const MOST_SECONDS = 99;
const ARROWS = {back: 'object-rotate-left-symbolic', forward: 'object-rotate-right-symbolic'};
const SKIPS = {'skip-backward': 'back', 'skip-forward': 'forward'};

export class Side {
    /** `button` is the shell's. */
    constructor(button) {
        this._button = button;
        this._icon = icon('nowplaying-side-icon', {x_align: Clutter.ActorAlign.CENTER});
        this._seconds = new St.Label({
            style_class: 'nowplaying-seconds', x_align: Clutter.ActorAlign.CENTER, y_align: Clutter.ActorAlign.CENTER,
        });
        const both = new St.Widget({
            layout_manager: new Clutter.BinLayout(), x_align: Clutter.ActorAlign.CENTER,
            y_align: Clutter.ActorAlign.CENTER,
        });
        both.add_child(this._icon);
        both.add_child(this._seconds);
        button.set({child: both, y_align: Clutter.ActorAlign.CENTER});
        button.add_style_class_name('nowplaying-side');
    }

    /** Shows a button of a plan; null: none. */
    show(planned) {
        this._button.visible = planned !== null;
        if (planned === null)
            return;
        const turns = planned.seconds > 0 && planned.seconds <= MOST_SECONDS ? SKIPS[planned.kind] : null;
        const picture = turns ? null : pictureOf(planned.icon);
        if (turns)
            this._icon.icon_name = ARROWS[this._mirrored ? {back: 'forward', forward: 'back'}[turns] : turns];
        else if (picture && !this._icon.gicon?.equal(picture))
            this._icon.gicon = picture;
        this._icon.visible = Boolean(turns || picture);
        say(this._seconds, turns ? `${planned.seconds}` : picture ? null : planned.words ?? planned.name);
        mark(this._button, 'nowplaying-turns', Boolean(turns));
        mark(this._button, 'nowplaying-active', planned.active);
        this._button.accessible_name = shorten(planned.name);
        // A button that cannot be pressed takes no focus.
        this._button.reactive = this._button.can_focus = planned.enabled;
    }

    /* Written from right to left, time goes that way, too. */
    get _mirrored() {
        return this._button.get_text_direction() === Clutter.TextDirection.RTL;
    }
}
