// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Says in a sentence why nothing plays, or why a player did not carry out a command. */

import Gio from 'gi://Gio';

import {_} from './gettext.js';
import {SENTENCES} from './sentences.js';
import {Limits, clean} from './values.js';

const FAILED = 'org.nowplaying.Error.Failed';

/** Returns why nothing plays, in the player's words where it has some; null when nothing is wrong. */
export function troubleOf({state, error, errorKind}) {
    return state === 'error' ? error ?? _(SENTENCES[errorKind]) : null;
}

/** Returns the player's own text in an error reply; null when people need not read it. */
export function sentenceOf(error) {
    if (!Gio.DBusError.is_remote_error(error) || Gio.DBusError.get_remote_error(error) !== FAILED)
        return null;
    Gio.DBusError.strip_remote_error(error);
    return clean(error.message.slice(0, Limits.text)) || null;
}
