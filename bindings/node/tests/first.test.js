// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Functions that a program calls before anything has loaded a library: an error or a result, and never the end of the
// process.
'use strict';

const assert = require('node:assert/strict');
const { execFile } = require('node:child_process');
const { test } = require('node:test');
const { PACKAGE } = require('./helpers.js');

/** Runs a program in a process of its own; returns what it prints. It must not fail. */
function first(text, environment) {
  const program = `process.on('warning', () => {}); const load = (name) => require(${JSON.stringify(PACKAGE)} + name);
${text}`;
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ['-e', program], { timeout: 60000, env: { ...process.env, ...environment } },
      (error, stdout) => (error ? reject(new Error(`${error.signal ?? error.message}, after ${stdout}`))
        : resolve(stdout.trim().split('\n'))));
  });
}

const NO_LIBRARY = { NOWPLAYING_LIBRARY: '/nothing', NOWPLAYING_SURFACE_LIBRARY: '/nothing' };
/** Lists of values, as text. */
const VALUES = `[[], [undefined], [null], [5], ['heart-filled'], ['network'], [{}], [{ name: 'first' }], [Symbol('x')],
  ['x', 'y', () => {}, {}], [() => {}, {}], [Object.create(null)], [new Proxy({}, { get() { throw new Error(); } })]]`;

for (const name of ['/index.js', '/surface.js', '/mpris-service.js']) {
  test(`each function and static function of ${name}, where there is no library`, async () => {
    const said = await first(`const all = load(${JSON.stringify(name)});
      for (const [owner, target] of Object.entries({ '': all, ...all })) {
        const statics = typeof target === 'function' ? Object.getOwnPropertyNames(target).filter(
          (each) => !['prototype', 'arguments', 'caller'].includes(each)) : [];
        for (const function_ of [target, ...statics.map((each) => target[each])]) {
          if (typeof function_ !== 'function') continue;
          for (const values of ${VALUES}) {
            for (const call of [() => function_(...values), () => new function_(...values)]) {
              try {
                const result = call();
                result?.on?.('error', () => {});
                result?.catch?.(() => {});
              } catch (error) {
                process.exitCode ||= error instanceof Error ? 0 : 3;
              }
            }
          }
          console.log(owner, function_.name);
        }
      }`, NO_LIBRARY);
    assert.ok(said.length > (name === '/index.js' ? 35 : 0), said.join());
  });
}

test('a library that is another one is named', async () => {
  const [said] = await first("try { new (load('/index.js').App)('x'); } catch (error) { console.log(error.message); }",
    { NOWPLAYING_LIBRARY: process.env.NOWPLAYING_SURFACE_LIBRARY });
  assert.match(said, /libnowplaying-surface\.so: this is another library\)/);
});

test('each function of the addon', async () => {
  const said = await first(`const addon = require(process.env.NOWPLAYING_ADDON);
    for (const name of Object.keys(addon).filter((each) => !['load', 'setup'].includes(each))) {
      for (const values of ${VALUES}) {
        try { addon[name](...values); } catch (error) { process.exitCode ||= error instanceof Error ? 0 : 3; }
      }
      console.log(name);
    }`);
  assert.ok(said.length > 90, said.join());
});

test('what needs no app and no surface', async () => {
  assert.deepEqual(await first("console.log(load('/surface.js').iconName('heart-filled') !== '')"), ['true']);
  assert.deepEqual(await first("console.log(load('/surface.js').errorSentence('network') !== '')"), ['true']);
  assert.deepEqual(await first("console.log(load('/index.js').libraryVersion())"), [require('..').VERSION]);
});
