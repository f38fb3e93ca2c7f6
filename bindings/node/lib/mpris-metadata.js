// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The metadata of a player that was written for mpris-service, as contents.
'use strict';

const { Artwork } = require('./artwork.js');
const check = require('./checks.js');
const { kinds: { Music } } = require('./content.js');
const { warn } = require('./native.js');
const { FIELDS, KEYS, LIMITS } = require('./tables.js');

const NO_TRACK = '/org/mpris/MediaPlayer2/TrackList/NoTrack';
/** The ids that programs give to every track, so that they name none. */
const ANY_TRACK = new Set([NO_TRACK, '/']);
const TITLE = Object.keys(KEYS).find((key) => KEYS[key] === 'title');
/** The beginnings of the keys that no player defines. A key that has one and no field is passed over. */
const TAKEN = new Set(['mpris:', 'nowplaying:', ...Object.keys(KEYS).map((key) => `${key.split(':')[0]}:`)]);

/** The warnings that were printed; after MOST_WARNED they are forgotten. */
const warned = new Set();
const MOST_WARNED = 100;

/** Functions, by the type of a field, that convert a value of the metadata to one of the field; they return undefined
 * for a value that does not fit. */
const READ = {
  text: (value) => (Array.isArray(value) ? undefined : textOf(value)),
  texts: (value) => listOf(value).slice(0, LIMITS.MAX_TEXTS),
  integer: (value) => (typeof value !== 'string' && Number.isInteger(Number(value)) ? Number(value) : undefined),
  date: (value) => (value instanceof Date && !Number.isNaN(value.getTime()) ? value : textOf(value)),
  number: (value) => (typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined),
};

/** Returns a value, or an array of values, as an array of texts. */
function listOf(value) {
  return (Array.isArray(value) ? value : [value]).filter((each) => !check.isNothing(each)).map(textOf);
}

/** Returns a value as a text, or throws an error for an object that has none, as the album of a web service has a name
 * and an id. */
function textOf(value) {
  const text = String(value);
  if (typeof value === 'object' && text.startsWith('[object ')) {
    throw new TypeError('an object has no text');
  }
  return text;
}

/** Warns of what is the same in each metadata of a program once. */
function warnOnce(message) {
  if (!warned.has(message)) {
    warned.add(message);
    warn(message);
  }
  if (warned.size > MOST_WARNED) {
    warned.clear();
  }
}

/** Makes a content of metadata. prefix: of the paths of tracks. Only the field of a value that cannot be read is left
 * out. */
function contentOf(metadata, prefix) {
  const fields = { id: idOf(metadata, prefix), extra: {}, tags: [] };
  for (const [key, value] of Object.entries(metadata).filter(([, each]) => !check.isNothing(each))) {
    try {
      take(fields, key, value);
    } catch (error) {
      warnOnce(`mpris-service: ${key}: ${check.messageOf(error)}`);
    }
  }
  return new Music(fields);
}

/** Sets a field, or throws the error by which a content refuses its value. */
function set(fields, name, value) {
  fields[name] = new Music({ [name]: value })[name];
}

/** Takes an entry of metadata as a field of the content. */
function take(fields, key, value) {
  const name = KEYS[key];
  if (key === 'mpris:length') {
    const length = Number(value) / 1e6;
    if (length > 0) {
      set(fields, 'duration', length);
    }
  } else if (key === 'mpris:artUrl') {
    // An address as people write it, with spaces and letters of their language.
    const address = textOf(value);
    const isWritten = /^(file|https?):/i.test(address) && /[^!-~]/.test(address);
    set(fields, 'artwork', address ? new Artwork(isWritten ? new URL(address) : address) : null);
  } else if (name) {
    const read = READ[FIELDS[name][1]](value);
    if (read === undefined) {
      // The library reads what a tag may have: "3/12", "4/5". A rating above 1 without its scale means nothing.
      fields.tags.push([name === 'userRating' ? 'rating' : name, listOf(value).join('\0')]);
    } else {
      set(fields, name, read);
    }
  } else if (![...TAKEN].some((each) => key.startsWith(each))
    && Object.keys(fields.extra).length < LIMITS.MAX_EXTRA) {
    set(fields, 'extra', { ...fields.extra, [key]: textOf(value) });
  }
}

/**
 * Returns the id of a track: its path without the prefix, objectPath('track'), if it begins with that, else the whole
 * path. The library puts the prefix before ids, so that clients see the same path. null where the track has no path, or
 * one that programs give to every track.
 */
function idOf(metadata, prefix) {
  const given = metadata['mpris:trackid'];
  const whole = typeof given === 'object' || ANY_TRACK.has(given) ? '' : String(given ?? '');
  const id = check.text('mpris:trackid', whole.startsWith(prefix) ? whole.slice(prefix.length) : whole);
  // A longer one is cut, between two characters.
  return Buffer.from(id).subarray(0, LIMITS.MAX_ID_BYTES).toString().replace(/\ufffd+$/, '') || null;
}

/** Whether metadata describes another track than before. Tracks without an id are distinguished by their titles. */
function isAnother(before, after) {
  const [id, other] = [before, after].map((each) => idOf(each ?? {}, ''));
  return id !== other || (!id && before[TITLE] !== after?.[TITLE]);
}

/** Whether metadata describes a track. It does not if it is empty, or has only the track id that means no track. */
function isShown(metadata) {
  const keys = Object.keys(metadata);
  return keys.length > 1 || (keys.length === 1 && metadata['mpris:trackid'] !== NO_TRACK);
}

module.exports = { NO_TRACK, contentOf, isAnother, isShown };
