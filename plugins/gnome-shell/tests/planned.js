// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Prints the controls that the extension makes of each case in the file that is the argument: for each row, what a
 * press sends and what is seen. The second argument is a folder with the words of a language. */
import Gettext from 'gettext';
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

import {readCommands, readContent, readPlayback} from './model.js';
import {arrange, labelOf, plan, wordsOf} from './plan.js';

/* The types of the protocol. */
const TYPES = {
    command: 's', id: 's', title: 's', icon: 's', slot: 's', current: 's', enabled: 'b', active: 'b', supported: 'as',
    intervals: 'ax', rates: 'ad', button: 'u', steps: 'u', kind: 's', 'duration-kind': 's', 'user-rating': 'd',
    state: 's', 'default-rate': 'd', 'live-edge': 'b', muted: 'b', elapsed: 'x', timestamp: 'x',
};

/* Returns the dictionary of the members that are there. */
function dictionary(members) {
    return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)
        .map(([key, value]) => [key, new GLib.Variant(TYPES[key], value)]));
}

function published(command) {
    const switched = ['custom', 'bookmark'].includes(command.command) ? {active: false} : {};
    return dictionary({enabled: true, ...switched, ...command});
}

if (ARGV[1])
    Gettext.bindtextdomain('nowplaying@libnowplaying', ARGV[1]);
const [, text] = Gio.File.new_for_path(ARGV[0]).load_contents(null);
const found = JSON.parse(new TextDecoder().decode(text)).map(given => {
    const content = readContent(new GLib.Variant('a{sv}', dictionary({
        id: 'item', kind: given.kind, 'duration-kind': given['duration-kind'], 'user-rating': given.rating,
    })));
    const known = given.position === 'unknown' ? {} : {elapsed: 0, timestamp: 0};
    const playback = readPlayback(new GLib.Variant('a{sv}', dictionary({
        ...known, state: given.state ?? 'paused', 'live-edge': given['live-edge'], muted: given.muted,
        'default-rate': given['default-rate'],
    })), 0);
    const commands = readCommands(new GLib.Variant('aa{sv}', given.commands.map(published)));
    const rows = plan(commands, playback, content);
    const {main, toggles, menu} = arrange(rows, given.volume === true);
    const said = Object.values(rows).flat().map(control => [wordsOf(control), labelOf(control)]);
    return {
        rows, said,
        arranged: [main.back, main.toggle, main.forward, toggles, menu].map(
            part => Array.isArray(part) ? part.map(({key}) => key) : part?.key ?? null),
    };
});
print(JSON.stringify(found));
