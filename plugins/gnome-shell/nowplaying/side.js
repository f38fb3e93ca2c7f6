// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** One of the three buttons that the shell's message of a player has. */

import Atk from 'gi://Atk';
import Clutter from 'gi://Clutter';
import St from 'gi://St';

import {icon, mark, pictureOf, say, shorten, whileHeld} from './actors.js';
import {labelOf, wordsOf} from './plan.js';

/* The most seconds that have room in an arrow. */
const MOST_SECONDS = 99;
/* The arrows around a number: on a screen that is read from the left, and on one from the right. */
const ARROWS = {'skip-backward': ['skip-back', 'skip-forward'], 'skip-forward': ['skip-forward', 'skip-back']};

export class Side {
    /** `button` is the shell's. `hold` is called with a control that is held: when it is pressed, and let go. */
    constructor(button, hold) {
        this._button = button;
        let held = null;
        whileHeld(button, begins => {
            held = begins ? this._control : held;
            if (held?.hold)
                hold(held, begins);
        });
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

    /** Shows a control; null: none. */
    show(control) {
        this._control = control;
        this._button.visible = control !== null;
        if (control === null)
            return;
        const {kind, number, enabled, active, isSwitch} = control, seconds = Math.round(number);
        const turns = seconds > 0 && seconds <= MOST_SECONDS ? ARROWS[kind] : undefined;
        const picture = pictureOf(turns ? turns[Number(this._mirrored)] : control.icon);
        if (picture && !this._icon.gicon?.equal(picture))
            this._icon.gicon = picture;
        this._icon.visible = picture !== null;
        say(this._seconds, turns ? `${seconds}` : picture ? null : wordsOf(control));
        mark(this._button, 'nowplaying-turns', Boolean(turns));
        mark(this._button, 'nowplaying-active', active);
        if (isSwitch && active)
            this._button.add_accessible_state(Atk.StateType.CHECKED);
        else
            this._button.remove_accessible_state(Atk.StateType.CHECKED);
        this._button.accessible_name = shorten(labelOf(control));
        // A button that cannot be pressed takes no focus.
        this._button.reactive = this._button.can_focus = enabled;
    }

    /* Whether the arrows are mirrored: in a right-to-left layout, time runs from right to left, too. */
    get _mirrored() {
        return this._button.get_text_direction() === Clutter.TextDirection.RTL;
    }
}
