// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Fetches the picture of an address that asks for headers, such as a server of music that wants a login. The desktop
// gets the bytes. Neither the address nor a header is sent to it, printed, or part of an error.
'use strict';

const MOST_BYTES = 8 << 20;  // of a picture
const TIMEOUT = 30000;  // milliseconds for a picture
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
  for await (const part of body ?? []) {
    parts.push(part);
    count += part.length;
    if (count > MOST_BYTES) {
      throw new Refused(`it has more than ${MOST_BYTES >> 20} MiB`);
    }
  }
  return Buffer.concat(parts);
}

/** Gets an address, and follows redirects. The headers are sent to the server of that address alone, and no longer
 * after a redirect from HTTPS to HTTP. */
async function ask(address, headers) {
  const signal = AbortSignal.timeout(TIMEOUT);
  let url = new URL(address);
  let given = headers;
  for (let left = MOST_REDIRECTS; left >= 0; left -= 1) {
    // eslint-disable-next-line no-await-in-loop
    const answer = await fetch(url, { headers: given, redirect: 'manual', signal });
    const place = [301, 302, 303, 307, 308].includes(answer.status) && answer.headers.get('location');
    if (!place) {
      return answer;
    }
    answer.body?.cancel().catch(() => {});
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
async function get(address, headers, key) {
  const before = kept.get(key);
  const answer = await ask(address, before ? [...headers, ['if-none-match', before.etag]] : headers);
  if (answer.status === 304 && before) {
    keep(key, before.etag, before.picture);
    return before.picture;
  }
  if (answer.status === 404 || answer.status === 410) {
    answer.body?.cancel().catch(() => {});
    keep(key);
    return null;
  }
  if (!answer.ok) {
    answer.body?.cancel().catch(() => {});
    throw new Refused(`the server answers ${answer.status}`);
  }
  const picture = await read(answer.body);
  keep(key, answer.headers.get('etag'), picture);
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
      goingOn.set(key, get(address, checked, key).catch((error) => {
        // Other errors are given by their name alone, without message and cause, which may contain the address.
        throw new Error(`A cover could not be fetched (${error instanceof Refused ? error.message : error?.name}).`);
      }).finally(() => goingOn.delete(key)));
    }
    return goingOn.get(key);
  };
}

module.exports = { fetched };
