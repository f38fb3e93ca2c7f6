// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The interface of mpris-service: its README, its properties and its events, as clients see them.
'use strict';

const assert = require('node:assert/strict');
const { afterEach, test } = require('node:test');
const Player = require('../mpris-service.js');
const { busctl, heard, playerctl, players, until, withBus } = require('./helpers.js');

withBus();
const MPRIS = ['org.mpris.MediaPlayer2.nodejs', '/org/mpris/MediaPlayer2'];
const PLAYER = [...MPRIS, 'org.mpris.MediaPlayer2.Player'];

let player;
afterEach(async () => {
  player.close();
  await until(async () => (await players()).length === 0);
});

async function start(options) {
  player = Player({ name: 'nodejs', identity: 'Node.js media player', supportedUriSchemes: ['file'],
    supportedMimeTypes: ['audio/mpeg', 'application/ogg'], supportedInterfaces: ['player'], ...options });
  await until(async () => (await players()).includes('nodejs'));
  return player;
}

const get = (name, of = PLAYER) => busctl('get-property', ...of, name);

test('the player of the README is seen', async () => {
  await start();
  assert.equal(player instanceof Player, true);
  player.metadata = { 'mpris:trackid': player.objectPath('track/0'), 'mpris:length': 60 * 1000 * 1000,
    'mpris:artUrl': 'https://example.org/cover.jpeg', 'xesam:title': 'Best song', 'xesam:album': 'Best album',
    'xesam:artist': ['Best singer'], 'xesam:genre': 'One', 'xesam:trackNumber': 4, 'my:key': 'mine' };
  player.playbackStatus = 'Playing';
  await until(async () => await playerctl('status') === 'Playing');
  const metadata = await until(async () => {
    const found = await playerctl('metadata');
    return found.includes('artUrl') && found;
  });
  for (const line of ['mpris:trackid +./org/node/mediaplayer/nodejs/track/0.', 'mpris:length +60000000',
    'mpris:artUrl +https://example.org/cover.jpeg', 'xesam:title +Best song', 'xesam:album +Best album',
    'xesam:artist +Best singer', 'xesam:genre +One', 'xesam:trackNumber +4', 'my:key +mine']) {
    assert.match(metadata, new RegExp(line));
  }
  assert.match(await get('Identity', [...MPRIS, 'org.mpris.MediaPlayer2']), /"Node.js media player"/);
  assert.match(await get('SupportedMimeTypes', [...MPRIS, 'org.mpris.MediaPlayer2']), /"audio\/mpeg" "application\/ogg"/);
});

test('methods are events', async () => {
  await start();
  player.metadata = { 'mpris:trackid': player.objectPath('track/0'), 'mpris:length': 60e6, 'xesam:title': 'Song' };
  const called = async (event, method, ...values) => {
    const [promise, listener] = heard();
    player.once(event, listener);
    await busctl('call', ...PLAYER, method, ...values);
    return promise;
  };
  assert.deepEqual(await called('play', 'Play'), []);
  player.playbackStatus = Player.PLAYBACK_STATUS_PLAYING;
  assert.deepEqual(await called('pause', 'Pause'), []);
  assert.deepEqual(await called('playpause', 'PlayPause'), []);
  assert.deepEqual(await called('open', 'OpenUri', 's', 'file:///song'), [{ uri: 'file:///song' }]);
  player.playbackStatus = 'Paused';
  player.seeked(10e6);
  assert.deepEqual(await called('seek', 'Seek', 'x', '5000000'), [5000000]);
  assert.deepEqual(await called('position', 'SetPosition', 'ox', player.objectPath('track/0'), '20000000'),
    [{ trackId: player.objectPath('track/0'), position: 20000000 }]);
  assert.deepEqual(await called('next', 'Next'), []);
  assert.deepEqual(await called('previous', 'Previous'), []);
  assert.deepEqual(await called('stop', 'Stop'), []);
  for (const [event, method] of [['raise', 'Raise'], ['quit', 'Quit']]) {
    const [promise, listener] = heard();
    player.once(event, listener);
    await busctl('call', ...MPRIS, 'org.mpris.MediaPlayer2', method);
    await promise;
  }
});

