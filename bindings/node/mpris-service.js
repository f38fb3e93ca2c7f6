// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The interface of the npm package mpris-service, on libnowplaying: `require` is the only line that changes.
'use strict';

const { EventEmitter } = require('node:events');
const { inherits } = require('node:util');
const { App, Command, Music, Session } = require('./index.js');
const check = require('./lib/checks.js');
const { warn } = require('./lib/native.js');
const requests = require('./lib/requests.js');
const { FIELDS, KEYS, LIMITS } = require('./lib/tables.js');

const STATES = { Playing: 'playing', Paused: 'paused', Stopped: 'stopped' };
/** The lowest rate, where minimumRate is none that a player can have. */
const LOWEST_RATE = 0.01;
const LOOPS = { None: 'off', Track: 'one', Playlist: 'all' };
const NO_TRACK = '/org/mpris/MediaPlayer2/TrackList/NoTrack';
/** A key of the player's own, behind a prefix that is not taken. */
const EXTRA_KEY = /^([A-Za-z0-9_-]+):[!-~]+$/;
const TITLE = Object.keys(KEYS).find((key) => KEYS[key] === 'title');
const TAKEN = new Set(['mpris', 'nowplaying', ...Object.keys(KEYS).map((key) => key.split(':')[0])]);

/** The properties, as mpris-service has them at first. */
const FIRST = {
  identity: '', fullscreen: false, supportedUriSchemes: [], supportedMimeTypes: [], canQuit: true, canRaise: true,
  canSetFullscreen: false, hasTrackList: false, desktopEntry: '', playbackStatus: 'Stopped', loopStatus: 'None',
  rate: 1, shuffle: false, metadata: {}, volume: 1, canControl: true, canPause: true, canPlay: true, canSeek: true,
  canGoNext: true, canGoPrevious: true, minimumRate: 1, maximumRate: 1, tracks: [], canEditTracks: false,
  playlists: [], activePlaylist: null,
};
/** The properties that an App is made with: another App takes its place. */
const OF_APP = new Set(['supportedUriSchemes', 'supportedMimeTypes', 'canQuit', 'canRaise', 'canSetFullscreen',
  'desktopEntry', 'canEditTracks']);

function reversed(words) {
  return Object.fromEntries(Object.entries(words).map(([key, word]) => [word, key]));
}

const LOOP_OF = reversed(LOOPS);

/** How a value of the metadata is taken as that of a field; undefined where it has no such value. */
const READ = {
  text: (value) => (Array.isArray(value) ? undefined : String(value)),
  texts: (value) => listOf(value).slice(0, LIMITS.MAX_TEXTS),
  integer: (value) => (typeof value !== 'string' && Number.isInteger(Number(value)) ? Number(value) : undefined),
  date: (value) => (value instanceof Date && !Number.isNaN(value.getTime()) ? value : String(value)),
  number: (value) => (typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined),
};

/** The texts of a value that is one or several. */
function listOf(value) {
  return (Array.isArray(value) ? value : [value]).filter((each) => !check.isNothing(each)).map(String);
}

/** The content of metadata. A value that cannot be read costs its field alone. */
function contentOf(player, metadata) {
  const fields = { id: idOf(player, metadata['mpris:trackid']), extra: {}, tags: [] };
  const length = Number(metadata['mpris:length']) / 1e6;
  if (length > 0) {
    fields.duration = length;
  }
  if (metadata['mpris:artUrl']) {
    fields.artwork = String(metadata['mpris:artUrl']);
  }
  for (const [key, value] of Object.entries(metadata)) {
    const name = KEYS[key];
    if (check.isNothing(value)) {
      continue;
    }
    if (name) {
      fields[name] = READ[FIELDS[name][1]](value);
      if (fields[name] === undefined) {
        // The library reads what a tag may have: "3/12", "4/5". A rating above 1 without its scale means nothing.
        fields.tags.push([name === 'userRating' ? 'rating' : name, listOf(value).join('\0')]);
      }
    } else if (EXTRA_KEY.test(key) && !TAKEN.has(key.split(':')[0]) && Object.keys(fields.extra).length < 32) {
      fields.extra[key] = String(value);
    }
  }
  try {
    return new Music(fields);
  } catch (error) {
    warn(`mpris-service: ${error.message}`);
    return new Music({ id: fields.id, title: fields.title });
  }
}

