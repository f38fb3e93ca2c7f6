// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** All cards, in their present place: the list of messages, or the locked screen. */

import GLib from 'gi://GLib';

import {column} from './actors.js';
import {Card} from './card.js';
import {Follower} from './follower.js';
import {LockScreen} from './places/lock.js';
import {Sections} from './places/sections.js';
import {View} from './places/view.js';
import {shell} from './shell.js';
import {Limits} from './values.js';

/* The shortest time between two updates, in ms: publishers emit at most 20 times a second. */
const PAUSE = 50;
/* The most cards that are created at once. */
const AT_ONCE = 8;

export class Panel {
    constructor() {
        this._cards = new Map(); // card by session
        this._changed = new Set();
        this._order = new Map();
        this._soon = 0;
        this._looked = 0;
        this._hidden = '';
        this._timer = 0;
        const list = shell.Main.panel.statusArea.dateMenu._messageList;
        this._messages = list._messageView ? new View() : new Sections();
        this._box = column('message-list-section nowplaying-cards', {x_expand: true});
        this._mapped = this._box.connect('notify::mapped', () => this._look());
        this._place = null;
        this._mode = shell.Main.sessionMode.connect('updated', () => this._settle());
        this._follower = new Follower(session => this._hear(session));
    }

    destroy() {
        this._follower.stop();
        shell.Main.sessionMode.disconnect(this._mode);
        [this._soon, this._timer].filter(Boolean).forEach(id => GLib.source_remove(id));
        this._box.disconnect(this._mapped);
        this._place?.give(this._box);
        this._box.destroy();
        this._messages.destroy();
    }

    /* Notes that a session has changed, or without one the set of sessions. The update follows soon, with all
     * others. */
    _hear(session) {
        if (session)
            this._changed.add(session);
        else
            this._others = true;
        this._lookSoon();
    }

    _lookSoon() {
        const since = (GLib.get_monotonic_time() - this._looked) / 1000;
        this._soon ||= GLib.timeout_add(GLib.PRIORITY_DEFAULT, Math.max(0, Math.ceil(PAUSE - since)), () => {
            this._soon = 0;
            this._look();
            return GLib.SOURCE_REMOVE;
        });
    }

    /* Updates the visible cards. The set of cards is kept up to date even while none is visible. */
    _look() {
        const {mapped} = this._box;
        if (this._others || this._changed.size > 0 || mapped)
            this._fill(this._sort());
        // Invisible cards are not updated; once visible, all are.
        if (mapped)
            (this._stale ? this._cards : this._changed).forEach((_, session) => this._cards.get(session)?.update());
        this._stale = !mapped;
        this._changed.clear();
        this._looked = GLib.get_monotonic_time();
        this._tick();
    }

    /* Returns the sessions to show: first the one that the desktop drives, then those that play, each player's in its
     * own order. */
    _sort() {
        const publishers = this._follower?.publishers ?? [];
        const rank = session => [session.systemPrimary, session.playback.state === 'playing', session.primary]
            .map(Number).join('');
        // When there are too many, each publisher gets some of the cards.
        const found = publishers.flatMap(({sessions}) => [...sessions.values()].filter(({shown}) => shown)
            .map((session, i) => ({session, i}))).sort((a, b) => a.i - b.i).slice(0, Limits.cards)
            .map(({session}) => session);
        // While the list is visible the order stays, so that no card moves away below the pointer.
        const before = this._box.mapped ? this._order : new Map();
        this._order = new Map(found.map(session => [session, before.get(session) ?? rank(session)]));
        const order = session => this._order.get(session);
        return found.sort((a, b) => order(b).localeCompare(order(a)));
    }

    /* Creates the cards that can be seen. When there are very many, the rest follows soon. */
    _fill(sessions) {
        this._others = false;
        this._any = sessions.length > 0;
        this._hide();
        const gone = new Set(this._cards.keys());
        sessions.forEach(session => gone.delete(session));
        gone.forEach(session => {
            this._cards.get(session).actor.destroy();
            this._cards.delete(session);
        });
        this._settle();
        if (!this._box.mapped)
            return;
        const missing = sessions.filter(session => !this._cards.has(session));
        missing.slice(0, AT_ONCE).forEach(session => {
            this._cards.set(session, new Card(session));
            this._changed.add(session);
        });
        if (missing.length > AT_ONCE)
            this._lookSoon();
        sessions.filter(session => this._cards.has(session)).forEach((session, i) => this._put(session, i));
    }

    /* Hides GNOME's own messages of the players that are shown here. */
    _hide() {
        const publishers = this._follower?.publishers.filter(({known}) => known) ?? [];
        const names = publishers.flatMap(publisher => [...publisher.names]);
        if (names.join() !== this._hidden)
            this._messages.hide(new Set(names));
        this._hidden = names.join();
    }

    _put(session, i) {
        const {actor} = this._cards.get(session);
        if (actor.get_parent() === null)
            this._box.insert_child_at_index(actor, i);
        else if (this._box.get_child_at_index(i) !== actor)
            this._box.set_child_at_index(actor, i);
    }

    /* Moves the cards to their place, or removes them while there is no session. */
    _settle() {
        const locked = shell.Main.sessionMode.isLocked;
        let place = null;
        if (this._any)
            place = locked ? LockScreen.box ? this._lock ??= new LockScreen() : null : this._messages;
        if (place === this._place)
            return;
        this._place?.give(this._box);
        this._place = place;
        place?.take(this._box);
    }

    /* Updates the positions of the visible bars, and sets the timer for the next update. */
    _tick() {
        if (this._timer)
            GLib.source_remove(this._timer);
        this._timer = 0;
        if (!this._box.mapped)
            return;
        const now = GLib.get_monotonic_time();
        const next = [...this._cards.values()].map(card => card.tick(now)).filter(time => time > 0);
        if (next.length === 0)
            return;
        this._timer = GLib.timeout_add(GLib.PRIORITY_DEFAULT, Math.ceil(Math.min(...next) / 1000) + 1, () => {
            this._timer = 0;
            this._tick();
            return GLib.SOURCE_REMOVE;
        });
    }
}
