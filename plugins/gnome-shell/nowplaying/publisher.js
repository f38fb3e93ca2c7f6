// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** One publisher, an owner of names of players, and its sessions. */

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

import {AGAIN, Connection} from './connection.js';
import * as Model from './model.js';
import {Dictionary, Limits} from './values.js';
import {OF_PLAYER} from './words.js';

const ROOT = '/org/nowplaying';
const SESSION = new RegExp(`^${ROOT}/session/[A-Za-z0-9_]+$`);
const PROPERTIES = 'org.freedesktop.DBus.Properties';
const MANAGER = 'org.freedesktop.DBus.ObjectManager';

/* The properties that are read, by interface. */
const KNOWN = {
    'org.nowplaying.App1': ['Id', 'Name', 'DesktopEntry'],
    'org.nowplaying.Session1':
        ['Id', 'ApplicationPrimary', 'SystemPrimary', 'Content', 'Playback', 'Commands', 'Volume', 'CanSetVolume'],
    'org.nowplaying.Remote1': ['Devices'],
};

/* The most signals, and bytes in them, that a publisher may send in a second. Above that its connection is closed for
 * REST ms. It is read again only after a whole second below the limits: otherwise its cards would appear and vanish,
 * and move those of others, for as long as it floods. */
const MOST_SIGNALS = 500;
const MOST_BYTES = 4 << 20;
const REST = 500; // ms
const CALM = 1000;

/* The most calls of a session that may be pending, and their timeout: the player's ten seconds and a margin. */
const MOST_CALLS = 16;
const PATIENCE = 15000; // ms

/* The most bytes that are kept of one publisher: twice what it may answer. */
const MOST_KEPT = 2 * Limits.property;

/* Returns the size of a dictionary or list in bytes; Infinity when it has too many entries. Entries are counted first,
 * because both computing the size and searching take GDBus time in proportion to them. */
function weigh(entries) {
    return entries.n_children() > Limits.keys ? Infinity : entries.get_size();
}

/** The properties of one object, decoded when they are needed. */
class Properties {
    /** `room.bytes` is how many bytes may still be kept, over all objects of the publisher. */
    constructor(room) {
        this._room = room;
        this._values = new Map();
        this._read = new Map();
    }

    take(iface, values) {
        for (const name of KNOWN[iface] ?? []) {
            const value = values.lookup_value(name, null);
            if (value === null)
                continue;
            this._drop(name);
            this._read.delete(name);
            if (value.get_size() > this._room.bytes)
                continue;
            this._room.bytes -= value.get_size();
            this._values.set(name, value);
        }
    }

    /** Drops the kept values. */
    clear() {
        [...this._values.keys()].forEach(name => this._drop(name));
        this._read.clear();
    }

    _drop(name) {
        this._room.bytes += this._values.get(name)?.get_size() ?? 0;
        this._values.delete(name);
    }

    /* Decodes a property with a function, once. */
    read(name, how) {
        if (!this._read.has(name))
            this._read.set(name, how(this._values.get(name) ?? null));
        return this._read.get(name);
    }

    single(name) {
        // A dictionary around the value applies the same checks as to any other value.
        return this.read(name, value => new Dictionary(
            value && new GLib.Variant('a{sv}', {[name]: value})));
    }
}

/** A session: its properties, and the calls to it. */
export class Session {
    constructor(publisher, path, room) {
        this.publisher = publisher;
        this.path = path;
        this._properties = new Properties(room);
        this._waiting = 0;
    }

    take(iface, values) {
        if (values.lookup_value('Playback', null) !== null)
            this._arrived = GLib.get_monotonic_time();
        this._properties.take(iface, values);
    }

    /** Forgets all that came. */
    end() {
        this._properties.clear();
    }

    get content() {
        return this._properties.read('Content', Model.readContent);
    }

    get playback() {
        return this._properties.read('Playback', value => Model.readPlayback(value, this._arrived));
    }

    get commands() {
        return this._properties.read('Commands', Model.readCommands);
    }

    get devices() {
        return this._properties.read('Devices', Model.readDevices);
    }

