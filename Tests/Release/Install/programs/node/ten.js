// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Usage: ten.js     Shows a song until the end of input, and says "play" when the desktop does.
'use strict';

const { App, Command, Music, Session } = require('libnowplaying');

const app = new App('ten');
const session = new Session(app);
session.update({
  content: new Music({ title: 'Ten Lines', artists: ['Node'] }),
  commands: [Command.play(() => console.error('play'))],
});
session.requestApplicationPrimary();
process.stdin.resume().on('end', () => app.close());
