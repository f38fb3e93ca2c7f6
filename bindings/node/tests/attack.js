// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Usage: attack.js CALLS [SEED]     Calls the addon's functions at random, with hostile values, lists and objects, and
//                                   with handles that are open, freed or of another kind. Prints how many calls
//                                   succeeded and failed; a crash, or a report of a sanitizer, ends it.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { loadLibrary, native } = require('../lib/native.js');
const { PACKAGE } = require('./helpers.js');

const [calls, seed = 1] = process.argv.slice(2).map(Number);
const description = JSON.parse(fs.readFileSync(
  path.join(PACKAGE, '..', '..', 'include', 'nowplaying', 'nowplaying.abi.json'), 'utf8'));
const types = new Map(description.headers.flatMap((header) => header.types).map((each) => [each.name, each]));
/** Whether a member of a struct may have any value. A random `bus_fd` could be a descriptor that something else in this
 * process uses, and the library would close it. */
const free = ({ name }) => name !== 'bus_fd';
/** The names of all those members, for objects with random properties. */
const MEMBERS = [...types.values()].filter(({ is }) => is === 'struct').flatMap(({ fields }) => fields.filter(free).map(
  ({ name }) => name));
/** The types of the arguments of each function in the addon. The addon's functions have no arguments for results, and
 * one for a list and its length. */
const SHAPES = new Map(description.headers.flatMap(({ functions }) => functions).map(({ name, arguments: given }) => {
  const shape = [];
  for (let index = 0; index < given.length; index += 1) {
    const { name: argument, type } = given[index];
    if (argument === 'done') {
      index += 1;
    } else if (!argument.startsWith('ret_')) {
      const next = given[index + 1]?.name;
      const isList = next === 'count' || next === 'size' || type.includes('*const *');
      shape.push({ type, isList });
      index += isList ? 1 : 0;
    } else if (type === 'char *') {
      index += 1;
    }
  }
  return [name.replace('nowplaying_', ''), shape];
}));
/** The functions that a program of JavaScript can reach, but for those that load the libraries. */
const FUNCTIONS = Object.entries(native).filter(([name]) => !['setup', 'load'].includes(name));
const MOST_HANDLES = 8;
const AT_A_TURN = 1000;
const MOST_ENTRIES = 6;
const MOST_ARGUMENTS = 7;
/** An object of functions, as the callbacks of an app are. */
const CALLED_BACK = new Proxy({}, { get: () => () => {}, has: () => true });

const detached = new Uint8Array(8);
structuredClone(detached.buffer, { transfer: [detached.buffer] });
const VALUES = [undefined, null, true, false, 0, -0, 1, -1, 2, 3, 20, 100, 1.5, NaN, Infinity, -Infinity, 2 ** 31,
  -(2 ** 31), 2 ** 32, 2 ** 53, 2 ** 63, 2 ** 64, 1e308, 5n, '', 'a', 'main', '\0', '\ud800', 'ä'.repeat(5000),
  'x'.repeat(2 ** 12), 'file:///nothing', 'https://example.org/x', Symbol('x'), () => {}, detached, new Uint8Array(0),
  Buffer.from('no picture'), new DataView(new ArrayBuffer(3)), new Date(NaN), new Map(), /x/];

