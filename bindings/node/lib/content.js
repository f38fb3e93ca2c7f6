// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The items that a session plays: a class for each kind of content, made by the table of fields.
'use strict';

const { inspect } = require('node:util');
const { Artwork } = require('./artwork.js');
const check = require('./checks.js');
const { native, warn } = require('./native.js');
const rules = require('./rules.js');
const { COMMON_FIELDS, ENUMERATIONS, FIELDS, KINDS, LIMITS } = require('./tables.js');

const OWN = ['id', 'duration', 'artwork', 'animatedArtwork', 'mediaType', 'chapters', 'extra', 'tags'];
const ASPECT_RATIOS = new Set(Object.keys(ENUMERATIONS.AspectRatio));
/** A key of `extra`: a prefix that is no other's, and behind a colon what is printable; or the prefix alone. */
const EXTRA_KEY = /^(?!(mpris|xesam|nowplaying):)[A-Za-z0-9_-]+(:[!-~]+)?$/;
/** The highest number of tags of a content; no file has so many. */
const MOST_TAGS = 100000;
const DURATIONS = ENUMERATIONS.DurationKind;

/** Checks of fields, by their types. */
const CHECKS = {
  // Some writers fill tags up with NULs.
  text: (name, value) => check.text(name, typeof value === 'string' ? value.replace(/\0+$/, '') : value),
  texts: (name, value) => (typeof value === 'string' ? check.separate(name, value)
    : check.list(name, value, check.separate).flat()).slice(0, LIMITS.MAX_TEXTS),
  integer: (name, value) => check.whole(name, value, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  flag: check.flag,
  number: (name, value) => check.ruled(name, value, rules.content.number),
  date(name, value) {
    if (!(value instanceof Date)) {
      return check.text(name, value);
    }
    if (Number.isNaN(value.getTime())) {
      throw new RangeError(`${name} must be a time, not an invalid Date`);
    }
    return new Date(value.getTime());
  },
};

/** The native functions that set a field, by its type. */
const SETTERS = {
  text: 'content_set_text',
  texts: 'content_set_texts',
  integer: 'content_set_integer',
  flag: 'content_set_integer',
  number: 'content_set_number',
};

function checkedDuration(name, value) {
  if (typeof value === 'string') {
    if (!Object.hasOwn(DURATIONS, value) || value === 'finite') {
      throw new RangeError(`${name} must be seconds, unknown, live or continuous, not ${check.shown(value)}`);
    }
    return value;
  }
  if (value === Infinity || Number.isNaN(value)) {  // as an HTMLMediaElement has it
    return value === Infinity ? 'live' : 'unknown';
  }
  check.ruled(name, value, rules.content.duration);
  return value;
}

function checkedChapters(name, value, of) {
  const chapters = check.list(name, value, (each, entry) => {
    const { title = null } = check.struct(each, entry, rules.chapter, ['artwork']);
    return Object.freeze({ start: entry.start, title, artwork: Artwork.of(`${each}.artwork`, entry.artwork, of) });
  }, LIMITS.MAX_CHAPTERS);
  return chapters.sort((one, other) => one.start - other.start);
}

/** Texts under keys of the player's own. */
function checkedExtra(name, value) {
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw check.wrongType(name, 'an object', value);
  }
  const entries = check.list(name, Object.entries(value), (_, each) => each, LIMITS.MAX_EXTRA);
  return Object.fromEntries(entries.map(([key, each]) => {
    if (!EXTRA_KEY.test(key) || key.length > LIMITS.MAX_EXTRA_KEY_BYTES) {
      throw new RangeError(`${name} must have keys as "player:bitrate" or "bitrate", of at most ${
        LIMITS.MAX_EXTRA_KEY_BYTES} characters, not ${check.shown(key)}`);
    }
    return [key, check.text(`${name}.${key}`, each)];
  }));
}

/** Tags: names and values, several of one name as an array, or as a list of pairs. */
function checkedTags(name, value) {
  const pairs = check.list(name, Symbol.iterator in Object(value) ? value : Object.entries(value), (_, each) => each,
    MOST_TAGS);
  return pairs.flatMap((pair) => {
    if (!Array.isArray(pair) || pair.length !== 2) {
      throw check.wrongType(name, 'an object, or pairs of a name and a value', value);
    }
    const [key, values] = pair;
    return (Array.isArray(values) ? values : [values]).map((each) => {
      if (typeof each !== 'string' && typeof each !== 'number' && !check.isBytes(each)) {
        throw check.wrongType(`${name}.${String(key)}`, 'a string, a number or bytes', each);
      }
      return Object.freeze([check.text(name, key), typeof each === 'object' ? each : String(each)]);
    });
  });
}

