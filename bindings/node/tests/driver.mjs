#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The driver of Node for the scenarios of contract/scenarios: the host, as their page describes it.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import * as np from '../index.mjs';

const KINDS = { 'music': np.Music, 'podcast': np.Podcast, 'book': np.Book, 'movie': np.Movie, 'tv-show': np.TVShow,
  'radio': np.Radio, 'home-media': np.HomeMedia, 'generic': np.Generic, 'tagged': np.Tagged };
const LISTS = new Set(['artists', 'albumArtists', 'composers', 'lyricists', 'genres', 'comments',
  'musicbrainzTrackIds', 'musicbrainzAlbumIds', 'musicbrainzArtistIds', 'musicbrainzAlbumArtistIds']);
const NUMBERS = new Set(['trackNumber', 'discNumber', 'beatsPerMinute', 'playCount', 'chapter', 'chapterCount',
  'season', 'episode', 'userRating', 'autoRating']);
const FLAGS = new Set(['explicit', 'excludedFromSuggestions', 'advertisement']);
const ITEM = new Set(['kind', 'picture', 'form']);
const ARGUMENTS = { 'seek-to-position': 'position', 'skip-forward': 'interval', 'skip-backward': 'interval',
  'seek-forward': 'phase', 'seek-backward': 'phase', 'change-rate': 'rate', 'change-repeat-mode': 'mode',
  'change-shuffle-mode': 'mode', 'feedback': 'mode', 'set-rating': 'rating', 'mute': 'on' };

const say = (verb, values = {}) => process.stdout.write(`${[verb, ...Object.entries(values).map(
  ([key, value]) => `${key}=${encodeURIComponent(value)}`)].join(' ')}\n`);
const texts = (value) => (value ? value.split(',').map(decodeURIComponent) : []);
const numbers = (value) => value.split(',').map(Number);
const camel = (text) => text.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
const renamed = (values) => Object.fromEntries(Object.entries(values).map(([key, value]) => [camel(key), value]));

/** The rows of a table, which is given as the list of its cells. */
function table(value, width) {
  const cells = texts(value);
  return Array.from({ length: cells.length / width }, (_, row) => cells.slice(row * width, (row + 1) * width));
}

let app;
let session;
let position;
let staged = {};
let changes = [];
const answers = {};
const waiting = {};

/** Tells that a handler was called, and answers as a step has said. */
function answer(word, given) {
  const [kind, text] = (answers[word] ?? 'ok').split(':');
  const later = kind === 'later' && new Promise((resolve, reject) => {
    waiting[word] = { resolve, reject };
  });
  say(word, given);
  if (kind === 'failed') {
    throw new np.NowPlayingError(decodeURIComponent(text));
  }
  return later || undefined;
}

/** A picture in the form in which a host has it. */
const made = (form, picture) => (form === 'data' ? readFileSync(picture) : picture);

/** A picture whose function is asked for it; without one, a picture that comes later. */
const artwork = (id, { form, picture }) => new np.Artwork(picture ? () => {
  answer('artwork', { id });
  return made(form, picture);
} : () => null, { id });

/** A command with its value and its looks. */
function command(word, value, { id, title, ...options } = {}) {
  const handler = (given) => answer(word, ARGUMENTS[word] ? { [ARGUMENTS[word]]: given }
    : word === 'custom' ? { id } : {});
  options.enabled = value !== 'false';
  if (word.startsWith('skip-')) {
    options.intervals = /true|false/.test(value) ? [10] : numbers(value);
  } else if (value.includes('..')) {
    options.rateRange = value.split('..').map(Number);
  } else if (word === 'change-rate') {
    options.rates = numbers(value);
  } else if (ARGUMENTS[word] === 'mode') {
    const [current, ...supported] = value.split(',');
    Object.assign(options, { current, ...(supported.length && { supported }) });
  }
  return word === 'custom' ? np.Command.custom(id, title, handler, options)
    : np.Command[camel(word)](handler, title === undefined ? options : { title, ...options });
}

