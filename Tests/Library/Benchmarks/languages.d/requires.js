// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Usage: requires.js PACKAGE     The cost of the package to a program in Node: for each step, a line of the milliseconds
//                                of CPU time and the kilobytes of Private_Dirty of all steps so far.
'use strict';

const fs = require('node:fs');
require('node:events');
require('node:util');

const cpu = () => process.cpuUsage().user + process.cpuUsage().system;

function privateDirty() {
  return Number(/^Private_Dirty: +(\d+)/m.exec(fs.readFileSync('/proc/self/smaps_rollup', 'latin1'))[1]);
}

function say(step) {
  const milliseconds = (cpu() - start) / 1000;
  fs.writeSync(1, `${step} ${milliseconds.toFixed(2)} ${privateDirty() - before}\n`);
}

privateDirty();  // the first call allocates memory itself
const before = privateDirty();
const start = cpu();
const { App, Command, Music, Session } = require(process.argv[2]);

say('require');
const app = new App('org.example.Requires');
say('app');
const session = new Session(app);
session.update({ content: new Music({ title: 'A Title', artists: ['An Artist'], duration: 1.5 }),
  snapshot: { state: 'playing', position: 0 }, commands: [Command.play(() => {})] });
session.requestApplicationPrimary().then(() => {
  say('player');
  app.close();
});