/** Numbers that look random, the same for a seed (mulberry32). */
let state = seed;
function random(most) {
  state = (state + 0x6D2B79F5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
}

const TEXTS = ['', 'a', 'main', 'A title', 'org.example.Player', 'file:///nothing', 'https://example.org/x'];
const some = (list) => list[random(list.length)];

/** Handles by their kinds, open and freed ones. */
const handles = new Map();
/** The functions that return handles, with the kind of these. */
const MADE_BY = new Map([['app_new', 'nowplaying_app'], ['session_new', 'nowplaying_session'],
  ['content_new', 'nowplaying_content'], ['content_new_by_tags', 'nowplaying_content'],
  ['surface_new', 'nowplaying_surface'], ['surface_get_sessions', 'nowplaying_surface_session']]);

/** Keeps the handles that a function returned. If there are MOST_HANDLES of the kind already, a new one takes the place
 * of an old one, which is freed or only forgotten. */
function keep(name, result) {
  const kept = handles.get(MADE_BY.get(name));
  for (const each of kept ? [result].flat() : []) {
    if (kept.length < MOST_HANDLES) {
      kept.push(each);
    } else {
      const place = random(MOST_HANDLES);
      if (random(2) === 0) {
        native.free(kept[place]);
      }
      kept[place] = each;
    }
  }
}

/** Makes an app, a session, a content and a surface as a program does, with an item that surfaces see. */
function makeEach() {
  const app = native.app_new({ application_id: 'org.example.Player', log_level: 0 }, CALLED_BACK);
  const session = native.session_new(app, some(['', 'a', 'b']), CALLED_BACK, random(2));
  const content = native.content_new(1, 'a');
  native.content_set_text(content, 1, 'A title');
  native.session_set_content(session, content);
  native.session_set_snapshot(session, { state: 1, elapsed_us: 0 });
  native.session_commit(session);
  const surface = native.surface_new({ name: 'a' }, CALLED_BACK);
  keep('app_new', app);
  keep('session_new', session);
  keep('content_new', content);
  keep('surface_new', surface);
}

/** A handle, most often of a kind that is wanted. */
function handle(kind) {
  const kept = random(10) > 0 && handles.get(kind);
  return some(kept?.length > 0 ? kept : [...handles.values()].flat());
}

function value(depth = 0) {
  switch (random(depth < 3 ? 8 : 6)) {
    case 0:
    case 1:
    case 2:
      return handle();
    case 6:
      return Array.from({ length: random(MOST_ENTRIES) }, () => value(depth + 1));
    case 7:
      return Object.fromEntries(Array.from({ length: random(MOST_ENTRIES) }, () => [some(MEMBERS), value(depth + 1)]));
    default:
      return some(VALUES);
  }
}

/** Returns a random value of the type of an argument. For a handle its kind may be a wrong one. */
function fitting(type, isList) {
  if (!type) {
    return () => {};  // of a callback
  }
  const name = type.replace(/const|\*/g, '').trim();
  const struct = types.get(name);
  if (name === 'char' && !isList) {
    return some(TEXTS);
  }
  if (isList) {
    return name === 'void' ? Buffer.alloc(random(100)) : Array.from({ length: random(MOST_ENTRIES) },
      () => fitting(type.replace('*const *', '*'), false));
  }
  if (struct?.is === 'struct') {
    return Object.fromEntries(struct.fields.filter((field) => free(field) && random(8) > 0).map((field) => [field.name,
      random(20) === 0 ? value() : fitting(field.type, / \*const \*|^const (int64_t|double) \*/.test(field.type))]));
  }
  return type.includes('*') ? handle(name) : random(300) - 1;
}

process.removeAllListeners('warning');
// An event may come to an object of random properties, which lacks a function for it. The package gives no such object.
process.on('uncaughtException', (error) => assert.match(error.message, /target\[name\]/, error.stack));
loadLibrary('libnowplaying', false);
loadLibrary('libnowplaying-surface', true);
for (const kind of MADE_BY.values()) {
  handles.set(kind, []);
}
const counts = { succeeded: 0, failed: 0 };
let left = calls;

/** Makes up to AT_A_TURN calls, and then returns to the loop, so that events of the libraries arrive. */
function turn() {
  makeEach();
  for (let count = Math.min(left, AT_A_TURN); count > 0; count -= 1, left -= 1) {
    const [name, function_] = some(FUNCTIONS);
    const given = (SHAPES.get(name) ?? []).map(({ type, isList }) => {
      const what = random(10);
      return what === 0 ? value() : what === 1 ? CALLED_BACK : fitting(type, isList);
    });
    while (given.length < MOST_ARGUMENTS && random(2) === 0) {
      given.push(value());
    }
    try {
      keep(name, function_(...given));
      counts.succeeded += 1;
    } catch (error) {
      assert.ok(error instanceof Error, `${name} has thrown ${error}`);
      counts.failed += 1;
    }
  }
  if (left > 0) {
    setImmediate(turn);
    return;
  }
  console.log(`${counts.succeeded} calls succeeded, ${counts.failed} failed`);
  process.exit();
}
turn();
