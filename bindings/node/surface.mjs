// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
import all from './surface.js';

export const { NowPlayingError, Surface, SurfaceSession, errorSentence, iconName } = all;
export default all;
