// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** The words of org.nowplaying, version 1.
 * Made by contract/generate: do not edit. */

export const KINDS = ['music', 'podcast', 'movie', 'tv-show', 'book', 'radio', 'home-media', 'generic'];
export const DURATION_KINDS = ['unknown', 'finite', 'live', 'continuous'];
export const STATES = ['stopped', 'playing', 'paused', 'buffering', 'interrupted', 'error'];
export const ERROR_KINDS = ['other', 'network', 'sign-in', 'region', 'format', 'not-available'];
export const COMMANDS = ['play', 'pause', 'stop', 'toggle-play-pause', 'next', 'previous', 'seek-to-position',
    'skip-forward', 'skip-backward', 'seek-forward', 'seek-backward', 'change-rate', 'change-repeat-mode',
    'change-shuffle-mode', 'feedback', 'next-chapter', 'previous-chapter', 'seek-to-live', 'set-rating', 'bookmark',
    'mute', 'custom'];
export const REPEAT_MODES = ['off', 'one', 'all'];
export const SHUFFLE_MODES = ['off', 'items', 'collections'];
export const FEEDBACK_MODES = ['neutral', 'positive', 'negative'];
export const SLOTS = ['central', 'back', 'forward', 'back-secondary', 'forward-secondary', 'overflow'];

/** The commands whose buttons have titles of the player. */
export const TITLED = ['feedback', 'bookmark', 'custom'];

/** The commands that are for the player, whatever item it plays when they arrive. */
export const OF_PLAYER = ['play', 'pause', 'stop', 'toggle-play-pause', 'next', 'previous', 'change-rate',
    'change-repeat-mode', 'change-shuffle-mode', 'mute'];

/** The usual icons of commands: one for each mode, or for off and on. */
export const USUAL_ICONS = {
    'play': ['play'],
    'pause': ['pause'],
    'stop': ['stop'],
    'toggle-play-pause': ['play', 'pause'],
    'next': ['next'],
    'previous': ['previous'],
    'skip-forward': ['skip-forward'],
    'skip-backward': ['skip-back'],
    'seek-forward': ['fast-forward'],
    'seek-backward': ['rewind'],
    'change-rate': ['speed'],
    'change-repeat-mode': ['repeat-off', 'repeat-one', 'repeat-all'],
    'change-shuffle-mode': ['shuffle-off', 'shuffle-on'],
    'feedback': ['thumb-up', 'thumb-down', 'thumb-up-filled', 'thumb-down-filled'],
    'seek-to-live': ['live'],
    'set-rating': ['star', 'star-filled'],
    'bookmark': ['bookmark', 'bookmark-filled'],
    'mute': ['volume-off'],
};

/** The kinds of devices, each with an icon. */
export const DEVICES = {
    'speaker': 'audio-speakers-symbolic',
    'tv': 'tv-symbolic',
    'set-top-box': 'tv-symbolic',
    'media-stick': 'media-removable-symbolic',
    'gaming-console': 'input-gaming-symbolic',
    'phone': 'phone-symbolic',
    'tablet': 'computer-apple-ipad-symbolic',
    'laptop': 'computer-symbolic',
    'desktop': 'computer-symbolic',
    'wearable': 'preferences-system-time-symbolic',
    'car': 'audio-speakers-symbolic',
    'web': 'web-browser-symbolic',
};

/** Words for which the extension has its own icon, in the folder icons. */
export const OWN_ICONS = ['skip-forward', 'skip-back', 'heart-filled', 'heart', 'star-filled', 'star',
    'bookmark-filled', 'bookmark', 'thumb-up-filled', 'thumb-up', 'thumb-down-filled', 'thumb-down'];
