// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Ways in which programs with mpris-service write it beside its README, as clients see them.
'use strict';

const assert = require('node:assert/strict');
const { spawn } = require('node:child_process');
const { EventEmitter } = require('node:events');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { afterEach, test } = require('node:test');
const { inherits } = require('node:util');
const Player = require('../mpris-service.js');
const { busctl, heard, players, until, withBus } = require('./helpers.js');

withBus();
const MPRIS = ['org.mpris.MediaPlayer2.nodejs', '/org/mpris/MediaPlayer2'];
const PLAYER = [...MPRIS, 'org.mpris.MediaPlayer2.Player'];
const OPTIONS = { name: 'nodejs', identity: 'Player', supportedInterfaces: ['player', 'playlists'] };
const get = (name, of = PLAYER) => busctl('get-property', ...of, name);

let player;
const open = [];
afterEach(async () => {
  open.splice(0).forEach((each) => each.kill());
  player.close();
  await until(async () => (await players()).length === 0);
});

const song = (number) => ({ 'mpris:trackid': player.objectPath(`track/${number}`), 'mpris:length': 60e6,
  'xesam:title': `Song ${number}` });

async function start(made = new Player(OPTIONS)) {
  player = made;
  await until(async () => (await players()).includes('nodejs'));
}

/** Collects the signals that the player emits from now on. */
async function signals() {
  const monitor = spawn('dbus-monitor', ['--session', "path='/org/mpris/MediaPlayer2'"]);
  open.push(monitor);
  const said = { text: '' };
  monitor.stdout.on('data', (data) => { said.text += data; });
  await until(() => said.text.includes('NameAcquired'));
  return said;
}

test('metadata that is read, changed and assigned is another song, from its beginning', async () => {
  await start();
  player.metadata = song(0);
  player.seeked(30e6);
  player.playbackStatus = 'Paused';
  await until(async () => await get('Position') === 'x 30000000');
  player.metadata = Object.assign(player.metadata, song(1));
  await until(async () => (await get('Metadata')).includes('Song 1'));
  assert.equal(await get('Position'), 'x 0');
});

test('metadata of the same song with another title goes on', async () => {
  await start();
  player.metadata = song(0);
  player.playbackStatus = 'Paused';
  player.seeked(30e6);
  player.metadata = { ...player.metadata, 'xesam:title': 'Renamed' };
  await until(async () => (await get('Metadata')).includes('Renamed'));
  assert.equal(await get('Position'), 'x 30000000');
});

const wrong = [
  ['xesam:trackNumber', '3/12', '"xesam:trackNumber" i 3'], ['xesam:trackNumber', NaN, ''],
  ['xesam:discNumber', '2', '"xesam:discNumber" i 2'], ['xesam:audioBPM', 127.6, '"xesam:audioBPM" i 128'],
  ['xesam:useCount', 'often', ''], ['xesam:userRating', '4 out of 5', '"xesam:userRating" d 0.8'],
  ['xesam:userRating', 80, ''], ['xesam:autoRating', '0.5', '"xesam:autoRating" d 0.5'],
  ['xesam:contentCreated', new Date('2006-05-31T12:00:00Z'), '"xesam:contentCreated" s "2006-05-31T12:00:00Z"'],
  ['xesam:contentCreated', 1149033600000, '"xesam:contentCreated" s "2006-05-31T00:00:00Z"'],
  ['xesam:contentCreated', new Date(NaN), ''], ['xesam:genre', ['A', null], '"xesam:genre" as 1 "A"'],
  ['xesam:genre', [], ''], ['xesam:genre', Array.from({ length: 99 }, (_, index) => `G${index}`), '"G63"'],
  ['xesam:comment', ['A;B'], '"xesam:comment" as 1 "A;B"'], ['xesam:album', ['A', 'B'], '"xesam:album" s "A, B"'],
  ['xesam:asText', ['A'], '"xesam:asText" s "A"'], ['xesam:trackNumber', 1e19, ''], ['xesam:useCount', 1e308, ''],
  ['bitrate', 320, '"bitrate" s "320"'], ['my:bitrate', 320, '"my:bitrate" s "320"'],
  [`my:${'k'.repeat(61)}`, 61, `"my:${'k'.repeat(61)}" s "61"`], [`my:${'k'.repeat(62)}`, 62, ''], ['my:', 'x', ''],
  ['with space', 'x', ''], ['xesam:unknown', 'x', ''], ['__proto__x', Symbol('x'), '"__proto__x" s "Symbol(x)"'],
  ['my:thrower', { toString() { throw null; } }, ''], ['mpris:trackid', 'ä'.repeat(2000), '"mpris:trackid" o "/'],
  // An object of a web service has no text, and an address is one.
  ['xesam:album', { name: 'Album', id: 7 }], ['xesam:albumArtist', [{ name: 'Artist' }]], ['xesam:genre', new Map()],
  ['my:own', { a: 1 }], ['mpris:artUrl', { src: 'https://example.org/a.png' }], ['xesam:contentCreated', {}],
  ['xesam:trackNumber', {}], ['xesam:url', new URL('https://example.org/a'), '"https://example.org/a"'],
];

