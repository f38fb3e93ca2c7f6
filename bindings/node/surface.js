// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
'use strict';

const { NowPlayingError } = require('./lib/native.js');
const { errorSentence, iconName, SurfaceSession } = require('./lib/surface-session.js');
const { Surface } = require('./lib/surface.js');

module.exports = { NowPlayingError, Surface, SurfaceSession, errorSentence, iconName };
