// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Fetches the picture of an address that asks for headers, such as a server of music that wants a login. The desktop
// gets the bytes. Neither the address nor a header is sent to it, printed, or part of an error.
'use strict';

const dns = require('node:dns');
const net = require('node:net');

const MOST_BYTES = 8 << 20;  // of a picture
const MOST_REDIRECTS = 10;
const MOST_KEPT = 16;  // pictures that are kept with their ETag; and their bytes:
const MOST_KEPT_BYTES = 16 << 20;

/** The fetches that are under way. All requests for the same address with the same headers share one fetch. */
const goingOn = new Map();
/** Pictures by their address and headers, the last used at the end. Each is kept with its ETag, by which the server is
 * asked whether the picture has changed. */
const kept = new Map();

/** An error whose message was written in this file, and so can be printed: it has no secret. */
class Refused extends Error {}

/** Returns the headers in the order of their names. The errors do not name their values, which may be secrets. */
function checkHeaders(name, headers) {
  if (typeof headers !== 'object' || Array.isArray(headers)) {
    throw new TypeError(`${name} must be an object of names and texts, or Headers`);
  }
  try {
    return [...new Headers(headers)];
  } catch {
    throw new TypeError(`${name} must have names and values that HTTP allows`);
  }
}

function keep(key, etag, picture) {
  kept.delete(key);
  if (etag && picture) {
    kept.set(key, { etag, picture });
  }
  const size = () => [...kept.values()].reduce((sum, each) => sum + each.picture.length, 0);
  while (kept.size > MOST_KEPT || size() > MOST_KEPT_BYTES) {
    kept.delete(kept.keys().next().value);
  }
}

async function read(body) {
  const parts = [];
  let count = 0;
  for await (const part of body) {
    parts.push(part);
    count += part.length;
    if (count > MOST_BYTES) {
      throw new Refused(`it has more than ${MOST_BYTES >> 20} MiB`);
    }
  }
  return Buffer.concat(parts);
}

