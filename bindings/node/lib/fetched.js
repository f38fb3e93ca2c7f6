// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Fetches the picture of an address that asks for headers, such as a server of music that wants a login. The desktop
// gets the bytes. Neither the address nor a header is sent to it, printed, or part of an error.
'use strict';

const MOST_BYTES = 8 << 20;  // of a picture
const TIMEOUT = 30000;  // milliseconds for a picture
const MOST_REDIRECTS = 10;
const MOST_KEPT = 16;  // pictures that are kept with their ETag; and their bytes:
const MOST_KEPT_BYTES = 16 << 20;

/** The fetches that go on: whoever wants the same picture meanwhile shares one. */
const goingOn = new Map();
/** Pictures by the ETag with which the server is asked whether they have changed, the last used at the end. */
const kept = new Map();

/** An error whose words are ours. */
class Refused extends Error {}

/** The headers in order of their names. No error has a value, which may be a secret. */
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

/** Asks an address, and those that it leads to: the headers are for its server alone, and for its HTTPS. */
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

/** The picture; null where the server has none. */
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

/** The function of a picture that is fetched. */
function fetched(name, source, headers) {
  const address = addressOf(`${name}(source)`, source);
  const checked = checkHeaders(`${name}(headers)`, headers);
  const key = JSON.stringify([address, checked]);
  return () => {
    if (!goingOn.has(key)) {
      goingOn.set(key, get(address, checked, key).catch((error) => {
        // Without the words of the error, or what it came from: they may have the address, or what a server says of it.
        throw new Error(`A cover could not be fetched (${error instanceof Refused ? error.message : error?.name}).`);
      }).finally(() => goingOn.delete(key)));
    }
    return goingOn.get(key);
  };
}

module.exports = { fetched };
