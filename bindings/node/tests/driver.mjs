#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The driver of Node for the scenarios of contract/scenarios: the host, as their page describes it.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import * as np from '../index.mjs';

const KINDS = { 'music': np.Music, 'podcast': np.Podcast, 'book': np.Book, 'movie': np.Movie, 'tv-show': np.TVShow,
  'radio': np.Radio, 'home-media': np.HomeMedia, 'generic': np.Generic, 'tagged': np.Tagged };
const LISTS = ['artists', 'albumArtists', 'composers', 'lyricists', 'genres', 'comments', 'uriSchemes', 'mimeTypes',
  'musicbrainzTrackIds', 'musicbrainzAlbumIds', 'musicbrainzArtistIds', 'musicbrainzAlbumArtistIds'];
const NUMBERS = ['trackNumber', 'discNumber', 'beatsPerMinute', 'playCount', 'chapter', 'chapterCount', 'season',
  'episode', 'userRating', 'autoRating', 'steps', 'row', 'position', 'rate', 'defaultRate', 'buffered',
  'volumeMaximum'];
const FLAGS = ['explicit', 'excludedFromSuggestions', 'advertisement', 'enabled', 'active', 'atLiveEdge', 'showIdle',
  'fullscreen', 'muted'];
const ITEM = new Set(['kind', 'picture', 'form']);
const MODES = new Set(['change-repeat-mode', 'change-shuffle-mode', 'feedback']);

const say = (verb, ...given) => process.stdout.write(`${[verb, ...given.map(encodeURIComponent)].join(' ')}\n`);
const texts = (value) => (value ? value.split(',').map(decodeURIComponent) : []);
const numbers = (value) => value.split(',').map(Number);
const camel = (text) => text.replace(/[-_](.)/g, (_, letter) => letter.toUpperCase());
const isTrue = (value) => value === 'true';
const numberOrNone = (value) => (value === 'none' ? null : Number(value));

/** How the text of a value is read; others are text. */
const READERS = { volume: numberOrNone, seekable: numbers,
  duration: (value) => (Number.isNaN(Number(value)) ? value : Number(value)),
  ...Object.fromEntries([[LISTS, texts], [NUMBERS, Number], [FLAGS, isTrue]].flatMap(
    ([keys, reader]) => keys.map((key) => [key, reader]))) };

/** The values of a step as the names and the types of the package. */
const read = (values) => Object.fromEntries(Object.entries(values).map(([key, value]) => [camel(key), value]).map(
  ([key, value]) => [key, READERS[key] ? READERS[key](value) : value]));

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
function answer(word, ...given) {
  const [kind, text] = (answers[word] ?? 'ok').split(':');
  const later = kind === 'later' && new Promise((resolve, reject) => {
    waiting[word] = { resolve, reject };
  });
  const values = given.filter((each) => each?.signal === undefined); // without the context
  const entry = values.find((each) => each?.row !== undefined);
  say(word, ...values.map((each) => each?.id ?? each ?? ''), ...(word.startsWith('queue_') ? [entry?.row ?? ''] : []));
  if (kind === 'failed') {
    throw new np.NowPlayingError(text);
  }
  return later || undefined;
}

/** The handlers of an app or a session for the words in `can`. */
function handlers(can = '') {
  const found = Object.fromEntries(texts(can).map((name) => [camel(`on_${name}`), answer.bind(null, name)]));
  return { ...found, ...(found.onPosition && { onPosition: () => position }) };
}

/** A picture in the form in which a host has it. */
const made = (form, picture) => (form === 'data' ? readFileSync(picture) : picture);

/** A picture whose function is asked for it; without one, a picture that comes later. */
const artwork = (id, { form, picture }) => new np.Artwork(picture ? () => {
  answer('artwork', id);
  return made(form, picture);
} : () => null, { id });

/** A command with its value and its looks. */
function command(word, value, { id, title, ...options } = {}) {
  const handler = (...given) => answer(word, ...(word === 'custom' ? [id] : given));
  options.enabled = value !== 'false';
  if (word.startsWith('skip-')) {
    options.intervals = /true|false/.test(value) ? [10] : numbers(value);
  } else if (value.includes('..')) {
    options.rateRange = value.split('..').map(Number);
  } else if (word === 'change-rate') {
    options.rates = numbers(value);
  } else if (MODES.has(word)) {
    const [current, ...supported] = value.split(',');
    Object.assign(options, { current, ...(supported.length && { supported }) });
  }
  return word === 'custom' ? np.Command.custom(id, title, handler, options)
    : np.Command[camel(word)](handler, title === undefined ? options : { title, ...options });
}

const VERBS = {
  app({ can, ...options }) {
    app = new np.App('org.example.Scenario', { ...handlers(can), ...read(options), onLog(level, text) {
      if (/^(client|library) bug/.test(text)) {
        say('complaint', text);
      }
    } });
  },
  looks: (given) => Object.assign(app, read(given)),
  session({ can, id = '', remote }) {
    session = new (isTrue(remote) ? np.RemoteSession : np.Session)(app, { id, ...handlers(can) });
  },
  content(given) {
    const values = read(given);
    const fields = Object.fromEntries(Object.entries(values).filter(([key]) => !ITEM.has(key)));
    const { chapters, extra, tags } = values;
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
  snapshot({ ago, ...given }) {
    staged.snapshot = given.state === 'none' ? null : { ...read(given),
      ...(ago && { timestamp: Number(process.hrtime.bigint()) / 1e9 - Number(ago) }) };
  },
  commands(given) {
    staged.commands = Object.entries(given).map(([word, value]) => command(word, value));
  },
  button({ command: word, value = 'true', ...looks }) {
    const one = command(word, value, read(looks));
    changes.push(() => session.setCommand(one));
  },
  change({ command: word, id, mode, ...flags }) {
    const values = read(flags);
    changes.push({
      'change-repeat-mode': () => session.setRepeatMode(mode),
      'change-shuffle-mode': () => session.setShuffleMode(mode),
      'feedback': () => session.setFeedback(mode),
      'custom': () => session.setCustomCommand(id, values),
    }[word] ?? (() => session.setCommandEnabled(word, values.enabled)));
  },
  volume: (given) => Object.assign(staged, read(given)),
  queue({ ids }) {
    staged.queue = texts(ids).map((id) => new np.Music({ id, title: `Title of ${id}` }));
  },
  row({ row }) {
    staged.queueRow = row === undefined ? null : Number(row);
  },
  playlists({ rows, active = null }) {
    app.playlists = table(rows, 6).map(([id, name, iconUrl, ...dates]) => {
      const [created, modified, lastPlayed] = dates.map((each) => (each ? new Date(each) : null));
      return { id, name, iconUrl: iconUrl || null, created, modified, lastPlayed };
    });
    app.activePlaylist = active;
  },
  tracks({ rows }) {
    staged.tracks = table(rows, 6).map(([kind, id, language, title, selected, traits]) => ({ kind, id, language, title,
      selected: isTrue(selected), characteristics: traits.split(' ').filter(Boolean) }));
  },
  devices({ rows }) {
    staged.devices = table(rows, 5).map(([id, name, type, volume, canStep]) => ({ id, name, type,
      volume: volume ? Number(volume) : null, canStep: isTrue(canStep) }));
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
  primary: () => session.requestApplicationPrimary().catch(() => {}),
  system: () => session.requestSystemPrimary().catch(() => {}),
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
    say('failed', error.message);
  }
}
app?.close();
