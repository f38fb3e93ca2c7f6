// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Plays the cases of contract/cases/arguments.json, which are made of the rules of arguments. The tests of Python play
// them, too.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { after, test } = require('node:test');
const np = require('..');
const { Surface } = require('../surface.js');
const { PACKAGE, until, withBus } = require('./helpers.js');

withBus();
const FILE = path.join(PACKAGE, '..', '..', 'contract', 'cases', 'arguments.json');
const CASES = JSON.parse(fs.readFileSync(FILE, 'utf8'));
const ERRORS = { type: TypeError, range: RangeError };
/** A command for each form of an argument. */
const KINDS = { position: 'seek-to-position', interval: 'skip-forward', phase: 'seek-forward', rate: 'change-rate',
  fraction: 'set-rating', truth: 'mute' };

let started;
let app;
let session;
let surface;
let shown;
/** Makes a player and a surface that knows its session, for all tests. */
async function start() {
  app = new np.App('org.example.Player', { onLog() {} });
  session = new np.RemoteSession(app, { id: 'main' });
  session.update({ content: new np.Music({ id: 'a', title: 'Yellow' }), snapshot: { state: 'paused', position: 12 },
    queue: [new np.Music({ id: 'a' })] });
  surface = new Surface();
  await surface.listed();
  shown = await until(() => surface.sessions.find((each) => each.can('speaks-nowplaying') && each.item));
}
after(() => {
  surface.close();
  app.close();
});

const assigned = (owner) => (given) => Object.assign(owner(), given);
const command = (given) => {
  const { id = 'a', title = 'A', ...options } = given;
  const make = { intervals: 'skipForward', rates: 'changeRate', rateRange: 'changeRate', steps: 'setRating' }[
    Object.keys(given)[0]];
  return make ? np.Command[make](() => {}, options) : np.Command.custom(id, title, () => {}, options);
};
const asked = {
  volume: (value) => shown.setVolume(value), step: (value) => shown.stepDeviceVolume('a', value),
  width: (value) => shown.artwork({ width: value }), height: (value) => shown.artwork({ height: value }),
  uri: (value) => shown.queueAdd(value), play: (value) => shown.queueAdd('file:///a', '/', value),
  at: (value) => shown.snapshot(value), position: (value) => shown.item.chapterAt(value),
};
const ask = (given) => Object.entries(given).map(([name, value]) => asked[name](value))[0];
/** Functions that take the arguments of each group. */
const TAKERS = {
  app: assigned(() => app), session: assigned(() => session), command,
  app_options: ({ applicationId = 'a', ...options }) => new np.App(applicationId, options).close(),
  argument: (given) => Object.entries(given).map(([form, value]) => shown.send(KINDS[form], value))[0],
  chapter: (given) => new np.Music({ chapters: [{ start: 0, ...given }] }),
  content: (given) => new np.Music(given),
  device: (given) => { session.devices = [{ id: 'a', name: 'A', ...given }]; },
  playlist: (given) => { app.playlists = [{ id: 'a', name: 'A', ...given }]; },
  snapshot: (given) => { session.snapshot = { state: 'playing', position: 1, ...given }; },
  surface: ask, surface_session: ask, surface_options: (given) => new Surface(given).close(),
  track: (given) => { session.tracks = [{ id: 'a', kind: 'audio', ...given }]; },
};

/** Returns the name of an argument here. Numbers of a content have the same rule. */
function nameOf({ argument }) {
  return argument === 'number' ? 'userRating' : argument.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
}

function number(value) {
  return Array.isArray(value) ? value.map(number) : ['NaN', 'Infinity'].includes(value) ? Number(value) : value;
}

/** Returns the value of a case, repeated as often as it says. */
function valueOf({ value, times = 1 }) {
  const given = number(value);
  return times === 1 ? given : Array.isArray(given) ? Array(times).fill(given[0]) : given.repeat(times);
}

for (const [group, take] of Object.entries(TAKERS)) {
  test(`${group}: each value is taken, or refused with an error that says why`, async () => {
    // A duration may also be a word, NaN or Infinity, as the elements of pages have it.
    const cases = CASES.filter(({ of, argument, value }) => of === group
      && !(argument === 'duration' && typeof value === 'string'));
    assert.ok(cases.length > 0);
    await (started ??= start());
    for (const each of cases) {
      let error;
      try {
        await take({ [nameOf(each)]: valueOf(each) });  // eslint-disable-line no-await-in-loop
      } catch (thrown) {
        error = thrown instanceof np.NowPlayingError ? undefined : thrown;
      }
      assert.equal(error?.constructor, ERRORS[each.error], `${JSON.stringify(each)}: ${error}`);
      const name = group === 'argument' ? 'argument' : nameOf(each);
      const says = `^\\w+(\\.\\w+|\\[\\d\\])*[.(]${name}\\)?(\\[\\d\\])? ${each.says?.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`;
      assert.match(error?.message ?? `X.${name} ${each.says}`, new RegExp(says));
    }
  });
}

test('no group is left out', () => {
  assert.deepEqual([...new Set(CASES.map(({ of }) => of))].sort(), Object.keys(TAKERS).sort());
});
