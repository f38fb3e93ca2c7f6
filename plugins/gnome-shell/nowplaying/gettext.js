// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Words in the user's language: those of ../../common/po, which the shell binds to the extension's folder. */

import Gettext from 'gettext';

const domain = Gettext.domain('nowplaying@libnowplaying');

/** Marks words that are translated where they are shown: when a module is loaded, the shell knows no language of them
 * yet. */
export const N_ = words => words;

/** Returns words in the user's language, with values in the places of %1 and %2. */
export function _(words, ...values) {
    return fill(domain.gettext(words), values);
}

/** Returns words for a number of things, which is in the place of %1. */
export function ngettext(one, many, count) {
    return fill(domain.ngettext(one, many, count), [count]);
}

/* Puts in all values at once, because a value may come from a player and contain "%1" itself. */
function fill(words, values) {
    return words.replace(/%([12])/g, (sign, place) => values[place - 1] ?? sign);
}
