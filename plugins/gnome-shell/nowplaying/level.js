// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** A slider of the shell that asks a player for a level or a position. */

import Clutter from 'gi://Clutter';

import {shell} from './shell.js';

/** `name` is what screen readers say. `ask` gets what somebody chose, 0 to 1, and a function to be called when the
 * player has answered. Meanwhile the newest choice is kept, and asked for then. `late`: only what it is when the slider
 * is let go is asked for. */
export class Level {
    constructor(name, ask, {late = false} = {}) {
        this._ask = ask;
        this._late = late;
        this._dragged = false;
        this._asking = false;
        this._next = null;
        this._own = false;
        this.actor = new shell.Slider(0);
        this.actor.set({accessible_name: name, x_expand: true, y_align: Clutter.ActorAlign.CENTER});
        this.actor.add_style_class_name('nowplaying-slider');
        // A user who scrolls through the messages does not mean the slider.
        this.actor.scroll = () => Clutter.EVENT_PROPAGATE;
        this.actor.connect('notify::value', () => {
            if (!this._own && !(this._late && this._dragged))
                this._choose();
        });
        this.actor.connect('drag-begin', () => (this._dragged = true));
        this.actor.connect('drag-end', () => {
            this._dragged = false;
            if (this._late)
                this._choose();
        });
        this.actor.connect('destroy', () => (this._gone = true));
    }

    /** Shows what the player says, unless somebody is choosing. */
    show(value, enabled = true) {
        this.actor.reactive = enabled;
        this.actor.can_focus = enabled;
        if (this._dragged || this._asking)
            return;
        this._own = true;
        this.actor.value = Math.max(0, Math.min(value, 1));
        this._own = false;
    }

    _choose() {
        this._next = this.actor.value;
        if (!this._asking)
            this._send();
    }

    _send() {
        const value = this._next;
        this._next = null;
        this._asking = true;
        this._ask(value, () => {
            this._asking = false;
            if (this._next !== null && !this._gone)
                this._send();
        });
    }
}
