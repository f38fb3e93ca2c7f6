// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A player in JavaScript: its assignments, errors, pictures and end. What clients see of values is in
// contract/scenarios.
'use strict';

const assert = require('node:assert/strict');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs/promises');
const os = require('node:os');
const path = require('node:path');
const { afterEach, test } = require('node:test');
const { inspect } = require('node:util');
const np = require('..');
const { native } = require('../lib/native.js');
const { busctl, heard, playerctl, players, until, withBus } = require('./helpers.js');

withBus();
const MPRIS = ['org.mpris.MediaPlayer2.Player', '/org/mpris/MediaPlayer2'];
const PLAYER = 'org.mpris.MediaPlayer2.Player';
/** The smallest picture there is. */
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64');

let app;
afterEach(async () => {
  app?.close();
  await until(async () => (await players()).length === 0);
});

/** Makes a player, and waits until clients see it. */
async function start(values, options, appOptions) {
  app = new np.App('org.example.Player', appOptions);
  const session = new np.Session(app, options);
  session.update({ content: new np.Music({ title: 'Yellow', duration: 269 }),
    snapshot: { state: 'paused', position: 12 }, commands: [np.Command.play(() => {})], ...values });
  await session.requestApplicationPrimary();
  await until(() => app.busState === 'published');
  return session;
}

test('what is assigned is seen, and each assignment is published', async () => {
  const session = await start({ content: new np.Music({ title: 'Yellow', artists: ['Coldplay', 'Another'],
    album: 'Parachutes', duration: 269, trackNumber: 5, releaseDate: '2000-07-10', userRating: 0.8, explicit: true,
    genres: 'Rock', extra: { 'example:bitrate': '320' }, url: 'https://example.org/yellow' }) });
  assert.equal(app.busName, 'org.mpris.MediaPlayer2.Player');
  assert.equal(await playerctl('metadata', '--format',
    '{{title}}|{{artist}}|{{album}}|{{mpris:length}}|{{xesam:trackNumber}}|{{xesam:genre}}|{{example:bitrate}}'),
  'Yellow|Coldplay, Another|Parachutes|269000000|5|Rock|320');
  assert.match(await playerctl('metadata', 'xesam:contentCreated'), /^2000-07-10T/);
  assert.equal(await playerctl('status'), 'Paused');
  assert.equal(await playerctl('position'), '12.000000');
  session.snapshot = { state: 'playing', position: 30, rate: 1 };
  await until(async () => await playerctl('status') === 'Playing');
  session.content = session.content.with({ title: 'Blue', artists: null });
  await until(async () => await playerctl('metadata', 'title') === 'Blue');
  assert.equal(session.content.album, 'Parachutes');
  session.content = null;
  await until(async () => (await players()).length === 0);
});

test('an error of a handler is the answer', async () => {
  const session = await start({ snapshot: { state: 'playing', position: 12 }, commands: [
    np.Command.next(async () => { throw new Error('fetching https://example.org/?token=secret failed'); }),
    np.Command.previous(async () => { throw new np.NowPlayingError('Not yours', 'NOT_PERMITTED'); }),
    np.Command.pause(() => { throw new np.NowPlayingError('There is no disc'); }),
    np.Command.stop(() => { throw new DOMException('secret', 'AbortError'); }),
  ] });
  const warning = new Promise((resolve) => {
    process.once('warning', resolve);
  });
  await assert.rejects(busctl('call', ...MPRIS, PLAYER, 'Next'), /The player failed, and its log says why/);
  assert.match((await warning).message, /token=secret/);
  await assert.rejects(busctl('call', ...MPRIS, PLAYER, 'Previous'), /Access denied/);
  await assert.rejects(busctl('call', ...MPRIS, PLAYER, 'Pause'), /There is no disc/);
  await assert.rejects(busctl('call', ...MPRIS, PLAYER, 'Stop'), ({ message }) => !/secret/.test(message));
  session.setCommandEnabled('next', false);
  await until(async () => /false/.test(await busctl('get-property', ...MPRIS, PLAYER, 'CanGoNext')));
});

