// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Prints the width and height of a picture, the descriptor in the argument, as picture.js beside this file shows it,
 * and the colour of its first pixel; or null. */
import GLib from 'gi://GLib';

import {readPicture} from './picture.js';

globalThis.global = {stage: {}};
const loop = new GLib.MainLoop(null, false);
readPicture(Number(ARGV[0]), 256, picture => {
    print(JSON.stringify(picture && [picture.width, picture.height, [...picture.pixels.toArray().slice(0, 3)]]));
    loop.quit();
});
loop.run();
