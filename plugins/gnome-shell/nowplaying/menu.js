// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** A menu of the shell at a button of a message: it is there while it is open. */

import GLib from 'gi://GLib';
import St from 'gi://St';

import * as Main from 'resource:///org/gnome/shell/ui/main.js';
import * as PopupMenu from 'resource:///org/gnome/shell/ui/popupMenu.js';

import {shorten} from './actors.js';
import {labelOf} from './plan.js';

export class Menu {
    /** `fill` is called with the menu when it opens, to add what is in it. */
    constructor(button, fill) {
        this._button = button;
        this._fill = fill;
        this._menu = null;
        button.connect('clicked', () => this._open());
        button.connect('destroy', () => {
            this._gone = true;
            this.close();
        });
    }

    /** Adds an entry for one of several choices, of which one is active and in view. */
    addChoice(control, pressed) {
        const item = this.addButton(control, pressed);
        item.setOrnament(control.active ? PopupMenu.Ornament.DOT : PopupMenu.Ornament.NO_DOT);
        if (control.active)
            this._active = item;
    }

    /** Adds an entry for a control, with words. `pressed` is called with it. */
    addButton(control, pressed) {
        const words = shorten(labelOf(control));
        const item = new PopupMenu.PopupMenuItem(words);
        item.setSensitive(control.enabled);
        item.setOrnament(control.active ? PopupMenu.Ornament.CHECK : PopupMenu.Ornament.NONE);
        item.accessible_name = words;
        item.connect('activate', () => {
            this._menu.close();
            pressed(control);
        });
        this._items.addMenuItem(item);
        return item;
    }

    /** Adds an actor with buttons or sliders of its own. */
    addActor(actor) {
        const item = new PopupMenu.PopupBaseMenuItem({activate: false, hover: false, can_focus: false});
        item.add_style_class_name('nowplaying-item');
        item.setOrnament(PopupMenu.Ornament.NONE);
        actor.x_expand = true;
        item.add_child(actor);
        this._items.addMenuItem(item);
    }

    close() {
        const menu = this._menu;
        this._menu = null;
        if (menu)
            this._destroy(menu);
    }

    /* Ends a menu that has closed. It is destroyed a little later, because the shell still resets the item that was
     * pressed. */
    _end() {
        const menu = this._menu;
        this._menu = null;
        GLib.idle_add(GLib.PRIORITY_HIGH, () => {
            this._destroy(menu);
            return GLib.SOURCE_REMOVE;
        });
    }

    _destroy(menu) {
        // In GNOME 51 a menu leaves behind what takes the keys of its button.
        if (menu._keyController && !this._gone)
            this._button.remove_action(menu._keyController);
        menu.destroy();
    }

    _open() {
        this.close();
        const menu = new PopupMenu.PopupMenu(this._button, 0.5, St.Side.TOP);
        this._menu = menu;
        menu.actor.add_style_class_name('nowplaying-menu');
        Main.uiGroup.add_child(menu.actor);
        new PopupMenu.PopupMenuManager(this._button).addMenu(menu);
        menu.connect('open-state-changed', (_menu, open) => !open && this._menu === menu && this._end());
        this._items = new PopupMenu.PopupMenuSection();
        // It scrolls when it is higher than the screen.
        const outer = new PopupMenu.PopupMenuSection();
        const scroll = new St.ScrollView({style_class: 'nowplaying-scroll', child: this._items.actor});
        outer.actor.add_child(scroll);
        this._active = null;
        this._fill(this);
        menu.addMenuItem(outer);
        menu.open();
        if (this._active) {
            const {y1, y2} = this._active.get_allocation_box(), {vadjustment} = scroll;
            vadjustment.value = (y1 + y2 - vadjustment.page_size) / 2;
        }
    }
}