test('a picture is bytes, a file, an address, or a function that is asked for it', async () => {
  const session = await start();
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'np-'));
  const file = path.join(folder, 'a cover.png');
  await fs.writeFile(file, PIXEL);
  const wanted = [];
  const show = async (artwork, matches) => {
    session.content = new np.Music({ title: 'Yellow', id: String(Math.random()), artwork });
    return until(async () => {
      const url = await playerctl('metadata', 'mpris:artUrl');
      return matches.test(url) && url;
    }, String(matches));
  };
  const url = await show(PIXEL, /^file:/);
  assert.deepEqual(await fs.readFile(new URL(url)), PIXEL);
  await show(new Uint8Array(PIXEL).buffer, /^file:/);
  await show(file, /^file:/);
  await show(new URL('https://example.org/cover.png'), /^https:\/\/example.org\/cover.png$/);
  await show(async (size) => { wanted.push(size.width > 0, size.signal.aborted); return PIXEL; }, /^file:/);
  await show(() => 'https://example.org/lazy.png', /lazy.png$/);
  await show(new np.Artwork(() => PIXEL, { id: 'named' }), /^file:/);
  assert.deepEqual(wanted, [true, false]);
  session.provideArtwork('later', null);
  session.provideArtwork('later', PIXEL);
  await show(new np.Artwork(() => { throw new Error('is never asked'); }, { id: 'later' }), /^file:/);
  await fs.rm(folder, { recursive: true });
});

test('a function that is given with several songs is asked for the picture of each', async () => {
  const session = await start();
  const asked = [];
  const artwork = () => { asked.push(session.content.id); return PIXEL; };
  const song = (id) => new np.Music({ id, title: id, artwork });
  const shown = async (content) => {
    session.content = content;
    await until(async () => await playerctl('metadata', '--format', '{{title}} {{mpris:artUrl}}')
      .then((text) => text.startsWith(`${content.title} file:`)));
  };
  const template = new np.Music({ title: 'no id', artwork });
  for (const content of [song('a'), song('b'), template.with({ id: 'c', title: 'c' }), song('b').with({ id: 'd', title: 'd' })]) {
    // eslint-disable-next-line no-await-in-loop
    await shown(content);
  }
  assert.deepEqual(asked, ['a', 'b', 'c', 'd']);
  assert.equal(song('a').artwork.id, song('a').artwork.id);
  assert.ok(song('x'.repeat(900)).artwork.id.length < 300);
  const given = new np.Artwork(artwork);
  assert.equal(new np.Music({ id: 'a', artwork: given }).artwork, given);
});

test('an error of onPosition is a warning, and the snapshot counts', async () => {
  const [warned, onWarning] = heard();
  process.once('warning', onWarning);
  await start({}, { onPosition: () => { throw new Error('The engine is gone'); } });
  assert.equal(await playerctl('position'), '12.000000');
  assert.match((await warned)[0].message, /^Session\(onPosition\): Error: The engine is gone/);
});

test('onPosition may change, make and free what it likes, and no call of the same turn is lost', async () => {
  const others = [];
  let act = () => {};
  let paused = 0;
  const session = await start({ snapshot: { state: 'playing', position: 5 },
    commands: [np.Command.play(() => {}), np.Command.pause(() => { paused += 1; })] },
  { onPosition: () => act() ?? 5 });
  const acts = [() => { session.content = new np.Music({ title: 'Chapter', duration: 269 }); },
    () => { session.update({ content: session.content, snapshot: { state: 'playing', position: 5 } }); },
    () => { others.push(new np.Session(app)); }, () => { others.pop().close(); },
    () => { new np.App('org.example.Other', { instance: 'x' }).close(); },
    () => { throw Symbol('x'); }, () => { throw Object.create(null); }, () => Object.create(null),
    () => Promise.reject(new Error('x')), () => ({ get then() { throw Symbol('x'); } })];
  process.on('warning', () => {});
  for (const each of acts) {
    let asked = 0;
    act = () => {
      asked += 1;
      return each();
    };
    // eslint-disable-next-line no-await-in-loop
    await until(async () => {
      const before = paused;
      // While this thread waits for the clients, their calls come together: a command, and a read of the position.
      execFileSync('sh', ['-c', `busctl --user --expect-reply=no call "$1" ${MPRIS[1]} ${PLAYER} Pause
        busctl --user --expect-reply=no call "$1" ${MPRIS[1]} org.freedesktop.DBus.Properties Get ss ${PLAYER} Position
        busctl --user list`, 'sh', app.busName], { stdio: 'ignore' });
      await until(() => paused > before);
      return asked > 0; // after an answer that a busy machine made late, it is not asked for ten seconds
    }, `${each}`);
  }
});

