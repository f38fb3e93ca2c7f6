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

test('all that a session says is read', async () => {
  const session = await start({
    content: new np.Music({ id: 'a', title: 'Yellow', artists: ['One', 'Two'], duration: 269, trackNumber: 5, explicit: true,
      releaseDate: new Date('2000-07-10'), userRating: 0.5, extra: { 'example:key': 'value' },
      lyrics: '[00:00.00]Hush\n[00:10.00]First', animatedArtwork: { square: new np.Artwork('/none', { id: 'moving' }) },
      chapters: [{ start: 100, title: 'Second' }, { start: 0, title: 'First', artwork: new np.Artwork(PIXEL, { id: 'c' }) }] }),
    snapshot: { state: 'error', position: 12, error: 'Gone', errorKind: 'not-available', buffered: 60,
      seekable: [5, 100], defaultRate: 1.5 },
    tracks: [{ id: 'en', kind: 'audio', language: 'en', selected: true, characteristics: ['default', 'commentary'] }],
    commands: [np.Command.skipForward(() => {}, { intervals: [15, 30] }), np.Command.changeRate(() => {},
      { rateRange: [0.5, 2], rates: [1, 2] }), np.Command.custom('sleep', 'Sleep', () => {},
      { icon: 'timer', slot: 'overflow', active: true, shortTitle: 'S' }), np.Command.feedback(() => {},
      { current: 'positive', title: 'Like', supported: ['neutral', 'positive'] }), np.Command.setRating(() => {}, { steps: 5 })],
    volume: 0.25, muted: true,
  }, { onSelectTrack() {}, onVolume() {} }, { displayName: 'Example' });
  const entry = await shown((each) => each.item?.chapters.length === 2);
  assert.equal(entry.sessionId, 'main');
  assert.equal(entry.displayName, 'Example');
  assert.equal(entry.volume, 0.25);
  assert.ok(entry.can('is-muted') && entry.can('can-set-volume') && !entry.can('can-quit'));
  const { item } = entry;
  assert.deepEqual([item.kind, item.title, item.artists, item.trackNumber, item.explicit, item.userRating, item.duration],
    ['music', 'Yellow', ['One', 'Two'], 5, true, 0.5, 269]);
  assert.deepEqual([item.releaseDate, item.album, item.extra, item.animatedArtworkIds], [new Date('2000-07-10'),
    undefined, { 'example:key': 'value' }, { square: 'moving' }]);
  assert.deepEqual(item.chapters.map(({ start, end, title }) => [start, end, title]),
    [[0, 100, 'First'], [100, 269, 'Second']]);
  assert.equal(item.chapterAt(99).title, 'First');
  assert.deepEqual(item.lyricsAt(5), { text: 'Hush', end: 10 });
  const { state, position, error, errorKind, buffered, seekable, defaultRate } = entry.snapshot();
  assert.deepEqual([state, position, error, errorKind, buffered, seekable, defaultRate],
    ['error', 12, 'Gone', 'not-available', 60, [5, 100], 1.5]);
  assert.deepEqual(entry.tracks, [{ id: 'en', kind: 'audio', language: 'en', title: '', selected: true,
    characteristics: ['default', 'commentary'] }]);
  const command = (kind) => entry.commands.find((each) => each.kind === kind);
  assert.deepEqual(command('skip-forward').intervals, [15, 30]);
  assert.deepEqual([command('change-rate').rates, command('change-rate').rateRange], [[1, 2], [0.5, 2]]);
  const { id, title, shortTitle, icon, slot, active } = command('custom');
  assert.deepEqual([id, title, shortTitle, icon, slot, active], ['sleep', 'Sleep', 'S', 'timer', 'overflow', true]);
  assert.deepEqual([command('feedback').current, command('feedback').supported], ['positive', ['neutral', 'positive']]);
  assert.equal(command('set-rating').steps, 5);
  assert.equal(iconName('heart-filled'), 'emblem-favorite');
  assert.equal(errorSentence('sign-in'), 'Sign in to play this');
  assert.throws(() => errorSentence('no such'), RangeError);
  session.setCustomCommand('sleep', { title: 'Sleep: 29 min', active: false });
  await shown((each) => each.commands.some((one) => one.title === 'Sleep: 29 min' && !one.active));
});

