// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A surface in JavaScript, beside a player in JavaScript.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs/promises');
const path = require('node:path');
const { afterEach, test } = require('node:test');
const { inspect } = require('node:util');
const np = require('..');
const { Surface, errorSentence, iconName } = require('../surface.js');
const { PACKAGE, heard, until, withBus } = require('./helpers.js');

withBus();
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64');

let app;
let surface;
afterEach(() => {
  surface?.close();
  app?.close();
});

/** Makes a player and a surface, and waits until the surface knows the player's session. */
async function start(values, options, appOptions, Class = np.Session) {
  app = new np.App('org.example.Player', appOptions);
  const session = new Class(app, { id: 'main', ...options });
  session.update({ content: new np.Music({ title: 'Yellow', duration: 269, id: 'a' }),
    snapshot: { state: 'paused', position: 12 }, ...values });
  session.requestApplicationPrimary();
  surface = new Surface('test');
  await surface.listed();
  return session;
}

/** Waits until `is` returns true for the player's entry, and returns the entry. */
const shown = (is = () => true) => until(() => surface.sessions.find((each) => each.can('speaks-nowplaying') && is(each)),
  String(is));

test('icons and errors have names for people', () => {
  assert.equal(iconName('heart-filled'), 'emblem-favorite');
  assert.equal(errorSentence('sign-in'), 'Sign in to play this');
  assert.throws(() => errorSentence('no such'), RangeError);
});

test('what returns a promise rejects it, and throws nothing', async () => {
  await start();
  const entry = await shown();
  for (const [name, ...values] of [['send', 5], ['send', 'no-command'], ['send', 'set-rating', 2], ['setVolume', '1'], ['setDeviceVolume', 5, 1], ['stepDeviceVolume', 'a', 2],
    ['artwork', { width: -1 }], ['chapterArtwork', 'a'], ['preview', 'round'], ['video', 'round'], ['selectTrack', 'x', 'y'],
    ['raise', { signal: 5 }], ['quit', 5], ['followQueue', 5], ['queueGoTo', 5], ['queueAdd', 5], ['queueRemove', 5],
    ['followPlaylists', 5], ['activatePlaylist', 5]]) {
    // eslint-disable-next-line no-await-in-loop
    await assert.rejects(entry[name](...values), (error) => error instanceof TypeError || error instanceof RangeError, name);
  }
  surface.close();
  await assert.rejects(entry.send('next'), { code: 'INVALID_STATE' });
  await assert.rejects(entry.raise(), { code: 'INVALID_STATE' });
  await assert.rejects(surface.listed(), { code: 'INVALID_STATE' });
});

test('a surface and its sessions are printed with what tells them apart', async () => {
  await start({}, {}, { displayName: 'Example' });
  const entry = await shown();
  assert.match(inspect(entry), /^SurfaceSession .*busName: 'org.mpris.MediaPlayer2.Player'.*state: 'paused'.*'Yellow'/s);
  assert.match(inspect(surface), /^Surface .*isClosed: false.*busState: '[a-z]+'.*sessions: 1/s);
  surface.close();
  assert.equal(inspect(surface), 'Surface { isClosed: true }');
  assert.match(inspect(entry), /Yellow/);
});

test('a handler is told when nobody waits any more', async () => {
  const [began, began_] = heard();
  const [aborted, aborted_] = heard();
  const session = await start({ commands: [np.Command.next(({ signal }) => new Promise((resolve) => {
    began_();
    signal.addEventListener('abort', () => { aborted_(signal.reason.code); resolve(); });
  }))], content: new np.Music({ title: 'Yellow', id: 'a', artwork: new np.Artwork(({ signal }) => new Promise(() => {
    signal.addEventListener('abort', () => aborted_(signal.reason.code));
    began_();
  }), { id: 'slow' }) }) });
  const entry = await shown();
  const controller = new AbortController();
  const artwork = entry.artwork({ signal: controller.signal });
  await began;
  controller.abort(new Error('enough'));
  await assert.rejects(artwork, /enough/);
  session.content = null;
  assert.deepEqual(await aborted, ['CANCELLED']);
});

