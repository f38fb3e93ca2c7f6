// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The end of processes and workers: nothing is left, and the collector may take everything.
'use strict';

const assert = require('node:assert/strict');
const { execFile } = require('node:child_process');
const { once } = require('node:events');
const { test } = require('node:test');
const { Worker } = require('node:worker_threads');
const { PACKAGE, players, program, until, withBus } = require('./helpers.js');

withBus();
const SHOW = `
const app = new np.App('org.example.Player');
const session = new np.Session(app);
session.update({ content: new np.Music({ title: 'Yellow' }), snapshot: { state: 'playing', position: 1 } });
session.requestApplicationPrimary();
const published = (then) => { const look = () => (app.busState === 'published' ? then() : setTimeout(look, 5)); look(); };
`;

/** Runs a program that must end by itself, and leave no name on the bus. */
async function ends(text, code = 0, options = []) {
  const ended = await program(text, options);
  assert.equal(ended.code, code, ended.stderr);
  assert.deepEqual(await players(), []);
  return ended;
}

test('an app without a session that is shown does not keep the process alive', async () => {
  await ends("new np.App('org.example.Player');");
  const { stderr } = await ends("const app = new np.App('org.example.Player'); new np.Session(app).content = new np.Music();");
  assert.match(stderr, /no session is shown: call session.requestApplicationPrimary\(\)/);
  for (const text of [`${SHOW} app.unref();`, `${SHOW} session.content = null;`, `${SHOW} app.close();`]) {
    // eslint-disable-next-line no-await-in-loop
    assert.equal((await ends(text)).stderr, '');
  }
  await ends("const { Surface } = require(`${require('node:path').dirname(require.resolve("
    + `${JSON.stringify(PACKAGE)}))}/surface.js\`); new Surface(); new Surface({ onAdded() {} }).unref();`);
});

test('a session that is shown keeps the process alive until it is closed', async () => {
  const child = execFile(process.execPath, ['-e', `const np = require(${JSON.stringify(PACKAGE)}); ${SHOW}
    app.unref().ref(); process.once('SIGUSR2', () => session.close());`]);
  await until(async () => (await players()).length === 1);
  child.kill('SIGUSR2');
  assert.deepEqual((await once(child, 'exit'))[0], 0);
  assert.deepEqual(await players(), []);
});

test('however the process ends nothing is left', async () => {
  await ends(`${SHOW} published(() => process.exit(3));`, 3);
  await ends(`${SHOW} published(() => { throw new Error('on purpose'); });`, 1);
  await ends(`${SHOW} published(() => Promise.reject(new Error('on purpose')));`, 1);
  await ends(`${SHOW} published(() => { app.close(); app.close(); session.close(); });`);
  const { stderr } = await ends("const app = new np.App('a', { onBusState() { throw new Error('of a handler'); } });"
    + 'setTimeout(() => {}, 10000);', 1);
  assert.match(stderr, /of a handler/);
  const child = execFile(process.execPath, ['-e', `const np = require(${JSON.stringify(PACKAGE)}); ${SHOW}`]);
  await until(async () => (await players()).length === 1);
  child.kill('SIGKILL');
  await until(async () => (await players()).length === 0);
});

test('a handler may end the process, and the desktop has its answer', async () => {
  const child = execFile(process.execPath, ['-e', `const np = require(${JSON.stringify(PACKAGE)});
    const app = new np.App('org.example.Player', { onQuit: () => process.exit(0) });
    const session = new np.Session(app);
    session.content = new np.Music({ title: 'Yellow' });
    session.requestApplicationPrimary();`]);
  await until(async () => (await players()).length === 1);
  const ended = once(child, 'exit');
  const { run } = require('./helpers.js');
  await run('busctl', ['--user', 'call', 'org.mpris.MediaPlayer2.Player', '/org/mpris/MediaPlayer2',
    'org.mpris.MediaPlayer2', 'Quit']);
  assert.equal((await ended)[0], 0);
  assert.deepEqual(await players(), []);
});

test('an app lives in a worker, and ends with it', async () => {
  const text = `const np = require(${JSON.stringify(PACKAGE)}); ${SHOW.replaceAll('Player', 'Worker')}
    published(() => require('node:worker_threads').parentPort.postMessage('published'));`.replace(
    'new np.Worker', 'new np.App');
  for (let turn = 0; turn < 3; turn += 1) {
    const workers = [new Worker(text, { eval: true }), new Worker(text, { eval: true })];
    await Promise.all(workers.map((each) => once(each, 'message')));
    assert.equal((await players()).length, 2);
    await Promise.all(workers.map((each) => each.terminate()));
    await until(async () => (await players()).length === 0);
  }
});

test('the collector takes what is closed, in every order', async () => {
  const { stdout } = await ends(`
    const { Surface } = require(${JSON.stringify(`${PACKAGE}/surface.js`)});
    (async () => {
      let before;
      for (let turn = 0; turn < 120; turn += 1) {
        const app = new np.App('a' + turn % 3);
        const sessions = [1, 2, 3].map(() => new np.Session(app, { onVolume() {} }));
        for (const session of sessions) {
          session.update({ content: new np.Music({ title: 'x'.repeat(2000) }), snapshot: { state: 'playing' },
            commands: [np.Command.play(() => session)], volume: 1 });
          session.requestApplicationPrimary().catch(() => {});
        }
        const surface = new Surface({ onAdded() {} });
        await new Promise((resolve) => { setTimeout(resolve, 5); });
        const kept = surface.sessions;
        const closing = [app, surface, ...sessions].sort(() => Math.random() - 0.5);
        closing.slice(0, turn % 5 + 1).forEach((each) => each.close());
        gc();
        kept.map((each) => each.item?.title);
        closing.forEach((each) => each.close());
        gc();
        if (turn === 30) {
          before = process.memoryUsage().rss;
        }
      }
      gc();
      console.log(process.memoryUsage().rss - before);
    })();`, 0, ['--expose-gc']);
  assert.ok(Number(stdout) < 16e6, stdout); // 90 apps that stay take 27 MB and more
});
