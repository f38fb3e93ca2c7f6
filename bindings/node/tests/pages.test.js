// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The programs of the README and of the guide for Electron, which has a window and a channel in the place of Electron's.
'use strict';

const assert = require('node:assert/strict');
const { EventEmitter } = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
const { afterEach, test } = require('node:test');
const vm = require('node:vm');
const np = require('..');
const { PACKAGE, playerctl, players, program, until, withBus } = require('./helpers.js');

withBus();
const read = (...names) => fs.readFileSync(path.join(PACKAGE, ...names), 'utf8');
const GUIDE = read('electron.md');

/** The programs of a page that have a word in them. */
function blocks(page, word) {
  return [...page.matchAll(/^```js\n(.*?)^```/gms)].map(([, text]) => text).filter((text) => text.includes(word));
}

/** Runs a part of a page in a scope; returns what it declares. */
function declared(text, name, scope) {
  return vm.runInNewContext(`(() => {\n${text}\nreturn ${name};\n})()`, { require, process, Buffer, ...scope });
}

let open;
afterEach(async () => {
  open?.close();
  await until(async () => (await players()).length === 0);
});

test('the pages to which the package links are in the package', () => {
  const pages = ['README.md', 'electron.md'];
  const linked = pages.flatMap((page) => [...read(page).matchAll(/\]\(([^):#]+\.md)/g)].map(([, to]) => to));
  assert.ok(linked.includes('electron.md'));
  const packed = read('pack').match(/cp -rL (.*) "\$folder/)[1].split(' ');
  for (const page of [...pages, ...linked]) {
    assert.ok(packed.includes(page), `pack leaves out ${page}`);
    assert.ok(require('../package.json').files.includes(page), `package.json leaves out ${page}`);
  }
});

test('the first program of the README is a player', async () => {
  const [text] = blocks(read('README.md'), "require('libnowplaying')");
  const here = text.replace("require('libnowplaying')", `require(${JSON.stringify(PACKAGE)})`);
  const ended = program(`${here}
    process.once('SIGTERM', () => app.close());
    setTimeout(() => app.close(), 3000);`);
  await until(async () => await playerctl('metadata', 'title') === 'Yellow');
  await playerctl('pause');
  await until(async () => await playerctl('status') === 'Paused');
  assert.equal((await ended).code, 0);
});

test('the volume of the README is changed by the desktop', async () => {
  const [text] = read('README.md').match(/new Session\(app, \{ onVolume: .*? \} \}\)/);
  const app = new np.App('org.example.Volume');
  open = app;
  const session = declared(`const session = ${text};`, 'session', { app, Session: np.Session });
  session.update({ content: new np.Music({ title: 'Yellow' }), snapshot: { state: 'paused', position: 0 } });
  await session.requestApplicationPrimary();
  await until(() => app.busState === 'published');
  await playerctl('volume', '0.5');
  await until(() => session.volume === 0.5);
  assert.equal(await playerctl('volume'), '0.500000');
});

test('the script of the README lists what plays, and pauses it; the panel follows it', async () => {
  const [script, panel] = blocks(read('README.md'), "require('libnowplaying/surface')")
    .map((text) => text.replace('libnowplaying/surface', path.join(PACKAGE, 'surface.js')));
  const app = new np.App('org.example.Shown', { displayName: 'Example' });
  open = app;
  const session = new np.Session(app);
  const tell = (state) => { session.snapshot = { state, position: 1 }; };
  session.update({ content: new np.Music({ title: 'Yellow' }), snapshot: { state: 'playing', position: 0 },
    commands: [np.Command.play(() => tell('playing')), np.Command.pause(() => tell('paused'))] });
  await session.requestApplicationPrimary();
  await until(() => app.busState === 'published');
  assert.deepEqual(await program(script), { code: 0, stdout: 'Example Yellow playing\n', stderr: '' });
  assert.equal(session.snapshot.state, 'paused');
  const ended = await program(`const { log } = console; console.log = (...all) => { log(...all); process.exit(); };\n${panel}`);
  assert.match(ended.stdout, /^added Example Yellow 1 /);
  const without = await program(`process.env.DBUS_SESSION_BUS_ADDRESS = 'unix:path=/none';\n${script}`);
  assert.equal(without.code, 1);
  assert.match(without.stderr, /^NO_BUS: /m);
});

test('the README names the target of TypeScript with which tsc checks the types', () => {
  const [, target] = read('README.md').match(/`"target": "(\w+)"` or newer/);
  assert.equal(JSON.parse(read('tests', 'tsconfig.json')).compilerOptions.target, target);
});

test('each page that the README leads to, beside it, is in the package', () => {
  const { files } = require('../package.json');
  const pages = [...read('README.md').matchAll(/\]\(([a-z]+\.md)/g)].map(([, page]) => page);
  assert.ok(pages.length > 0 && pages.every((page) => files.includes(page)), pages.join());
});

test('the main process of the guide publishes what the page says, and tells it what to do', async () => {
  const [text] = blocks(GUIDE, 'function publish');
  const printed = [];
  const publish = declared(text, 'publish', {
    console: { error: (text) => { printed.push(text); } }, require: (name) => (name === 'libnowplaying' ? np : require(name)) });
  const sent = [];
  const window = Object.assign(new EventEmitter(), { show: () => { sent.push('show'); }, focus() {}, close() {},
    webContents: { send: (...values) => { sent.push(values); } } });
  const channel = new EventEmitter();
  open = publish(window, channel);
  const [preload] = blocks(GUIDE, 'contextBridge');
  let page;
  const listeners = new EventEmitter();
  vm.runInNewContext(preload, { require: () => ({
    contextBridge: { exposeInMainWorld: (name, bridge) => { page = bridge; assert.equal(name, 'nowPlaying'); } },
    ipcRenderer: { send: (name, state) => channel.emit(name, {}, structuredClone(state)), on: listeners.on.bind(listeners) },
  }) });
  page.show({ id: '1', title: 'Song', artists: ['Artist'], album: 'Album', cover: null, duration: NaN, position: 1, rate: 1,
    volume: 0.5, playing: true, waiting: false });
  await until(async () => await playerctl('metadata', '--format', '{{title}} {{status}} {{volume}}') === 'Song Playing 0.5');
  await playerctl('pause');
  await playerctl('next');
  await playerctl('volume', '0.25');
  assert.deepEqual(sent.map((each) => each.slice(1)), [['pause', undefined], ['next', undefined], ['volume', 0.25]]);
  for (const wrong of [{ title: 5 }, null, { duration: -1 }, { title: 'x', position: 1e999 }]) {
    page.show(wrong);
    assert.equal(printed.length, 1, String(wrong));
    printed.pop();
  }
  const about = { id: '2', title: 'Other', duration: 9, position: 1, rate: 1, volume: 1, playing: false };
  page.show({ ...about, cover: path.join(PACKAGE, 'README.md') });
  assert.equal(open.sessions[0].content.artwork, undefined);
  page.show({ ...about, cover: 'file:///etc/hostname' });
  assert.equal(open.sessions[0].content.artwork, undefined);
  page.show({ ...about, cover: 'https://example.org/cover.png' });
  assert.equal(open.sessions[0].content.artwork.source, 'https://example.org/cover.png');
  page.show({ ...about, cover: new Uint8Array(8) });
  assert.equal(open.sessions[0].content.artwork.source.length, 8);
  assert.equal(page.onCommand(() => {}), undefined);
  assert.deepEqual(printed, []);
  window.emit('closed');
  assert.equal(open.isClosed, true);
});

test('the page of the guide shows and obeys', () => {
  const [text] = blocks(GUIDE, "querySelector('audio')");
  const audio = Object.assign(new EventTarget(), { duration: 10, currentTime: 2, playbackRate: 1, volume: 1, paused: false,
    readyState: 4, pause() { this.paused = true; }, play() { this.paused = false; } });
  const shown = [];
  let obey;
  vm.runInNewContext(text, { document: { querySelector: () => audio }, player: { song: { title: 'Song', id: '1' } },
    window: { nowPlaying: { show: (state) => shown.push(state), onCommand: (listener) => { obey = listener; } } } });
  obey('pause');
  obey('seek', 7);
  audio.dispatchEvent(new Event('seeked'));
  const { title, position, playing, waiting } = shown[0];
  assert.deepEqual([title, position, playing, waiting], ['Song', 7, false, false]);
});
