// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Prints the buttons that the extension makes of the commands in the argument: what a press on each sends, and whether
 * it is lit. */
import {plan} from './plan.js';

const {main, toggles, menu} = plan(JSON.parse(ARGV[0]), {state: 'paused', rate: 0, defaultRate: 1}, null);
const all = [...Object.values(main), ...toggles, ...menu].filter(Boolean);
print(JSON.stringify(all.map(({send, active}) => [...send, active])));
