// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The surface, which shows and drives all players.
'use strict';

const { inspect } = require('node:util');
const { ratiosOf } = require('./app.js');
const check = require('./checks.js');
const { Liveness, log } = require('./connection.js');
const { codeOf, forget, keepOpen, loadLibrary, native, NowPlayingError } = require('./native.js');
const requests = require('./requests.js');
const rules = require('./rules.js');
const { SurfaceSession } = require('./surface-session.js');
const { ENUMERATIONS } = require('./tables.js');

const HANDLERS = ['onAdded', 'onChanged', 'onRemoved', 'onOrdered', 'onListed', 'onBusState', 'onLog'];
const OPTIONS = new Set([...HANDLERS, ...Object.keys(rules.surfaceOptions), 'busFd']);
const EVERYTHING = Object.values(ENUMERATIONS.ChangedPart).reduce((bits, bit) => bits | bit, 0);

/** The changes of a surface that a reader has not read yet: at most one for each entry, with its present state. */
class Changes {
  #surface;
  #pending = new Map();
  #wake;
  #ended = false;

  constructor(surface, sessions) {
    this.#surface = surface;
    for (const session of sessions) {
      this.put('added', session, 0);
    }
  }

  put(change, session, bits) {
    const before = this.#pending.get(session.key);
    let now = { change, session, bits: bits | (before?.bits ?? 0) };
    if (before?.change === 'added') {
      now = change === 'removed' ? undefined : { ...now, change: 'added' };
    } else if (before?.change === 'removed' && change === 'added') {
      now = { ...now, change: 'changed', bits: EVERYTHING };
    }
    this.#pending.delete(session.key);
    if (now) {
      this.#pending.set(session.key, now);
    }
    this.#wake?.();
  }

  end() {
    this.#ended = true;
    this.#wake?.();
  }

  async next() {
    while (!this.#ended) {
      const [first] = this.#pending;
      if (first) {
        const [key, { change, session, bits }] = first;
        this.#pending.delete(key);
        return { done: false, value: Object.freeze({ change, session,
          changed: check.words('ChangedPart', change === 'changed' ? bits : 0) }) };
      }
      // eslint-disable-next-line no-await-in-loop
      await Surface.wait(this.#surface, new Promise((resolve) => {
        this.#wake = resolve;
      }));
    }
    return { done: true, value: undefined };
  }

  async return() {
    Surface.forgetChanges(this.#surface, this);
    this.end();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator]() {
    return this;
  }
}

/** A panel, a lock screen, a tool or a bridge: it follows every player on the session bus. */
class Surface {
  #handle;
  /** The actions that wait for an answer, by their numbers. */
  #actions = new Map();
  #listing = [];
  #isListed = false;
  #hasTried = false;
  #changes = new Set();
  #ratios = Object.freeze([]);
  #waiting = 0;
  #hears;
  #liveness = new Liveness(() => this.#handle, () => this.#hears || this.#waiting > 0);

  constructor(options) {
    const given = check.options('Surface', typeof options === 'string' ? { name: options } : options, OPTIONS);
    const handlers = Object.fromEntries(HANDLERS.map((name) => [name, check.handler(`Surface(${name})`, given[name])]));
    const fields = { ...check.fill((name) => `Surface(${name})`, given, rules.surfaceOptions),
      bus_fd: check.isNothing(given.busFd) ? -1 : check.whole('Surface(busFd)', given.busFd, -1, 2 ** 31 - 1) };
    this.#hears = HANDLERS.some((name) => name !== 'onLog' && handlers[name]);
    loadLibrary('libnowplaying-surface', true);
    this.#handle = native.surface_new(fields, this.#callbacks(handlers));
    keepOpen(this);
    this.#liveness.update();
    check.close(this, new.target, [Surface]);
  }

