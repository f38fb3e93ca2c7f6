// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Has two connections to the bus, without the extension: the first listens to signals, the second asks the bus all the
 * while. Prints the longest time that an answer took, in s, once the first has heard a signal. */
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

const FLAGS = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION;
const DAEMON = ['org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus'];
const open = () => Gio.DBusConnection.new_for_address_sync(GLib.getenv('DBUS_SESSION_BUS_ADDRESS'), FLAGS, null, null);

const loop = new GLib.MainLoop(null, false);
const [first, second] = [open(), open()];
let longest = 0, heard = false;

function ask() {
    const begin = GLib.get_monotonic_time();
    second.call(...DAEMON, 'GetId', null, null, Gio.DBusCallFlags.NONE, GLib.MAXINT32, null, (_source, result) => {
        second.call_finish(result);
        longest = Math.max(longest, (GLib.get_monotonic_time() - begin) / 1e6);
        if (heard)
            loop.quit();
        else
            ask();
    });
}

first.signal_subscribe(null, 'org.freedesktop.DBus.Properties', 'PropertiesChanged', null, null,
    Gio.DBusSignalFlags.NONE, () => (heard = true));
// The bus has the subscription once it has answered a later call.
first.call_sync(...DAEMON, 'GetId', null, null, Gio.DBusCallFlags.NONE, -1, null);
print('listens');
ask();
loop.run();
print(longest);
