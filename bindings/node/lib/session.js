// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// One thing that an app plays, here or on other devices.
'use strict';

const { inspect } = require('node:util');
const { App } = require('./app.js');
const { answer, checkSource, provide } = require('./artwork.js');
const check = require('./checks.js');
const { Command, argumentOf, replaces } = require('./commands.js');
const { pictures } = require('./content.js');
const { codeOf, native, NowPlayingError } = require('./native.js');
const requests = require('./requests.js');
const { PROPERTIES } = require('./session-values.js');
const { ENUMERATIONS, LIMITS } = require('./tables.js');

const { Primary } = ENUMERATIONS;
const HANDLERS = ['onVolume', 'onPrimaryChanged', 'onInterruption', 'onQueueGoTo', 'onQueueAdd', 'onQueueRemove',
  'onPosition', 'onSelectTrack'];
const REMOTE_HANDLERS = ['onDeviceVolume', 'onDeviceStep'];

/** A queue of music, a podcast, a video window. */
class Session {
  #app;
  #handle;
  #handlers;
  /** The values that were published, by their names, as their checks returned them. */
  #state = {};
  /** The requests for a primary that wait for their answers. */
  #asking = { application: [], system: [] };
  #wantsPrimary = false;
  #pictures = new Map();

  constructor(app, options) {
    const isRemote = this instanceof RemoteSession;
    const cls = isRemote ? 'RemoteSession' : 'Session';
    const appHandle = App.handleOf(`${cls}(app)`, app);
    const names = isRemote ? [...HANDLERS, ...REMOTE_HANDLERS] : HANDLERS;
    const given = check.options(cls, options, new Set([...names, 'id']));
    const id = check.isNothing(given.id) || given.id === '' ? null : check.id(`${cls}(id)`, given.id);
    this.#handlers = Object.fromEntries(names.map((name) => [name, check.handler(`${cls}(${name})`, given[name])]));
    for (const [name, property] of Object.entries(PROPERTIES)) {
      this.#state[name] = { value: property.first };
    }
    if (this.#handlers.onVolume && !this.#handlers.onDeviceVolume) {
      this.#state.volume = { value: 1 };
    }
    this.#app = app;
    try {
      this.#handle = native.session_new(appHandle, id, this.#callbacks(cls), isRemote);
    } catch (error) {
      throw error.code !== 'TOO_LARGE' ? error : new NowPlayingError(`${cls}: the app has ${
        LIMITS.MAX_SESSIONS} sessions: close() those that it does not need`, 'TOO_LARGE');
    }
    this.#wantsPrimary = isRemote;
    App.note(app, this, true);
    check.close(this, new.target, [Session, RemoteSession]);
  }

  get app() {
    return this.#app;
  }

  get isClosed() {
    return !this.#handle;
  }

  get isShown() {
    return Boolean(this.#handle) && this.#wantsPrimary && (this.#state.content.value !== null || this.#app.showsIdle);
  }

  get #open() {
    if (!this.#handle) {
      throw requests.closed('session');
    }
    return this.#handle;
  }

  update(values) {
    const names = this instanceof RemoteSession ? Object.keys(PROPERTIES)
      : Object.keys(PROPERTIES).filter((name) => name !== 'devices');
    const given = check.options('Session.update', values, new Set(names));
    const checked = Object.entries(PROPERTIES).filter(([name]) => given[name] !== undefined)
      .map(([name, property]) => [name, property, property.check(given[name])]);
    const queue = (given.queue ? checked.find(([name]) => name === 'queue')[2] : this.#state.queue).value;
    const row = checked.find(([name]) => name === 'queueRow');
    if (row && row[2].value !== null && queue.length === 0) {
      throw new RangeError(`Session.queueRow must be null while Session.queue is empty, not ${
        row[2].value}: assign the queue before it`);
    }
    if (row && row[2].value !== null && row[2].value >= queue.length) {
      throw new RangeError(`Session.queueRow must be below ${queue.length}, the length of Session.queue, not ${
        row[2].value}`);
    }
    this.#publish(checked);
  }

  #publish(checked) {
    const handle = this.#open;
    try {
      for (const [, property, made] of checked) {
        property.set(handle, made);
      }
      native.session_commit(handle);
    } catch (error) {
      native.session_discard(handle);
      throw error;
    }
    for (const [name, , made] of checked) {
      this.#state[name] = made;
    }
    if (checked.some(([name]) => name === 'queue') && !checked.some(([name]) => name === 'queueRow')) {
      this.#state.queueRow = { value: null };
    }
    if (checked.some(([name]) => name === 'content')) {
      this.#pictures = this.#state.content.value ? pictures(this.#state.content.value) : new Map();
      App.note(this.#app, this, true);
    }
  }

  static property(name) {
    return {
      get() {
        return this.#state[name].value;
      },
      set(value) {
        this.update({ [name]: value ?? null });
      },
      enumerable: true,
    };
  }

  // ------------------------------------------------------------------------------------------- Parts of a property

  setCommand(command) {
    if (!(command instanceof Command)) {
      throw check.wrongType('Session.setCommand(command)', 'a Command', command);
    }
    const commands = [...this.commands];
    const place = commands.findIndex((each) => replaces(command, each));
    commands.splice(place < 0 ? commands.length : place, place < 0 ? 0 : 1, command);
    this.commands = commands;
  }

  [inspect.custom]() {
    const { snapshot, content } = this.#state;
    return `${this.constructor.name} ${inspect({ isClosed: this.isClosed, state: snapshot.value?.state ?? null,
      title: content.value?.title ?? null, busName: this.#app.isClosed ? null : this.#app.busName })}`;
  }

  /** Changes options of all commands of a kind, or, if an id is given, of the command with that id. */
  #changeCommands(name, kind, changes, id) {
    const isMeant = (each) => each.kind === kind && (id === undefined || each.id === id);
    if (!this.commands.some(isMeant)) {
      const function_ = kind.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
      throw new NowPlayingError(`Session.${name}: session.commands has no Command.${function_}${
        id === undefined ? '' : ` with the id ${check.shown(id)}`}`, 'INVALID_STATE');
    }
    this.commands = this.commands.map((each) => (isMeant(each) ? each.with(changes) : each));
  }

