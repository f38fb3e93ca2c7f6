// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Snapshots of the entries of a surface, and the requests to their players.
'use strict';

const fs = require('node:fs');
const { inspect } = require('node:util');
const check = require('./checks.js');
const { loadLibrary, native, NowPlayingError } = require('./native.js');
const rules = require('./rules.js');
const { commandFor, control, offered, pressOf } = require('./surface-commands.js');
const { ENUMERATIONS, FIELDS, LIMITS } = require('./tables.js');

const { AspectRatio, DurationKind } = ENUMERATIONS;

/** Checks an argument of a method of SurfaceSession. */
function ruled(method, argument, value) {
  return check.ruled(`SurfaceSession.${method}(${argument})`, value, rules.surface[argument]);
}

/** Checks the position that a method of Item is given. */
function positionOf(method, position) {
  return check.ruled(`Item.${method}(position)`, position, rules.surfaceSession.position);
}

function seconds(us) {
  return us === check.UNKNOWN ? null : us / 1e6;
}

/** Calls a function of a session with each index from 0 on, until it returns undefined; returns the results as `read`
 * converts them. */
function every(get, handle, read) {
  const found = [];
  for (let each = get(handle, 0); each !== undefined; each = get(handle, found.length)) {
    found.push(read(each, found.length));
  }
  return Object.freeze(found);
}

/** The functions that read a field of an item, by the type of the field. */
const READERS = {
  text: (handle, number) => native.surface_session_get_text(handle, number, 0) ?? undefined,
  texts(handle, number) {
    const found = [];
    for (let text = native.surface_session_get_text(handle, number, 0); text !== null;
      text = native.surface_session_get_text(handle, number, found.length)) {
      found.push(text);
    }
    return Object.freeze(found);
  },
  integer: (handle, number) => native.surface_session_get_integer(handle, number),
  flag(handle, number) {
    const value = native.surface_session_get_integer(handle, number);
    return value === undefined ? undefined : value !== 0;
  },
  date(handle, number) {
    const value = native.surface_session_get_integer(handle, number);
    const date = value === undefined ? undefined : new Date(value * 1000);
    return date && !Number.isNaN(date.getTime()) ? date : undefined;
  },
  number: (handle, number) => native.surface_session_get_number(handle, number),
};

function extraOf(handle) {
  const found = {};
  for (let index = 0, key; (key = native.surface_session_get_extra_key(handle, index)) !== null; index += 1) {
    Object.defineProperty(found, key, { value: native.surface_session_get_extra(handle, key), enumerable: true });
  }
  return Object.freeze(found);
}

/** The item of a session. */
class Item {
  #handle;

  constructor(handle, item) {
    this.#handle = handle;
    this.id = item.id;
    this.kind = check.word('ContentKind', item.kind);
    this.mediaType = check.word('MediaType', item.media_type);
    this.lines = Object.freeze([item.first_line, item.second_line, item.third_line]);
    this.duration = item.duration_kind === DurationKind.finite ? item.duration_us / 1e6
      : check.word('DurationKind', item.duration_kind);
    this.artworkId = item.artwork_id;
    this.artworkUrl = item.artwork_url;
    this.animatedArtworkIds = Object.freeze(Object.fromEntries(Object.keys(AspectRatio)
      .map((ratio) => [ratio, item[`animated_${ratio}_id`]]).filter(([, id]) => id)));
    for (const [name, [number, type]] of Object.entries(FIELDS)) {
      this[name] = READERS[type](handle, number);
    }
    this.extra = extraOf(handle);
    const chapters = every(native.surface_session_get_chapter, handle, (each, index) => ({
      index, start: each.start_us / 1e6, title: each.title, artworkId: each.artwork_id }));
    for (const each of chapters) {
      each.end = seconds(native.surface_session_get_chapter_at(handle, Math.round(each.start * 1e6))?.[1] ?? check.UNKNOWN);
      Object.freeze(each);
    }
    this.chapters = chapters;
    Object.freeze(this);
  }

