// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The package has all that the description of the headers has, in its addon, its tables and its types.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { pathToFileURL } = require('node:url');
const np = require('..');
const { native } = require('../lib/native.js');
const tables = require('../lib/tables.js');
const surface = require('../surface.js');
const { PACKAGE, withBus } = require('./helpers.js');

withBus();
const read = (...names) => fs.readFileSync(path.join(PACKAGE, ...names), 'utf8');
const description = JSON.parse(read('..', '..', 'include', 'nowplaying', 'nowplaying.abi.json'));
const sources = fs.readdirSync(path.join(PACKAGE, 'lib')).filter((name) => name.endsWith('.js'))
  .map((name) => read('lib', name)).join('\n') + read('index.js') + read('surface.js');
/** Functions that the package does not call from JavaScript: the addon itself serves the loop and counts references,
 * and instead of some functions the package assigns a whole property. */
const UNUSED = new Set(['app_free', 'app_get_fd', 'app_dispatch', 'surface_free', 'surface_get_fd', 'surface_dispatch',
  'session_free', 'session_new_remote', 'content_free', 'surface_session_ref', 'surface_session_unref', 'request_ref',
  'last_error', 'surface_last_error', 'version', 'surface_version', 'session_set_command', 'session_set_command_enabled',
  'session_set_command_mode', 'session_set_custom_command', 'content_get_kind', 'content_get_text', 'content_get_integer',
  'content_get_number', 'content_unset']);

test('each function is in the addon, and used', () => {
  for (const { functions } of description.headers) {
    for (const { name } of functions) {
      const short = name.replace('nowplaying_', '');
      if (!UNUSED.has(short)) {
        assert.equal(typeof native[short], 'function', name);
        const generic = short.replace(/^(request_complete)_(artwork|video)_\w+$/, '$1_$${what}')
          .replace(/^(session_provide_artwork)_(data|file|url)$/, '$1_$${kind}')
          .replace(/^session_request_\w+_primary$/, 'session_request_$${which}_primary')
          .replace(/^surface_(send|set|step|get|select|raise|quit|follow|queue|activate)/, '$1');
        assert.ok([short, generic].some((each) => sources.includes(each)), `nothing calls ${name}`);
      }
    }
  }
});

test('each callback has a handler', () => {
  const taken = {};
  const spy = (name, index) => {
    const original = native[name];
    native[name] = (...values) => {
      taken[name] = Object.keys(values[index]);
      return original(...values);
    };
  };
  [['app_new', 1], ['session_new', 2], ['surface_new', 1]].forEach(([name, index]) => spy(name, index));
  const app = new np.App('a');
  new np.RemoteSession(app).close();
  new surface.Surface().close();
  app.close();
  for (const [struct, name] of [['app', 'app_new'], ['session', 'session_new'], ['surface', 'surface_new']]) {
    const { fields } = description.headers.flatMap(({ types }) => types).find(
      (each) => each.name === `nowplaying_${struct}_callbacks`);
    for (const field of fields.filter((each) => each.callback && !['destroy', 'wakeup'].includes(each.name))) {
      assert.ok(taken[name].includes(field.name), `nothing hears ${struct}.${field.name}`);
    }
  }
});

test('each field, kind, command and word is in the tables and the types', () => {
  const types = read('lib', 'tables.d.ts');
  const camel = (name) => name.toLowerCase().replace(/_(.)/g, (_, letter) => letter.toUpperCase());
  const constants = description.headers.flatMap((header) => header.constants);
  for (const { name, value, type } of constants) {
    const field = name.match(/^NOWPLAYING_FIELD_(.*)/);
    const command = name.match(/^NOWPLAYING_COMMAND_(.*)/);
    if (field) {
      assert.equal(tables.FIELDS[camel(field[1])][0], value);
      assert.match(types, new RegExp(`readonly ${camel(field[1])}\\?: `));
    } else if (command) {
      assert.equal(tables.COMMANDS[camel(command[1])][0], value);
      assert.match(types, new RegExp(`static ${camel(command[1])}\\(`));
      assert.equal(typeof np.Command[camel(command[1])], 'function');
    } else if (type && !['nowplaying_loop_mode', 'nowplaying_field'].includes(type) && name !== 'NOWPLAYING_PENDING') {
      const upper = (word) => (/-|^[A-Z]/.test(word) ? word : word.replace(/[A-Z]/g, '-$&')).toUpperCase()
        .replaceAll('-', '_');
      assert.ok(Object.values(tables.ENUMERATIONS).some((members) => Object.entries(members).some(
        ([word, member]) => member === value && name.endsWith(`_${upper(word)}`))), `no enumeration has ${name}`);
    }
  }
  for (const flag of Object.keys(tables.ENUMERATIONS.AppFlag)) {
    assert.match(types, new RegExp(`  ${flag}\\?: boolean`));
  }
});

test('both kinds of modules have the same names, and the types have them', async () => {
  for (const [name, module] of [['index', np], ['surface', surface]]) {
    const imported = await import(pathToFileURL(path.join(PACKAGE, `${name}.mjs`)));
    assert.deepEqual(Object.keys(imported).filter((each) => each !== 'default').sort(), Object.keys(module).sort());
    const types = read(`${name}.d.ts`) + (name === 'index' ? read('lib', 'tables.d.ts') : '');
    for (const each of Object.keys(module)) {
      assert.match(types, new RegExp(`\\b${each}\\b`));
    }
  }
  assert.equal(JSON.parse(read('package.json')).version, tables.VERSION);
  assert.equal(np.libraryVersion(), tables.VERSION);
});

test('the types have each member of each class', () => {
  const app = new np.App('a');
  const types = { App: read('index.d.ts'), Session: read('index.d.ts'), RemoteSession: read('index.d.ts'),
    Surface: read('surface.d.ts'), SurfaceSession: read('surface.d.ts') };
  for (const [name, text] of Object.entries(types)) {
    const { prototype } = np[name] ?? surface[name];
    const body = text.slice(text.indexOf(`export class ${name} `));
    for (const member of Object.getOwnPropertyNames(prototype).filter((each) => each !== 'constructor')) {
      assert.match(body, new RegExp(`^  (readonly |get )?${member}[:(]`, 'm'), `${name}.${member}`);
    }
  }
  app.close();
});