test('a value of another type than MPRIS has costs no other field', async () => {
  await start();
  for (const [number, [key, value, shown]] of wrong.entries()) {
    player.metadata = { ...song(number), 'xesam:artist': ['Artist'], [key]: value };
    const title = `"Song ${number}"`;
    // eslint-disable-next-line no-await-in-loop
    await until(async () => (await get('Metadata')).includes(title), title);
    // eslint-disable-next-line no-await-in-loop
    const said = await get('Metadata');
    assert.ok(said.includes('"mpris:length" x 60000000') && said.includes('as 1 "Artist"'), said);
    assert.ok(shown ? said.includes(shown) : !said.includes(key), said);
  }
});

test('a getPosition that assigns properties is asked, and costs no call of a client', async () => {
  await start();
  player.metadata = song(0);
  player.playbackStatus = 'Playing';
  let asked = 0;
  for (const [number, assign] of [() => { player.metadata = { ...song(1), 'xesam:title': `Chapter ${asked}` }; },
    () => { player.volume = 0.5; }, () => { player.playbackStatus = 'Playing'; }, () => { player.seeked(7e6); },
    () => { player.canGoNext = asked % 2 === 0; }, () => { player.rate = 1; }].entries()) {
    player.getPosition = () => {
      asked += 1;
      assign();
      return 5e6;
    };
    const [paused, listener] = heard();
    player.once('pause', listener);
    const before = asked;
    player.metadata = song(number);
    // eslint-disable-next-line no-await-in-loop
    await busctl('call', ...PLAYER, 'Pause');
    // eslint-disable-next-line no-await-in-loop
    await paused;
    // eslint-disable-next-line no-await-in-loop
    assert.match(await get('Position'), /^x [0-9]+$/);
    assert.ok(asked > before && asked < before + 50, `${number}: asked ${asked - before} times`);
  }
});

test('what is read of the metadata is not the player', async () => {
  await start();
  player.metadata = song(0);
  player.metadata['xesam:title'] = 'Not assigned';
  assert.equal(player.metadata['xesam:title'], 'Song 0');
  const given = song(1);
  player.metadata = given;
  given['xesam:title'] = 'Changed behind';
  assert.equal(player.metadata['xesam:title'], 'Song 1');
  player.metadata = null;
  assert.deepEqual(player.metadata, {});
});

test('seeked says its position, where getPosition is behind, too', async () => {
  await start();
  player.metadata = song(0);
  player.playbackStatus = 'Playing';
  player.getPosition = () => 1e6;
  await until(async () => await get('Position') === 'x 1000000');
  const said = await signals();
  player.seeked(40e6);
  await until(() => /member=Seeked\n +int64 40\d{6}\n/.test(said.text), 'Seeked');
  const place = async () => Number((await get('Position')).slice(2));
  assert.ok(await place() >= 40e6);
  player.getPosition = () => 2e6;
  assert.ok(await place() < 3e6);
});

test('a class with getPosition', async () => {
  class Mine extends Player {
    getPosition() {
      return 7e6;
    }
  }
  await start(new Mine(OPTIONS));
  assert.ok(player instanceof Mine && player instanceof Player && player instanceof EventEmitter);
  player.metadata = song(0);
  await until(async () => await get('Position') === 'x 7000000');
});

test('a function that inherits, as before there were classes', async () => {
  function Mine() {
    Player.call(this, OPTIONS);
  }
  inherits(Mine, Player);
  await start(new Mine());
  player.canGoNext = false;
  await until(async () => await get('CanGoNext') === 'b false');
});

