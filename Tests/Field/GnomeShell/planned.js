// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Prints the buttons that the extension makes of the commands in the argument: what a press on each sends, and whether
 * it is lit. */
import {plan} from './plan.js';

const {central, more, folded} = plan(JSON.parse(ARGV[0]), {state: 'paused', rate: 0, defaultRate: 1}, null);
print(JSON.stringify([...central, ...more, ...folded].filter(Boolean).map(({send, active}) => [...send, active])));
