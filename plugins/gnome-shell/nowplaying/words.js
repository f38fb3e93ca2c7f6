// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** The words of org.nowplaying, version 1, and the icons for them; a test compares them with the protocol's page. */

export const KINDS = ['music', 'podcast', 'movie', 'tv-show', 'book', 'radio', 'home-media', 'generic'];
export const DURATION_KINDS = ['finite', 'live', 'continuous', 'unknown'];
export const STATES = ['playing', 'paused', 'stopped', 'buffering', 'interrupted', 'error'];
export const ERROR_KINDS = ['network', 'sign-in', 'region', 'format', 'not-available', 'other'];
export const COMMANDS = ['play', 'pause', 'stop', 'toggle-play-pause', 'next', 'previous', 'seek-to-position',
    'skip-forward', 'skip-backward', 'seek-forward', 'seek-backward', 'change-rate', 'change-repeat-mode',
    'change-shuffle-mode', 'feedback', 'next-chapter', 'previous-chapter', 'seek-to-live', 'set-rating', 'bookmark',
    'mute', 'custom'];
/** The word for the icon of a command without one, where it is always the same. */
export const COMMAND_ICONS = {
    'play': 'play', 'pause': 'pause', 'stop': 'stop', 'next': 'next', 'previous': 'previous',
    'skip-forward': 'skip-forward', 'skip-backward': 'skip-back', 'seek-forward': 'fast-forward',
    'seek-backward': 'rewind', 'change-rate': 'speed', 'seek-to-live': 'live', 'mute': 'volume-off',
};
export const REPEAT_MODES = ['off', 'one', 'all'];
export const SHUFFLE_MODES = ['off', 'items', 'collections'];
export const FEEDBACK_MODES = ['neutral', 'positive', 'negative'];
export const SLOTS = ['central', 'back', 'forward', 'back-secondary', 'forward-secondary', 'overflow'];

/** Devices, each with an icon. */
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

/** The icon's words, each with the nearest name in freedesktop's naming; '' where there is none. */
export const ICONS = {
    'play': 'media-playback-start',
    'pause': 'media-playback-pause',
    'stop': 'media-playback-stop',
    'next': 'media-skip-forward',
    'previous': 'media-skip-backward',
    'fast-forward': 'media-seek-forward',
    'rewind': 'media-seek-backward',
    'skip-forward': 'media-seek-forward',
    'skip-back': 'media-seek-backward',
    'record': 'media-record',
    'shuffle-on': 'media-playlist-shuffle',
    'shuffle-off': 'media-playlist-consecutive',
    'repeat-all': 'media-playlist-repeat',
    'repeat-one': 'media-playlist-repeat-song',
    'repeat-off': 'media-playlist-consecutive',
    'heart-filled': 'emblem-favorite',
    'heart': '',
    'star-filled': 'starred',
    'star': 'non-starred',
    'bookmark-filled': 'user-bookmarks',
    'bookmark': 'bookmark-new',
    'thumb-up-filled': '',
    'thumb-up': '',
    'thumb-down-filled': '',
    'thumb-down': '',
    'add': 'list-add',
    'remove': 'list-remove',
    'check': 'object-select',
    'block': 'action-unavailable',
    'share': 'emblem-shared',
    'settings': 'preferences-system',
    'subtitles': 'media-view-subtitles',
    'captions': '',
    'volume-up': 'audio-volume-high',
    'volume-down': 'audio-volume-low',
    'volume-off': 'audio-volume-muted',
    'speed': '',
    'timer': 'alarm',
    'live': '',
    'radio': '',
    'chapters': 'view-list',
    'queue': 'view-list',
    'playlist-add': 'list-add',
    'lyrics': 'text-x-generic',
    'equalizer': 'multimedia-equalizer',
    'sync': 'view-refresh',
    'download': 'folder-download',
    'search': 'edit-find',
    'artist': 'avatar-default',
    'album': 'media-optical',
    'information': 'dialog-information',
    'cast': '',
};

/** Words for which this extension has an icon of its own, in its folder icons. */
export const OWN_ICONS = ['heart', 'heart-filled', 'thumb-up', 'thumb-up-filled', 'thumb-down', 'thumb-down-filled',
    'bookmark', 'bookmark-filled'];
