// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// One program and its connection to the desktop.
'use strict';

const { inspect } = require('node:util');
const check = require('./checks.js');
const { Liveness, log } = require('./connection.js');
const { forget, keepOpen, loadLibrary, native } = require('./native.js');
const requests = require('./requests.js');
const { ENUMERATIONS, LIMITS } = require('./tables.js');

/** Each option that is a text, with the field of the library. */
const TEXTS = { displayName: 'display_name', desktopEntry: 'desktop_entry', instance: 'instance',
  trackPathPrefix: 'track_path_prefix', busName: 'bus_name', busAddress: 'bus_address' };
const { AppFlag: FLAGS, LogLevel } = ENUMERATIONS;
const HANDLERS = ['onRaise', 'onQuit', 'onFullscreen', 'onOpenUri', 'onActivatePlaylist', 'onBusState',
  'onAspectRatios', 'onLog'];
const OPTIONS = new Set([...Object.keys(TEXTS), ...Object.keys(FLAGS), ...HANDLERS, 'uriSchemes', 'mimeTypes', 'busFd',
  'logLevel']);
const PLAYLIST = new Set(['id', 'name', 'iconUrl', 'created', 'modified', 'lastPlayed']);
const DATES = { created: 'created', modified: 'modified', lastPlayed: 'last_played' };
/** The part of a bus name that may follow "org.mpris.MediaPlayer2." */
const BUS_NAME = /^[A-Za-z_-][A-Za-z0-9_-]*(\.[A-Za-z_-][A-Za-z0-9_-]*)*$/;

/** Returns the functions that the library calls for an app. They call the app's handlers. */
function callbacks(app, handlers) {
  const answered = (name, argument = (value) => value) => handlers[name]
    && ((request, value) => requests.run(app, `App(${name})`, request,
      (context) => handlers[name](...(value === undefined ? [] : [argument(value)]), context)));
  return {
    raise: answered('onRaise'),
    quit: answered('onQuit'),
    fullscreen: answered('onFullscreen', Boolean),
    open_uri: answered('onOpenUri'),
    activate_playlist: answered('onActivatePlaylist'),
    bus_state: handlers.onBusState && ((state) => requests.call(handlers.onBusState, check.word('BusState', state))),
    aspect_ratios: handlers.onAspectRatios
      && ((bits) => requests.call(handlers.onAspectRatios, ratiosOf(bits))),
    log: (level, message) => log(handlers.onLog, LogLevel.debug, level, message),
  };
}

/** The aspect ratios of bits 1 << (ratio - 1). */
function ratiosOf(bits) {
  return check.wordsOfNumbers('AspectRatio', bits, 1);
}

function seconds(name, value) {
  if (check.isNothing(value)) {
    return check.UNKNOWN;
  }
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) {
    throw check.wrongType(name, 'a Date', value);
  }
  return Math.floor(value.getTime() / 1000);
}

function checkedPlaylist(name, value) {
  const given = check.options(name, value, PLAYLIST);
  const dates = Object.fromEntries(Object.entries(DATES).map(([key, field]) => [field, seconds(`${name}.${key}`,
    given[key])]));
  return { id: check.id(`${name}.id`, given.id), name: check.someText(`${name}.name`, given.name),
    icon_url: check.optionalText(`${name}.iconUrl`, given.iconUrl), ...dates };
}

/** A player. It is on the desktop until it is closed. */
class App {
  #handle;
  #sessions = new Set();
  #playlists = [];
  #activePlaylist = null;
  #displayName;
  #fullscreen = false;
  #liveness = new Liveness(() => this.#handle, () => [...this.#sessions].some((each) => each.isShown));
  #showsIdle;

