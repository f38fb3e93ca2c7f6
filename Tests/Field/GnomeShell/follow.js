// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Prints whom the extension's follower, the module in the argument, knows, each time that has changed: by the names of
 * players the titles of their sessions. */
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

// As the panel does it: what is told is looked at soon.
let soon = 0;
const follower = new Follower(() => (soon ||= GLib.timeout_add(GLib.PRIORITY_DEFAULT, 50, () => {
    soon = 0;
    tell();
    return GLib.SOURCE_REMOVE;
})));
new GLib.MainLoop(null, false).run();
