// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The package as it is installed: with nothing but what it carries.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');
const { PACKAGE, players, run, until, withBus } = require('./helpers.js');

withBus();

test('the licence is a file, which npm packs, and that of the repository', () => {
  assert.ok(fs.lstatSync(path.join(PACKAGE, 'LICENSE')).isFile());
  assert.equal(fs.readFileSync(path.join(PACKAGE, 'LICENSE'), 'utf8'),
    fs.readFileSync(path.join(PACKAGE, '..', '..', 'LICENSE'), 'utf8'));
});

test('a build that fails leaves no folder, and says what it needs', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'np-build-'));
  fs.cpSync(path.join(PACKAGE, 'build'), path.join(folder, 'build'));
  const env = { ...process.env, CC: 'false' };
  await assert.rejects(run(path.join(folder, 'build'), ['a/addon.node'], { env }), /include is missing/);
  fs.symlinkSync(path.join(PACKAGE, 'native'), path.join(folder, 'native'));
  await assert.rejects(run(path.join(PACKAGE, 'build'), [path.join(folder, 'a', 'addon.node')], { env }));
  assert.deepEqual(fs.readdirSync(folder), ['build', 'native']);
  fs.rmSync(folder, { recursive: true });
});

test('a file is made where the caller says, by a relative path too', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'np-build-'));
  const { stdout } = await run(path.join(PACKAGE, 'build'), ['addon.node'], { cwd: folder });
  assert.equal(stdout, `${path.join(folder, 'addon.node')}\n`);
  assert.ok(fs.statSync(stdout.trim()).size > 0);
  fs.rmSync(folder, { recursive: true });
});

test('an installed package has its addon, its libraries and its three entries', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'np-pack-'));
  const installed = path.join(folder, 'node_modules', 'libnowplaying');
  fs.mkdirSync(installed, { recursive: true });
  const file = path.join(folder, 'package.tgz');
  await run(path.join(PACKAGE, 'pack'), [process.env.NOWPLAYING_BUILD, file]);
  await run('tar', ['-xzf', file, '-C', installed, '--strip-components=1']);
  const { DBUS_SESSION_BUS_ADDRESS, PATH, HOME, XDG_RUNTIME_DIR } = process.env;
  const env = { DBUS_SESSION_BUS_ADDRESS, PATH, HOME, XDG_RUNTIME_DIR };
  const { stdout } = await run('node', ['--input-type=module', '-e', `
    import { App, libraryVersion } from 'libnowplaying';
    import { Surface } from 'libnowplaying/surface';
    import Player from 'libnowplaying/mpris-service';
    import fs from 'node:fs';
    new Surface().close();
    new App('a').close();
    const player = new Player({ name: 'installed' });
    const loaded = fs.readFileSync('/proc/self/maps', 'utf8').match(/\\S*libnowplaying\\S*\\.so\\S*/g);
    console.log(JSON.stringify([libraryVersion(), [...new Set(loaded)]]));
    setTimeout(() => player.close(), 50);`], { cwd: folder, env });
  const [version, loaded] = JSON.parse(stdout);
  assert.match(version, /^\d+\.\d+\.\d+$/);
  assert.equal(loaded.length, 2);
  const system = loaded.filter((each) => !each.startsWith(installed));
  assert.ok(system.every((each) => /^\/usr\/(local\/)?lib/.test(each)), String(system));
  assert.ok(fs.statSync(file).size < 2e6);
  await until(async () => (await players()).length === 0);
  fs.rmSync(folder, { recursive: true });
});
