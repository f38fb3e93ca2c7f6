// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** All sessions, in the list of messages and on the locked screen. */

import GLib from 'gi://GLib';

import * as Main from 'resource:///org/gnome/shell/ui/main.js';

import {Faces} from './faces.js';
import {Follower} from './follower.js';
import {List, LockScreen} from './places.js';
import {Limits} from './values.js';

/* The shortest time between two updates, in ms: publishers emit at most 20 times a second. */
const PAUSE = 50;

export class Panel {
    constructor() {
        this._changed = new Set();
        this._order = new Map();
        this._played = new Set();
        this._soon = 0;
        this._looked = 0;
        this._timer = 0;
        this._places = [];
        this._add(new List(), new Map());
        this._mode = Main.sessionMode.connect('updated', () => this._settle());
        this._follower = new Follower(session => this._hear(session));
        this._settle();
    }

    destroy() {
        this._follower.stop();
        Main.sessionMode.disconnect(this._mode);
        [this._soon, this._timer].filter(Boolean).forEach(id => GLib.source_remove(id));
        this._places.forEach(faces => faces.destroy());
    }

    _add(place, opened) {
        const faces = new Faces(place, opened, () => this._tick());
        place.connect(() => this._look());
        this._places.push(faces);
        return faces;
    }

    /* Notes that a session has changed, or without one the set of sessions. The update follows soon, with all
     * others. */
    _hear(session) {
        if (session)
            this._changed.add(session);
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

    /* Shows all sessions, and what has changed in them. */
    _look() {
        const publishers = this._follower?.publishers ?? [];
        const names = new Set(publishers.filter(({known}) => known).flatMap(publisher => [...publisher.names]));
        const sessions = this._sort(publishers);
        this._note(sessions.filter(({playback: {state}}) => ['playing', 'buffering', 'interrupted'].includes(state)));
        const follow = this._places.map(faces => {
            if ([...names].join() !== faces.hidden)
                faces.place.hide(names);
            faces.hidden = [...names].join();
            const more = faces.fill(faces === this._lock ? this._playedOf(sessions) : sessions);
            faces.update(this._changed);
            return more;
        });
        this._changed.clear();
        this._looked = GLib.get_monotonic_time();
        this._tick();
        if (follow.includes(true))
            this._lookSoon();
    }

    /* Notes which sessions play: on the locked screen all that have played there, and before only the last ones. */
    _note(playing) {
        if (!this._lock && playing.length > 0)
            this._played.clear();
        playing.forEach(session => this._played.add(session));
    }

    /* Returns the sessions to show: first the one that the desktop drives, then those that play, each player's in its
     * own order. */
    _sort(publishers) {
        const rank = session => [session.systemPrimary, session.playback.state === 'playing', session.primary]
            .map(Number).join('');
        // When there are too many, each publisher gets some of the messages.
        const found = publishers.flatMap(({sessions}) => [...sessions.values()].filter(({shown}) => shown)
            .map((session, i) => ({session, i}))).sort((a, b) => a.i - b.i).slice(0, Limits.cards)
            .map(({session}) => session);
        // While they can be seen the order stays, so that no message moves away below the pointer.
        const before = this._places.some(({mapped}) => mapped) ? this._order : new Map();
        this._order = new Map(found.map(session => [session, before.get(session) ?? rank(session)]));
        const order = session => this._order.get(session);
        return found.sort((a, b) => order(b).localeCompare(order(a)));
    }

    /* Returns the sessions for the locked screen, where there is little room: those that play or have played there, and
     * the one that played last. */
    _playedOf(sessions) {
        const played = sessions.filter(session => this._played.has(session));
        return played.length > 0 ? played : sessions.slice(0, 1);
    }

    /* Begins or ends to show sessions on the locked screen. */
    _settle() {
        const box = Main.sessionMode.isLocked ? LockScreen.box : undefined;
        if (this._lock?.place.box === box)
            return;
        if (this._lock) {
            this._places.splice(this._places.indexOf(this._lock), 1);
            this._lock.destroy();
        }
        this._lock = box && this._add(new LockScreen(), null);
        this._look();
    }

    /* Updates the positions of the visible bars, and sets the timer for the next update. */
    _tick() {
        if (this._timer)
            GLib.source_remove(this._timer);
        this._timer = 0;
        const now = GLib.get_monotonic_time();
        const next = this._places.flatMap(faces => faces.tick(now));
        if (next.length === 0)
            return;
        this._timer = GLib.timeout_add(GLib.PRIORITY_DEFAULT, Math.ceil(Math.min(...next) / 1000) + 1, () => {
            this._timer = 0;
            this._tick();
            return GLib.SOURCE_REMOVE;
        });
    }
}
