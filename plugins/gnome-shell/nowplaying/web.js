// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Fetches pictures from the web, with limits on their size and time, and none from this machine or its network: a
 * player may have the address from a page or from a tag. */

import Gio from 'gi://Gio';
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

const ranges = all => all.map(each => Gio.InetAddressMask.new_from_string(each));
/* Addresses that are not of the web: this network, private networks, those of providers, this machine, links,
 * assignments, tests, multicast with all above it; and addresses of IPv6 that have one of IPv4 in them. */
const LOCAL = ranges(['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12',
    '192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/3', '2002::/16', '2001::/32']);
/* Addresses of the web, and those by which networks without IPv4 have its. */
const WEB = ranges(['0.0.0.0/0', '2000::/3', '64:ff9b::/96']);
/* The ends of names that no server of the web has. */
const LOCAL_NAMES = /\.(local|lan|internal|home\.arpa|localhost)$/;

/** Returns whether a Gio.InetAddress is of this machine or its network, or none of the web for another reason. */
export function isLocal(address) {
    // An address of IPv4 may be written as one of IPv6.
    const plain = Gio.InetAddress.new_from_string(address.to_string().replace(/^::ffff:(?=[\d.]+$)/, ''));
    const isOf = all => all.some(range => range.matches(plain));
    return isOf(LOCAL) || !isOf(WEB);
}

/* Returns whether a host is an IP address, or has a name that no server of the web can have. */
function isNamedLocally(host) {
    return Gio.InetAddress.new_from_string(host) !== null || !host.includes('.') || LOCAL_NAMES.test(host);
}

/** Fetches the bytes at a URL, without cookies; returns a promise that fails with the reason. The cancellable is used
 * for this picture alone, and ends with it.
 *
 * home: the URL of the item itself, or null. Where it has the same host, which is one of the local network, that server
 * is asked: the player plays from there. */
export async function fetchPicture(address, home, cancellable) {
    // Each picture has its own HTTP session, so that a hanging server delays no others and nothing remains afterwards.
    const session = new Soup.Session({max_conns_per_host: MOST_MOVES + 1});
    let alarm = GLib.timeout_add(GLib.PRIORITY_DEFAULT, PATIENCE, () => {
        alarm = 0;
        cancellable.cancel();
        return GLib.SOURCE_REMOVE;
    });
    try {
        return await get(session, address, home, cancellable);
    } finally {
        if (alarm)
            GLib.source_remove(alarm);
        cancellable.cancel();
        session.abort();
    }
}

async function get(session, address, home, cancellable) {
    let uri = parse(address);
    const host = hostOf(address);
    const isItsHost = host === hostOf(home) && isNamedLocally(host);
    // The first address that a connection is made to decides whether others of the local network may be asked.
    let isHome = null;
    const judge = (_message, event, connection) => {
        const remote = event === Gio.SocketClientEvent.CONNECTING ? connection.get_remote_address() : null;
        // A proxy of the user's looks up names itself.
        if (remote === null || remote instanceof Gio.ProxyAddress)
            return;
        const local = isLocal(remote.get_address());
        isHome ??= local && isItsHost;
        if (local && !isHome)
            cancellable.cancel();
    };
    for (let moves = 0; moves <= MOST_MOVES; moves++) {
        const message = Soup.Message.new_from_uri('GET', uri);
        message.add_flags(Soup.MessageFlags.NO_REDIRECT);
        message.connect('network-event', judge);
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

/* Returns the host of a URL; null where there is none. */
function hostOf(address) {
    try {
        return parse(address).get_host().toLowerCase();
    } catch {
        return null;
    }
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