  get #open() {
    if (!this.#handle) {
      throw new NowPlayingError('The surface was closed.', 'INVALID_STATE');
    }
    return this.#handle;
  }

  get isClosed() {
    return !this.#handle;
  }

  get busState() {
    return check.word('BusState', native.surface_get_bus_state(this.#open));
  }

  get names() {
    return native.surface_get_names(this.#open).split('\n').filter(Boolean).map((line) => line.split(' '));
  }

  get sessions() {
    return native.surface_get_sessions(this.#open).map((handle) => new SurfaceSession(this, handle));
  }

  get aspectRatios() {
    return this.#ratios;
  }

  set aspectRatios(ratios) {
    const bits = check.list('Surface.aspectRatios', ratios, (name, each) => check.member(name, each, 'AspectRatio'))
      .reduce((all, ratio) => all | 1 << ratio - 1, 0);
    native.surface_set_aspect_ratios(this.#open, bits);
    this.#ratios = Object.freeze(ratiosOf(bits));
  }

  async listed() {
    const handle = this.#open;
    if (this.#isListed) {
      return undefined;
    }
    if (this.#hasTried && native.surface_get_bus_state(handle) === ENUMERATIONS.BusState.none) {
      throw noBus();
    }
    return Surface.wait(this, new Promise((resolve, reject) => {
      this.#listing.push({ resolve, reject });
    }));
  }

  changes() {
    const changes = new Changes(this, this.sessions);
    this.#changes.add(changes);
    return changes;
  }

  [inspect.custom]() {
    return `Surface ${inspect({ isClosed: this.isClosed, ...(this.#handle && { busState: this.busState,
      sessions: this.sessions.length }) })}`;
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
    const handle = this.#handle;
    this.#handle = undefined;
    forget(this);
    for (const [, name, result] of native.free(handle)) {
      if (name === 'done') {
        this.#done(result);
      }
    }
    this.#endListing(new NowPlayingError('The surface was closed.', 'CANCELLED'));
    for (const changes of this.#changes) {
      changes.end();
    }
  }

  #endListing(error) {
    const waiting = this.#listing;
    this.#listing = [];
    for (const { resolve, reject } of waiting) {
      (error ? reject : resolve)(error);
    }
  }

  #done(result) {
    const action = this.#actions.get(result.action);
    this.#actions.delete(result.action);
    action?.(result);
  }

  #callbacks(handlers) {
    const heard = (name, change) => (handle, bits = 0) => {
      const session = new SurfaceSession(this, handle);
      for (const changes of this.#changes) {
        changes.put(change, session, bits);
      }
      if (handlers[name]) {
        requests.call(handlers[name], session, ...(change === 'changed' ? [check.words('ChangedPart', bits)] : []));
      }
    };
    const called = (name, ...values) => handlers[name] && requests.call(handlers[name], ...values);
    return {
      added: heard('onAdded', 'added'),
      changed: heard('onChanged', 'changed'),
      removed: heard('onRemoved', 'removed'),
      ordered: () => called('onOrdered'),
      listed: () => {
        this.#isListed = true;
        this.#endListing();
        called('onListed');
      },
      bus_state: (state) => {
        this.#hasTried = true;
        this.#isListed = false;
        if (state === ENUMERATIONS.BusState.none) {
          this.#endListing(noBus());
        }
        called('onBusState', check.word('BusState', state));
      },
      log: (level, message) => log(handlers.onLog, ENUMERATIONS.LogLevel.warning, level, message),
      done: (result) => this.#done(result),
    };
  }

  // ------------------------------------------------------------------------------------- For sessions and changes

  /** Begins an action of a session, and returns the promise of its result.
   *
   * name: of the native function. handle: of the session. values: the other arguments. signal: cancels the action.
   * read: converts the library's result to the value of the promise.
   */
  static async begin(surface, name, handle, values, signal, read) {
    if (!check.isNothing(signal) && !(signal instanceof AbortSignal)) {
      throw check.wrongType('signal', 'an AbortSignal', signal);
    }
    if (signal?.aborted) {
      throw signal.reason;
    }
    const number = native[name](surface.#open, handle, ...values);
    return Surface.wait(surface, new Promise((resolve, reject) => {
      const cancel = () => {
        if (surface.#handle) {
          native.surface_cancel(surface.#handle, number);
        }
        reject(signal.reason);
      };
      signal?.addEventListener('abort', cancel, { once: true });
      surface.#actions.set(number, (result) => {
        signal?.removeEventListener('abort', cancel);
        if (result.status < 0) {
          reject(new NowPlayingError(result.message || native.surface_strerror(result.status), codeOf(result.status)));
        } else {
          resolve(read ? read(result) : undefined);
        }
      });
    }));
  }

  /** Keeps the process alive until a promise is settled. */
  static async wait(surface, promise) {
    surface.#waiting += 1;
    surface.#liveness.update();
    try {
      return await promise;
    } finally {
      surface.#waiting -= 1;
      surface.#liveness.update();
    }
  }

  static forgetChanges(surface, changes) {
    surface.#changes.delete(changes);
  }
}

function noBus() {
  return new NowPlayingError('There is no session bus.', 'NO_BUS');
}

if (Symbol.dispose) {
  Surface.prototype[Symbol.dispose] = Surface.prototype.close;
}
SurfaceSession.begin = Surface.begin;

module.exports = { Surface };