test('properties are read and set', async () => {
  await start();
  player.metadata = { 'mpris:trackid': player.objectPath('track/0'), 'mpris:length': 60e6, 'xesam:title': 'Song' };
  player.minimumRate = 0.5;
  player.maximumRate = 2;
  for (const [name, property, type, value, given] of [['loopStatus', 'LoopStatus', 's', 'Track', 'Track'],
    ['shuffle', 'Shuffle', 'b', 'true', true], ['volume', 'Volume', 'd', '0.15', 0.15], ['rate', 'Rate', 'd', '1.5', 1.5]]) {
    const [promise, listener] = heard();
    player.once(name, listener);
    await busctl('set-property', ...PLAYER, property, type, value);
    assert.deepEqual(await promise, [given]);
    player[name] = given;
    assert.equal(player[name], given);
    await until(async () => (await get(property)).includes(value), property);
  }
  for (const [name, property] of [['canGoNext', 'CanGoNext'], ['canGoPrevious', 'CanGoPrevious'],
    ['canSeek', 'CanSeek']]) {
    player[name] = false;
    await until(async () => await get(property) === 'b false', property);
  }
  await assert.rejects(busctl('set-property', ...PLAYER, 'LoopStatus', 's', 'AN_INVALID_STATUS'));
  player.getPosition = () => 99e6 / 2;
  await until(async () => await get('Position') === 'x 49500000');
  player.identity = 'Another';
  await until(async () => /Another/.test(await get('Identity', [...MPRIS, 'org.mpris.MediaPlayer2'])));
  player.canRaise = false;
  await until(async () => await get('CanRaise', [...MPRIS, 'org.mpris.MediaPlayer2']) === 'b false');
});

test('what a player does wrong is a warning, and its position that of the clock', async () => {
  await start();
  const warnings = [];
  const hear = ({ message }) => warnings.push(message);
  process.on('warning', hear);
  player.metadata = { 'mpris:trackid': player.objectPath('track/0'), 'mpris:length': 60e6, 'xesam:title': 'Song' };
  player.seeked(10e6);
  player.playbackStatus = 'Paused';
  player.getPosition = () => { throw new Error('The engine is gone'); };
  player.rate = 1;
  assert.equal(await get('Position'), 'x 10000000');
  player.getPosition = () => undefined;
  player.playbackStatus = 'Paused';
  assert.equal(await get('Position'), 'x 10000000');
  player.playbackStatus = 'playing';
  player.volume = 'loud';
  await until(() => warnings.some((each) => /volume must be a number from 0, not 'loud'/.test(each)));
  assert.ok(warnings.some((each) => /playbackStatus must be one of Playing, Paused, Stopped, not 'playing'/.test(each)));
  assert.ok(warnings.some((each) => /^mpris-service: Error: The engine is gone/.test(each)));
  process.off('warning', hear);
});

test('a rate from the lowest to the highest arrives as it is', async () => {
  await start();
  player.minimumRate = 0;
  player.maximumRate = 4;
  await until(async () => await get('MaximumRate') === 'd 4');
  const [promise, listener] = heard();
  player.once('rate', listener);
  await busctl('set-property', ...PLAYER, 'Rate', 'd', '2');
  assert.deepEqual(await promise, [2]);
});

test('tracks and playlists are listed', async () => {
  await start({ supportedInterfaces: ['player', 'trackList', 'playlists'] });
  player.canEditTracks = true;
  player.tracks = [0, 1].map((number) => ({ 'mpris:trackid': player.objectPath(`track/${number}`),
    'xesam:title': `Song ${number}` }));
  player.metadata = player.tracks[0];
  player.addTrack({ 'mpris:trackid': player.objectPath('track/2'), 'xesam:title': 'Song 2' });
  const list = [...MPRIS, 'org.mpris.MediaPlayer2.TrackList'];
  await until(async () => (await get('Tracks', list)).startsWith('ao 3 "/org/node/mediaplayer/nodejs/track/0"'));
  const [gone, goTo] = heard();
  player.once('goTo', goTo);
  await busctl('call', ...list, 'GoTo', 'o', player.objectPath('track/1'));
  assert.deepEqual(await gone, [player.objectPath('track/1')]);
  player.removeTrack(player.objectPath('track/1'));
  assert.equal(player.getTrackIndex(player.objectPath('track/2')), 1);
  player.setPlaylists([{ Id: player.objectPath('playlist/0'), Name: 'The best', Icon: '' }]);
  player.setActivePlaylist(player.objectPath('playlist/0'));
  const lists = [...MPRIS, 'org.mpris.MediaPlayer2.Playlists'];
  await until(async () => (await get('ActivePlaylist', lists)).includes('"The best"'));
  const [activated, activatePlaylist] = heard();
  player.once('activatePlaylist', activatePlaylist);
  await busctl('call', ...lists, 'ActivatePlaylist', 'o', player.objectPath('playlist/0'));
  assert.deepEqual(await activated, [player.objectPath('playlist/0')]);
});