test('all that is assigned at once, before there is a bus', async () => {
  player = new Player(OPTIONS);
  Object.assign(player, { canSeek: false, canControl: true, volume: 0.5, shuffle: true, loopStatus: 'Playlist',
    minimumRate: 0.5, maximumRate: 2, rate: 1.5, playbackStatus: 'Paused', metadata: song(0) });
  player.getPosition = () => 5e6;
  await until(async () => (await players()).includes('nodejs'));
  for (const [name, value] of [['CanSeek', 'b false'], ['Volume', 'd 0.5'], ['Shuffle', 'b true'], ['Rate', 'd 1.5'],
    ['LoopStatus', 's "Playlist"'], ['MinimumRate', 'd 0.5'], ['PlaybackStatus', 's "Paused"'],
    ['Position', 'x 5000000']]) {
    assert.equal(await get(name), value);  // eslint-disable-line no-await-in-loop
  }
});

test('a playlist is active by its id, and their count may be assigned', async () => {
  await start();
  player.playlists = [0, 1].map((number) => ({ Id: player.objectPath(`playlist/${number}`), Name: `List ${number}` }));
  player.playlistCount = player.playlists.length;
  player.activePlaylist = player.objectPath('playlist/1');
  const lists = [...MPRIS, 'org.mpris.MediaPlayer2.Playlists'];
  await until(async () => (await get('ActivePlaylist', lists)).includes('"List 1"'));
  assert.equal(await get('PlaylistCount', lists), 'u 2');
  assert.equal(player.activePlaylist.Name, 'List 1');
  player.setActivePlaylist('another');
  await until(async () => (await get('ActivePlaylist', lists)).startsWith('(b(oss)) false'));
});

test('without a track id and a listener of position a client seeks', async () => {
  await start();
  player.metadata = { 'xesam:title': 'Nameless', 'mpris:length': 60e6 };
  player.playbackStatus = 'Paused';
  const [promise, listener] = heard();
  player.on('seek', listener);
  await busctl('call', ...PLAYER, 'Seek', 'x', '5000000');
  assert.deepEqual(await promise, [5000000]);
  player.seeked(5e6);
  player.metadata = { 'mpris:trackid': '', 'xesam:title': 'Another', 'mpris:length': 60e6 };
  await until(async () => (await get('Metadata')).includes('Another'));
  assert.equal(await get('Position'), 'x 0');
});

test('no track, and one id for any track', async () => {
  await start();
  player.metadata = { 'mpris:trackid': '/org/mpris/MediaPlayer2/TrackList/NoTrack' };
  player.canGoNext = false;
  await until(async () => await get('CanGoNext') === 'b false');
  assert.equal(await get('Metadata'), 'a{sv} 0');
  player.metadata = { ...song(0), 'mpris:trackid': '/' };
  player.playbackStatus = 'Paused';
  player.seeked(30e6);
  await until(async () => await get('Position') === 'x 30000000');
  player.metadata = { ...song(1), 'mpris:trackid': '/' };
  await until(async () => (await get('Metadata')).includes('Song 1'));
  assert.equal(await get('Position'), 'x 0');
});

test('a value without a text costs its field alone', async () => {
  await start();
  const none = Object.create(null);
  player.metadata = { ...song(0), 'mpris:length': none, 'xesam:album': none, 'my:own': none, 'xesam:artist': ['A'] };
  await until(async () => (await get('Metadata')).includes('Song 0'));
  assert.ok((await get('Metadata')).startsWith('a{sv} 3 '));
});

/** The smallest GIF. */
const PICTURE = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');

test('a picture in its address, and one whose address has letters of a language, are files', async () => {
  await start();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'np-pictures-'));
  fs.writeFileSync(path.join(folder, 'a Größe.gif'), PICTURE);
  const addresses = [`data:image/gif;base64,${PICTURE.toString('base64')}`, `file://${folder}/a Größe.gif`];
  for (const [number, address] of addresses.entries()) {
    player.metadata = { ...song(number), 'mpris:artUrl': address };
    // eslint-disable-next-line no-await-in-loop
    const shown = await until(async () => {
      const said = await get('Metadata');
      return said.includes(`Song ${number}`) && /"mpris:artUrl" s "(file:[^"]*)"/.exec(said)?.[1];
    }, address);
    assert.deepEqual(fs.readFileSync(new URL(shown)), PICTURE);
  }
  player.metadata = { ...song(2), 'mpris:artUrl': 'data:image/gif;base64,' };
  await until(async () => (await get('Metadata')).includes('Song 2'));
  assert.ok((await get('Metadata')).includes('"mpris:length" x 60000000'));
  fs.rmSync(folder, { recursive: true });
});

