// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** The messages of all sessions in one place. */

import {Face} from './face.js';

/* The most messages that are made at once. */
const AT_ONCE = 8;

export class Faces {
    /** `opened` maps an application to whether its messages are open; without this map, no message can be opened.
     * `moved` is called when a message is opened or closed, so that other bars can be seen. */
    constructor(place, opened, moved) {
        this.place = place;
        this._opened = opened;
        this._moved = moved;
        this._faces = new Map(); // by session
        this._stale = new Set();
        this._sessions = [];
        this._first = null; // the session that was opened by itself
    }

    get mapped() {
        return this.place.mapped;
    }

    /** Shows these sessions, in their order, and no others. Returns whether some follow: when there are very many, they
     * are made a few at a time. */
    fill(sessions) {
        this._sessions = sessions;
        const gone = new Set(this._faces.keys());
        sessions.forEach(session => gone.delete(session));
        gone.forEach(session => this._remove(session));
        const missing = sessions.filter(session => !this._faces.has(session));
        missing.slice(0, AT_ONCE).forEach(session => {
            this._faces.set(session, new Face(session, this._opened, this._moved));
            this._stale.add(session);
        });
        sessions.filter(session => this._faces.has(session)).forEach((session, i) => {
            const {player, message} = this._faces.get(session);
            this.place.put(player, message, i);
        });
        return missing.length > AT_ONCE;
    }

    /** Updates what has changed, when it can be seen. */
    update(changed) {
        changed.forEach(session => this._stale.add(session));
        if (!this.mapped) {
            this._shutFirst();
            return;
        }
        this._stale.forEach(session => this._faces.get(session)?.update());
        this._stale.clear();
        this._openFirst();
    }

    /* Opens the first message that plays, once while messages can be seen, unless the user has closed it. */
    _openFirst() {
        if (!this._opened || this._first)
            return;
        this._first = this._sessions.find(({playback}) => playback.state === 'playing');
        this._faces.get(this._first)?.openBySelf();
    }

    /* Closes what was opened so, for the next time. */
    _shutFirst() {
        this._faces.get(this._first)?.shutBySelf();
        this._first = null;
    }

    /** Shows the positions at a time. Returns after how many µs to call again, of those that move. */
    tick(now) {
        return this.mapped ? [...this._faces.values()].map(face => face.tick(now)).filter(time => time > 0) : [];
    }

    destroy() {
        [...this._faces.keys()].forEach(session => this._remove(session));
        this.place.destroy();
    }

    _remove(session) {
        const face = this._faces.get(session);
        this._faces.delete(session);
        this._stale.delete(session);
        face.end();
        this.place.remove(face.player);
    }
}
