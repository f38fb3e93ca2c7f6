// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Places the cards in GNOME 43's list of messages, which has a section for players. */

import {shell} from '../shell.js';

/** The members that the list expects of each of its sections. */
const SECTION = {allowed: true, canClear: false, clear: () => {}};

export class Sections {
    constructor() {
        this._list = shell.Main.panel.statusArea.dateMenu._messageList;
        this._media = this._list._mediaSection;
        this._names = new Set();
        this._added = this._media._list.connect('actor-added', () => this._sync());
        // A section whose messages are all hidden must count as empty.
        this._media._shouldShow = () => this._rows().some(({visible}) => visible);
    }

    /** Puts the cards on top of the list. */
    take(box) {
        Object.assign(box, SECTION, {empty: false});
        this._list._sectionList.insert_child_at_index(box, 0);
    }

    give(box) {
        this._list._sectionList.remove_child(box);
    }

    /** Hides GNOME's own messages of the players with these names, and shows all others. */
    hide(names) {
        this._names = names;
        this._sync();
    }

    destroy() {
        this._media._list.disconnect(this._added);
        delete this._media._shouldShow;
        this.hide(new Set());
    }

    _rows() {
        return this._media._list.get_children();
    }

    _sync() {
        this._rows().forEach(row => (row.visible = !this._names.has(row.child?._player?._busName)));
        this._media._sync();
        this._list._sync();
    }
}
