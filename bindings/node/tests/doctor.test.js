// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A player in JavaScript breaks no rule that `nowplaying doctor --strict` knows.
'use strict';

const assert = require('node:assert/strict');
const path = require('node:path');
const { test } = require('node:test');
const np = require('..');
const { run, until, withBus } = require('./helpers.js');

withBus();
const seconds = () => Number(process.hrtime.bigint()) / 1e9;

test('doctor --strict finds nothing broken', async () => {
  const { png } = await import('./png.mjs');
  const songs = ['a', 'b', 'c'].map((id) => new np.Music({ id, title: `Song ${id}`, artists: ['Artist'], album: 'Album',
    duration: 200, artwork: new np.Artwork(({ width, height }) => png(id, width || 64, height || 64), { id }) }));
  let [row, state, position, since, rate] = [0, 'playing', 10, seconds(), 1];
  const now = () => Math.min(200, position + (state === 'playing' ? (seconds() - since) * rate : 0));
  const app = new np.App('doctored', { displayName: 'Doctored', noDesktopEntry: true, onRaise() {},
    onQuit: () => app.close(), onFullscreen: (on) => { app.fullscreen = on; } });
  const session = new np.Session(app, { onPosition: now, onVolume: (volume) => { session.volume = volume; },
    onQueueGoTo: (entry) => change({ row: entry.row, position: 0, state: 'playing' }) });
  const change = (values) => {
    ({ row, state, position, rate } = { row, state, position: now(), rate, ...values });
    since = seconds();
    session.update({ content: songs[row], snapshot: { state, position, rate, defaultRate: rate } });
  };
  session.update({ queue: songs, volume: 0.5, commands: [
    np.Command.play(() => change({ state: 'playing' })), np.Command.pause(() => change({ state: 'paused' })),
    np.Command.stop(() => change({ state: 'stopped', position: 0 })),
    np.Command.next(() => change({ row: (row + 1) % 3, position: 0 })),
    np.Command.previous(() => change({ row: (row + 2) % 3, position: 0 })),
    np.Command.seekToPosition((to) => change({ position: to })),
    np.Command.changeRate((to) => change({ rate: to }), { rateRange: [0.5, 2] }),
    np.Command.changeRepeatMode((mode) => session.setRepeatMode(mode)),
    np.Command.changeShuffleMode((mode) => session.setShuffleMode(mode)),
  ] });
  change({});
  session.requestApplicationPrimary();
  await until(() => app.busState === 'published');
  const doctor = path.join(process.env.NOWPLAYING_BUILD, 'nowplaying');
  const { stdout } = await run(doctor, ['doctor', '--strict', '--yes', 'doctored']).catch((error) => error);
  app.close();
  assert.match(stdout, /^0 broken, \d\d kept/m, stdout);
});
