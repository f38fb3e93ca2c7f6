// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Calls the handlers of a program, and answers the desktop by what becomes of them.
'use strict';

const { shown } = require('./checks.js');
const { native, NowPlayingError, throwLater, warn } = require('./native.js');
const { ENUMERATIONS } = require('./tables.js');

const { Status } = ENUMERATIONS;
/** The codes of an answer that comes too late. */
const LATE = new Set(['ALREADY_ANSWERED', 'CANCELLED', 'TIMED_OUT', 'INVALID_HANDLE', 'INVALID_STATE']);

/** Sent to clients in place of an error text that is not written for people, and may have a path or a token in it. */
const FAILED = 'The player failed, and its log says why.';

/** The requests that wait for an answer: by the addon's numbers, the app or session that was asked, and the context
 * that the handler got. */
const waiting = new Map();
/** The errors that were thrown because an app or a session was closed. A handler that fails by such an error has done
 * nothing wrong, so that no warning is printed. */
const closedErrors = new WeakSet();

/** Makes the error of a function that is called after its app or session was closed. what: "app" or "session". */
function closed(what) {
  const error = new NowPlayingError(`The ${what} was closed.`, 'INVALID_STATE');
  closedErrors.add(error);
  return error;
}

/** The last argument of each handler. */
class Context {
  #controller;
  #reason;

  /** The AbortSignal that is aborted when an answer no longer has an effect. Made when it is first read. */
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

function release(request) {
  waiting.delete(request);
  native.request_unref(request);
}

/** Answers, unless it is too late. */
function complete(request, status, message) {
  try {
    native.request_complete(request, status, message);
  } catch (error) {
    if (!isLate(error)) {
      throw error;
    }
  }
}

/** Prints an error that a handler has thrown. */
function warnOf(what, error) {
  let text;
  try {
    text = String(error instanceof Error ? error.stack : error);
  } catch {
    text = shown(error);
  }
  warn(`${what}: ${text}`);
}

/** Whether an error of an answer says that it comes too late. */
function isLate(error) {
  try {
    return error instanceof NowPlayingError && LATE.has(error.code);
  } catch {  // of a proxy
    return false;
  }
}

/** Returns the status by which an error that a handler has thrown answers its request; undefined where the error is
 * none that handlers choose for that. */
function statusOf(error) {
  try {
    if (closedErrors.has(error) || error?.name === 'AbortError') {
      return Status.CANCELLED;
    }
    return error instanceof NowPlayingError ? error.status : undefined;
  } catch {  // of a getter or a proxy
    return undefined;
  }
}

/** Returns the text of an error that was written for clients; undefined for other errors. */
function textOf(error) {
  try {
    return error instanceof NowPlayingError ? String(error.message) : undefined;
  } catch {  // of a getter or a proxy
    return undefined;
  }
}

/** Answers a request by an error that its handler has thrown. Clients are sent the text of a NowPlayingError, which is
 * for them. Any other error is printed as a warning, unless it says that something was aborted or closed. */
function refuse(what, request, error) {
  const status = statusOf(error);
  if (status === undefined) {
    warnOf(what, error);
  }
  complete(request, status ?? Status.COMMAND_FAILED, textOf(error) ?? (status === undefined ? FAILED : null));
}

/** Calls a handler and answers a request by what it returns: at once, or when its promise is settled.
 *
 * owner: the app or session that was asked. what: the name of the handler, for a warning.
 * call: calls the handler with a context.
 * answer: answers the request by the value; if it is left out, the answer is success.
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
      if (!isLate(error)) {
        refuse(what, request, error);
      }
    } finally {
      release(request);
    }
  };
  const fail = (error) => {
    if (waiting.has(request)) {
      refuse(what, request, error);
      release(request);
    }
  };
  try {
    const result = call(context);
    if (typeof result?.then === 'function') {
      Promise.resolve(result).then(settle, fail);
    } else {
      settle(result);
    }
  } catch (error) {
    fail(error);
  }
}

/** Refuses a request for which there is no handler. */
function decline(request, code) {
  complete(request, Status[code], null);
  native.request_unref(request);
}

/** Cancels a request for whose answer nobody waits any more: its context is aborted, and the value that its handler
 * returns has no effect. */
function cancel(request) {
  const found = waiting.get(request);
  if (found) {
    const state = native.request_get_state(request);
    release(request);
    Context.abort(found.context, state === Status.TIMED_OUT ? 'TIMED_OUT' : 'CANCELLED');
  }
}

/** Cancels the requests of an app or a session that was closed, at the end of this turn of the loop: until then a
 * handler that has closed it can still succeed. */
function end(owner) {
  const open = [...waiting].filter(([, each]) => each.owner === owner);
  if (open.length > 0) {
    setImmediate(() => open.forEach(([request]) => cancel(request)));
  }
}

/** Calls a handler whose result answers no request. If it throws, or its promise is rejected, the error becomes an
 * uncaught exception, as an error of an event listener does. */
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