test('each command is given with its argument, and answered', async () => {
  const given = [];
  const note = (name) => (...values) => {
    given.push([name, ...values.slice(0, -1)]);
  };
  const session = await start({ commands: [
    ...['play', 'pause', 'stop', 'togglePlayPause', 'next', 'previous', 'seekToPosition', 'skipForward', 'skipBackward',
      'seekForward', 'seekBackward', 'changeRepeatMode', 'changeShuffleMode', 'feedback', 'nextChapter',
      'previousChapter', 'setRating', 'bookmark', 'mute'].map((name) => np.Command[name](note(name))),
    np.Command.changeRate(note('changeRate'), { rates: [0.5, 2] }),
    np.Command.custom('like it', 'Like', note('custom')),
  ] });
  const entry = await shown((each) => each.commands.length > 20);
  const send = async (...values) => {
    await entry.send(...values);
    return given.pop();
  };
  assert.deepEqual(await send('play'), ['play']);
  assert.deepEqual(await send('seek-to-position', 100.5), ['seekToPosition', 100.5]);
  assert.deepEqual(await send('skip-forward'), ['skipForward', 10]);
  assert.deepEqual(await send('seek-forward', 'begin'), ['seekForward', 'begin']);
  assert.deepEqual(await send('seek-forward', 'end'), ['seekForward', 'end']);
  assert.deepEqual(await send('change-rate', 2), ['changeRate', 2]);
  assert.deepEqual(await send('change-repeat-mode', 'all'), ['changeRepeatMode', 'all']);
  assert.deepEqual(await send('change-shuffle-mode'), ['changeShuffleMode', 'items']);
  assert.deepEqual(await send('feedback', 'negative'), ['feedback', 'negative']);
  assert.deepEqual(await send('set-rating', 0.75), ['setRating', 0.75]);
  assert.deepEqual(await send('bookmark'), ['bookmark']);
  assert.deepEqual(await send('mute'), ['mute', true]);
  assert.deepEqual(await send('custom', 'like it'), ['custom']);
  assert.deepEqual(await send(entry.commands.find((each) => each.kind === 'custom')), ['custom']);
  const press = async (kind, phase, mode = -1) => {
    await entry.press(entry.controls.find((each) => each.kind === kind && each.mode === mode), phase);
    return given.pop();
  };
  assert.deepEqual(entry.controls.filter(({ row }) => row === 'central').map(({ kind, slot }) => [kind, slot]), [
    ['skip-backward', 'back-secondary'], ['previous', 'back'], ['toggle-play-pause', 'central'], ['next', 'forward'],
    ['skip-forward', 'forward-secondary']]);
  assert.deepEqual(await press('skip-forward'), ['skipForward', 10]);
  assert.deepEqual(await press('seek-forward'), ['seekForward', 'begin']);
  assert.deepEqual(await press('seek-forward', 'end'), ['seekForward', 'end']);
  assert.deepEqual(await press('feedback', 'begin', 2), ['feedback', 'negative']);
  assert.deepEqual(await press('custom'), ['custom']);
  await assert.rejects(entry.send('seek-to-live'), { code: 'NOT_SUPPORTED' });
  await assert.rejects(entry.send('set-rating', 2), RangeError);
  await assert.rejects(entry.send('no-command'), RangeError);
  session.commands = [np.Command.next(() => { throw new np.NowPlayingError('No more', 'NO_SUCH_CONTENT'); })];
  const other = await shown((each) => each.commands.length === 1);
  await assert.rejects(other.send('next'), /No more/);
});

test('what returns a promise rejects it, and throws nothing', async () => {
  await start();
  const entry = await shown();
  for (const [name, ...values] of [['send', 5], ['setVolume', '1'], ['setDeviceVolume', 5, 1], ['stepDeviceVolume', 'a', 2],
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

test('volumes, devices and tracks are changed', async () => {
  const given = [];
  const session = await start({ devices: [{ id: 'speaker', name: 'Kitchen', volume: 0.4 }, { id: 'tv', name: 'TV', type: 'tv',
    canStep: true }], tracks: [{ id: 'en', kind: 'subtitles' }] }, {
    onDeviceVolume: (id, volume) => { given.push([id, volume]); session.setDeviceVolume(id, volume); },
    onDeviceStep: (id, step) => { given.push([id, step]); },
    onSelectTrack: (kind, id) => { given.push([kind, id]); session.setSelectedTrack(kind, id); },
  }, {}, np.RemoteSession);
  const entry = await shown((each) => each.devices.length === 2 && each.tracks.length === 1);
  assert.deepEqual(entry.devices[1], { id: 'tv', name: 'TV', type: 'tv', volume: null, canStep: true });
  await entry.setDeviceVolume('speaker', 0.5);
  await entry.stepDeviceVolume('tv', -1);
  await entry.selectTrack('subtitles', 'en');
  await entry.selectTrack('subtitles', null);
  assert.deepEqual(given, [['speaker', 0.5], ['tv', -1], ['subtitles', 'en'], ['subtitles', null]]);
});

test('queues and playlists are followed', async () => {
  const given = [];
  const queue = ['a', 'b'].map((id) => new np.Music({ id, title: `Song ${id}` }));
  const session = await start({ queue, content: queue[0] }, {
    onQueueGoTo: ({ id }) => { given.push(['goTo', id]); },
    onQueueAdd: (uri, after, play) => { given.push(['add', uri, after?.id, play]); },
    onQueueRemove: ({ id }) => { given.push(['remove', id]); },
  }, { uriSchemes: ['https'], onOpenUri() {}, onActivatePlaylist: (id) => { given.push(['playlist', id]); },
    onRaise: () => { given.push(['raise']); } });
  app.playlists = [{ id: 'best', name: 'Best' }];
  const entry = await shown();
  await entry.followQueue();
  await entry.followPlaylists(true, 'user');
  const now = await shown((each) => each.queue?.entries.length === 2 && each.playlists?.lists.length === 1);
  assert.deepEqual([now.queue.entries.map((each) => each.title), now.queue.present, now.queue.canEdit],
    [['Song a', 'Song b'], 0, true]);
  await now.queueGoTo(now.queue.entries[1].id);
  await now.queueAdd('https://example.org/c', now.queue.entries[0].id, true);
  await now.queueRemove(now.queue.entries[0].id);
  await now.activatePlaylist(now.playlists.lists[0].id);
  await now.raise();
  assert.deepEqual(given, [['goTo', 'b'], ['add', 'https://example.org/c', 'a', true], ['remove', 'a'],
    ['playlist', 'best'], ['raise']]);
  assert.equal(session.queue.length, 2);
});