/** The id of a track: below objectPath('track') what comes behind it, so that clients see the path as it is. */
function idOf(player, trackId) {
  const id = String(trackId ?? '').slice(0, 1000);
  const prefix = `${player.objectPath('track')}/`;
  return (id.startsWith(prefix) ? id.slice(prefix.length) : id) || null;
}

/** Whether metadata is of another track: one without an id is known by its title. */
function isAnother(before, after) {
  const [id, other] = [before, after].map((each) => each?.['mpris:trackid']);
  return id !== other || (!id && before[TITLE] !== after?.[TITLE]);
}

function isShown(metadata) {
  return Object.keys(metadata).length > 0;
}

function Player(options) {
  if (!(this instanceof Player)) {
    return new Player(options);
  }
  EventEmitter.call(this);
  this.name = check.someText('Player(name)', options.name);
  if (!/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/.test(this.name)) {
    throw new TypeError(`Player(name) must be a name of the bus, not ${check.shown(this.name)}`);
  }
  this.serviceName = `org.mpris.MediaPlayer2.${this.name}`;
  this.supportedInterfaces = options.supportedInterfaces ?? ['player'];
  Object.defineProperty(this, '_state', { value: { ...FIRST, tracks: [], playlists: [] } });
  Object.defineProperty(this, '_live', { value: {}, writable: true });
  for (const name of ['identity', 'supportedUriSchemes', 'supportedMimeTypes', 'desktopEntry']) {
    if (options[name] !== undefined) {
      this._state[name] = options[name];
    }
  }
  // Later, so that assignments behind the constructor are there when the desktop looks.
  process.nextTick(start, this);
}
inherits(Player, EventEmitter);

/** Makes the app and the session, or others in their place. */
function start(player) {
  const state = player._state;
  player._live.app?.close();
  const emit = (name) => (...values) => {
    player.emit(name, ...values.slice(0, -1));
  };
  const options = {
    displayName: state.identity, busName: /^\d|\.\d/.test(player.name) ? null : player.name, showIdle: true,
    desktopEntry: state.desktopEntry || null, noDesktopEntry: !state.desktopEntry,
    uriSchemes: state.supportedUriSchemes, mimeTypes: state.supportedMimeTypes,
    trackPathPrefix: /^[A-Za-z0-9_]+$/.test(player.name) ? player.objectPath('track') : null,
    onRaise: state.canRaise ? emit('raise') : null, onQuit: state.canQuit ? emit('quit') : null,
    onFullscreen: state.canSetFullscreen ? emit('fullscreen') : null,
    onOpenUri: state.supportedUriSchemes.length > 0 ? (uri) => { player.emit('open', { uri }); } : null,
    onActivatePlaylist: player.supportedInterfaces.includes('playlists') ? emit('activatePlaylist') : null,
  };
  const app = new App(player.name, options);
  const hasTracks = player.supportedInterfaces.includes('trackList');
  const track = (entry) => state.tracks[entry.row]?.['mpris:trackid'];
  const session = new Session(app, {
    onVolume: emit('volume'),
    onPosition: () => {
      const position = positionOf(player);
      return position === null ? null : position / 1e6;
    },
    onQueueGoTo: hasTracks ? (entry) => { player.emit('goTo', track(entry)); } : null,
    onQueueAdd: hasTracks && state.canEditTracks && options.onOpenUri ? (uri, after, setAsCurrent) => {
      player.emit('addTrack', { uri, afterTrack: after ? track(after) : NO_TRACK, setAsCurrent });
    } : null,
    onQueueRemove: hasTracks && state.canEditTracks ? (entry) => { player.emit('removeTrack', track(entry)); } : null,
  });
  player._live = { app, session };
  app.fullscreen = Boolean(state.fullscreen);
  session.requestApplicationPrimary().catch(() => {});
  showPlaylists(player);
  showTracks(player);
  show(player, 'metadata', 'commands', 'snapshot', 'volume');
}