const OWN_CHECKS = {
  id: check.id,
  duration: checkedDuration,
  artwork: Artwork.of,
  animatedArtwork(name, value, of) {
    const given = check.options(name, value, ASPECT_RATIOS);
    return Object.fromEntries(Object.entries(given).filter(([, each]) => !check.isNothing(each))
      .map(([ratio, each]) => [ratio, Artwork.of(`${name}.${ratio}`, each, of)]));
  },
  mediaType(name, value) {
    check.member(name, value, 'MediaType');
    return value;
  },
  chapters: checkedChapters,
  extra: checkedExtra,
  tags: checkedTags,
};

/** The base of all kinds. A content never changes. */
class Content {
  constructor(fields) {
    const { names, kindName } = new.target;
    if (names === undefined) {
      throw new TypeError('Content has kinds: write new Music({ title }) for instance');
    }
    const given = check.options(kindName, fields, names);
    for (const name of names) {
      const value = given[name];
      if (!check.isNothing(value)) {
        const field = FIELDS[name];
        const path = `${kindName}.${name}`;
        const own = OWN_CHECKS[name];
        this[name] = Object.freeze(field ? CHECKS[field[1]](path, value) : own(path, value, given.id));
      }
    }
    Object.freeze(this);
  }

  /** A copy with other values of these fields. */
  with(fields) {
    const { kindName, names } = this.constructor;
    return new this.constructor({ ...this, ...check.options(kindName, fields, names) });
  }

  [inspect.custom](depth, options) {
    return `${this.constructor.kindName} ${inspect({ ...this }, options)}`;
  }
}

/** A class for each kind. */
const kinds = Object.fromEntries(Object.entries(KINDS).map(([name, [number, fields]]) => {
  const kind = { [name]: class extends Content {} }[name];
  return [name, Object.assign(kind, { kindName: name, number, names: new Set([...COMMON_FIELDS, ...fields, ...OWN]) })];
}));

/** An item whose kind its tags decide: it takes the fields of all kinds. */
class Tagged extends Content {}
Object.assign(Tagged, { kindName: 'Tagged', number: 0, names: new Set([...Object.keys(FIELDS), ...OWN]) });

/** Sets a field that is a date. A text that is no date is left out, with a warning. */
function setDate(handle, number, name, value) {
  if (value instanceof Date) {
    native.content_set_integer(handle, number, Math.floor(value.getTime() / 1000));
    return;
  }
  try {
    native.content_set_text(handle, number, value);
  } catch (error) {
    if (error.code !== 'INVALID_ARGUMENT') {
      throw error;
    }
    warn(`${name}: ${check.shown(value)} is no date, and was left out`);
  }
}

function setOwn(handle, content) {
  if (content.mediaType !== undefined) {
    native.content_set_media_type(handle, ENUMERATIONS.MediaType[content.mediaType]);
  }
  const { duration } = content;
  if (typeof duration === 'number') {
    native.content_set_duration(handle, DURATIONS.finite, check.microseconds('duration', duration));
  } else if (duration !== undefined) {
    native.content_set_duration(handle, DURATIONS[duration], 0);
  }
  if (content.artwork) {
    native.content_set_artwork(handle, content.artwork.id);
  }
  for (const [ratio, artwork] of Object.entries(content.animatedArtwork ?? {})) {
    native.content_set_animated_artwork(handle, ENUMERATIONS.AspectRatio[ratio], artwork.id);
  }
  if (content.chapters) {
    native.content_set_chapters(handle, content.chapters.map((each) => ({
      start_us: check.microseconds('start', each.start), title: each.title, artwork_id: each.artwork?.id,
    })));
  }
  for (const [key, text] of Object.entries(content.extra ?? {})) {
    native.content_set_extra(handle, key, text);
  }
}

/** Makes the library's object of a Content; the caller frees it. */
function make(content) {
  const { number, kindName } = content.constructor;
  const handle = number ? native.content_new(number, content.id) : native.content_new_by_tags(content.id);
  try {
    for (const [name, value] of content.tags ?? []) {
      native.content_set_tag(handle, name, typeof value === 'string' ? Buffer.from(value) : value);
    }
    for (const name of Object.keys(content)) {
      const field = FIELDS[name];
      if (field === undefined) {
        continue;
      }
      if (field[1] === 'date') {
        setDate(handle, field[0], `${kindName}.${name}`, content[name]);
      } else {
        native[SETTERS[field[1]]](handle, field[0], content[name]);
      }
    }
    setOwn(handle, content);
  } catch (error) {
    native.free(handle);
    throw error;
  }
  return handle;
}

/** All pictures of a content, with those of its chapters, by their ids. */
function pictures(content) {
  const found = new Map();
  for (const artwork of [content.artwork, ...(content.chapters ?? []).map((each) => each.artwork)]) {
    if (artwork) {
      found.set(artwork.id, artwork);
    }
  }
  return found;
}

module.exports = { Content, Tagged, kinds, make, pictures };
