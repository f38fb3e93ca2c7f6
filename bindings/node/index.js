// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
'use strict';

const { App } = require('./lib/app.js');
const { Artwork } = require('./lib/artwork.js');
const { Command } = require('./lib/commands.js');
const { Content, Tagged, kinds } = require('./lib/content.js');
const { loadLibrary, native, NowPlayingError } = require('./lib/native.js');
const { RemoteSession, Session } = require('./lib/session.js');
const { VERSION } = require('./lib/tables.js');

/** The version of the library that is loaded. */
function libraryVersion() {
  loadLibrary('libnowplaying', false);
  return native.version_string();
}

module.exports = { App, Artwork, Command, Content, NowPlayingError, RemoteSession, Session, Tagged, VERSION,
  libraryVersion, ...kinds };
