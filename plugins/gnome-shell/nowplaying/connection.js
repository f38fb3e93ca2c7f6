// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Connections to the bus: one for the bus itself, and one for each publisher. The messages of a publisher wait for
 * those that it has sent before, not for those of another one, and closing its connection ends them all at once.
 *
 * They do wait while GLib takes apart a single message of another one, because one thread does that for all connections
 * of a process. It is done before anybody can look how long the message is: 2 µs for each entry of a dictionary, 0.1 s
 * for a message of 1 MiB, 7 s for one of 59 MiB. */

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

const FLAGS = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION;

/** How long to wait before a lost connection is opened again, in ms. */
export const AGAIN = 5000;

export class Connection {
    /** `opened` is called once the connection can be used, and `lost` when it cannot be opened, or when the bus has
     * closed it. */
    constructor(address, opened, lost) {
        this._bus = null;
        this._subscriptions = [];
        this._cancellable = new Gio.Cancellable();
        Gio.DBusConnection.new_for_address(address, FLAGS, null, this._cancellable, (_source, result) => {
            let bus = null;
            try {
                bus = Gio.DBusConnection.new_for_address_finish(result);
            } catch {
                // There is no bus, or it takes no more connections.
            }
            if (this._cancellable.is_cancelled())
                bus?.close(null, null);
            else if (bus)
                this._begin(bus, opened, lost);
            else
                lost();
        });
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
