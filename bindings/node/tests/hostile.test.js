// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Values of every wrong type and range: an error that says what is wrong, or a value that can be shown; never a crash.
'use strict';

const assert = require('node:assert/strict');
const { after, before, test } = require('node:test');
const np = require('..');
const check = require('../lib/checks.js');
const { native } = require('../lib/native.js');
const { Surface } = require('../surface.js');
const { withBus } = require('./helpers.js');

withBus();

const detached = new ArrayBuffer(8);
const view = new Uint8Array(detached);
structuredClone(detached, { transfer: [detached] });
const endless = { * [Symbol.iterator]() { for (;;) { yield 'x'; } } };
const thrower = new Proxy({}, { get() { throw new Error('of a proxy'); }, ownKeys() { throw new Error('of a proxy'); } });
const HOSTILE = [undefined, null, true, false, 0, -0, 1, -1, 1.5, NaN, Infinity, -Infinity, 2 ** 31, 2 ** 53, 2 ** 64, 1e308, 5n,
  '', 'x', '\0', '\ud800', 'a\ud800b\udfff', 'ä'.repeat(5000), 'x'.repeat(2 ** 17), '/', 'file:///nothing', 'https://x', [], [[]],
  [1], ['x'], [null], {}, { x: 1 }, { length: 1e9 }, Symbol('x'), () => {}, async () => { throw new Error('x'); }, new Date(NaN),
  new Date(8.64e15), detached, view, new Uint8Array(0), Buffer.from('no picture'), new Map(), endless, thrower,
  Object.create(null), new np.Music(), np.Command.play(() => {}), class {}, /x/, new Proxy(() => {}, {})];
/** Whether an error is one that the package may throw: of a class by which it reports wrong values, or the error that a
 * hostile proxy itself throws when its properties are read. */
const CLEAR = (error) => error instanceof TypeError || error instanceof RangeError || error instanceof np.NowPlayingError
  || error.message === 'of a proxy';

function tries(function_, ...values) {
  try {
    const result = function_(...values);
    result?.catch?.(() => {});
    return result;
  } catch (error) {
    assert.ok(CLEAR(error), `${error.stack}`);
    return undefined;
  }
}

let app;
let session;
let surface;
before(() => {
  process.removeAllListeners('warning');  // of which there are thousands
  app = new np.App('org.example.Player', { onLog() {} });
  session = new np.RemoteSession(app);
  surface = new Surface({ onLog() {} });
});
after(() => {
  app.close();
  surface.close();
});

/** Returns the names of the options that a function accepts, and one that it does not accept. */
function namesTakenBy(function_) {
  const original = check.options;
  const given = {};
  let found;
  check.options = (name, value, names) => {
    found = value === given ? names : found;
    return original(name, value, names);
  };
  tries(function_, given);
  check.options = original;
  assert.ok(found.size > 0, `${function_}`);
  return [...found, 'no option'];
}

/** Returns the names of an object's methods except close(), and those of the properties that can be assigned. */
function membersOf(object) {
  const methods = [];
  const settable = ['no property'];
  for (let each = Object.getPrototypeOf(object); each !== Object.prototype; each = Object.getPrototypeOf(each)) {
    for (const [name, { value, set }] of Object.entries(Object.getOwnPropertyDescriptors(each))) {
      if (typeof value === 'function' && !['constructor', 'close'].includes(name)) {
        methods.push(name);
      } else if (set) {
        settable.push(name);
      }
    }
  }
  return { methods, settable };
}

test('constructors', () => {
  const ofApp = namesTakenBy((options) => new np.App('a', options).close());
  const ofSession = namesTakenBy((options) => new np.RemoteSession(app, options).close());
  const ofSurface = namesTakenBy((options) => new Surface(options).close());
  const isOurs = (name, value) => name !== 'busFd' || typeof value !== 'number' || value < 0;
  for (const value of HOSTILE) {
    for (const name of ofApp.filter((each) => isOurs(each, value))) {
      tries(() => new np.App('a', { [name]: value }).close());
    }
    for (const name of ofSession) {
      tries(() => new np.RemoteSession(app, { [name]: value }).close());
    }
    for (const name of ofSurface.filter((each) => isOurs(each, value))) {
      tries(() => new Surface({ [name]: value }).close());
    }
    for (const name of namesTakenBy((options) => new np.Artwork('x', options))) {
      tries(() => new np.Artwork('x', { [name]: value }));
    }
    tries(() => new np.App(value).close());
    tries(() => new np.App('a', value).close());
    tries(() => new np.Session(value));
    tries(() => new np.Session(app, value).close());
    tries(() => new Surface(value).close());
    tries(() => new np.Artwork(value));
  }
});