  constructor(applicationId, options) {
    const given = check.options('App', options, OPTIONS);
    const fields = { application_id: check.someText('App(applicationId)', applicationId), flags: 0 };
    for (const [name, field] of Object.entries(TEXTS)) {
      fields[field] = check.optionalText(`App(${name})`, given[name]);
    }
    if (fields.bus_name && !(BUS_NAME.test(fields.bus_name) && fields.bus_name.length <= 100)) {
      throw new RangeError('App(busName) must be elements of letters, digits, "-" and "_", none with a digit first, '
        + `with dots between them, at most 100 bytes, not ${check.shown(fields.bus_name)}`);
    }
    for (const [name, bit] of Object.entries(FLAGS)) {
      fields.flags |= !check.isNothing(given[name]) && check.flag(`App(${name})`, given[name]) ? bit : 0;
    }
    for (const [name, field, most] of [['uriSchemes', 'uri_schemes', LIMITS.MAX_URI_SCHEMES],
      ['mimeTypes', 'mime_types', LIMITS.MAX_MIME_TYPES]]) {
      fields[field] = check.list(`App(${name})`, given[name] ?? [], check.text, most);
    }
    if (!check.isNothing(given.busFd)) {
      fields.bus_fd = check.whole('App(busFd)', given.busFd, -1, 2 ** 31 - 1);
    }
    fields.log_level = check.member('App(logLevel)', given.logLevel ?? (given.onLog ? 'debug' : 'warning'), 'LogLevel');
    const handlers = Object.fromEntries(HANDLERS.map((name) => [name, check.handler(`App(${name})`, given[name])]));
    if (handlers.onOpenUri && fields.uri_schemes.length === 0) {
      throw new TypeError('App(onOpenUri) is never called without uriSchemes: write uriSchemes: ["file"] for instance');
    }
    this.#showsIdle = given.showIdle === true;
    this.#displayName = fields.display_name ?? '';
    loadLibrary('libnowplaying', false);
    this.#handle = native.app_new(fields, callbacks(this, handlers));
    keepOpen(this);
    check.close(this, new.target, [App]);
  }

  get #open() {
    if (!this.#handle) {
      throw requests.closed('app');
    }
    return this.#handle;
  }

  get showsIdle() {
    return this.#showsIdle;
  }

  get isClosed() {
    return !this.#handle;
  }

  get busState() {
    return check.word('BusState', native.app_get_bus_state(this.#open));
  }

  get busName() {
    return native.app_get_bus_name(this.#open) || null;
  }

  get aspectRatios() {
    return ratiosOf(native.app_get_aspect_ratios(this.#open));
  }

  get sessions() {
    return [...this.#sessions];
  }

  get displayName() {
    return this.#displayName;
  }

  set displayName(name) {
    const checked = check.text('App.displayName', name);
    native.app_set_display_name(this.#open, checked);
    this.#displayName = checked;
  }

  get fullscreen() {
    return this.#fullscreen;
  }

  set fullscreen(fullscreen) {
    native.app_set_fullscreen(this.#open, check.flag('App.fullscreen', fullscreen));
    this.#fullscreen = fullscreen;
  }

  get playlists() {
    return this.#playlists;
  }

  set playlists(playlists) {
    const given = check.list('App.playlists', playlists, (name, each) => each, LIMITS.MAX_PLAYLISTS);
    const checked = check.differentIds('App.playlists', given.map(
      (each, index) => checkedPlaylist(`App.playlists[${index}]`, each)));
    native.app_set_playlists(this.#open, checked);
    this.#playlists = Object.freeze(given.map((each) => Object.freeze({ ...each })));
  }

  get activePlaylist() {
    return this.#activePlaylist;
  }

  set activePlaylist(id) {
    const checked = check.optionalText('App.activePlaylist', id) || null;
    native.app_set_active_playlist(this.#open, checked);
    this.#activePlaylist = checked;
  }

  [inspect.custom]() {
    return `App ${inspect({ displayName: this.#displayName, isClosed: this.isClosed, ...(this.#handle && {
      busName: this.busName, busState: this.busState, sessions: this.sessions.length }) })}`;
  }

  ref() {
    this.#liveness.want(true);
    return this;
  }

  unref() {
    this.#liveness.want(false);
    return this;
  }

  close() {
    if (!this.#handle) {
      return;
    }
    for (const session of [...this.#sessions]) {
      session.close();
    }
    const handle = this.#handle;
    this.#handle = undefined;
    forget(this);
    native.free(handle);
    requests.end(this);
  }

  /** For sessions: returns the handle of an app, or throws if the value is no App. */
  static handleOf(name, app) {
    if (typeof app !== 'object' || app === null || !(#handle in app)) {
      throw check.wrongType(name, 'an App', app);
    }
    return app.#open;
  }

  /** For sessions: notes that a session was made, has changed what it shows, or was closed. */
  static note(app, session, isOpen) {
    if (isOpen) {
      app.#sessions.add(session);
    } else {
      app.#sessions.delete(session);
    }
    app.#liveness.update();
  }
}

if (Symbol.dispose) {
  App.prototype[Symbol.dispose] = App.prototype.close;
}

module.exports = { App, ratiosOf };
