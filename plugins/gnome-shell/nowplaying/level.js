// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** A slider of the shell with which people set a level or a position of a player. */

import Clutter from 'gi://Clutter';

import {Slider} from 'resource:///org/gnome/shell/ui/slider.js';

/** `name` is the text for screen readers. `ask` gets the chosen value, 0 to 1, and a function to call when the player
 * has answered; until then only the newest choice is kept, and requested afterwards. With `late`, a value is requested
 * only when the slider is released. `moved` is called when the user has moved it. */
export class Level {
    constructor(name, ask, {late = false, moved = () => {}} = {}) {
        this._ask = ask;
        this._late = late;
        this._dragged = false;
        this._asking = false;
        this._next = null;
        this._own = false;
        this.actor = new Slider(0);
        this.actor.set({accessible_name: name, x_expand: true, y_align: Clutter.ActorAlign.CENTER});
        this.actor.add_style_class_name('nowplaying-slider');
        // Scrolling goes to the list of messages instead of the slider.
        this.actor.scroll = () => Clutter.EVENT_PROPAGATE;
        // Since GNOME 49 a controller does the scrolling, and is removed.
        if (Clutter.ScrollController) {
            this.actor.get_actions().filter(action => action instanceof Clutter.ScrollController)
                .forEach(action => this.actor.remove_action(action));
        }
        this.actor.connect('notify::value', () => {
            if (this._own)
                return;
            if (!(this._late && this._dragged))
                this._choose();
            moved();
        });
        this.actor.connect('drag-begin', () => (this._dragged = true));
        this.actor.connect('drag-end', () => {
            this._dragged = false;
            if (this._late)
                this._choose();
        });
        // The shell's slider takes over what a screen reader sets, and tells nobody.
        this.actor.get_accessible().connect('set-current-value', () => {
            if (this.actor.reactive)
                this.actor.notify('value');
        });
        this.actor.connect('destroy', () => (this._gone = true));
    }

    /** Whether it shows what the user has chosen, and the player does not say yet. */
    get held() {
        return this._dragged || this._asking;
    }

    /** Shows the player's value, unless the user is moving the slider. */
    show(value, enabled = true) {
        this.actor.reactive = enabled;
        this.actor.can_focus = enabled;
        if (this.held)
            return;
        const shown = Math.max(0, Math.min(value, 1));
        // Each change redraws the slider, so that changes of less than half a pixel, which cannot be seen, are skipped.
        if (this.actor.mapped && shown > 0 && shown < 1
            && Math.abs(shown - this.actor.value) * this.actor.width < 0.5)
            return;
        this._own = true;
        this.actor.value = shown;
        this._own = false;
    }

    _choose() {
        this._next = Math.max(0, Math.min(this.actor.value, 1));
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