  setCommandEnabled(kind, enabled = true) {
    check.member('Session.setCommandEnabled(kind)', kind, 'CommandKind');
    check.flag('Session.setCommandEnabled(enabled)', enabled);
    this.#changeCommands('setCommandEnabled', kind, { enabled });
  }

  /** Sets the present mode of all commands of a kind. parameter: its name in an error. */
  #setMode(name, parameter, kind, enumeration, mode) {
    check.member(`Session.${name}(${parameter})`, mode, enumeration);
    const left = this.commands.find((each) => each.kind === kind && each.values.supported
      && !(each.values.supported & 1 << ENUMERATIONS[enumeration][mode]));
    if (left && kind !== 'feedback') {
      const supported = check.wordsOfNumbers(enumeration, left.values.supported).join(', ');
      throw new RangeError(`Session.${name}(${parameter}) must be one of those that the command has as supported (${
        supported}), not ${check.shown(mode)}`);
    }
    this.#changeCommands(name, kind, { current: mode });
  }

  setRepeatMode(mode) {
    this.#setMode('setRepeatMode', 'mode', 'change-repeat-mode', 'RepeatMode', mode);
  }

  setShuffleMode(mode) {
    this.#setMode('setShuffleMode', 'mode', 'change-shuffle-mode', 'ShuffleMode', mode);
  }

  setFeedback(feedback) {
    this.#setMode('setFeedback', 'feedback', 'feedback', 'Feedback', feedback);
  }

  setBookmarked(bookmarked) {
    this.#changeCommands('setBookmarked', 'bookmark', { active: bookmarked });
  }

  setCustomCommand(id, changes) {
    check.options('Session.setCustomCommand', changes, new Set(['active', 'enabled', 'title', 'shortTitle', 'icon']));
    this.#changeCommands('setCustomCommand', 'custom', { ...changes },
      check.text('Session.setCustomCommand(id)', id));
  }

  setSelectedTrack(kind, id) {
    check.member('Session.setSelectedTrack(kind)', kind, 'TrackKind');
    const wanted = check.optionalText('Session.setSelectedTrack(id)', id);
    if (wanted !== null && !this.tracks.some((each) => each.kind === kind && each.id === wanted)) {
      throw new RangeError(`the session has no track ${check.shown(id)} of the kind ${kind}: assign it to `
        + 'Session.tracks first');
    }
    this.tracks = this.tracks.map((each) => (each.kind === kind ? { ...each, selected: each.id === wanted } : each));
  }

  provideArtwork(id, source) {
    const checked = check.isNothing(source) ? null : checkSource('Session.provideArtwork(source)', source);
    provide(this.#open, check.id('Session.provideArtwork(id)', id), checked);
  }

  // ------------------------------------------------------------------------------------------------ What shows it

  get primary() {
    return check.words('Primary', native.session_get_primary(this.#open));
  }

  requestApplicationPrimary() {
    return this.#request('application');
  }

  requestSystemPrimary() {
    return this.#request('system');
  }

  resignSystemPrimary() {
    native.session_resign_system_primary(this.#open);
  }

  #request(which) {
    try {
      native[`session_request_${which}_primary`](this.#open);
    } catch (error) {
      return Promise.reject(error);
    }
    this.#wantsPrimary = true;
    App.note(this.#app, this, true);
    const promise = new Promise((resolve, reject) => {
      this.#asking[which].push({ resolve, reject });
    });
    promise.catch(() => {});  // nobody needs to wait for it
    return promise;
  }

  close() {
    if (!this.#handle) {
      return;
    }
    const handle = this.#handle;
    this.#handle = undefined;
    native.free(handle);
    requests.end(this);
    for (const each of [...this.#asking.application, ...this.#asking.system]) {
      each.reject(new NowPlayingError('The session was closed.', 'CANCELLED'));
    }
    App.note(this.#app, this, false);
  }

  // ------------------------------------------------------------------------------------------ The library's calls

  #callbacks(cls) {
    const handlers = this.#handlers;
    const state = this.#state;
    const answered = (name, values) => handlers[name]
      && ((request, ...given) => requests.run(this, `${cls}(${name})`, request,
        (context) => handlers[name](...values(request, ...given), context)));
    const entry = (request) => {
      const row = native.request_get_queue_row(request);
      const found = state.queue.value[row];
      if (!found) {
        throw new NowPlayingError('The entry is not in the queue any more.', 'NO_SUCH_CONTENT');
      }
      return { id: found.id, row };
    };
    const picture = (request, event, isPreview, isVideo) => {
      const shape = event.ratio === undefined ? null : check.word('AspectRatio', event.ratio);
      const content = state.content.value;
      const artwork = shape ? content?.animatedArtwork?.[shape] : this.#pictures.get(event.artwork_id);
      const source = isPreview ? artwork?.preview : artwork?.source;
      if (!artwork || artwork.id !== event.artwork_id || !source) {
        requests.decline(request, 'NO_SUCH_CONTENT');
        return;
      }
      const size = { width: event.width, height: event.height, ...(shape && { aspectRatio: shape }) };
      const what = `Artwork ${check.shown(artwork.id)} of ${check.shown(content.title || content.id || '')}`;
      const ask = (context) => (typeof source === 'function'
        ? source({ ...size, get signal() { return context.signal; } }) : source);
      requests.run(this, what, request, ask, (each, value) => answer(each, isVideo ? 'video' : 'artwork', value));
    };
    return {
      command: (request, event) => this.#command(request, event),
      artwork: (request, event) => picture(request, event, false, false),
      preview: (request, event) => picture(request, event, true, false),
      video: (request, event) => picture(request, event, false, true),
      volume: answered('onVolume', (request, volume) => [volume]),
      request_cancelled: requests.cancel,
      primary_changed: (bits) => {
        if (handlers.onPrimaryChanged) {
          requests.call(handlers.onPrimaryChanged, check.words('Primary', bits));
        }
      },
      primary_result: (which, status) => {
        const waiting = this.#asking[which === Primary.application ? 'application' : 'system'].shift();
        if (status < 0) {
          waiting?.reject(new NowPlayingError(native.strerror(status), codeOf(status)));
        } else {
          waiting?.resolve();
        }
      },
      interruption: handlers.onInterruption
        && ((value) => requests.call(handlers.onInterruption, check.word('Interruption', value))),
      device_volume: answered('onDeviceVolume', (request, id, volume) => [id, volume]),
      device_step: answered('onDeviceStep', (request, id, step) => [id, step]),
      queue_go_to: answered('onQueueGoTo', (request) => [entry(request)]),
      queue_add: answered('onQueueAdd',
        (request, uri, after, play) => [uri, after === null ? null : entry(request), play !== 0]),
      queue_remove: answered('onQueueRemove', (request) => [entry(request)]),
      position: handlers.onPosition && (() => {
        try {
          const position = handlers.onPosition();
          if (typeof position?.then === 'function') {
            Promise.resolve(position).catch(() => {});  // It is no number, which is said below; its error is not needed.
          }
          return check.isNothing(position) ? undefined : check.microseconds('what onPosition returns', position);
        } catch (error) {
          requests.warnOf(`${cls}(onPosition)`, error);
          return undefined;
        }
      }),
      select_track: answered('onSelectTrack', (request, kind, id) => [check.word('TrackKind', kind), id]),
    };
  }

  #command(request, event) {
    const command = this.#state.commands.tagged?.get(event.tag);
    if (!command || command.values.kind !== event.kind) {
      requests.decline(request, 'NOT_SUPPORTED');
      return;
    }
    const value = argumentOf(event);
    requests.run(this, `Command ${command.id || command.kind}`, request,
      (context) => (value === undefined ? command.handler(context) : command.handler(value, context)));
  }
}

for (const name of Object.keys(PROPERTIES).filter((each) => each !== 'devices')) {
  Object.defineProperty(Session.prototype, name, Session.property(name));
}

/** A session that plays on other devices. */
class RemoteSession extends Session {
  setDeviceVolume(id, volume) {
    if (!this.devices.some((each) => each.id === id)) {
      throw new RangeError(`the session has no device ${check.shown(id)}: assign it to RemoteSession.devices first`);
    }
    this.devices = this.devices.map((each) => (each.id === id ? { ...each, volume } : each));
  }
}

Object.defineProperty(RemoteSession.prototype, 'devices', Session.property('devices'));
delete Session.property;
if (Symbol.dispose) {
  Session.prototype[Symbol.dispose] = Session.prototype.close;
}

module.exports = { RemoteSession, Session };
