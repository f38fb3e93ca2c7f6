// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The interface of the npm package mpris-service, on libnowplaying: `require` is the only line that changes.
'use strict';

const { EventEmitter } = require('node:events');
const { inherits, isDeepStrictEqual } = require('node:util');
const { App, Command, Session } = require('./index.js');
const check = require('./lib/checks.js');
const { NO_TRACK, contentOf, isAnother, isShown } = require('./lib/mpris-metadata.js');
const { listed, numberOf, objectsOf, playlistsOf, textsOf, wordOf } = require('./lib/mpris-values.js');
const { warn } = require('./lib/native.js');
const requests = require('./lib/requests.js');

const STATES = { Playing: 'playing', Paused: 'paused', Stopped: 'stopped' };
/** The lowest rate that is offered if minimumRate is not greater than 0. */
const LOWEST_RATE = 0.01;
const LONGEST_NAME = 100;
const LOOPS = { None: 'off', Track: 'one', Playlist: 'all' };

/** The initial values of the properties, the same as in mpris-service. */
const FIRST = {
  identity: '', fullscreen: false, supportedUriSchemes: [], supportedMimeTypes: [], canQuit: true, canRaise: true,
  canSetFullscreen: false, hasTrackList: false, desktopEntry: '', playbackStatus: 'Stopped', loopStatus: 'None',
  rate: 1, shuffle: false, metadata: {}, volume: 1, canControl: true, canPause: true, canPlay: true, canSeek: true,
  canGoNext: true, canGoPrevious: true, minimumRate: 1, maximumRate: 1, tracks: [], canEditTracks: false,
  playlists: [], activePlaylist: null,
};
/** The properties that an App cannot change later: when one is assigned, another App takes the place of the first. */
const OF_APP = new Set(['supportedUriSchemes', 'supportedMimeTypes', 'canQuit', 'canRaise', 'canSetFullscreen',
  'desktopEntry', 'canEditTracks']);

function reversed(words) {
  return Object.fromEntries(Object.entries(words).map(([key, word]) => [word, key]));
}

const LOOP_OF = reversed(LOOPS);