const VERBS = {
  app({ can = '', name, idle, ...options }) {
    const handlers = {
      raise: { onRaise: () => answer('raise') },
      quit: { onQuit: () => answer('quit') },
      fullscreen: { onFullscreen: (on) => answer('fullscreen', { on }) },
      playlists: { onActivatePlaylist: (id) => answer('activate-playlist', { id }) },
      uris: { onOpenUri: (uri) => answer('open-uri', { uri }), uriSchemes: ['file', 'https'] },
    };
    const given = renamed(options);
    if (given.mimeTypes) {
      given.mimeTypes = texts(given.mimeTypes);
    }
    app = new np.App('org.example.Scenario', Object.assign(given, { displayName: name, showIdle: idle === 'true',
      onLog(level, text) {
        if (/^(client|library) bug/.test(text)) {
          say('complaint', { text });
        }
      } }, ...texts(can).map((each) => handlers[each])));
  },
  looks({ name, fullscreen }) {
    if (name !== undefined) {
      app.displayName = name;
    }
    if (fullscreen !== undefined) {
      app.fullscreen = fullscreen === 'true';
    }
  },
  session({ can = '', id = '', remote }) {
    const handlers = {
      'volume': { onVolume: (volume) => answer('volume', { volume }) },
      'go-to': { onQueueGoTo: (entry) => answer('go-to', { id: entry.id, row: entry.row }) },
      'add': { onQueueAdd: (uri, after, now) => answer('add', { uri, after: after?.id ?? '', row: after?.row ?? '',
        now }) },
      'remove': { onQueueRemove: (entry) => answer('remove', { id: entry.id, row: entry.row }) },
      'tracks': { onSelectTrack: (kind, track) => answer('select-track', { kind, id: track ?? '' }) },
      'position': { onPosition: () => position },
      'primary': { onPrimaryChanged: (ways) => say('primary', { ways: ways.join(',') }) },
      'device-volume': { onDeviceVolume: (device, volume) => answer('device-volume', { id: device, volume }) },
      'device-step': { onDeviceStep: (device, step) => answer('device-step', { id: device, step }) },
    };
    session = new (remote === 'true' ? np.RemoteSession : np.Session)(app,
      Object.assign({ id }, ...texts(can).map((each) => handlers[each])));
  },
  content(given) {
    const values = renamed(given);
    const fields = Object.fromEntries(Object.entries(values).filter(([key]) => !ITEM.has(key)).map(([key, value]) => [
      key, LISTS.has(key) ? texts(value) : NUMBERS.has(key) ? Number(value) : FLAGS.has(key) ? value === 'true'
        : value]));
    const { duration, chapters, extra, tags } = values;
    if (Number(duration)) {
      fields.duration = Number(duration);
    }
    if (values.artwork) {
      fields.artwork = artwork(values.artwork, values);
    }
    if (chapters) {
      fields.chapters = table(chapters, 3).map(([start, title, id]) => ({ start: Number(start), title,
        artwork: id ? artwork(id, values) : null }));
    }
    if (extra) {
      fields.extra = Object.fromEntries(table(extra, 2));
    }
    if (tags) {
      fields.tags = table(tags, 2);
    }
    staged.content = new KINDS[values.kind](fields);
  },
  nothing() {
    staged.content = null;
  },
  provide({ id, form, picture }) {
    session.provideArtwork(id, picture ? made(form, picture) : null);
  },
  snapshot({ state, text, kind, ago, ...given }) {
    if (state === 'none') {
      staged.snapshot = null;
      return;
    }
    const { liveEdge, seekable, ...values } = renamed(given);
    staged.snapshot = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, Number(value)]));
    Object.assign(staged.snapshot, state === 'failed' ? { state: 'error', error: text, errorKind: kind } : { state },
      seekable && { seekable: numbers(seekable) }, liveEdge && { atLiveEdge: true },
      ago && { timestamp: Number(process.hrtime.bigint()) / 1e9 - Number(ago) });
  },
  commands(given) {
    staged.commands = Object.entries(given).map(([word, value]) => command(word, value));
  },
  button({ command: word, value = 'true', ...looks }) {
    const { steps, active, ...options } = renamed(looks);
    const one = command(word, value, { ...options, ...(steps && { steps: Number(steps) }),
      ...(active && { active: active === 'true' }) });
    changes.push(() => session.setCommand(one));
  },
  change({ command: word, id, mode, ...flags }) {
    const values = Object.fromEntries(Object.entries(flags).map(([key, value]) => [key, value === 'true']));
    changes.push({
      'change-repeat-mode': () => session.setRepeatMode(mode),
      'change-shuffle-mode': () => session.setShuffleMode(mode),
      'feedback': () => session.setFeedback(mode),
      'custom': () => session.setCustomCommand(id, values),
    }[word] ?? (() => session.setCommandEnabled(word, values.enabled)));
  },
  volume({ volume, maximum, muted }) {
    Object.assign(staged, volume && { volume: volume === 'none' ? null : Number(volume) },
      maximum && { volumeMaximum: Number(maximum) }, muted && { muted: muted === 'true' });
  },
  queue({ ids, row }) {
    staged.queue = texts(ids).map((id) => new np.Music({ id, title: `Title of ${id}` }));
    if (row !== undefined) {
      VERBS.row({ row });
    }
  },
  row({ row }) {
    staged.queueRow = row === undefined ? null : Number(row);
  },
  playlists({ ids, active = null, ...dates }) {
    const columns = Object.entries(renamed(dates)).map(([key, column]) => [key, texts(column)]);
    app.playlists = texts(ids).map((id, row) => ({ id, name: `Name of ${id}`,
      ...Object.fromEntries(columns.map(([key, column]) => [key,
        key === 'iconUrl' ? column[row] || null : new Date(column[row])])) }));
    app.activePlaylist = active;
  },
  tracks({ rows }) {
    staged.tracks = table(rows, 6).map(([kind, id, language, title, selected, traits]) => ({ kind, id, language, title,
      selected: selected === 'true', characteristics: traits.split(' ').filter(Boolean) }));
  },
  devices({ rows }) {
    staged.devices = table(rows, 5).map(([id, name, type, volume, canStep]) => ({ id, name, type,
      volume: volume ? Number(volume) : null, canStep: canStep === 'true' }));
  },
  engine({ position: now }) {
    position = now === undefined ? null : Number(now);
  },
  commit() {
    const [values, more] = [staged, changes];
    [staged, changes] = [{}, []];
    session.update(values);
    more.forEach((change) => change());
  },
  answers: (given) => Object.assign(answers, given),
  finish({ command: word, failed }) {
    const { resolve, reject } = waiting[word];
    if (failed === undefined) {
      resolve();
    } else {
      reject(new np.NowPlayingError(failed));
    }
  },
  primary: ({ which }) => (which === 'system' ? session.requestSystemPrimary()
    : session.requestApplicationPrimary()).catch(() => {}),
  resign: () => session.resignSystemPrimary(),
  close: () => session.close(),
};

process.on('warning', () => {});
for await (const line of createInterface({ input: process.stdin })) {
  const [verb, ...pairs] = line.split(' ');
  try {
    VERBS[verb](Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s).slice(0, 2)).map(
      ([key, value]) => [key, decodeURIComponent(value)])));
    say('ok');
  } catch (error) {
    [staged, changes] = [{}, []];
    say('failed', { text: error.message });
  }
}
app?.close();