test('whatever a handler throws, the caller is answered', async () => {
  const session = await start({ snapshot: { state: 'playing', position: 5 } });
  process.on('warning', () => {});
  const thrown = [undefined, null, 5, Symbol('x'), Object.create(null), { toString() { throw new Error('y'); } },
    new Proxy({}, { get() { throw 3; }, getPrototypeOf() { throw 4; } }), Object.assign(new Error('x'), { message: null }),
    new np.NowPlayingError('x', 'toString'), new np.NowPlayingError('x', 'OK'), new np.NowPlayingError('x', null)];
  const results = [{ get then() { throw Symbol('x'); } }, { then() { throw Object.create(null); } }];
  for (const handler of [...thrown.flatMap((each) => [() => { throw each; }, () => Promise.reject(each)]),
    ...results.map((each) => () => each)]) {
    session.commands = [np.Command.pause(handler)];
    // eslint-disable-next-line no-await-in-loop
    await assert.rejects(busctl('call', app.busName, MPRIS[1], PLAYER, 'Pause'), /Command failed/);
  }
});

test('an error of a picture is a warning that says of which item', async () => {
  const warnings = [];
  const hear = ({ message }) => warnings.push(message);
  process.on('warning', hear);
  await start({ content: new np.Music({ title: 'Yellow', artwork: () => { throw new Error('No disc'); } }) });
  await until(() => warnings.some((each) => /^Artwork 'function-\d+' of 'Yellow': Error: No disc\n +at /.test(each)));
  process.off('warning', hear);
});

test('a closed session rejects promises, and is printed', async () => {
  const session = await start();
  assert.match(inspect(session), /^Session .*state: 'paused'.*title: 'Yellow'.*busName: 'org.mpris.MediaPlayer2.Player'/s);
  assert.match(inspect(app), /^App .*isClosed: false.*busName: .*sessions: 1/s);
  session.close();
  app.close();
  assert.match(inspect(session), /isClosed: true/);
  assert.match(inspect(app), /isClosed: true/);
  await assert.rejects(session.requestApplicationPrimary(), { code: 'INVALID_STATE' });
  await assert.rejects(session.requestSystemPrimary(), { code: 'INVALID_STATE' });
});

