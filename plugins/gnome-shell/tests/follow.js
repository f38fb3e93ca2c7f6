// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Prints the players that the extension's follower, the module in the argument, knows, after each change: the titles
 * of their sessions by the players' names. It stops the follower at SIGUSR1. */
import GLib from 'gi://GLib';

const {Follower} = await import(`file://${ARGV[0]}`);
let before = '';

function tell() {
    const titles = publisher => [...publisher.sessions.values()].map(({content}) => content?.lines[0] ?? null);
    const known = JSON.stringify(Object.fromEntries(follower.publishers.flatMap(
        publisher => [...publisher.names].map(name => [name, titles(publisher)]))));
    if (known !== before)
        print(known);
    before = known;
}

// As in the panel, a change is handled a little later.
let soon = 0;
const follower = new Follower(() => (soon ||= GLib.timeout_add(GLib.PRIORITY_DEFAULT, 50, () => {
    soon = 0;
    tell();
    return GLib.SOURCE_REMOVE;
})));
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, 10, () => {
    follower.stop();
    return GLib.SOURCE_REMOVE;
});
new GLib.MainLoop(null, false).run();
