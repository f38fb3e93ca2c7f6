// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A private bus for the tests of a file, clients on it, and programs that are run to their end.
'use strict';

const { execFile, spawn } = require('node:child_process');
const path = require('node:path');
const { after, before } = require('node:test');
const { promisify } = require('node:util');

const PACKAGE = path.join(__dirname, '..');
const run = promisify(execFile);
/** The timeout in milliseconds for events that come at once unless something is broken. */
const TIMEOUT = 60000;

/** Starts a bus before the tests of a file, and ends it behind them. */
function withBus() {
  let daemon;
  before(async () => {
    daemon = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1'], {
      stdio: ['ignore', 'pipe', 'ignore'] });
    const address = await new Promise((resolve) => {
      daemon.stdout.once('data', (data) => resolve(data.toString().trim()));
    });
    process.env.DBUS_SESSION_BUS_ADDRESS = address;
  });
  after(() => daemon.kill());
}

/** Returns what playerctl prints. */
async function playerctl(...command) {
  return (await run('playerctl', command)).stdout.trim();
}

/** Returns what busctl prints of a call, a property or a list. */
async function busctl(...command) {
  return (await run('busctl', ['--user', ...command])).stdout.trim();
}

/** Waits until a function returns something true, and returns that. */
async function until(look, what) {
  const end = Date.now() + TIMEOUT;
  for (;;) {
    // eslint-disable-next-line no-await-in-loop
    const found = await Promise.resolve(look()).catch(() => undefined);
    if (found) {
      return found;
    }
    if (Date.now() > end) {
      throw new Error(`${what ?? look} has not happened`);
    }
    // eslint-disable-next-line no-await-in-loop
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
}

/** Returns a function, and a promise of the arguments of its next call. */
function heard() {
  let resolve;
  const promise = new Promise((each) => {
    resolve = each;
  });
  return [promise, (...values) => resolve(values)];
}

/** Runs a program of JavaScript in a process of its own; returns what it prints, and how it ends. */
function program(text, options = []) {
  return new Promise((resolve) => {
    execFile(process.execPath, [...options, '-e', `const np = require(${JSON.stringify(PACKAGE)});\n${text}`], {
      timeout: TIMEOUT }, (error, stdout, stderr) => resolve({ code: error ? error.code ?? error.signal : 0, stdout,
      stderr }));
  });
}

/** The names of players on the bus. */
async function players() {
  const names = await busctl('--list', '--acquired', '--no-legend');
  return [...names.matchAll(/org\.mpris\.MediaPlayer2\.(\S+)/g)].map(([, name]) => name);
}

module.exports = { PACKAGE, busctl, heard, playerctl, players, program, run, until, withBus };
