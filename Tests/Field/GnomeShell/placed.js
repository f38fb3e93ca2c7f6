// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Prints the places of the buttons that the extension makes of the commands in the first argument, of an item that is
 * the second, in the state that is the third: the places back, toggle and forward, the toggles, and the menu; each
 * button by its key. */
import {plan} from './plan.js';

const [commands, content, state] = ARGV.map(given => JSON.parse(given));
const {main, toggles, menu} = plan(commands, {state, rate: 0, defaultRate: 1, elapsed: 0}, content);
const keys = buttons => buttons.map(button => button && button.key);
print(JSON.stringify([keys([main.back, main.toggle, main.forward]), keys(toggles), keys(menu)]));