test('options and values of other types end no program', async () => {
  await start(new Player({ ...OPTIONS, identity: 5, supportedUriSchemes: 'file', supportedMimeTypes: [null, 'a/b'],
    supportedInterfaces: ['player', 'trackList', 'playlists'] }));
  Object.assign(player, { rate: 'fast', tracks: [null, 5], playlists: [null, { Id: '/a', Name: 'A' }], metadata: song(0) });
  await until(async () => (await get('Metadata')).includes('Song 0'));
  assert.equal(await get('Identity', [...MPRIS, 'org.mpris.MediaPlayer2']), 's "5"');
  assert.equal(await get('SupportedMimeTypes', [...MPRIS, 'org.mpris.MediaPlayer2']), 'as 1 "a/b"');
  assert.equal(await get('Rate'), 'd 1');
  const none = Object.create(null);
  Object.assign(player, { minimumRate: none, maximumRate: none, playbackStatus: none, loopStatus: none, volume: none,
    tracks: none, canSeek: none, playlists: [{ Id: none, Name: none }, { Id: 'b' }, { Id: 'b' }, { Id: 'ä'.repeat(2000) }] });
  assert.throws(() => player.seeked(Infinity), /seeked expected a number/);
  assert.throws(() => { player.supportedMimeTypes = Array(1000).fill('a/b'); }, /mimeTypes/);
  player.metadata = song(1);
  await until(async () => (await get('Metadata')).includes('Song 1'));
  assert.equal(await get('PlaybackStatus'), 's "Stopped"');
  assert.equal(await get('PlaylistCount', [...MPRIS, 'org.mpris.MediaPlayer2.Playlists']), 'u 1');
  assert.throws(() => new Player({ ...OPTIONS, name: 'a'.repeat(101) }), /Player\(name\) must be letters/);
});

test('what an App cannot change takes the player off the bus for a moment, and its position goes on', async () => {
  await start();
  player.metadata = song(0);
  player.playbackStatus = 'Paused';
  player.seeked(30e6);
  const { app } = player._live;
  Object.assign(player, { supportedMimeTypes: [], canRaise: true, desktopEntry: '' });
  assert.equal(player._live.app, app);
  player.canRaise = false;
  assert.notEqual(player._live.app, app);
  await until(async () => await get('CanRaise', [...MPRIS, 'org.mpris.MediaPlayer2']) === 'b false');
  assert.equal(await get('Position'), 'x 30000000');
});

test('what refuses to begin is the event error', async () => {
  const refused = new Player({ ...OPTIONS, supportedUriSchemes: Array(1000).fill('file') });
  const [error, listener] = heard();
  refused.on('error', listener);
  assert.match((await error)[0].message, /uriSchemes/);
  await start();
});

test('a client goes to the track that it means, beside tracks without an id', async () => {
  await start(new Player({ ...OPTIONS, supportedInterfaces: ['player', 'trackList'] }));
  player.tracks = [{ 'xesam:title': 'Nameless' }, song(1), song(2)];
  player.metadata = song(1);
  const list = [...MPRIS, 'org.mpris.MediaPlayer2.TrackList'];
  await until(async () => (await get('Tracks', list)).startsWith('ao 2 '));
  const [gone, listener] = heard();
  player.once('goTo', listener);
  await busctl('call', ...list, 'GoTo', 'o', player.objectPath('track/2'));
  assert.deepEqual(await gone, [player.objectPath('track/2')]);
});

test('Stopped without metadata is a player with nothing', async () => {
  await start();
  player.metadata = song(0);
  player.playbackStatus = Player.PLAYBACK_STATUS_PLAYING;
  await until(async () => await get('PlaybackStatus') === 's "Playing"');
  player.playbackStatus = Player.PLAYBACK_STATUS_STOPPED;
  player.metadata = {};
  await until(async () => await get('PlaybackStatus') === 's "Stopped"');
  await until(async () => !(await get('Metadata')).includes('Song'));
});
