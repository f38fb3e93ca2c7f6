// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Follows the names of players on the session bus, and the publishers that own them. */

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

import {AGAIN, Connection, Opener} from './connection.js';
import {Publisher} from './publisher.js';
import {Limits} from './values.js';

const PREFIX = 'org.mpris.MediaPlayer2';
const DAEMON = ['org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus'];

export class Follower {
    /** `changed` is called as by Publisher, and with null when the publishers themselves have changed. */
    constructor(changed) {
        this._changed = changed;
        this._owners = new Map(); // by name
        this._publishers = new Map(); // by owner
        this._timer = 0;
        this._connect();
    }

    get publishers() {
        return [...this._publishers.values()];
    }

    stop() {
        this._stopped = true;
        if (this._timer)
            GLib.source_remove(this._timer);
        this._timer = 0;
        this._lose();
    }

    _connect() {
        try {
            this._opener = new Opener(Gio.dbus_address_get_for_bus_sync(Gio.BusType.SESSION, null));
        } catch {
            return;
        }
        this._connection = new Connection(this._opener, () => this._listen(), () => this._lose());
    }

    _listen() {
        this._connection.subscribe(DAEMON[0], DAEMON[2], 'NameOwnerChanged', DAEMON[1], PREFIX,
            Gio.DBusSignalFlags.MATCH_ARG0_NAMESPACE, (_connection, _sender, _path, _iface, _member, given) => {
                const [name, , owner] = given.deepUnpack();
                this._own(name, owner);
            });
        this._ask('ListNames', null, names => names.filter(name => name.startsWith(`${PREFIX}.`))
            .slice(0, Limits.names).forEach(name => this._ask('GetNameOwner', new GLib.Variant('(s)', [name]),
                owner => this._own(name, owner))));
    }

    /* Calls a method of the bus. Replies and signals arrive in the order of the events that they report. `done` is not
     * called on an error, as when a name has no owner any more. */
    _ask(method, given, done) {
        this._connection.call(...DAEMON, method, given, null, -1, (error, answer) => {
            if (!error)
                done(answer.deepUnpack()[0]);
        });
    }

    /* Closes all connections, and tries to connect again unless the follower has ended. */
    _lose() {
        this._opener?.stop();
        this._connection?.close();
        this._publishers.forEach(publisher => publisher.stop());
        this._publishers.clear();
        this._owners.clear();
        if (this._stopped)
            return;
        this._changed(null);
        this._timer ||= GLib.timeout_add(GLib.PRIORITY_DEFAULT, AGAIN, () => {
            this._timer = 0;
            this._connect();
            return GLib.SOURCE_REMOVE;
        });
    }

    /* Notes who owns a player's name now; '' for nobody. */
    _own(name, owner) {
        const before = this._owners.get(name);
        if (!name.startsWith(`${PREFIX}.`) || name === `${PREFIX}.playerctld`)
            return;
        if (before === owner || (!before && !owner))
            return;
        if (before)
            this._leave(name, before);
        if (owner && this._owners.size < Limits.names)
            this._join(name, owner);
        this._changed(null);
    }

    _join(name, owner) {
        let publisher = this._publishers.get(owner);
        if (!publisher) {
            if (this._publishers.size >= Limits.publishers)
                return;
            publisher = new Publisher(this._opener, owner, session => this._changed(session));
            this._publishers.set(owner, publisher);
        }
        publisher.names.add(name);
        this._owners.set(name, owner);
    }

    _leave(name, owner) {
        this._owners.delete(name);
        const publisher = this._publishers.get(owner);
        publisher.names.delete(name);
        if (publisher.names.size > 0)
            return;
        publisher.stop();
        this._publishers.delete(owner);
    }
}