  chapterAt(position) {
    const found = native.surface_session_get_chapter_at(this.#handle, positionOf('chapterAt', position));
    return found ? this.chapters[found[0]] ?? null : null;
  }

  lyricsAt(position) {
    const found = native.surface_session_get_lyrics_at(this.#handle, positionOf('lyricsAt', position));
    return found ? Object.freeze({ text: found[0] ?? '', end: seconds(found[1]) }) : null;
  }
}

function picture(result) {
  return Object.freeze({ data: result.data, mimeType: result.mime_type, width: result.width, height: result.height,
    orientation: result.orientation });
}

/** Reads a video, which the player has sent as an open file. Node reads it on another thread, as the disk may be
 * slow. */
async function video(result) {
  const read = (name, ...values) => new Promise((resolve, reject) => {
    fs[name](result.fd, ...values, (error, value) => (error ? reject(error) : resolve(value)));
  });
  try {
    const about = await read('fstat');
    if (!about.isFile()) {
      throw new NowPlayingError('The video is no file, but something else.', 'NOT_A_VIDEO');
    }
    if (about.size > LIMITS.MAX_VIDEO_BYTES) {
      throw new NowPlayingError(`The video has ${about.size} bytes, more than ${LIMITS.MAX_VIDEO_BYTES}.`, 'TOO_LARGE');
    }
    const data = Buffer.alloc(about.size);
    let size = 0;
    for (let got = 1; got > 0 && size < data.length; size += got) {
      // eslint-disable-next-line no-await-in-loop
      got = await read('read', data, size, data.length - size, size);
    }
    return Object.freeze({ data: data.subarray(0, size), mimeType: result.mime_type, width: 0, height: 0,
      orientation: 1 });
  } catch (error) {
    throw error instanceof NowPlayingError ? error
      : new NowPlayingError(`The video cannot be read: ${error.message}`, 'IO');
  } finally {
    fs.close(result.fd, () => {});
  }
}

const SIZE = new Set(['width', 'height', 'signal']);
const SIGNAL = new Set(['signal']);

function sizeOf(name, options) {
  const { width, height, signal } = check.options(name, options, SIZE);
  const pixels = (word, value) => check.ruled(`${name}(${word})`, value ?? 0, rules.surface[word]);
  return [[pixels('width', width), pixels('height', height)], signal];
}

/** A snapshot of one entry of a surface. */
class SurfaceSession {
  #surface;
  #handle;
  #cache = new Map();

  constructor(surface, handle) {
    this.#surface = surface;
    this.#handle = handle;
    const info = native.surface_session_get_info(handle);
    this.key = info.key;
    this.sessionId = info.session_id;
    this.busName = info.bus_name;
    this.applicationId = info.application_id;
    this.displayName = info.display_name;
    this.desktopEntry = info.desktop_entry;
    this.volume = info.volume < 0 ? null : info.volume;
    this.primary = Object.freeze(check.words('Primary', info.primary));
    this.abilities = Object.freeze(check.words('Ability', info.abilities));
    this.processId = info.process_id;
    this.twinKey = info.twin_key ?? '';
    Object.freeze(this);
  }

  /** Reads a value when it is first asked for. */
  #once(name, read) {
    if (!this.#cache.has(name)) {
      this.#cache.set(name, read(this.#handle));
    }
    return this.#cache.get(name);
  }

  can(ability) {
    check.member('SurfaceSession.can(ability)', ability, 'Ability');
    return this.abilities.includes(ability);
  }

  get item() {
    return this.#once('item', (handle) => {
      const item = native.surface_session_get_item(handle);
      return item ? new Item(handle, item) : null;
    });
  }

  get commands() {
    return this.#once('commands', (handle) => every(native.surface_session_get_command, handle, offered));
  }

  get controls() {
    return this.#once('controls', (handle) => every(native.surface_session_get_control, handle, control));
  }

  get tracks() {
    return this.#once('tracks', (handle) => every(native.surface_session_get_track, handle, (each) => Object.freeze({
      id: each.id, kind: check.word('TrackKind', each.kind), language: each.language, title: each.title,
      characteristics: Object.freeze(check.words('TrackCharacteristic', each.characteristics)),
      selected: each.selected !== 0 })));
  }

  get devices() {
    return this.#once('devices', (handle) => every(native.surface_session_get_device, handle, (each) => Object.freeze({
      id: each.id, name: each.name, type: check.word('DeviceType', each.type),
      volume: each.volume < 0 ? null : each.volume, canStep: each.can_step !== 0 })));
  }

  get queue() {
    return this.#once('queue', (handle) => {
      const queue = native.surface_session_get_queue(handle);
      return queue ? Object.freeze({
        entries: every(native.surface_session_get_queue_entry, handle, (each) => Object.freeze({
          id: each.id, title: each.title, artists: each.artists, album: each.album, url: each.url,
          artworkUrl: each.artwork_url, duration: each.duration_us > 0 ? each.duration_us / 1e6 : null })),
        total: queue.total, present: queue.present < 0 ? null : queue.present, canEdit: queue.can_edit !== 0,
      }) : null;
    });
  }

  get playlists() {
    return this.#once('playlists', (handle) => {
      const found = native.surface_session_get_playlists(handle);
      return found ? Object.freeze({
        lists: every(native.surface_session_get_playlist, handle, (each) => Object.freeze({
          id: each.id, name: each.name, iconUrl: each.icon_url })),
        active: found.active < 0 ? null : found.active,
        orders: Object.freeze(check.wordsOfNumbers('PlaylistOrder', found.orders)),
      }) : null;
    });
  }

  snapshot(at) {
    const found = native.surface_session_get_snapshot(this.#handle,
      check.ruled('SurfaceSession.snapshot(at)', at, rules.surfaceSession.at));
    const start = seconds(found.seekable_start_us);
    return Object.freeze({
      state: check.word('PlaybackState', found.state), position: seconds(found.elapsed_us),
      timestamp: found.timestamp_us / 1e6, rate: found.rate, defaultRate: found.default_rate,
      seekable: start === null ? null : Object.freeze([start, seconds(found.seekable_end_us)]),
      buffered: seconds(found.buffered_us), error: found.error ?? '',
      errorKind: check.word('ErrorKind', found.error_kind), atLiveEdge: found.is_at_live_edge !== 0,
    });
  }

  #begin(name, values, options, read) {
    const { signal } = check.options(`SurfaceSession.${name}(options)`, options, SIGNAL);
    return SurfaceSession.begin(this.#surface, `surface_${name}`, this.#handle, values, signal, read);
  }

  [inspect.custom]() {
    return `SurfaceSession ${inspect({ key: this.key, busName: this.busName, state: this.snapshot().state,
      title: this.item?.lines[0] ?? null })}`;
  }

  async send(command, argument, options) {
    return this.#begin('send_command', [commandFor(command, argument)], options);
  }

  async press(given, phase = 'begin', options = undefined) {
    return this.#begin('send_command', [pressOf(given, phase)], options);
  }

  async setVolume(volume, options) {
    return this.#begin('set_volume', [null, ruled('setVolume', 'volume', volume)], options);
  }

  async setDeviceVolume(id, volume, options) {
    return this.#begin('set_volume', [check.someText('id', id),
      ruled('setDeviceVolume', 'volume', volume)], options);
  }

  async stepDeviceVolume(id, step, options) {
    return this.#begin('step_volume', [check.someText('id', id), ruled('stepDeviceVolume', 'step', step)], options);
  }

  async artwork(options) {
    const [size, signal] = sizeOf('SurfaceSession.artwork', options);
    return this.#begin('get_artwork', size, { signal }, picture);
  }

  async chapterArtwork(index, options) {
    const [size, signal] = sizeOf('SurfaceSession.chapterArtwork', options);
    const place = check.whole('index', index, 0, LIMITS.MAX_CHAPTERS);
    return this.#begin('get_chapter_artwork', [place, ...size], { signal }, picture);
  }

  async preview(ratio, options) {
    const [size, signal] = sizeOf('SurfaceSession.preview', options);
    return this.#begin('get_preview', [check.member('ratio', ratio, 'AspectRatio'), ...size], { signal }, picture);
  }

  async video(ratio, options) {
    const [size, signal] = sizeOf('SurfaceSession.video', options);
    return this.#begin('get_video', [check.member('ratio', ratio, 'AspectRatio'), ...size], { signal }, video);
  }

  async selectTrack(kind, id, options) {
    return this.#begin('select_track', [check.member('kind', kind, 'TrackKind'), check.optionalText('id', id)], options);
  }

  async raise(options) {
    return this.#begin('raise', [], options);
  }

  async quit(options) {
    return this.#begin('quit', [], options);
  }

  async followQueue(follow = true, options = undefined) {
    return this.#begin('follow_queue', [check.flag('follow', follow)], options);
  }

  async queueGoTo(id, options) {
    return this.#begin('queue_go_to', [check.text('id', id)], options);
  }

  async queueAdd(uri, after = '/', play = false, options = undefined) {
    return this.#begin('queue_add', [ruled('queueAdd', 'uri', uri), check.optionalText('after', after),
      ruled('queueAdd', 'play', play)], options);
  }

  async queueRemove(id, options) {
    return this.#begin('queue_remove', [check.text('id', id)], options);
  }

  async followPlaylists(follow = true, order = 'any', reverse = false, options = undefined) {
    return this.#begin('follow_playlists', [check.flag('follow', follow), check.member('order', order, 'PlaylistOrder'),
      check.flag('reverse', reverse)], options);
  }

  async activatePlaylist(id, options) {
    return this.#begin('activate_playlist', [check.text('id', id)], options);
  }
}

/** The name of freedesktop's naming that is nearest to a word for an icon; '' where there is none. */
function iconName(icon) {
  const checked = check.text('iconName(icon)', icon);
  loadLibrary('libnowplaying-surface', true);
  return native.surface_icon_name(checked);
}

/** A sentence for people, in English, that says why a session does not play; for players that give none. */
function errorSentence(kind) {
  const checked = check.member('errorSentence(kind)', kind, 'ErrorKind');
  loadLibrary('libnowplaying-surface', true);
  return native.surface_error_sentence(checked);
}

module.exports = { Item, SurfaceSession, errorSentence, iconName };
