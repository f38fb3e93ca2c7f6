// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The parts of a connection that an app and a surface have alike: its log, and whether it keeps the process alive.
'use strict';

const check = require('./checks.js');
const { inJavaScript, native, warn } = require('./native.js');
const requests = require('./requests.js');

/** Whether a connection keeps the process alive: while it is needed, unless the program has said that it shall not. */
class Liveness {
  #handleOf;
  #isNeeded;
  #isWanted = true;

  /** handleOf: returns the handle of the connection, as long as it is open. isNeeded: whether it is needed now. */
  constructor(handleOf, isNeeded) {
    this.#handleOf = handleOf;
    this.#isNeeded = isNeeded;
  }

  want(isWanted) {
    this.#isWanted = isWanted;
    this.update();
  }

  update() {
    const handle = this.#handleOf();
    if (handle) {
      native.keepAlive(handle, this.#isWanted && this.#isNeeded());
    }
  }
}

/** Gives a line of the library's log to a handler. Without a handler the line becomes a warning of the process if its
 * level is at most `mostLevel`, unless NOWPLAYING_LOG is set, by which the library prints the line itself. */
function log(handler, mostLevel, level, message) {
  if (handler) {
    requests.call(handler, check.word('LogLevel', level), inJavaScript(message));
  } else if (level <= mostLevel && !process.env.NOWPLAYING_LOG) {
    warn(inJavaScript(message));
  }
}

module.exports = { Liveness, log };