    /** The volume; null when there is none. */
    get volume() {
        const volume = this._properties.single('Volume').number('Volume');
        return volume >= 0 ? volume : null;
    }

    get canSetVolume() {
        return this._properties.single('CanSetVolume').truth('CanSetVolume') === true;
    }

    get primary() {
        return this._properties.single('ApplicationPrimary').truth('ApplicationPrimary') === true;
    }

    get systemPrimary() {
        return this._properties.single('SystemPrimary').truth('SystemPrimary') === true;
    }

    /** Whether there is anything to show. */
    get shown() {
        return this.content !== null || this.playback.state === 'error' ||
            this.commands.some(({command, enabled}) => enabled && ['play', 'toggle-play-pause'].includes(command));
    }

    /** Sends a command, for the present item unless it is for the player; `done` gets the error, or null. */
    send(command, given = {}, done = () => {}) {
        const isForItem = this.content && !OF_PLAYER.includes(command);
        const item = isForItem ? {item: new GLib.Variant('s', this.content.id)} : {};
        this._call('Session1', 'SendCommand', new GLib.Variant('(sa{sv})', [command, {...given, ...item}]), done);
    }

    setVolume(level, done) {
        this._call('Session1', 'SetVolume', new GLib.Variant('(d)', [level]), done);
    }

    setDeviceVolume(id, level, done) {
        this._call('Remote1', 'SetDeviceVolume', new GLib.Variant('(sd)', [id, level]), done);
    }

    stepDevice(id, step, done) {
        this._call('Remote1', 'StepDeviceVolume', new GLib.Variant('(si)', [id, step]), done);
    }

    _call(iface, method, given, done) {
        if (this._waiting >= MOST_CALLS)
            return;
        this._waiting++;
        this.publisher.call(this.path, `org.nowplaying.${iface}`, method, given, PATIENCE, error => {
            this._waiting--;
            done(error);
        });
    }
}

/** An owner of names of players, on a connection of its own. It has no sessions until it has answered, and none if it
 * does not speak org.nowplaying. */
export class Publisher {
    /** `changed` is called without arguments when the set of sessions has changed, and with a session when that has
     * changed. */
    constructor(opener, owner, changed) {
        this.owner = owner;
        this.names = new Set();
        this.sessions = new Map();
        /** Whether the owner publishes org.nowplaying. */
        this.known = false;
        this._opener = opener;
        this._changed = changed;
        this._timer = null;
        this._asked = 0;
        this._begin(() => this._ask());
    }

    /** The application's name for people. */
    get name() {
        return this._app.single('Name').text('Name') ?? '';
    }

    get desktopEntry() {
        return this._app.single('DesktopEntry').text('DesktopEntry') ?? '';
    }

    stop() {
        this._end();
        this._after(0, null);
    }

    /** Calls a method; `done` gets the error, or null, the reply and its files. It is not called once the publisher is
     * gone. */
    call(path, iface, method, given, patience, done) {
        this._connection.call(this.owner, path, iface, method, given, null, patience, done);
    }

    /* Connects, subscribes, and then calls a function, which is to read: no change is lost between the reply and the
     * subscription. */
    _begin(then) {
        this._room = {bytes: MOST_KEPT};
        this._app = new Properties(this._room);
        this._since = 0;
        this._connection = new Connection(this._opener, () => {
            this._listen();
            then();
        }, () => this._beginLater(AGAIN));
    }

    _listen() {
        const listen = (iface, member, type, path, first, heard) => this._connection.subscribe(this.owner, iface,
            member, path, first, Gio.DBusSignalFlags.NONE, (_connection, _sender, from, _iface, _member, given) => {
                if (this._hear(given, type) && this.known)
                    heard(given, from);
            });
        Object.keys(KNOWN).forEach(iface => listen(PROPERTIES, 'PropertiesChanged', '(sa{sv}as)', null, iface,
            this._changedProperties.bind(this)));
        listen(MANAGER, 'InterfacesAdded', '(oa{sa{sv}})', ROOT, null, this._added.bind(this));
        listen(MANAGER, 'InterfacesRemoved', '(oas)', ROOT, null, this._removed.bind(this));
    }

