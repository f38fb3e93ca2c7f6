// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Connections to the bus: one for the bus itself, and one for each publisher. The messages of a publisher wait for
 * its earlier messages, not for those of other publishers, and closing its connection ends them all at once.
 *
 * But all publishers wait while GLib parses a single message of one of them, because one thread does that for all
 * connections of a process. A message is parsed before anybody can look how long it is: 2 µs for each entry of a
 * dictionary, 0.1 s for a message of 1 MiB, 7 s for one of 59 MiB. */

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

const FLAGS = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION;

/** How long to wait before a lost connection is opened again, in ms. */
export const AGAIN = 5000;

/* How long the bus is left alone after a connection was opened, in ms, before the next one is. */
const PAUSE = 10;

/** Opens connections one after the other, in the order in which they are wanted. A player whose name comes and goes all
 * the time thus costs the shell no more than one opening in PAUSE ms, and one socket.
 *
 * No opening is cancelled: GDBus would keep its socket until the connection that was never made is garbage. */
export class Opener {
    constructor(address) {
        this._address = address;
        this._waiting = new Set();
        this._opening = false;
        this._timer = 0;
    }

    /** Calls a function with a new connection; with null when there is no bus, or when it takes no more connections. */
    open(take) {
        this._waiting.add(take);
        this._next();
    }

    /** Drops the wish of a function for a connection, unless its connection is already being opened. */
    forget(take) {
        this._waiting.delete(take);
    }

    /** Opens no connection any more. One that is being opened is still handed over. */
    stop() {
        this._stopped = true;
        this._waiting.clear();
        if (this._timer)
            GLib.source_remove(this._timer);
        this._timer = 0;
    }

    _next() {
        const [take] = this._waiting;
        if (!take || this._opening || this._timer)
            return;
        this._waiting.delete(take);
        this._opening = true;
        Gio.DBusConnection.new_for_address(this._address, FLAGS, null, null, (_source, result) => {
            this._opening = false;
            let bus = null;
            try {
                bus = Gio.DBusConnection.new_for_address_finish(result);
            } catch {
                // The function gets null.
            }
            this._rest();
            take(bus);
        });
    }

    _rest() {
        if (this._stopped)
            return;
        this._timer = GLib.timeout_add(GLib.PRIORITY_DEFAULT, PAUSE, () => {
            this._timer = 0;
            this._next();
            return GLib.SOURCE_REMOVE;
        });
    }
}

export class Connection {
    /** `opened` is called once the connection can be used, and `lost` when it cannot be opened, or when the bus has
     * closed it. */
    constructor(opener, opened, lost) {
        this._bus = null;
        this._subscriptions = [];
        this._cancellable = new Gio.Cancellable();
        this._opener = opener;
        this._take = bus => {
            if (this._cancellable.is_cancelled())
                bus?.close(null, null);
            else if (bus)
                this._begin(bus, opened, lost);
            else
                lost();
        };
        opener.open(this._take);
    }

    _begin(bus, opened, lost) {
        this._bus = bus;
        this._closed = bus.connect('closed', () => lost());
        opened();
    }

    /** Subscribes to a signal of an open connection; `heard` is called as by GDBus. */
    subscribe(sender, iface, member, path, first, flags, heard) {
        this._subscriptions.push(this._bus.signal_subscribe(sender, iface, member, path, first, flags, heard));
    }

    /** Calls a method, with a timeout in ms; `done` gets the error, or null, the reply and its files. Files that it
     * does not steal are closed. It is not called once the connection is closed, by either side, nor before it is
     * open. */
    call(owner, path, iface, method, given, type, patience, done) {
        this._bus?.call_with_unix_fd_list(owner, path, iface, method, given, type,
            Gio.DBusCallFlags.NO_AUTO_START, patience, null, this._cancellable, (bus, result) => {
                let answer = null, failed = null;
                try {
                    answer = bus.call_with_unix_fd_list_finish(result);
                } catch (error) {
                    failed = error;
                }
                if (!this._cancellable.is_cancelled() && !bus.is_closed())
                    done(failed, ...answer ?? []);
                answer?.[1]?.steal_fds().forEach(fd => GLib.close(fd));
            });
    }

    /** Ends all subscriptions and calls. */
    close() {
        const bus = this._bus;
        this._bus = null;
        this._cancellable.cancel();
        this._opener.forget(this._take);
        if (!bus)
            return;
        this._subscriptions.forEach(id => bus.signal_unsubscribe(id));
        bus.disconnect(this._closed);
        if (bus.is_closed())
            bus.get_stream().close(null); // otherwise the socket would stay open until the connection is garbage
        else
            bus.close(null, null);
    }
}
