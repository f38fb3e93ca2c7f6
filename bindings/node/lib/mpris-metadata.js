// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The metadata of a player that was written for mpris-service, as contents.
'use strict';

const { Artwork } = require('./artwork.js');
const check = require('./checks.js');
const { kinds: { Music } } = require('./content.js');
const { warn } = require('./native.js');
const { FIELDS, KEYS, LIMITS } = require('./tables.js');

const NO_TRACK = '/org/mpris/MediaPlayer2/TrackList/NoTrack';
/** The ids that programs give any track. */
const ANY_TRACK = new Set([NO_TRACK, '/']);
/** A key of the player's own, behind a prefix that is not taken. */
const EXTRA_KEY = /^([A-Za-z0-9_-]+):[!-~]+$/;
const TITLE = Object.keys(KEYS).find((key) => KEYS[key] === 'title');
const TAKEN = new Set(['mpris', 'nowplaying', ...Object.keys(KEYS).map((key) => key.split(':')[0])]);

/** How a value of the metadata is taken as that of a field; undefined where it has no such value. */
const READ = {
  text: (value) => (Array.isArray(value) ? undefined : String(value)),
  texts: (value) => listOf(value).slice(0, LIMITS.MAX_TEXTS),
  integer: (value) => (typeof value !== 'string' && Number.isInteger(Number(value)) ? Number(value) : undefined),
  date: (value) => (value instanceof Date && !Number.isNaN(value.getTime()) ? value : String(value)),
  number: (value) => (typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined),
};

/** The texts of a value that is one or several. */
function listOf(value) {
  return (Array.isArray(value) ? value : [value]).filter((each) => !check.isNothing(each)).map(String);
}

/** The content of metadata. The prefix is that of the paths of tracks. A value that cannot be read costs its field alone. */
function contentOf(metadata, prefix) {
  const fields = { id: idOf(metadata, prefix), extra: {}, tags: [] };
  for (const [key, value] of Object.entries(metadata).filter(([, each]) => !check.isNothing(each))) {
    try {
      take(fields, key, value);
    } catch (error) {
      warn(`mpris-service: ${key}: ${error.message}`);
    }
  }
  try {
    return new Music(fields);
  } catch (error) {
    warn(`mpris-service: ${error.message}`);
    return new Music({ id: fields.id, title: fields.title });
  }
}

/** Takes an entry of metadata as a field of the content. */
function take(fields, key, value) {
  const name = KEYS[key];
  if (key === 'mpris:length') {
    const length = Number(value) / 1e6;
    if (length > 0) {
      fields.duration = length;
    }
  } else if (key === 'mpris:artUrl') {
    // An address as people write it, with spaces and letters of their language.
    const address = String(value);
    const isWritten = /^(file|https?):/i.test(address) && /[^!-~]/.test(address);
    fields.artwork = address ? new Artwork(isWritten ? new URL(address) : address) : null;
  } else if (name) {
    const read = READ[FIELDS[name][1]](value);
    if (read === undefined) {
      // The library reads what a tag may have: "3/12", "4/5". A rating above 1 without its scale means nothing.
      fields.tags.push([name === 'userRating' ? 'rating' : name, listOf(value).join('\0')]);
    } else {
      fields[name] = read;
    }
  } else if (EXTRA_KEY.test(key) && !TAKEN.has(key.split(':')[0]) && Object.keys(fields.extra).length < 32) {
    fields.extra[key] = String(value);
  }
}

/**
 * The id of a track: below objectPath('track'), which is the prefix, what comes behind it, so that clients see the path
 * as it is; null where it has none, or one that programs write for any.
 */
function idOf(metadata, prefix) {
  const given = metadata['mpris:trackid'];
  const id = typeof given === 'object' || ANY_TRACK.has(given) ? '' : String(given ?? '').slice(0, 1000);
  return (id.startsWith(prefix) ? id.slice(prefix.length) : id) || null;
}

/** Whether metadata is of another track: one without an id is known by its title. */
function isAnother(before, after) {
  const [id, other] = [before, after].map((each) => idOf(each ?? {}, ''));
  return id !== other || (!id && before[TITLE] !== after?.[TITLE]);
}

/** Whether metadata is of a track, and not of none. */
function isShown(metadata) {
  const keys = Object.keys(metadata);
  return keys.length > 1 || (keys.length === 1 && metadata['mpris:trackid'] !== NO_TRACK);
}

module.exports = { NO_TRACK, contentOf, isAnother, isShown };
