// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Checks what a program gives, with errors that name it.
'use strict';

const { inspect } = require('node:util');
const { ENUMERATIONS, LIMITS } = require('./tables.js');

/** The library's number for a time that is not known. */
const UNKNOWN = -(2 ** 63);

/** Returns a value as text for the message of an error. */
function shown(value) {
  let text;
  try {
    text = inspect(typeof value === 'string' ? value.slice(0, 60) : value, { depth: 0, breakLength: Infinity });
  } catch {
    text = typeof value;
  }
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** Returns what a program's error says. A program may throw any value, also one that cannot become a text. */
function messageOf(error) {
  try {
    return String(error?.message ?? error);
  } catch {
    return shown(error);
  }
}

function wrongType(name, expected, value) {
  return new TypeError(`${name} must be ${expected}, not ${shown(value)}`);
}

function isNothing(value) {
  return value === undefined || value === null;
}

/** Replaces characters that C and D-Bus cannot carry, NUL and unpaired surrogates, by U+FFFD. */
function text(name, value) {
  if (typeof value !== 'string') {
    throw wrongType(name, 'a string', value);
  }
  // eslint-disable-next-line no-control-regex
  return /[\0\ud800-\udfff]/.test(value) ? Buffer.from(value).toString().replaceAll('\0', '\ufffd') : value;
}

/** Returns the texts in one; what NULs separate, as readers of ID3v2.4 give several values, is several texts. */
function separate(name, value) {
  const parts = typeof value === 'string' && value.includes('\0') ? value.split('\0').filter(Boolean) : [value];
  return parts.map((each) => text(name, each));
}

function someText(name, value) {
  const checked = text(name, value);
  if (checked === '') {
    throw new RangeError(`${name} must not be empty`);
  }
  return checked;
}

function optionalText(name, value) {
  return isNothing(value) ? null : text(name, value);
}

/** An id: not longer than the library keeps, so that what it gives back is the same. */
function id(name, value) {
  const checked = someText(name, value);
  if (checked.length > LIMITS.MAX_ID_BYTES / 4 && Buffer.byteLength(checked) > LIMITS.MAX_ID_BYTES) {
    throw new RangeError(`${name} must have at most ${LIMITS.MAX_ID_BYTES} bytes, not ${Buffer.byteLength(checked)}`);
  }
  return checked;
}

function number(name, value) {
  if (typeof value !== 'number') {
    throw wrongType(name, 'a number', value);
  }
  if (!Number.isFinite(value)) {
    throw new RangeError(`${name} must be finite, not ${value}`);
  }
  return value;
}

function whole(name, value, lowest = -Infinity, highest = Infinity) {
  if (number(name, value) < lowest || value > highest) {
    throw new RangeError(`${name} must be ${lowest} to ${highest}, not ${value}`);
  }
  if (!Number.isInteger(value)) {
    throw new RangeError(`${name} must be a whole number, not ${value}`);
  }
  return value;
}

function flag(name, value) {
  if (typeof value !== 'boolean') {
    throw wrongType(name, 'true or false', value);
  }
  return value;
}

/** Seconds as the library has times. */
function microseconds(name, value) {
  const us = Math.round(number(name, value) * 1e6);
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(us, Number.MAX_SAFE_INTEGER));
}

/** The number of a word of an enumeration. */
function member(name, value, enumeration) {
  const members = ENUMERATIONS[enumeration];
  if (typeof value !== 'string') {
    throw wrongType(name, `a string (${Object.keys(members).join(', ')})`, value);
  }
  if (!Object.hasOwn(members, value)) {
    throw new RangeError(`${name} must be one of ${Object.keys(members).join(', ')}, not ${shown(value)}`);
  }
  return members[value];
}

/** The bits of an array of words. */
function members(name, value, enumeration) {
  return list(name, value, (each, entry) => member(each, entry, enumeration)).reduce((bits, bit) => bits | bit, 0);
}

const WORDS = new Map(Object.entries(ENUMERATIONS).map(
  ([name, values]) => [name, new Map(Object.entries(values).map(([word, value]) => [value, word]))]));

/** Returns the word for a number of the library; "unknown-7" for a number 7 that only a newer library has. */
function word(enumeration, value) {
  return WORDS.get(enumeration).get(value) ?? `unknown-${value}`;
}

/** The words of bits. */
function words(enumeration, bits) {
  return Object.entries(ENUMERATIONS[enumeration]).filter(([, bit]) => bits & bit).map(([each]) => each);
}

/** The words of numbers, of which each has the bit 1 << (number - first). */
function wordsOfNumbers(enumeration, bits, first = 0) {
  return Object.entries(ENUMERATIONS[enumeration]).filter(([, each]) => bits & 1 << each - first)
    .map(([each]) => each);
}

/** Returns an array of the entries of an array or another iterable, except a string, each as `check` returns it.
 *
 * most: the highest number of entries. The library has no limit for lists of words, but an iterable may be endless, so
 * that there is a default.
 */