function commandsOf(player) {
  const state = player._state;
  const emit = (name, ...values) => () => {
    player.emit(name, ...values);
  };
  const when = (can) => ({ enabled: Boolean(state.canControl && can) });
  const [lowest, highest] = [state.minimumRate > 0 ? state.minimumRate : LOWEST_RATE, state.maximumRate];
  const range = lowest <= highest && Number.isFinite(highest) ? { rateRange: [lowest, highest] } : { rates: [1] };
  return [
    Command.play(emit('play'), when(state.canPlay)), Command.pause(emit('pause'), when(state.canPause)),
    Command.togglePlayPause(emit('playpause'), when(state.canPlay || state.canPause)),
    Command.stop(emit('stop'), when(true)), Command.next(emit('next'), when(state.canGoNext)),
    Command.previous(emit('previous'), when(state.canGoPrevious)),
    Command.seekToPosition((position) => seek(player, Math.round(position * 1e6)), when(state.canSeek)),
    Command.changeRate((rate) => { player.emit('rate', rate); }, { ...range, ...when(true) }),
    Command.changeRepeatMode((mode) => { player.emit('loopStatus', LOOP_OF[mode]); },
      { current: LOOPS[state.loopStatus] ?? 'off', ...when(true) }),
    Command.changeShuffleMode((mode) => { player.emit('shuffle', mode !== 'off'); },
      { current: state.shuffle ? 'items' : 'off', supported: ['off', 'items'], ...when(true) }),
  ];
}

/** A client seeks: by a position, of a player that does not hear of those by an offset. */
function seek(player, position) {
  if (player.listenerCount('position') > 0) {
    player.emit('position', { trackId: player._state.metadata['mpris:trackid'], position });
  } else {
    player.emit('seek', position - present(player));
  }
}

/**
 * Asks an overridden getPosition(); null where it is not overridden, throws or returns no number, or still returns what
 * it did before seeked() said another one.
 */
function positionOf(player) {
  if (player.getPosition === Player.prototype.getPosition) {
    return null;
  }
  try {
    const position = Math.floor(Number(player.getPosition()));
    return Number.isFinite(position) && position !== player._live.behind ? position : null;
  } catch (error) {
    requests.warnOf('mpris-service', error);
    return null;
  }
}

/** Where the item is, in microseconds. */
function present(player) {
  const asked = positionOf(player);
  if (asked !== null) {
    return asked;
  }
  const { position = 0, at = process.hrtime.bigint() } = player._live;
  const elapsed = player._state.playbackStatus === 'Playing' ? Number(process.hrtime.bigint() - at) / 1e3 : 0;
  return Math.round(position + elapsed * player._state.rate);
}

/** Says where the item is from now on. */
function stamp(player, position) {
  Object.assign(player._live, { position, at: process.hrtime.bigint() });
}

function snapshotOf(player) {
  const { playbackStatus, rate } = player._state;
  const speed = Number.isFinite(rate) && rate > 0 ? rate : 1;
  return { state: STATES[playbackStatus] ?? 'stopped', position: present(player) / 1e6, rate: speed,
    defaultRate: speed };
}

function show(player, ...parts) {
  const { session } = player._live;
  const state = player._state;
  if (!session) {
    return;
  }
  const values = {};
  if (parts.includes('metadata')) {
    values.content = isShown(state.metadata) ? contentOf(player, state.metadata) : null;
  }
  if (parts.includes('commands')) {
    values.commands = commandsOf(player);
  }
  if (parts.includes('volume')) {
    const volume = Number(state.volume);
    values.volume = Number.isFinite(volume) ? Math.max(0, volume) : 0;
  }
  if (parts.includes('snapshot')) {
    values.snapshot = snapshotOf(player);
  }
  session.update(values);
}

function showTracks(player) {
  const { session } = player._live;
  if (session && player.supportedInterfaces.includes('trackList')) {
    session.queue = player._state.tracks.map((each) => contentOf(player, each)).filter((each) => each.id);
  }
}

function showPlaylists(player) {
  const { app } = player._live;
  if (app && player.supportedInterfaces.includes('playlists')) {
    app.playlists = player._state.playlists.map((each) => ({
      id: String(each.Id), name: String(each.Name || each.Id), iconUrl: each.Icon ? String(each.Icon) : null }));
    app.activePlaylist = player._state.activePlaylist?.Id ?? null;
  }
}