test('contents: each field takes each value', () => {
  for (const kind of ['Music', 'Podcast', 'Movie', 'TVShow', 'Book', 'Radio', 'HomeMedia', 'Generic', 'Tagged']) {
    const ofChapter = namesTakenBy((chapter) => new np[kind]({ chapters: [chapter] }));
    for (const name of [...np[kind].names, 'no field']) {
      for (const value of HOSTILE) {
        const content = tries(() => new np[kind]({ [name]: value }));
        tries(() => { session.content = content; });
      }
    }
    for (const value of HOSTILE) {
      tries(() => new np[kind](value));
      for (const name of ofChapter) {
        tries(() => new np[kind]({ chapters: [{ start: 0, title: 'x', [name]: value }] }));
      }
      tries(() => new np[kind]({ tags: { TIT2: value } }));
    }
  }
});

test('commands: each option takes each value', () => {
  for (const name of Object.keys(np.Command)) {
    const make = (options) => (name === 'custom' ? np.Command.custom('x', 'x', () => {}, options)
      : np.Command[name](() => {}, options));
    const taken = namesTakenBy(make);
    for (const value of HOSTILE) {
      tries(np.Command[name], value, value, value, value);
      for (const option of taken) {
        const made = tries(() => make({ ...(taken.includes('rates') && { rates: [1] }), [option]: value }));
        tries(() => { session.commands = [made]; });
      }
    }
  }
});

test('sessions, apps and surfaces: each property and method takes each value', () => {
  const { content } = session;
  const ofUpdate = namesTakenBy((values) => session.update(values));
  const ofSnapshot = namesTakenBy((values) => { session.snapshot = values; });
  const ofDevice = namesTakenBy((values) => { session.devices = [values]; });
  const ofTrack = namesTakenBy((values) => { session.tracks = [values]; });
  const ofPlaylist = namesTakenBy((values) => { app.playlists = [values]; });
  const members = [session, app, surface].map((target) => ({ target, ...membersOf(target) }));
  for (const value of HOSTILE) {
    for (const name of ofUpdate) {
      tries(() => session.update({ [name]: value }));
    }
    for (const name of ofSnapshot) {
      tries(() => { session.snapshot = { state: 'playing', [name]: value }; });
    }
    for (const name of ofDevice) {
      tries(() => { session.devices = [{ id: 'a', name: 'b', [name]: value }]; });
    }
    for (const name of ofTrack) {
      tries(() => { session.tracks = [{ id: 'a', kind: 'audio', [name]: value }]; });
    }
    for (const name of ofPlaylist) {
      tries(() => { app.playlists = [{ id: 'a', name: 'b', [name]: value }]; });
    }
    for (const { target, methods, settable } of members) {
      for (const name of methods) {
        tries(() => target[name](value, value));
        tries(() => target[name]('x', value));
      }
      for (const name of settable) {
        tries(() => { target[name] = value; });
      }
    }
  }
  tries(() => { session.content = content; });
});

test('the addon itself takes each value of each argument', () => {
  const handles = [native.content_new(1, 'x'), native.content_new(1, 'y')];
  native.free(handles[1]);
  const values = [...HOSTILE.filter((value) => value !== endless), ...handles];
  const names = Object.keys(native).filter((name) => !['setup', 'load'].includes(name));
  for (const name of names) {
    for (let place = 0; place < 5; place += 1) {
      for (const value of values) {
        for (const first of [handles[0], handles[1], null]) {
          const given = Array(6).fill(0);
          given[0] = first;
          given[place] = value;
          try {
            native[name](...given);
          } catch (error) {
            assert.ok(error instanceof Error);
          }
        }
      }
    }
    native[name === 'free' ? 'version' : name].name.toString();
  }
});

test('an error names what is wrong', () => {
  const says = (function_, type, text) => assert.throws(function_, (error) => error instanceof type && text.test(error.message));
  says(() => new np.Music({ title: 5 }), TypeError, /Music\.title must be a string, not 5/);
  says(() => new np.Music({ titel: 'x' }), TypeError, /Music has no 'titel'/);
  says(() => new np.Music({ artists: ['a', 1] }), TypeError, /Music\.artists\[1\] must be a string/);
  says(() => new np.Music({ artwork: view }), TypeError, /detached/);
  says(() => { session.snapshot = { state: 'plying' }; }, RangeError, /state must be one of stopped, playing.* not 'plying'/);
  says(() => np.Command.changeRate(() => {}), TypeError, /needs rates or rateRange/);
  says(() => new np.Content(), TypeError, /kinds/);
  says(() => new np.Session({}), TypeError, /Session\(app\) must be an App/);
});
