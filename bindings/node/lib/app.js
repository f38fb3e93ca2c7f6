// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// One program and its connection to the desktop.
'use strict';

const { inspect } = require('node:util');
const check = require('./checks.js');
const { Liveness, log } = require('./connection.js');
const { forget, keepOpen, loadLibrary, native, open, warn } = require('./native.js');
const requests = require('./requests.js');
const rules = require('./rules.js');
const { ENUMERATIONS, LIMITS } = require('./tables.js');

const { AppFlag: FLAGS, LogLevel } = ENUMERATIONS;
const HANDLERS = ['onRaise', 'onQuit', 'onFullscreen', 'onOpenUri', 'onActivatePlaylist', 'onBusState',
  'onAspectRatios', 'onLog'];
/** The rules of options; the id of the application is no option. */
const { applicationId: ID, ...RULES } = rules.appOptions;
const OPTIONS = new Set([...Object.keys(RULES), ...Object.keys(FLAGS), ...HANDLERS, 'busFd', 'logLevel']);

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

// Only a session that is shown keeps the process alive: say why it ends at once where that was forgotten.
process.once('beforeExit', () => {
  const apps = [...open].filter((each) => each instanceof App);
  if (apps.some((app) => app.sessions.some((each) => !each.isShown && each.content !== null))) {
    warn('the process ends, because no session is shown: call session.requestApplicationPrimary()');
  }
});

/** The aspect ratios of bits 1 << (ratio - 1). */
function ratiosOf(bits) {
  return check.wordsOfNumbers('AspectRatio', bits, 1);
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
    const fields = { flags: 0, application_id: check.ruled('App(applicationId)', applicationId, ID),
      ...check.fill((name) => `App(${name})`, given, RULES) };
    for (const [name, bit] of Object.entries(FLAGS)) {
      fields.flags |= !check.isNothing(given[name]) && check.flag(`App(${name})`, given[name]) ? bit : 0;
    }
    if (!check.isNothing(given.busFd)) {
      fields.bus_fd = check.whole('App(busFd)', given.busFd, -1, 2 ** 31 - 1);
    }
    fields.log_level = check.member('App(logLevel)', given.logLevel ?? (given.onLog ? 'debug' : 'warning'), 'LogLevel');
    const handlers = Object.fromEntries(HANDLERS.map((name) => [name, check.handler(`App(${name})`, given[name])]));
    if (handlers.onOpenUri && !fields.uri_schemes?.length) {
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
    const checked = check.ruled('App.displayName', name, rules.app.displayName);
    native.app_set_display_name(this.#open, checked);
    this.#displayName = checked;
  }

  get fullscreen() {
    return this.#fullscreen;
  }

  set fullscreen(fullscreen) {
    native.app_set_fullscreen(this.#open, check.ruled('App.fullscreen', fullscreen, rules.app.fullscreen));
    this.#fullscreen = fullscreen;
  }

  get playlists() {
    return this.#playlists;
  }

  set playlists(playlists) {
    const given = check.list('App.playlists', playlists, (name, each) => each, LIMITS.MAX_PLAYLISTS);
    const checked = check.differentIds('App.playlists', given.map(
      (each, index) => check.struct(`App.playlists[${index}]`, each, rules.playlist)));
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
