// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Shows the covers that lines of its input request, and prints each that is drawn, with cover.js beside this file. A
 * line is JSON: `cover`, a number; `content`, as a player sends it; `fetches`, whether the user wants pictures of the
 * web; or `gone`, for a cover that is removed. */
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

import {Cover} from './cover.js';
import {readContent} from './model.js';
import {shell} from './shell.js';

const covers = new Map();
const type = value => ({boolean: 'b', string: 's'})[typeof value];
// A player whose pictures are all on the web.
const publisher = {call: (_path, _iface, method, _given, _patience, done) => {
    print('asked', method);
    GLib.idle_add(GLib.PRIORITY_DEFAULT, () => {
        done(new Error('org.nowplaying.Error.Asset.NotLocal'));
        return GLib.SOURCE_REMOVE;
    });
}};
let fetches = true;
globalThis.global = {stage: {}};
shell.fetchesArtwork = () => fetches;

function obey(order) {
    fetches = order.fetches ?? fetches;
    if (!covers.has(order.cover)) {
        covers.set(order.cover, new Cover({path: '/', publisher}));
        covers.get(order.cover).actor.name = order.cover;
    }
    const cover = covers.get(order.cover);
    const entries = Object.entries(order.content ?? {})
        .map(([key, value]) => [key, new GLib.Variant(type(value), value)]);
    if (order.gone)
        cover.actor.destroy();
    else
        cover.show(readContent(new GLib.Variant('a{sv}', Object.fromEntries(entries))), -1);
}

const input = new Gio.DataInputStream({base_stream: new Gio.UnixInputStream({fd: 0})});
const loop = new GLib.MainLoop(null, false);
function next() {
    input.read_line_async(GLib.PRIORITY_DEFAULT, null, (_input, result) => {
        const [line] = input.read_line_finish_utf8(result);
        if (line === null) {
            loop.quit();
            return;
        }
        obey(JSON.parse(line));
        next();
    });
}
next();
loop.run();