function list(name, value, check, most = 1024) {
  if (typeof value !== 'object' || value === null || typeof value[Symbol.iterator] !== 'function') {
    throw wrongType(name, 'an array', value);
  }
  const checked = [];
  for (const entry of value) {
    if (checked.length >= most) {
      throw new RangeError(`${name} must have at most ${most} entries${value.length > most ? `, not ${value.length}` : ''}`);
    }
    checked.push(check(`${name}[${checked.length}]`, entry));
  }
  return checked;
}

function handler(name, value) {
  if (!isNothing(value) && typeof value !== 'function') {
    throw wrongType(name, 'a function', value);
  }
  return value ?? undefined;
}

/** Checks that options are an object with no other properties than those in `known`. */
function options(name, value, known) {
  if (isNothing(value)) {
    return {};
  }
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw wrongType(name, 'an object', value);
  }
  for (const key of Object.keys(value)) {
    if (!known.has(key)) {
      throw new TypeError(`${name} has no ${shown(key)}; it has ${[...known].join(', ')}`);
    }
  }
  return value;
}

/** The seconds since 1970 of a Date. */
function date(name, value) {
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) {
    throw wrongType(name, 'a Date', value);
  }
  return Math.floor(value.getTime() / 1000);
}

/** The functions that check the type of a value, and return it as the library has it, by the forms of rules. */
const FORMS = { text, words: text, id, number, time: microseconds, whole, date, truth: flag, word: member, bits: members };
/** The values that the library is given for nothing, by the words of rules. */
const NOTHING = { unknown: UNKNOWN, nothing: null };

function checkText(name, value, rule) {
  const size = Buffer.byteLength(value);
  if (value === '' && rule.required) {
    throw new RangeError(`${name} must not be empty`);
  }
  if (value !== '' && rule.pattern && (size > rule.most || !rule.pattern.test(value))) {
    throw new RangeError(`${name} must be ${rule.says}, not ${shown(value)}`);
  }
  if (size > rule.most) {
    throw new RangeError(`${name} must have at most ${rule.most} bytes, not ${size}`);
  }
}

/** Checks one value by a rule of rules.js. */
function one(name, value, rule) {
  const made = FORMS[rule.form](name, value, rule.of);
  const scale = rule.form === 'time' ? 1e6 : 1;
  if (typeof made === 'string') {
    checkText(name, made, rule);
  } else if (rule.clamped) {
    return Math.max(made, rule.least * scale);
  } else if (made < rule.least * scale || made > rule.most * scale || made <= rule.above * scale
    || made === rule.except || (rule.only && !rule.only.includes(made))) {
    throw new RangeError(`${name} must be ${rule.says}, not ${value}`);
  }
  return made;
}

/** Checks a value, a list of values or a pair by a rule of rules.js. Returns what the library is given. */
function ruled(name, value, rule) {
  const each = (place, entry) => one(place, entry, rule);
  if (isNothing(value) && rule.none !== undefined) {
    return Object.hasOwn(NOTHING, rule.none) ? NOTHING[rule.none] : rule.none;
  }
  if (rule.list) {
    return list(name, value, each, rule.list);
  }
  if (!rule.and) {
    return each(name, value);
  }
  const pair = list(name, value, each, 3);
  if (pair.length !== 2 || pair[0] > pair[1]) {
    throw new RangeError(`${name} must be two numbers, the first not greater than the second, not ${shown(value)}`);
  }
  return pair;
}

/** Checks the properties of an object by their rules. Returns the library's struct. name: makes the name of a property
 * in errors. */
function fill(name, given, rules) {
  const made = {};
  for (const [key, rule] of Object.entries(rules)) {
    const value = given[key];
    if (isNothing(value) && !rule.required) {
      continue;
    }
    const checked = ruled(name(key), value, rule);
    made[rule.to] = rule.and ? checked[0] : checked;
    if (rule.and) {
      [, made[rule.and]] = checked;
    }
  }
  return made;
}

/** Checks an object by the rules of its properties. Returns the library's struct. more: properties without a rule. */
function struct(name, value, rules, more = []) {
  const given = module.exports.options(name, value, new Set([...Object.keys(rules), ...more]));
  return fill((key) => `${name}.${key}`, given, rules);
}

/** Whether a value is bytes: a Buffer, another view or an ArrayBuffer. */
function isBytes(value) {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
}

/** Lets an object take no more properties, so that a name that is written wrongly is a TypeError in strict code. An object
 * of a program's subclass may take its own. */
function close(object, target, classes) {
  if (classes.includes(target)) {
    Object.preventExtensions(object);
  }
}

/** Refuses entries of which two have the same id. */
function differentIds(name, entries) {
  const ids = new Set();
  for (const entry of entries) {
    if (ids.has(entry.id)) {
      throw new RangeError(`${name} must not have two entries with the id ${shown(entry.id)}`);
    }
    ids.add(entry.id);
  }
  return entries;
}

module.exports = {
  UNKNOWN, close, differentIds, fill, flag, handler, id, isBytes, isNothing, list, member, messageOf, microseconds,
  optionalText, options, ruled, shown, separate, someText, struct, text, whole, word, words, wordsOfNumbers, wrongType,
};