/** Addresses of this machine and its network, and those that are none of the web for another reason. */
const LOCAL = new net.BlockList();
for (const [address, bits] of [['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8],
  ['169.254.0.0', 16], ['172.16.0.0', 12], ['192.0.0.0', 24], ['192.168.0.0', 16], ['198.18.0.0', 15],
  ['224.0.0.0', 3]]) {
  LOCAL.addSubnet(address, bits, 'ipv4');
}
// The web is 2000::/3, but for 2002::/16 and 2001::/32, which have an address of IPv4 in them; 64:ff9b::/96, by which
// networks without IPv4 have that of the web; and an address of IPv4 that is written as one of IPv6.
LOCAL.addSubnet('2002::', 16, 'ipv6');
LOCAL.addSubnet('2001::', 32, 'ipv6');
const WEB = new net.BlockList();
for (const [address, bits] of [['2000::', 3], ['64:ff9b::', 96], ['::ffff:0:0', 96]]) {
  WEB.addSubnet(address, bits, 'ipv6');
}

const LED_HOME = 'the server leads to an address of the local network';

/** One fetch, with all its redirects. The program gives its first address, which may be of the local network, as a
 * server of music at home is. Servers give the others: a server of the web leads to no address of this machine or its
 * network, by whatever name. */
class Way {
  static TIMEOUT = 30000;  // milliseconds for a picture

  #mayBeLocal;
  #timeout = Way.TIMEOUT;
  #signal = AbortSignal.timeout(this.#timeout);

  static isLocal(address) {
    return net.isIPv6(address) ? LOCAL.check(address, 'ipv6') || !WEB.check(address, 'ipv6') : LOCAL.check(address);
  }

  /** Throws if the time is over. A body without a length that is ended by that seems to be whole. */
  look() {
    this.#signal.throwIfAborted();
  }

  /** Returns why an error came, in words that have no secret. */
  why(error) {
    if (this.#signal.aborted) {
      return `the server took more than ${this.#timeout / 1000} s`;
    }
    return error instanceof Refused ? error.message : error?.code ?? error?.name;
  }

  /** Whether the addresses of a host may be asked. Those of the first host decide which others may be. */
  #mayAsk(addresses) {
    const isLocal = addresses.some((each) => Way.isLocal(each));
    this.#mayBeLocal ??= isLocal;
    return this.#mayBeLocal || !isLocal;
  }

  /** Does what dns.lookup() does. */
  #lookup = (host, options, done) => {
    dns.lookup(host, { ...options, all: true }, (error, found) => {
      if (error || !this.#mayAsk(found.map(({ address }) => address))) {
        done(error ?? new Refused(LED_HOME));
      } else if (options.all) {
        done(null, found);
      } else {
        done(null, found[0].address, found[0].family);
      }
    });
  };

  /** Returns the server's answer. */
  get(url, headers) {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (net.isIP(host) && !this.#mayAsk([host])) {
      return Promise.reject(new Refused(LED_HOME));
    }
    const { get } = require(`node:${url.protocol.slice(0, -1)}`);
    return new Promise((resolve, reject) => {
      get(url, { headers: Object.fromEntries(headers), agent: false, lookup: this.#lookup, signal: this.#signal }, resolve)
        .on('error', reject);
    });
  }
}

/** Gets an address, and follows redirects. The headers are sent to the server of that address alone, and no longer
 * after a redirect from HTTPS to HTTP. */
async function ask(way, address, headers) {
  let url = new URL(address);
  let given = headers;
  for (let left = MOST_REDIRECTS; left >= 0; left -= 1) {
    // eslint-disable-next-line no-await-in-loop
    const answer = await way.get(url, given);
    const place = [301, 302, 303, 307, 308].includes(answer.statusCode) && answer.headers.location;
    if (!place) {
      return answer;
    }
    answer.destroy();
    const next = new URL(place, url);
    if (!/^https?:$/.test(next.protocol)) {
      throw new Refused('the server leads to no address of the web');
    }
    if (next.host !== url.host || (next.protocol !== url.protocol && next.protocol !== 'https:')) {
      given = [];
    }
    url = next;
  }
  throw new Refused('the server leads from one address to the next');
}

/** Gets the picture from the server or, if it has not changed, from `kept`; null where the server has none. */
async function get(way, address, headers, key) {
  const before = kept.get(key);
  const answer = await ask(way, address, before ? [...headers, ['if-none-match', before.etag]] : headers);
  if (answer.statusCode === 304 && before) {
    answer.destroy();
    keep(key, before.etag, before.picture);
    return before.picture;
  }
  if (answer.statusCode === 404 || answer.statusCode === 410) {
    answer.destroy();
    keep(key);
    return null;
  }
  if (answer.statusCode < 200 || answer.statusCode > 299) {
    answer.destroy();
    throw new Refused(`the server answers ${answer.statusCode}`);
  }
  const picture = await read(answer);
  way.look();
  keep(key, answer.headers.etag, picture);
  return picture.length ? picture : null;
}

function addressOf(name, source) {
  let url;
  try {
    url = new URL(source);
  } catch { /* which is said below */ }
  if (!/^https?:$/.test(url?.protocol)) {
    throw new TypeError(`${name} must be an address of the web, "https://…", where it has headers`);
  }
  if (url.username || url.password) {
    throw new TypeError(`${name} must not have a user and a password: give the header Authorization`);
  }
  return url.href;
}

/** Returns the function that fetches a picture, to be given as the source of an Artwork. */
function fetched(name, source, headers) {
  const address = addressOf(`${name}(source)`, source);
  const checked = checkHeaders(`${name}(headers)`, headers);
  const key = JSON.stringify([address, checked]);
  return () => {
    if (!goingOn.has(key)) {
      const way = new Way();
      goingOn.set(key, get(way, address, checked, key).catch((error) => {
        // Other errors are given by their code alone, without message and cause, which may contain the address.
        throw new Error(`A cover could not be fetched (${way.why(error)}).`);
      }).finally(() => goingOn.delete(key)));
    }
    return goingOn.get(key);
  };
}

module.exports = { Way, fetched };
