#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The driver of Node for the scenarios of contract/scenarios/surfaces: the surface, as their page describes it.
import { createInterface } from 'node:readline';
import { Surface } from '../surface.mjs';

const LISTS = ['commands', 'controls', 'devices', 'tracks', 'queue', 'playlists'];
const OBJECTS = new Set(['extra', 'animatedArtworkIds']); // whose keys are no names of this package

const say = (verb, values = {}) => process.stdout.write(`${[verb, ...Object.entries(values).map(
  ([key, value]) => `${key}=${encodeURIComponent(value)}`)].join(' ')}\n`);
const kebab = (text) => text.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A value as JSON has it, with the names of the scenarios. */
function plain(value, name = '') {
  if (value instanceof Date) {
    return value.getTime() / 1000;
  }
  if (Array.isArray(value)) {
    return value.map((each) => plain(each));
  }
  return value && typeof value === 'object' && !OBJECTS.has(name) ? Object.fromEntries(Object.entries(value).map(
    ([key, each]) => [kebab(key), plain(each, key)])) : value;
}

function described(session) {
  const { item } = session;
  const playback = session.snapshot();
  const { position } = playback;
  const chapter = position === null ? undefined : item?.chapterAt(position);
  const line = position === null ? undefined : item?.lyricsAt(position);
  return plain({ ...session, ...Object.fromEntries(LISTS.map((name) => [name, session[name]])), item,
    playback: { ...playback, chapter: chapter?.index, line: line?.text, lineEnd: line?.end } });
}

let surface;
let sessions = {};

const verbs = {
  surface({ twins }) {
    const told = (verb) => (session, parts) => say(verb, { name: session.displayName, ...(parts && { parts }) });
    surface = new Surface({ name: 'scenario', twins: twins === 'true', onAdded: told('added'), onChanged: told('changed'),
      onRemoved: told('removed'), onOrdered: () => say('ordered'), onListed: () => say('listed') });
  },
  ratios({ ratios }) {
    surface.aspectRatios = ratios.split(',');
  },
  look() {
    sessions = Object.fromEntries(surface.sessions.map((session) => [session.key, session]));
    return { sessions: JSON.stringify(Object.values(sessions).map(described)) };
  },
};

const NUMBERS = ['position', 'interval', 'rate', 'rating'];

/** Sends a command: a button of its own is one of those that are offered. */
function send(session, given) {
  const own = session.commands.find((each) => each.kind === given.command && (
    given.id ? each.id === given.id : String(each.button) === given.button));
  if (given.toggle) {
    return session.press(session.controls.find((each) => each.kind === given.command && (
      given.rating ? each.rating === Number(given.rating) : String(each.button) === given.button)));
  }
  const number = NUMBERS.find((name) => name in given);
  const on = given.on && given.on === 'true';
  return session.send(own ?? given.command, number ? Number(given[number]) : given.mode ?? given.phase ?? on);
}

const size = ({ width, height }) => ({ width: Number(width ?? 0), height: Number(height ?? 0) });
const actions = {
  send,
  'press': (session, { index, phase }) => session.press(session.controls[index], phase),
  'set-volume': (session, { volume, device }) => (device ? session.setDeviceVolume(device, Number(volume))
    : session.setVolume(Number(volume))),
  'step-volume': (session, { device, step }) => session.stepDeviceVolume(device, Number(step)),
  'select-track': (session, { kind, id = null }) => session.selectTrack(kind, id),
  'raise': (session) => session.raise(),
  'quit': (session) => session.quit(),
  'artwork': (session, given) => session.artwork(size(given)),
  'chapter-artwork': (session, given) => session.chapterArtwork(Number(given.chapter), size(given)),
  'preview': (session, given) => session.preview(given.ratio, size(given)),
  'follow-queue': (session, { follow }) => session.followQueue(follow !== 'false'),
  'go-to': (session, { id }) => session.queueGoTo(id),
  'add': (session, { uri, after = null, play }) => session.queueAdd(uri, after, play === 'true'),
  'remove': (session, { id }) => session.queueRemove(id),
  'follow-playlists': (session, { follow, order, reverse }) => session.followPlaylists(
    follow !== 'false', order, reverse === 'true'),
  'activate-playlist': (session, { id }) => session.activatePlaylist(id),
};

/** Begins an action, and tells its outcome. */
async function ask(verb, { number, key, ...given }) {
  try {
    const { data, ...media } = plain(await actions[verb](sessions[key], given) ?? {});
    say('ended', { number, status: 'ok', ...media });
  } catch (error) {
    const status = error.code in { ERR_INVALID_ARG_TYPE: 1, undefined: 1 } ? 'INVALID_ARGUMENT' : error.code;
    say('ended', { number, status: status.toLowerCase().replaceAll('_', '-'), message: error.message });
  }
}

const lines = createInterface({ input: process.stdin });
lines.on('line', (text) => {
  const [verb, ...pairs] = text.split(' ');
  const given = Object.fromEntries(pairs.map((pair) => pair.split('=')).map(
    ([key, value]) => [key, decodeURIComponent(value)]));
  if (given.number) {
    say('ok');
    ask(verb, given);
  } else {
    say('ok', verbs[verb](given));
  }
});
lines.on('close', () => surface?.close());
