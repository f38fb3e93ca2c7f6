// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Prints what the buttons are called that the extension makes of the commands in the first argument, with the words in
 * the folder that is the second. */
import Gettext from 'gettext';

import {plan} from './plan.js';

Gettext.bindtextdomain('nowplaying@libnowplaying', ARGV[1]);
const {main, toggles, menu} = plan(JSON.parse(ARGV[0]), {state: 'paused', rate: 0, defaultRate: 1}, null);
const all = [...Object.values(main), ...toggles, ...menu].filter(Boolean);
print(JSON.stringify(all.map(({words, name}) => [words, name])));
