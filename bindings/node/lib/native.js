// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Finds the addon and the libraries, loads them, and hands on what the libraries call.
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { ENUMERATIONS, VERSION, VERSION_NUMBER } = require('./tables.js');

const CODES = new Set(Object.keys(ENUMERATIONS.Status));
const CODE_OF = new Map(Object.entries(ENUMERATIONS.Status).map(([code, status]) => [status, code]));

/** An error of the library. */
class NowPlayingError extends Error {
  constructor(message, code = 'COMMAND_FAILED') {
    super(message);
    this.name = 'NowPlayingError';
    this.code = code;
  }

  /** The library's number for the code. */
  get status() {
    const status = CODES.has(this.code) ? ENUMERATIONS.Status[this.code] : 0;
    return status < 0 ? status : ENUMERATIONS.Status.COMMAND_FAILED;
  }
}

/** The code of a status. */
function codeOf(status) {
  return CODE_OF.get(status) ?? `STATUS_${status}`;
}

/** Makes the error of a function of the library. */
function makeError(status, name, details) {
  const text = details.startsWith(name) ? details.slice(name.length).replace(/^[: ]+/, '') : details;
  return new NowPlayingError(inJavaScript(text) || codeOf(status), codeOf(status));
}

/** Returns a sentence of the library, which is written for C, in the words of this package. */
function inJavaScript(line) {
  const camel = (words) => words.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
  return line.replace(' (it returned 1, which is NOWPLAYING_PENDING)', '')
    .replace(/\bnowplaying_(app|session)_(?:set_)?(provide_artwork(?=_)|\w+)\w*\(\)/g,
      (_, owner, name) => `${owner}.${camel(name)}()`)
    .replace(/\bcallback select_track\b/, 'handler onSelectTrack')
    .replace(/\b(elapsed|timestamp|duration)_us\b/g, (_, name) => (name === 'elapsed' ? 'position' : name));
}

/** Prints a warning as Node prints its own; a program may listen to them: process.on('warning'). */
function warn(message) {
  process.emitWarning(message, 'NowPlayingWarning');
}

/** Throws an error of a handler after all other handlers were called. It is an uncaught exception of the process, as an
 * error of an EventEmitter's listener is. */
function throwLater(error) {
  process.nextTick(() => {
    throw error;
  });
}

/** Makes the calls that a dispatch of the library has kept: each is a target, the name of its function, and
 * arguments. */
function deliver(events) {
  for (const [target, name, ...values] of events) {
    try {
      target[name](...values);
    } catch (error) {
      throwLater(error);
    }
  }
}

/** Returns the name of this process's C library. It looks at the files that are mapped, because Node's process.report
 * would take 30 ms. */
function libc() {
  try {
    return /\/(ld-musl-|libc\.musl-|libc\.so$)/m.test(fs.readFileSync('/proc/self/maps', 'latin1')) ? 'musl' : 'glibc';
  } catch {
    return 'glibc';
  }
}

/** The folder of the addon and the libraries that are compiled for this machine. */
const FOLDER = path.join(__dirname, '..', 'prebuilds', `linux-${process.arch}-${libc()}`);

function loadAddon() {
  if (process.platform !== 'linux') {
    throw new NowPlayingError('libnowplaying is for Linux: ask process.platform before it is loaded', 'NOT_SUPPORTED');
  }
  const file = process.env.NOWPLAYING_ADDON ?? path.join(FOLDER, 'nowplaying.node');
  if (!fs.existsSync(file)) {
    throw new NowPlayingError(`there is no addon for this machine: ${file}`, 'NOT_SUPPORTED');
  }
  return require(file);
}

/** Loads a library: the one that the environment names; else the system's, or the package's where the system's is
 * missing or too old. */
function loadLibrary(name, isSurface) {
  const variable = isSurface ? 'NOWPLAYING_SURFACE_LIBRARY' : 'NOWPLAYING_LIBRARY';
  const bundled = path.join(FOLDER, `${name}.so.0`);
  const wanted = process.env[variable];
  const candidates = wanted ? [wanted] : [`${name}.so.0`, bundled];
  const faults = [];
  for (const candidate of candidates) {
    try {
      if (native.load(candidate, isSurface, VERSION_NUMBER) > 0) {
        return;
      }
      faults.push(`${candidate} is older than ${VERSION}`);
    } catch (error) {
      faults.push(error.message.includes(candidate) ? error.message : `${candidate}: ${error.message}`);
    }
  }
  throw new NowPlayingError(`${name} cannot be loaded (${faults.join('; ')}): install ${name} ${VERSION} or newer, `
    + `or set ${variable} to its path`, 'NOT_SUPPORTED');
}

const native = loadAddon();
native.setup(makeError, deliver);

/** The apps and surfaces that are open, which are closed when the program exits. */
const open = new Set();

/** Keeps something open until it is closed, or the program exits. */
function keepOpen(thing) {
  if (open.size === 0) {
    process.on('exit', closeAll);
  }
  open.add(thing);
}

function forget(thing) {
  open.delete(thing);
  if (open.size === 0) {
    process.off('exit', closeAll);
  }
}

function closeAll() {
  for (const thing of [...open]) {
    thing.close();
  }
}

module.exports = { NowPlayingError, codeOf, deliver, forget, inJavaScript, keepOpen, loadLibrary, native, open, throwLater, warn };