    _ask() {
        this._connection.call(this.owner, ROOT, MANAGER, 'GetManagedObjects', null,
            new GLib.VariantType('(a{oa{sa{sv}}})'), GLib.MAXINT32, (error, answer) => {
                if (error)
                    this._refused(error);
                else
                    this._answered(answer.get_child_value(0));
            });
    }

    /* Handles an error reply: a plain MPRIS player or one that is gone is given up; one that is busy is asked again, at
     * most twice. */
    _refused(error) {
        const busy = Gio.DBusError.is_remote_error(error) &&
            Gio.DBusError.get_remote_error(error) === 'org.freedesktop.DBus.Error.LimitsExceeded';
        if (busy && this._asked++ < 2)
            this._beginLater(REST);
        else
            this._end();
    }

    _end() {
        this._connection.close();
        this.known = false;
        this.sessions.clear();
    }

    /* Counts a signal, and returns whether it has the right type. A publisher that sends too much is ignored for a
     * while, and then read anew. */
    _hear(given, type) {
        const right = given.get_type_string() === type;
        const now = GLib.get_monotonic_time();
        if (now - this._since >= 1e6)
            [this._since, this._signals, this._bytes] = [now, 0, 0];
        this._bytes += right ? weigh(given.get_child_value(1)) : 0;
        if (++this._signals <= MOST_SIGNALS && this._bytes <= MOST_BYTES)
            return right;
        this._beginLater(REST);
        return false;
    }

    /* Reads everything anew after a pause in ms, once the publisher is below the limits. */
    _beginLater(pause) {
        this._end();
        this._changed(null);
        this._after(pause, () => this._begin(() => this._after(CALM, () => this._ask())));
    }

    /* Calls a function after some milliseconds, instead of one that is already scheduled. */
    _after(pause, then) {
        if (this._timer)
            GLib.source_remove(this._timer);
        this._timer = then && GLib.timeout_add(GLib.PRIORITY_DEFAULT, pause, () => {
            this._timer = null;
            then();
            return GLib.SOURCE_REMOVE;
        });
    }

    _answered(objects) {
        if (objects.get_size() > Limits.property) {
            this._end();
            return;
        }
        this.known = true;
        const count = Math.min(objects.n_children(), Limits.sessions + 1);
        for (let i = 0; i < count; i++) {
            const object = objects.get_child_value(i);
            this._take(object.get_child_value(0).get_string()[0], object.get_child_value(1));
        }
        this._changed(null);
    }

    /* Adds an object with all its interfaces. */
    _take(path, interfaces) {
        if (weigh(interfaces) > Limits.property)
            return;
        const target = path === `${ROOT}/app` ? this._app : this._session(path, interfaces);
        for (const iface of Object.keys(KNOWN)) {
            const values = interfaces.lookup_value(iface, null);
            if (values !== null && weigh(values) <= Limits.property)
                target?.take(iface, values);
        }
    }

    _session(path, interfaces) {
        const right = SESSION.test(path) && interfaces.lookup_value('org.nowplaying.Session1', null) !== null;
        if (right && !this.sessions.has(path) && this.sessions.size < Limits.sessions)
            this.sessions.set(path, new Session(this, path, this._room));
        return right ? this.sessions.get(path) : null;
    }

    _added(given) {
        const path = given.get_child_value(0).get_string()[0];
        // An object that is added again replaces the old one.
        this.sessions.get(path)?.end();
        this._take(path, given.get_child_value(1));
        this._changed(this.sessions.get(path) ?? null);
    }

    _removed(given) {
        const path = given.get_child_value(0).get_string()[0];
        this.sessions.get(path)?.end();
        if (this.sessions.delete(path))
            this._changed(null);
    }

    _changedProperties(given, path) {
        const target = path === `${ROOT}/app` ? this._app : this.sessions.get(path);
        if (!target)
            return;
        target.take(given.get_child_value(0).get_string()[0], given.get_child_value(1));
        this._changed(target === this._app ? null : target);
    }
}
