// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Fetches pictures from the web, with limits on their size and time. */

import GLib from 'gi://GLib';
import Soup from 'gi://Soup?version=3.0';

import {call} from './picture.js';
import {Limits} from './values.js';

/* The timeout of a fetch in ms, and the most redirects. */
const PATIENCE = 15000;
const MOST_MOVES = 5;
const MOVED = [301, 302, 303, 307, 308];
/* The number of bytes that are read at a time. */
const PORTION = 1 << 18;

/** Fetches the bytes at a URL, without cookies; returns a promise that fails with the reason. The cancellable is used
 * for this picture alone, and ends with it. */
export async function fetchPicture(address, cancellable) {
    // Each picture has its own HTTP session, so that a hanging server delays no others and nothing remains afterwards.
    const session = new Soup.Session({max_conns_per_host: MOST_MOVES + 1});
    let alarm = GLib.timeout_add(GLib.PRIORITY_DEFAULT, PATIENCE, () => {
        alarm = 0;
        cancellable.cancel();
        return GLib.SOURCE_REMOVE;
    });
    try {
        return await get(session, address, cancellable);
    } finally {
        if (alarm)
            GLib.source_remove(alarm);
        cancellable.cancel();
        session.abort();
    }
}

async function get(session, address, cancellable) {
    let uri = parse(address);
    for (let moves = 0; moves <= MOST_MOVES; moves++) {
        const message = Soup.Message.new_from_uri('GET', uri);
        message.add_flags(Soup.MessageFlags.NO_REDIRECT);
        const stream = await call(session, 'send_async', 'send_finish', message, GLib.PRIORITY_DEFAULT, cancellable);
        const place = message.get_response_headers().get_one('Location');
        if (message.get_status() === Soup.Status.OK)
            return readAll(stream, cancellable);
        if (!MOVED.includes(message.get_status()) || place === null)
            break;
        uri = parse(place, uri);
    }
    throw new Error('there is no picture');
}

/* Parses a URL, or a redirect's target: only web URLs are accepted, and no redirect from https to http. */
function parse(address, from = null) {
    // Players may send characters that must be escaped.
    const escaped = address.replace(/[^\x21-\x7e]+/g, encodeURIComponent);
    const flags = Soup.HTTP_URI_FLAGS;
    const uri = from ? from.parse_relative(escaped, flags) : GLib.Uri.parse(escaped, flags);
    if (!uri.get_host() || ![from?.get_scheme() ?? 'http', 'https'].includes(uri.get_scheme()))
        throw new Error('no address on the web');
    return uri;
}

/* Returns all bytes of a stream, which may be more than the server has announced. */
async function readAll(stream, cancellable) {
    const portions = [];
    let size = 0;
    for (;;) {
        const bytes = await call(stream, 'read_bytes_async', 'read_bytes_finish', PORTION, GLib.PRIORITY_DEFAULT,
            cancellable);
        const portion = bytes.toArray();
        if (portion.length === 0)
            break;
        size += portion.length;
        if (size > Limits.fetched)
            throw new Error('not of a size for a picture');
        portions.push(portion);
    }
    const all = new Uint8Array(size);
    portions.reduce((at, portion) => {
        all.set(portion, at);
        return at + portion.length;
    }, 0);
    return new GLib.Bytes(all);
}
