// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** The names of buttons for which players give none, those with a number as functions; and limits.
 * Made by contract/generate: do not edit. */
import {N_, ngettext} from './gettext.js';

export const NAMES = {
    play: N_('Play'),
    pause: N_('Pause'),
    stop: N_('Stop'),
    next: N_('Next'),
    previous: N_('Previous'),
    forward: number => ngettext('Forward by %1 second', 'Forward by %1 seconds', number),
    back: number => ngettext('Back by %1 second', 'Back by %1 seconds', number),
    fastForward: N_('Fast forward'),
    rewind: N_('Rewind'),
    speed: N_('Speed'),
    shuffle: N_('Shuffle'),
    shuffleAlbums: N_('Shuffle: whole albums'),
    repeat: N_('Repeat'),
    repeatOne: N_('Repeat: one'),
    like: N_('Like'),
    dislike: N_('Dislike'),
    nextChapter: N_('Next chapter'),
    previousChapter: N_('Previous chapter'),
    toLive: N_('Go to live'),
    star: number => ngettext('%1 star', '%1 stars', number),
    bookmark: N_('Bookmark'),
    mute: N_('Mute'),
    unmute: N_('Unmute'),
};

export const MOST = {
    controls: 128,
    beside: 4,
    intervals: 4,
    stars: 5,
};
