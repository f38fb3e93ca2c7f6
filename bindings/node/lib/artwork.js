// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Pictures and videos: bytes, files, addresses, or functions that are asked when one is wanted.
'use strict';

const check = require('./checks.js');
const { native, NowPlayingError } = require('./native.js');

/** The numbers that were made for functions given without an id. */
const functions = new WeakMap();
let counter = 0;

function isSource(value) {
  return typeof value === 'string' || typeof value === 'function' || value instanceof URL || check.isBytes(value);
}

function checkSource(name, value) {
  if (!isSource(value)) {
    throw check.wrongType(name, 'bytes, a URL, a string with an address or a path, or a function', value);
  }
  if (check.isBytes(value) && value.byteLength === 0) {
    throw new TypeError(`${name} must be bytes, but has none: it is empty or detached`);
  }
  const source = value instanceof URL ? value.href : value;
  return typeof source === 'string' && /^data:/i.test(source) ? inlineBytes(name, source) : source;
}

/** Returns the bytes in a "data:" address. Desktops show no such address. */
function inlineBytes(name, address) {
  const [head, body] = address.split(/,(.*)/s);
  let bytes;
  try {
    const text = decodeURIComponent(body ?? '');
    bytes = Buffer.from(text, /;\s*base64$/i.test(head) ? 'base64' : 'utf8');
  } catch {
    bytes = Buffer.alloc(0);
  }
  if (bytes.length === 0) {
    throw new TypeError(`${name} must be an address with data, not ${check.shown(address.slice(0, 40))}`);
  }
  return bytes;
}

/** Makes the id of a source for which the program gives none: a function is numbered, a short address or path is its
 * own id, and all else is hashed. */
function idOf(source) {
  if (typeof source === 'function') {
    if (!functions.has(source)) {
      functions.set(source, `function-${++counter}`);
    }
    return functions.get(source);
  }
  if (typeof source === 'string' && source.length < 300) {
    return source;
  }
  return hashOf(ArrayBuffer.isView(source) ? Buffer.from(source.buffer, source.byteOffset, source.byteLength)
    : Buffer.from(source));
}

function hashOf(data) {
  const { createHash } = require('node:crypto');  // which takes 3 ms to load
  return createHash('sha1').update(data).digest('hex');
}

/** The pictures that were made of a function which a content was given as it is. */
const bare = new WeakSet();

/** A picture, or a video, with an id. */
class Artwork {
  constructor(source, options) {
    const { id, preview, headers } = check.options('Artwork', options, new Set(['id', 'preview', 'headers']));
    const isFetched = !check.isNothing(headers);
    this.source = isFetched ? require('./fetched.js').fetched('Artwork', source, headers)
      : checkSource('Artwork(source)', source);
    this.id = check.id('Artwork(id)', !check.isNothing(id) ? id
      : isFetched ? hashOf(String(source)) : idOf(this.source));
    this.preview = check.isNothing(preview) ? null : checkSource('Artwork(preview)', preview);
    Object.freeze(this);
  }

  /** Returns the Artwork that a program gives, or makes one of the source that it gives; null where it gives nothing.
   * of: the id of the content. One function may be given with many items, each of which has its own picture. */
  static of(name, value, of) {
    const given = bare.has(value) ? value.source : value;
    if (check.isNothing(given) || given instanceof Artwork) {
      return given ?? null;
    }
    checkSource(name, given);
    if (typeof given !== 'function') {
      return new Artwork(given);
    }
    const id = check.isNothing(of) ? idOf(given) : `${idOf(given)} ${of}`;
    const made = new Artwork(given, { id: id.length < 300 ? id : hashOf(id) });
    bare.add(made);
    return made;
  }
}

/** Passes a source to the library. to: the native functions for bytes, for the path of a file and for an address. */
function give(to, source) {
  if (check.isBytes(source)) {
    to.data(source);
  } else if (/^[a-z][a-z0-9+.-]*:/i.test(source)) {
    to.url(source);
  } else {
    to.file(source);
  }
}

/** Answers a request by the source that a program's function has returned. what: 'artwork' or 'video'. */
function answer(request, what, value) {
  if (check.isNothing(value)) {
    throw new NowPlayingError('There is no picture.', 'NO_SUCH_CONTENT');
  }
  const complete = (kind) => (given) => native[`request_complete_${what}_${kind}`](request, given);
  give({ data: complete('data'), file: complete('file'), url: complete('url') },
    checkSource(`what the function for ${what} returns`, value));
}

/** Provides the picture of an id before anybody asks for it; null: there is none. */
function provide(session, id, source) {
  if (source === null) {
    native.session_provide_artwork_none(session, id);
    return;
  }
  const function_ = (kind) => (given) => native[`session_provide_artwork_${kind}`](session, id, given);
  give({ data: function_('data'), file: function_('file'), url: function_('url') }, source);
}

module.exports = { Artwork, answer, checkSource, provide };
