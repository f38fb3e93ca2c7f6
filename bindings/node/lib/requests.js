// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Calls the handlers of a program, and answers the desktop by what becomes of them.
'use strict';

const { native, NowPlayingError, throwLater, warn } = require('./native.js');
const { ENUMERATIONS } = require('./tables.js');

const { Status } = ENUMERATIONS;
/** The codes of an answer that comes too late. */
const LATE = new Set(['ALREADY_ANSWERED', 'CANCELLED', 'TIMED_OUT', 'INVALID_HANDLE', 'INVALID_STATE']);

/** The requests that wait for an answer, by the addon's numbers: the app or session of each, and its context. */
const waiting = new Map();
/** Errors of what was closed: a handler that fails by one did so because nothing is left to be done. */
const closedErrors = new WeakSet();

/** The error of a call on what was closed. */
function closed(what) {
  const error = new NowPlayingError(`The ${what} was closed.`, 'INVALID_STATE');
  closedErrors.add(error);
  return error;
}

/** The last argument of each handler. */
class Context {
  #controller;
  #reason;

  /** Aborted when an answer has no effect any more. It is made when it is asked for. */
  get signal() {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#reason) {
        this.#controller.abort(this.#reason);
      }
    }
    return this.#controller.signal;
  }

  /** Tells the handler that nobody waits any more. */
  static abort(context, code) {
    context.#reason = new NowPlayingError('Nobody waits for the answer any more.', code);
    context.#controller?.abort(context.#reason);
  }
}

function letGo(request) {
  waiting.delete(request);
  native.request_unref(request);
}

/** Answers, unless it is too late. */
function complete(request, status, message) {
  try {
    native.request_complete(request, status, message);
  } catch (error) {
    if (!LATE.has(error.code)) {
      throw error;
    }
  }
}

/** Prints an error that a handler has thrown. */
function warnOf(what, error) {
  warn(`${what}: ${error instanceof Error ? error.stack : error}`);
}

/** Answers by an error of a handler, and prints it unless the handler meant it for the desktop. */
function refuse(what, request, error) {
  const isAbort = error?.name === 'AbortError' || closedErrors.has(error);
  if (!isAbort && !(error instanceof NowPlayingError)) {
    warnOf(what, error);
  }
  const status = isAbort ? Status.CANCELLED : error instanceof NowPlayingError ? error.status : Status.COMMAND_FAILED;
  complete(request, status, String(error?.message ?? error));
}

/** Calls a handler and answers a request by what it returns: at once, or when its promise is settled.
 *
 * owner: the app or session that was asked. what: the name of the handler, for a warning.
 * call: calls the handler with a context.
 * answer: answers by the value; without it the answer is success.
 */
function run(owner, what, request, call, answer) {
  const context = new Context();
  waiting.set(request, { owner, context });
  const settle = (value) => {
    if (!waiting.has(request)) {
      return;
    }
    try {
      if (answer) {
        answer(request, value);
      } else {
        complete(request, Status.OK, null);
      }
    } catch (error) {
      if (!LATE.has(error?.code)) {
        refuse(what, request, error);
      }
    } finally {
      letGo(request);
    }
  };
  const fail = (error) => {
    if (waiting.has(request)) {
      refuse(what, request, error);
      letGo(request);
    }
  };
  let result;
  try {
    result = call(context);
  } catch (error) {
    fail(error);
    return;
  }
  if (typeof result?.then === 'function') {
    Promise.resolve(result).then(settle, fail);
  } else {
    settle(result);
  }
}

/** Refuses a request for which there is nothing to call. */
function decline(request, code) {
  complete(request, Status[code], null);
  native.request_unref(request);
}

/** Nobody waits for a request any more: its handler is told, and what it returns has no effect. */
function cancel(request) {
  const found = waiting.get(request);
  if (found) {
    const state = native.request_get_state(request);
    letGo(request);
    Context.abort(found.context, state === Status.TIMED_OUT ? 'TIMED_OUT' : 'CANCELLED');
  }
}

/** An app or a session was closed. A handler that closed it may still succeed in this turn; what is open then is
 * cancelled. */
function end(owner) {
  const open = [...waiting].filter(([, each]) => each.owner === owner);
  if (open.length > 0) {
    setImmediate(() => open.forEach(([request]) => cancel(request)));
  }
}

/** Calls a handler that has nothing to answer. An error of it is thrown as that of a listener is, also of a promise. */
function call(handler, ...values) {
  try {
    const result = handler(...values);
    if (typeof result?.then === 'function') {
      Promise.resolve(result).catch(throwLater);
    }
  } catch (error) {
    throwLater(error);
  }
}

module.exports = { call, cancel, closed, decline, end, run, warnOf };
