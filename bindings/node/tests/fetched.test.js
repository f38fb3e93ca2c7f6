// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Covers at addresses that ask for headers: fetched by the player, given as bytes, and no secret on the bus.
'use strict';

const assert = require('node:assert/strict');
const { spawn } = require('node:child_process');
const dns = require('node:dns');
const fs = require('node:fs/promises');
const http = require('node:http');
const { afterEach, test } = require('node:test');
const { fileURLToPath } = require('node:url');
const { inspect } = require('node:util');
const np = require('..');
const { Way } = require('../lib/fetched.js');
const ADDRESSES = require('../../../contract/cases/addresses.json');  // a table for all bindings
const { playerctl, players, until, withBus } = require('./helpers.js');

withBus();
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64');
const TOKEN = 's3cretT0ken';
const headers = { Authorization: `Bearer ${TOKEN}`, 'X-Emby-Token': TOKEN };

const open = [];
afterEach(async () => {
  open.splice(0).forEach((each) => each.close());
  await until(async () => (await players()).length === 0);
});

/** Starts a server of covers. Returns its address, and the headers of the requests that it has received. */
async function serve(answer) {
  const server = http.createServer((request, response) => {
    made.asked.push(request.headers);
    made.answer(response, request);
  });
  const made = { asked: [], answer };
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  made.at = `http://127.0.0.1:${server.address().port}/cover?t=${TOKEN}`;
  open.push({ close: () => { server.closeAllConnections?.(); server.close(); } });
  return made;
}

const send = (code, body, fields) => (response) => response.writeHead(code, fields).end(body);
const fetched = (address, given = headers) => new np.Artwork(address, { headers: given }).source();

async function refused(address, because) {
  await assert.rejects(fetched(address), (error) => {
    assert.match(error.message, because);
    assert.doesNotMatch(inspect(error), new RegExp(TOKEN));
    return true;
  });
}

test('the cover is seen, and the token is not', async () => {
  const monitor = spawn('dbus-monitor', ['--session']);
  open.push({ close: () => monitor.kill() });
  let said = '';
  monitor.stdout.on('data', (data) => { said += data; });
  await until(() => said !== '');
  const server = await serve(send(200, PIXEL));
  const app = new np.App('org.example.Covers');
  open.push(app);
  const session = new np.Session(app);
  session.update({ content: new np.Music({ title: 'One', artwork: new np.Artwork(server.at, { headers }) }),
    snapshot: { state: 'paused', position: 0 }, commands: [np.Command.play(() => {})] });
  await session.requestApplicationPrimary();
  const url = await until(async () => await playerctl('metadata', 'mpris:artUrl').catch(() => ''));
  assert.deepEqual(await fs.readFile(fileURLToPath(url)), PIXEL);
  assert.equal(server.asked[0].authorization, headers.Authorization);
  assert.equal(server.asked[0]['x-emby-token'], TOKEN);
  await until(() => said.includes('mpris:artUrl'));
  assert.doesNotMatch(said, new RegExp(`${TOKEN}|127\\.0\\.0\\.1|Bearer`));
});

test('a server is asked whether it has changed', async () => {
  const server = await serve(send(200, PIXEL, { ETag: '"1"' }));
  assert.deepEqual(await fetched(server.at), PIXEL);
  server.answer = send(304);
  assert.deepEqual(await fetched(server.at), PIXEL);
  server.answer = send(200, 'other');
  assert.equal(String(await fetched(server.at)), 'other');
  assert.deepEqual(server.asked.map((each) => each['if-none-match']), [undefined, '"1"', '"1"']);
  server.answer = send(304);
  await refused(server.at, /the server answers 304/);  // what it has not kept, it cannot show
});

test('one with other headers gets its own', async () => {
  const server = await serve((response, request) => send(200, request.headers.user, { ETag: '"1"' })(response));
  assert.equal(String(await fetched(server.at, { user: 'a' })), 'a');
  assert.equal(String(await fetched(server.at, new Headers({ user: 'b' }))), 'b');
  assert.deepEqual(server.asked.map((each) => each['if-none-match']), [undefined, undefined]);
});

test('it is fetched once for all who want it', async () => {
  const server = await serve(send(200, PIXEL));
  const pictures = await Promise.all(Array.from({ length: 100 }, () => fetched(`${server.at}&once`)));
  assert.ok(pictures.every((each) => each.equals(PIXEL)));
  assert.equal(server.asked.length, 1);
});

test('a server may not do everything', async () => {
  const server = await serve();
  for (const code of [400, 401, 403, 500, 503]) {
    server.answer = send(code, TOKEN);
    await refused(server.at, new RegExp(`the server answers ${code}`));  // eslint-disable-line no-await-in-loop
  }
  for (const code of [404, 410]) {
    server.answer = send(code, '<html>');
    assert.equal(await fetched(server.at), null);  // eslint-disable-line no-await-in-loop
  }
  server.answer = (response) => {
    response.writeHead(200, { 'Content-Length': 100 }).write('too little');
    response.destroy();
  };
  await refused(server.at, /ECONNRESET/);
  server.answer = send(200, Buffer.alloc((8 << 20) + 1));
  await refused(server.at, /it has more than 8 MiB/);
  server.answer = send(200, Buffer.alloc(8 << 20));
  assert.equal((await fetched(server.at)).length, 8 << 20);
  for (const place of ['file:///etc/passwd', 'ftp://127.0.0.1/a', 'data:,a']) {
    server.answer = send(302, '', { Location: place });
    await refused(server.at, /the server leads to no address of the web/);  // eslint-disable-line no-await-in-loop
  }
  server.answer = send(302, '', { Location: `http://127.0.0.1:${TOKEN}/` });
  await refused(server.at, /ERR_INVALID_URL/);
  server.answer = send(302, '', { Location: '/cover' });
  await refused(server.at, /the server leads from one address to the next/);
  server.answer = (response) => response.socket.end('\0'.repeat(1000));
  await refused(server.at, /HPE_/);
  await refused('http://127.0.0.1:1/', /ECONNREFUSED/);
});