function Player(options) {
  if (!(this instanceof Player)) {
    return new Player(options);
  }
  EventEmitter.call(this);
  this.name = check.someText('Player(name)', options.name);
  if (!/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/.test(this.name) || this.name.length > LONGEST_NAME) {
    throw new TypeError(`Player(name) must be letters, digits, "-" and "_", with dots between them, at most ${
      LONGEST_NAME}, not ${check.shown(this.name)}`);
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
  // The player starts after the program's next statements, so that the desktop sees the properties that these assign.
  process.nextTick(() => {
    try {
      start(this);
    } catch (error) {
      this.emit('error', error);
    }
  });
}
inherits(Player, EventEmitter);

/** Makes the app and the session. Those that there are already are closed first, and the position goes on. */
function start(player) {
  const state = player._state;
  const { position, at, behind } = player._live;
  player._live.app?.close();
  player._live = { position, at, behind };
  const emit = (name) => (...values) => {
    player.emit(name, ...values.slice(0, -1));
  };
  const options = {
    displayName: String(state.identity ?? ''), busName: /^\d|\.\d/.test(player.name) ? null : player.name, showIdle: true,
    desktopEntry: state.desktopEntry ? String(state.desktopEntry) : null, noDesktopEntry: !state.desktopEntry,
    uriSchemes: textsOf(state.supportedUriSchemes), mimeTypes: textsOf(state.supportedMimeTypes),
    trackPathPrefix: /^[A-Za-z0-9_]+$/.test(player.name) ? player.objectPath('track') : null,
    onRaise: state.canRaise ? emit('raise') : null, onQuit: state.canQuit ? emit('quit') : null,
    onFullscreen: state.canSetFullscreen ? emit('fullscreen') : null,
    onActivatePlaylist: player.supportedInterfaces.includes('playlists') ? emit('activatePlaylist') : null,
  };
  options.onOpenUri = options.uriSchemes.length > 0 ? (uri) => { player.emit('open', { uri }); } : null;
  const app = new App(player.name, options);
  const hasTracks = player.supportedInterfaces.includes('trackList');
  const track = (entry) => player._live.listed[entry.row]?.['mpris:trackid'];
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
  Object.assign(player._live, { app, session });
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
  const [lowest, highest] = [numberOf(state.minimumRate) > 0 ? state.minimumRate : LOWEST_RATE, state.maximumRate];
  const range = lowest <= numberOf(highest) && Number.isFinite(highest) ? { rateRange: [lowest, highest] } : { rates: [1] };
  return [
    Command.play(emit('play'), when(state.canPlay)), Command.pause(emit('pause'), when(state.canPause)),
    Command.togglePlayPause(emit('playpause'), when(state.canPlay || state.canPause)),
    Command.stop(emit('stop'), when(true)), Command.next(emit('next'), when(state.canGoNext)),
    Command.previous(emit('previous'), when(state.canGoPrevious)),
    Command.seekToPosition((position) => seek(player, Math.round(position * 1e6)), when(state.canSeek)),
    Command.changeRate((rate) => { player.emit('rate', rate); }, { ...range, ...when(true) }),
    Command.changeRepeatMode((mode) => { player.emit('loopStatus', LOOP_OF[mode]); },
      { current: wordOf(LOOPS, state.loopStatus) ?? 'off', ...when(true) }),
    Command.changeShuffleMode((mode) => { player.emit('shuffle', mode !== 'off'); },
      { current: state.shuffle ? 'items' : 'off', supported: ['off', 'items'], ...when(true) }),
  ];
}

/** Has the player seek for a client: by the event `position`, or, if the program does not listen to that, by `seek`,
 * with the offset from the present position. */
function seek(player, position) {
  if (player.listenerCount('position') > 0) {
    player.emit('position', { trackId: player._state.metadata['mpris:trackid'], position });
  } else {
    player.emit('seek', position - present(player));
  }
}

/** The players whose getPosition() runs. It may assign properties, for which the position is wanted again. */
const asked = new WeakSet();

/**
 * Returns the position by the program's getPosition(); null if the program does not override that, or if it runs
 * already, throws, returns no number, or still returns the same as it did when the program called seeked() with another
 * position.
 */
function positionOf(player) {
  if (player.getPosition === Player.prototype.getPosition || asked.has(player)) {
    return null;
  }
  asked.add(player);
  try {
    const position = Math.floor(Number(player.getPosition()));
    return Number.isFinite(position) && position !== player._live.behind ? position : null;
  } catch (error) {
    requests.warnOf('mpris-service', error);
    return null;
  } finally {
    asked.delete(player);
  }
}

/** Returns the present position in the item, in microseconds. */
function present(player) {
  const answer = positionOf(player);
  if (answer !== null) {
    return answer;
  }
  const { position = 0, at = process.hrtime.bigint() } = player._live;
  const elapsed = player._state.playbackStatus === 'Playing' ? Number(process.hrtime.bigint() - at) / 1e3 : 0;
  return Math.min(Math.round(position + elapsed * speedOf(player)), Number.MAX_SAFE_INTEGER);
}

function speedOf(player) {
  const { rate } = player._state;
  return Number.isFinite(rate) && rate > 0 ? rate : 1;
}

/** Records a position of the item, and now as its time. */
function stamp(player, position) {
  Object.assign(player._live, { position, at: process.hrtime.bigint() });
}

function snapshotOf(player) {
  const speed = speedOf(player);
  return { state: wordOf(STATES, player._state.playbackStatus) ?? 'stopped', position: present(player) / 1e6, rate: speed,
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
    values.content = isShown(state.metadata) ? contentOf(state.metadata, tracksBelow(player)) : null;
  }
  if (parts.includes('commands')) {
    values.commands = commandsOf(player);
  }
  if (parts.includes('volume')) {
    const volume = numberOf(state.volume);
    values.volume = Number.isFinite(volume) ? Math.max(0, volume) : 0;
  }
  if (parts.includes('snapshot')) {
    values.snapshot = snapshotOf(player);
  }
  session.update(values);
}

/** Returns the beginning of the object paths of tracks. */
function tracksBelow(player) {
  return `${player.objectPath('track')}/`;
}

function showTracks(player) {
  const { session } = player._live;
  if (session && player.supportedInterfaces.includes('trackList')) {
    // A track without an id is left out: it has no object path by which a client could name it.
    const shown = objectsOf(player._state.tracks).map((track) => [track, contentOf(track, tracksBelow(player))])
      .filter(([, content]) => content.id);
    player._live.listed = shown.map(([track]) => track);
    session.queue = shown.map(([, content]) => content);
  }
}

function showPlaylists(player) {
  const { app } = player._live;
  if (app && player.supportedInterfaces.includes('playlists')) {
    app.playlists = playlistsOf(player._state.playlists);
    const { Id: active } = player._state.activePlaylist ?? {};
    app.activePlaylist = typeof active === 'string' ? active : null;
  }
}

/** The functions that publish a property when it is assigned. Other properties publish the commands. */
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

/** Warns of a wrong value, for which clients see another: Stopped for an unknown status, None for an unknown loop
 * status, 0 for a wrong volume. */
function warnOfWrong(name, value) {
  const words = { playbackStatus: STATES, loopStatus: LOOPS }[name];
  if (words && wordOf(words, value) === undefined) {
    warn(`mpris-service: ${name} must be one of ${Object.keys(words).join(', ')}, not ${check.shown(value)}`);
  } else if (name === 'volume' && !(numberOf(value) >= 0 && Number.isFinite(numberOf(value)))) {
    warn(`mpris-service: volume must be a number from 0, not ${check.shown(value)}`);
  }
}

function playlistOf(player, playlistId) {
  return player.playlists[player.getPlaylistIndex(playlistId)] ?? null;
}

/** Makes another App, because a property has another value than the one before. Where the App refuses the value, the
 * one before counts again. */
function restart(player, name, before) {
  if (isDeepStrictEqual(player._state[name], before)) {
    return;
  }
  try {
    start(player);
  } catch (error) {
    player._state[name] = before;
    start(player);
    throw error;
  }
}

/** Returns an assigned value in the form in which it is kept: a copy of metadata, and for the id of a playlist the
 * playlist itself. */
function kept(player, name, value) {
  if (name === 'metadata') {
    return { ...value };
  }
  return name === 'activePlaylist' && typeof value === 'string' ? playlistOf(player, value) : value;
}

for (const name of Object.keys(FIRST)) {
  Object.defineProperty(Player.prototype, name, {
    get() {
      // Metadata is returned as a copy, because a program may change the object that it reads, and assign that again.
      return name === 'metadata' ? { ...this._state.metadata } : this._state[name];
    },
    set(value) {
      const before = present(this);
      const old = this._state[name];
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
        restart(this, name, old);
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
    if (!Number.isFinite(place)) {
      throw new Error(`seeked expected a number (got ${check.shown(position)})`);
    }
    this._live.behind = undefined;
    const answer = positionOf(this);
    this._live.behind = answer === place ? undefined : answer;
    stamp(this, place);
    show(this, 'snapshot');
  },
  getTrackIndex(trackId) {
    return listed(this.tracks).findIndex((each) => each?.['mpris:trackid'] === trackId);
  },
  getTrack(trackId) {
    return this.tracks[this.getTrackIndex(trackId)];
  },
  addTrack(track) {
    this.tracks = [...listed(this.tracks), track];
  },
  removeTrack(trackId) {
    this.tracks = listed(this.tracks).filter((each) => each?.['mpris:trackid'] !== trackId);
  },
  getPlaylistIndex(playlistId) {
    return listed(this.playlists).findIndex((each) => each?.Id === playlistId);
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
  /** Assigning has no effect: programs for mpris-service do assign it, but the count follows from `playlists`. */
  set() {},
});

for (const status of Object.keys(STATES)) {
  Player[`PLAYBACK_STATUS_${status.toUpperCase()}`] = status;
}
for (const loop of Object.keys(LOOPS)) {
  Player[`LOOP_STATUS_${loop.toUpperCase()}`] = loop;
}

module.exports = Player;