test('lists of a content cannot be changed, and modes are those that are supported', async () => {
  const music = new np.Music({ artists: ['One'], chapters: [{ start: 1 }], extra: { 'a:b': 'c' }, tags: { TIT2: 'x' },
    animatedArtwork: { square: '/video' } });
  for (const each of [music.artists, music.chapters, music.extra, music.tags, music.tags[0], music.animatedArtwork]) {
    assert.ok(Object.isFrozen(each));
  }
  assert.deepEqual(music.with({ artists: ['Two'] }).artists, ['Two']);
  // Readers of ID3v2.4 give several values as one text.
  const { artists, genres, title } = new np.Music({ artists: 'One\0Two', genres: ['A\0B\0', 'C'], title: 'T\0\0' });
  assert.deepEqual([artists, genres, title], [['One', 'Two'], ['A', 'B', 'C'], 'T']);
  const session = await start({ commands: [np.Command.changeRepeatMode(() => {}, { supported: ['off', 'one'] })] });
  assert.throws(() => session.setRepeatMode('all'), { name: 'RangeError',
    message: "Session.setRepeatMode(mode) must be one of those that the command has as supported (off, one), not 'all'" });
  assert.throws(() => session.setRepeatMode('each'), /^RangeError: Session.setRepeatMode\(mode\) must be one of off, one, all/);
  assert.throws(() => session.setFeedback('like'), /^RangeError: Session.setFeedback\(feedback\) must be one of neutral, /);
  assert.throws(() => session.setFeedback('positive'), /session.commands has no Command.feedback$/);
  assert.throws(() => session.setCustomCommand('x', {}), /session.commands has no Command.custom with the id 'x'$/);
  assert.throws(() => np.Command.changeRepeatMode(() => {}, { current: 'all', supported: ['off', 'one'] }),
    /\(current\) must be one of supported \(off, one\), not 'all'/);
  session.setRepeatMode('one');
  assert.throws(() => new np.App('a', { playlists: [] }), /App has no 'playlists'/);
});

test('a name that is written wrongly is an error, and a subclass has its own', async () => {
  const session = await start();
  assert.throws(() => { session.contnt = null; }, TypeError);
  assert.throws(() => { app.displayname = 'x'; }, TypeError);
  class Mine extends np.Session {
    own = 1;

    constructor(of) {
      super(of);
      this.more = 2;
    }
  }
  const mine = new Mine(app);
  assert.deepEqual([mine.own, mine.more], [1, 2]);
  mine.another = 3;
});

test('what is refused changes nothing', async () => {
  const session = await start({ volume: 0.5 });
  const { content } = session;
  assert.throws(() => session.update({ volume: 0.9, content: new np.Music({ title: 'Other' }),
    snapshot: { state: 'playing', position: 1, rate: Infinity } }), RangeError);
  assert.throws(() => session.update({ volume: 0.9, content: new np.Music({ extra: { 'not a key': 'x' } }) }), RangeError);
  const { session_set_content: set } = native;
  native.session_set_content = () => { throw new np.NowPlayingError('The library refuses it', 'INVALID_ARGUMENT'); };
  assert.throws(() => session.update({ volume: 0.9, content: new np.Music({ title: 'Other' }) }),
    { code: 'INVALID_ARGUMENT' });
  native.session_set_content = set;
  assert.equal(session.volume, 0.5);
  assert.equal(session.content, content);
  session.muted = true;
  assert.equal(await playerctl('volume'), '0.500000');
});

test('an error says what to do, and a line of the log speaks of this package', async () => {
  const lines = [];
  const session = await start({}, {}, { onLog: (level, line) => lines.push(line) });
  assert.throws(() => { session.queueRow = 0; }, /must be null while Session.queue is empty, not 0: assign the queue/);
  session.tracks = [{ id: 'en', kind: 'audio', language: 'en' }];
  await until(() => lines.some((line) => line.includes('there is no handler onSelectTrack')), 'the notice');
  const { inJavaScript } = require('../lib/native.js');
  assert.equal(inJavaScript('as with nowplaying_session_provide_artwork_data()'), 'as with session.provideArtwork()');
  assert.equal(inJavaScript('late (it returned 1, which is NOWPLAYING_PENDING): timestamp_us'), 'late: timestamp');
  assert.throws(() => Array.from({ length: 1024 }, () => new np.Session(app)),
    { code: 'TOO_LARGE', message: 'Session: the app has 1024 sessions: close() those that it does not need' });
});

test('the volume of a device is set', () => {
  app = new np.App('org.example.Player');
  const session = new np.RemoteSession(app);
  session.devices = [{ id: 'speaker', name: 'Kitchen', volume: 0.4 }];
  session.setDeviceVolume('speaker', 0.6);
  assert.equal(session.devices[0].volume, 0.6);
  assert.throws(() => session.setDeviceVolume('none', 0.6), RangeError);
  session.close();
  assert.throws(() => { session.volume = 1; }, { code: 'INVALID_STATE' });
});