test('a server that sends byte by byte is left', async (context) => {
  context.after(() => { Way.TIMEOUT = 30000; });
  Way.TIMEOUT = 500;
  const server = await serve();
  for (const text of ['HTTP/1.1 404 Not Found\r\nX: ', 'HTTP/1.1 200 OK\r\nX: ', 'HTTP/1.1 200 OK\r\n\r\n', 'HTTP/1.1 302 Found\r\nLocation: /b\r\nX: ']) {
    server.answer = ({ socket }) => {
      socket.write(text);
      const timer = setInterval(() => socket.write('a'), 50);
      socket.on('close', () => clearInterval(timer)).on('error', () => {});
    };
    await refused(server.at, /the server took more than 0.5 s/);  // eslint-disable-line no-await-in-loop
  }
});

test('a server of the web leads to no address of the local network, one at home may', async (context) => {
  const { isLocal } = Way;
  for (const [list, expected] of [[ADDRESSES.local, true], [[...ADDRESSES.web, '::ffff:8.8.8.8', '64:ff9b::808:808'], false]]) {
    list.forEach((address) => assert.equal(isLocal(address), expected, address));
  }
  // Here are no servers of the web: the first one passes for one, as 127.0.0.1; 127.0.0.2 is the local network.
  context.after(() => { Way.isLocal = isLocal; });
  const other = await serve(send(200, PIXEL));
  const server = await serve();
  const { port } = new URL(other.at);
  server.answer = send(302, '', { Location: other.at });
  assert.deepEqual(await fetched(`${server.at}&home`), PIXEL);
  const asked = other.asked.length;
  Way.isLocal = (address) => address !== '127.0.0.1' && isLocal(address);
  for (const host of ['127.0.0.2', '[::1]', '[::ffff:127.0.0.2]', '10.0.0.1', '192.168.1.1', '169.254.169.254', '0.0.0.0',
    '2130706434', '0x7f.2', '127.2']) {
    server.answer = send(302, '', { Location: `http://${host}:${port}/reboot` });
    // eslint-disable-next-line no-await-in-loop
    await refused(server.at, /the server leads to an address of the local network/);
  }
  const lookup = dns.lookup;
  context.after(() => { dns.lookup = lookup; });
  dns.lookup = (name, options, done) => done(null, [{ address: '8.8.8.8', family: 4 }, { address: '127.0.0.2', family: 4 }]);
  server.answer = send(302, '', { Location: `http://home.example:${port}/reboot` });
  await refused(server.at, /the server leads to an address of the local network/);
  assert.equal(other.asked.length, asked);
});

test('headers are for their server alone', async () => {
  const other = await serve(send(200, PIXEL));
  const server = await serve(send(302, '', { Location: other.at.split('?')[0] }));
  assert.deepEqual(await fetched(server.at), PIXEL);
  assert.match(inspect(server.asked), new RegExp(TOKEN));
  assert.doesNotMatch(inspect(other.asked), new RegExp(TOKEN));
  server.answer = (response, { url }) => (url === '/b' ? send(200, PIXEL) : send(302, '', { Location: '/b' }))(response);
  assert.deepEqual(await fetched(server.at), PIXEL);
  assert.deepEqual(server.asked.slice(-2).map((each) => each['x-emby-token']), [TOKEN, TOKEN]);
});

test('an address is one picture, and what is wrong says no secret', () => {
  const address = `https://example.org/cover?t=${TOKEN}`;
  const one = new np.Artwork(address, { headers });
  assert.equal(one.id, new np.Artwork(new URL(address), { headers }).id);
  assert.doesNotMatch(inspect(one), new RegExp(`${TOKEN}|example`));
  assert.equal(new np.Artwork(address, { headers, id: 'an album' }).id, 'an album');
  for (const [source, given, because] of [
    ['/cover.png', {}, /Artwork\(source\) must be an address of the web/],
    ['file:///cover.png', {}, /must be an address of the web/], [PIXEL, {}, /must be an address of the web/],
    [() => null, {}, /must be an address of the web/],
    [`https://user:${TOKEN}@example.org/`, {}, /give the header Authorization/],
    [address, 5, /Artwork\(headers\) must be an object of names and texts/], [address, [], /must be an object/],
    [address, { 'a b': TOKEN }, /must have names and values that HTTP allows/],
    [address, { a: `${TOKEN}\r\nHost: b` }, /must have names and values/], [address, { a: '\u20ac' }, /must have names/],
  ]) {
    assert.throws(() => new np.Artwork(source, { headers: given }), (error) => {
      assert.ok(error instanceof TypeError);
      assert.match(error.message, because);
      assert.doesNotMatch(inspect(error), new RegExp(TOKEN));
      return true;
    });
  }
});