test('what is still open when a session is closed is cancelled, and the handler that closed it succeeds', async () => {
  const [aborted, aborted_] = heard();
  const session = await start({ commands: [
    np.Command.next(({ signal }) => new Promise(() => { signal.addEventListener('abort', () => aborted_()); })),
    np.Command.play(() => new Promise((resolve) => { setTimeout(resolve, 50); }).then(() => { session.volume = 1; })),
    np.Command.stop(async () => { session.close(); }),
  ] });
  const entry = await shown((each) => each.commands.some(({ kind }) => kind === 'stop'));
  const codes = Promise.all(['next', 'play', 'stop'].map((kind) => entry.send(kind).then(() => 'OK', ({ code }) => code)));
  assert.deepEqual(await codes, ['CANCELLED', 'CANCELLED', 'OK']);
  await aborted;
});

test('pictures are read', async () => {
  const sizes = [];
  await start({ content: new np.Music({ title: 'Yellow', id: 'a', artwork: async ({ width, height }) => {
    sizes.push(`${width} × ${height}`);
    return PIXEL;
  } }) });
  const entry = await shown((each) => each.item?.artworkId);
  const { data, mimeType, width, height, orientation } = await entry.artwork({ width: 64, height: 32 });
  assert.ok(sizes.includes('64 × 32'));
  assert.deepEqual([data, mimeType, width, height, orientation], [PIXEL, 'image/png', 1, 1, 1]);
  await assert.rejects(entry.chapterArtwork(0), { code: 'NO_SUCH_CONTENT' });
});

test('a preview and a video are read', async () => {
  const asked = [];
  const file = path.join(PACKAGE, '..', '..', 'contract', 'testkit', 'player', 'files', 'moving-1x1.mp4');
  const note = (answer) => ({ aspectRatio, width, height }) => { asked.push([aspectRatio, width, height]); return answer; };
  const [square, tall] = ['a', 'b'].map((id) => new np.Artwork(note(file), { id, preview: note(PIXEL) }));
  process.env.DBUS_SYSTEM_BUS_ADDRESS = 'unix:path=/nothing';  // hides the state of this computer, such as power saving
  const [shows, onAspectRatios] = heard();
  await start({ content: new np.Music({ title: 'Yellow', id: 'a', animatedArtwork: { square, tall } }) }, {},
    { onAspectRatios });
  assert.deepEqual(app.aspectRatios, []);
  surface.aspectRatios = ['square'];
  assert.deepEqual([await shows, surface.aspectRatios], [[['square']], ['square']]);
  const entry = await shown((each) => each.item?.animatedArtworkIds.square && each.can('may-show-video'));
  assert.deepEqual((await entry.preview('square', { width: 64, height: 32 })).data, PIXEL);
  const { data, mimeType } = await entry.video('square', { width: 640, height: 480 });
  assert.deepEqual([data, mimeType], [await fs.readFile(file), 'video/mp4']);
  await assert.rejects(entry.preview('tall', { width: 3, height: 4 }), { code: 'WRONG_ASPECT_RATIO' });
  assert.deepEqual(asked, [['square', 64, 32], ['square', 640, 480], ['tall', 3, 4]]);
});

test('a cover of the web is no mistake of the player, however often it is looked at', async () => {
  await start({ content: new np.Music({ title: 'Yellow', artwork: 'https://example.org/a.jpg' }) });
  const warnings = [];
  const hear = ({ message }) => warnings.push(message);
  process.on('warning', hear);
  const entry = await shown((each) => each.item?.artworkId);
  for (let count = 0; count < 3; count += 1) {
    // eslint-disable-next-line no-await-in-loop
    await assert.rejects(entry.artwork({ width: 64, height: 64 }), { code: 'NOT_LOCAL' });
  }
  assert.deepEqual(warnings, []);
  process.off('warning', hear);
});

test('changes are an async iterator', async () => {
  const session = await start();
  const found = [];
  setTimeout(() => { session.snapshot = { state: 'playing', position: 1 }; }, 50);
  for await (const { change, session: entry, changed } of surface.changes()) {
    found.push(change);
    if (changed.includes('playback') && entry.snapshot().state === 'playing') {
      session.close();
    }
    if (change === 'removed') {
      break;
    }
  }
  assert.equal(found[0], 'added');
  assert.equal(found.at(-1), 'removed');
  const changes = surface.changes();
  surface.close();
  assert.deepEqual(await changes.next(), { done: true, value: undefined });
  assert.throws(() => surface.sessions, { code: 'INVALID_STATE' });
});