/** The parts that are published when a property is assigned. */
const SHOWN = {
  identity: (player) => { player._live.app.displayName = String(player._state.identity); },
  fullscreen: (player) => { player._live.app.fullscreen = Boolean(player._state.fullscreen); },
  metadata: (player) => show(player, 'metadata', 'snapshot'),
  playbackStatus: (player) => show(player, 'snapshot'),
  rate: (player) => show(player, 'snapshot'),
  volume: (player) => show(player, 'volume'),
  tracks: showTracks,
  playlists: showPlaylists,
  activePlaylist: showPlaylists,
};

/** Warns of a value that is shown as another: an unknown status is Stopped, and what is no volume is 0. */
function warnOfWrong(name, value) {
  const words = { playbackStatus: STATES, loopStatus: LOOPS }[name];
  if (words && !Object.hasOwn(words, value)) {
    warn(`mpris-service: ${name} must be one of ${Object.keys(words).join(', ')}, not ${check.shown(value)}`);
  } else if (name === 'volume' && !(Number(value) >= 0 && Number.isFinite(Number(value)))) {
    warn(`mpris-service: volume must be a number from 0, not ${check.shown(value)}`);
  }
}

function playlistOf(player, playlistId) {
  return player.playlists[player.getPlaylistIndex(playlistId)] ?? null;
}

/** An assigned value as it is kept: metadata as a copy, and the playlist that an id names. */
function kept(player, name, value) {
  if (name === 'metadata') {
    return { ...value };
  }
  return name === 'activePlaylist' && typeof value === 'string' ? playlistOf(player, value) : value;
}

for (const name of Object.keys(FIRST)) {
  Object.defineProperty(Player.prototype, name, {
    get() {
      // A copy of the metadata: a program may change what it reads, and assign that.
      return name === 'metadata' ? { ...this._state.metadata } : this._state[name];
    },
    set(value) {
      const before = present(this);
      const isNew = name === 'metadata' && isAnother(this._state.metadata, value);
      warnOfWrong(name, value);
      this._state[name] = kept(this, name, value);
      if (name === 'metadata' || name === 'playbackStatus' || name === 'rate') {
        stamp(this, isNew || this._state.playbackStatus === 'Stopped' ? 0 : before);
      }
      if (!this._live.app) {
        return;
      }
      if (OF_APP.has(name)) {
        start(this);
      } else {
        (SHOWN[name] ?? ((player) => show(player, 'commands')))(this);
      }
    },
    enumerable: true,
    configurable: true,
  });
}

Object.assign(Player.prototype, {
  objectPath(subpath) {
    return `/org/node/mediaplayer/${this.name}${subpath ? `/${subpath}` : ''}`;
  },
  getPosition() {
    return 0;
  },
  seeked(position) {
    const place = Math.floor(position || 0);
    if (Number.isNaN(place)) {
      throw new Error(`seeked expected a number (got ${position})`);
    }
    this._live.behind = undefined;
    const asked = positionOf(this);
    this._live.behind = asked === place ? undefined : asked;
    stamp(this, place);
    show(this, 'snapshot');
  },
  getTrackIndex(trackId) {
    return this.tracks.findIndex((each) => each['mpris:trackid'] === trackId);
  },
  getTrack(trackId) {
    return this.tracks[this.getTrackIndex(trackId)];
  },
  addTrack(track) {
    this.tracks = [...this.tracks, track];
  },
  removeTrack(trackId) {
    this.tracks = this.tracks.filter((each) => each['mpris:trackid'] !== trackId);
  },
  getPlaylistIndex(playlistId) {
    return this.playlists.findIndex((each) => each.Id === playlistId);
  },
  setPlaylists(playlists) {
    this.playlists = playlists;
  },
  setActivePlaylist(playlistId) {
    this.activePlaylist = playlistOf(this, playlistId);
  },
  /** Not of mpris-service: takes the player off the desktop. */
  close() {
    this._live.app?.close();
    this._live = {};
  },
});
Object.defineProperty(Player.prototype, 'playlistCount', {
  get() {
    return this.playlists.length;
  },
  /** Programs assign it; it is what it is. */
  set() {},
});

for (const status of Object.keys(STATES)) {
  Player[`PLAYBACK_STATUS_${status.toUpperCase()}`] = status;
}
for (const loop of Object.keys(LOOPS)) {
  Player[`LOOP_STATUS_${loop.toUpperCase()}`] = loop;
}

module.exports = Player;
