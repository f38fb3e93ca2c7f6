// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** A sentence for each cause of an error, for players that give none of their own.
 * Made by contract/generate: do not edit. */
import {N_} from './gettext.js';

export const SENTENCES = {
    'network': N_('There is no connection'),
    'sign-in': N_('Sign in to play this'),
    'region': N_('This cannot be played in this country'),
    'format': N_('This cannot be played'),
    'not-available': N_('This is not available any more'),
    'other': N_('Something went wrong'),
};
