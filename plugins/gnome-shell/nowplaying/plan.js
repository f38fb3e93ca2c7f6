// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Plans the buttons of a session and their places: plain objects made from its commands, without anything that is
 * drawn.
 *
 * A button is {key, icon, words, name, enabled, active, send}. icon: the protocol's word for it, or null. words: shown
 * without an icon. name: for screen readers. send: the command, with arguments as [type, value]. A button to be held
 * has `hold` instead of `send`: the commands for its press and its release. A button that skips has `seconds`; where the
 * player can only be sought, it has `skip` instead of `send`: how far, in µs. */

import {N_, _, ngettext} from './gettext.js';
import {clock} from './model.js';

/* The names of buttons whose player gave none, and those of modes. */
const NAMES = {
    'play': N_('Play'), 'pause': N_('Pause'), 'stop': N_('Stop'), 'next': N_('Next'), 'previous': N_('Previous'),
    'skip-forward': N_('Skip forward'), 'skip-backward': N_('Skip back'),
    'seek-forward': N_('Fast forward'), 'seek-backward': N_('Rewind'), 'seek-to-live': N_('Go to live'),
    'next-chapter': N_('Next chapter'), 'previous-chapter': N_('Previous chapter'), 'bookmark': N_('Bookmark'),
};
const REPEATS = {'off': N_('Repeat: off'), 'one': N_('Repeat: one'), 'all': N_('Repeat: all')};
const SHUFFLES = {
    'off': N_('Shuffle: off'), 'items': N_('Shuffle: on'),
    // TRANSLATORS: whole albums or lists are shuffled, and what is in each keeps its order.
    'collections': N_('Shuffle: whole albums'),
};
const FEEDBACKS = {'positive': N_('Like'), 'negative': N_('Dislike')};
const nameOf = word => word in NAMES ? _(NAMES[word]) : '';

/* The places beside the toggle, each with its commands: the one to another item, and the skip within the item. */
const SIDES = {'back': ['previous', 'skip-backward'], 'forward': ['next', 'skip-forward']};
const FARTHER = ['back-secondary', 'forward-secondary'];
/* The commands whose buttons are among the toggles, behind buttons for which the player names a place. */
const TOGGLES = ['change-rate', 'change-shuffle-mode', 'change-repeat-mode', 'feedback'];
const MOST_TOGGLES = 4;
const STARS = 5;
/* How far the skips go that are made from seeking, in µs. */
const SKIP = 10_000_000;

/** Returns {main: {back, toggle, forward}, toggles, menu}: the buttons at the title, each or null; those that are shown
 * when the message is open, at most four; and those of the menu, which are shown with words. */
export function plan(commands, playback, content) {
    const buttons = toggle(commands, playback).concat(
        commands.flatMap(command => make(command, playback, content)), derived(commands, playback));
    const main = {back: null, toggle: buttons.find(({slot}) => slot === 'central') ?? null, forward: null};
    main.toggle ??= buttons.find(({kind, slot}) => kind === 'toggle' && slot === null) ?? null;
    for (const side of Object.keys(SIDES))
        main[side] = sideOf(buttons.filter(button => button !== main.toggle), side, content?.spoken);
    const stops = main.toggle?.send?.[0] === 'stop';
    const left = buttons.filter(button => !Object.values(main).includes(button) && !button.skip &&
        !(stops && button.kind === 'stop'));
    const toggles = left.map(button => ({button, rank: rankOf(button)})).filter(({rank}) => rank >= 0)
        .sort((a, b) => a.rank - b.rank).slice(0, MOST_TOGGLES).map(({button}) => button);
    const menu = left.filter(button => !toggles.includes(button));
    const overflow = ({slot}) => slot === 'overflow';
    return {main, toggles, menu: [...menu.filter(button => !overflow(button)), ...menu.filter(overflow)]};
}

/* Returns the button at a side: the one that the player names; else the first that can be pressed, of the one that goes
 * to another item and the one that skips. For a spoken item the one that skips comes first; for others, a skip that is
 * made from seeking is only for a place that is free. */
function sideOf(buttons, side, spoken) {
    const named = buttons.find(({slot}) => slot === side);
    if (named)
        return named;
    const [whole, part] = SIDES[side].map(wanted => buttons.find(({kind, slot}) => kind === wanted && slot === null));
    const order = (spoken ? [part, whole] : part?.skip ? [whole ?? part] : [whole, part]).filter(Boolean);
    return order.find(({enabled}) => enabled) ?? order[0] ?? null;
}

/* Returns how early a button comes among the toggles; -1 when it belongs into the menu. */
function rankOf({slot, kind, icon, first}) {
    if (FARTHER.includes(slot))
        return 0;
    if (slot === 'overflow')
        return -1;
    if (TOGGLES.includes(kind) && first !== false)
        return slot === null ? 1 : 0;
    return ['custom', 'bookmark'].includes(kind) && icon ? 2 : -1;
}

/** Returns the command of a name, or undefined. */
export function find(commands, name) {
    return commands.find(({command}) => command === name);
}

/* Returns whether the session plays from a user's view: pressing the button would pause it. */
function plays({state}) {
    return ['playing', 'buffering'].includes(state);
}

/* Makes the single button that plays and pauses. */
function toggle(commands, playback) {
    const wanted = plays(playback) ? ['pause', 'toggle-play-pause', 'stop'] : ['play', 'toggle-play-pause'];
    const there = wanted.map(name => find(commands, name)).filter(Boolean);
    const command = there.find(({enabled}) => enabled) ?? there[0] ?? find(commands, 'play') ?? find(commands, 'pause');
    if (!command)
        return [];
    const shown = command.command === 'toggle-play-pause' ? plays(playback) ? 'pause' : 'play' : command.command;
    return [{
        ...base(command), key: 'toggle', kind: 'toggle',
        icon: command.icon ?? shown, name: command.title ?? nameOf(shown),
        // While it plays, a player without pause gets the button disabled.
        enabled: command.enabled && wanted.includes(command.command),
    }];
}

/* Returns the members that all buttons have, for a button with an icon alone. */
function base(command) {
    const {key, slot, enabled, active} = command;
    const name = command.title ?? command.shortTitle ?? nameOf(command.command);
    return {
        key, kind: command.command, slot, enabled, active, name, words: null,
        icon: command.icon,
        send: [command.command, {}],
    };
}

/* Returns the buttons for a command: none, one or several. */
function make(command, playback, content) {
    return (MAKERS[command.command] ?? plain)(command, playback, content);
}

function plain(command) {
    return [base(command)];
}

const none = () => [];
const MAKERS = {
    // These three become the single button that plays and pauses. The bar and the volume show the other commands
    // without a button.
    'play': none,
    'pause': none,
    'toggle-play-pause': none,
    'stop': (command, playback) => plays(playback) ? plain(command) : [],
    'seek-to-position': none,
    'seek-to-live': (command, playback, content) => content?.live ? [] : plain(command),
    'mute': none,
    'skip-forward': skips,
    'skip-backward': skips,
    'seek-forward': held,
    'seek-backward': held,
    'change-rate': rates,
    'change-repeat-mode': command => cycle(command, REPEATS),
    'change-shuffle-mode': command => cycle(command, SHUFFLES),
    'feedback': feedback,
    'set-rating': stars,
    'bookmark': worded,
    'next-chapter': worded,
    'previous-chapter': worded,
    'custom': command => [{
        ...worded(command)[0], send: ['custom', {id: ['s', command.id]}],
    }],
};

/* Makes a button with words for where its icon is not known. */
function worded(command) {
    const made = base(command);
    return [{...made, words: command.shortTitle ?? made.name}];
}

/* Makes a button for each interval; the first gets the main place. */
function skips(command) {
    const made = base(command), forward = command.command === 'skip-forward';
    if (command.intervals.length === 0)
        return [made];
    return command.intervals.map((interval, i) => ({
        ...made, ...skipWords(interval, forward), key: `${made.key} ${i}`, slot: i === 0 ? made.slot : null,
        kind: i === 0 ? made.kind : 'further', send: [command.command, {interval: ['x', interval]}],
    }));
}

/* Makes the skips that the player does not offer, where it can be sought and its position is known. */
function derived(commands, playback) {
    const seek = find(commands, 'seek-to-position');
    if (!seek || typeof playback.elapsed !== 'number')
        return [];
    return ['skip-backward', 'skip-forward'].filter(name => !find(commands, name)).map(name => {
        const forward = name === 'skip-forward', icon = forward ? 'skip-forward' : 'skip-back';
        const command = {...seek, command: name, icon, slot: null, title: null, shortTitle: null};
        const words = skipWords(SKIP, forward);
        return {...base(command), ...words, key: `${name} 0`, send: null, skip: forward ? SKIP : -SKIP};
    });
}

/* How far a press skips: what is on the button, and what it is called. */
function skipWords(interval, forward) {
    const seconds = Math.round(interval / 1e5) / 10, whole = Math.round(seconds);
    // TRANSLATORS: digits; written from right to left begin it with U+200E, so that the sign stays before them.
    const [ahead, back] = [_('+%1', clock(interval)), _('−%1', clock(interval))];
    // TRANSLATORS: seconds, short, on a button; U+200E as before.
    const [few, fewBack] = [_('+%1 s', seconds), _('−%1 s', seconds)];
    return {
        seconds: whole, words: seconds < 60 ? forward ? few : fewBack : forward ? ahead : back,
        name: forward ? ngettext('Forward by %1 second', 'Forward by %1 seconds', whole)
            : ngettext('Back by %1 second', 'Back by %1 seconds', whole),
    };
}

function held(command) {
    const phase = word => [command.command, {phase: ['s', word]}];
    return [{...base(command), send: null, hold: [phase('begin'), phase('end')]}];
}

function rates(command, playback) {
    if (command.rates.length === 0)
        return [];
    const present = playback.state === 'playing' ? playback.rate : playback.defaultRate;
    return [{
        ...base(command), icon: null, words: `${Math.round(present * 100) / 100}×`, name: _('Speed: %1', present),
        active: Math.abs(present - 1) > 0.001,
    }];
}

/* Makes a button that goes to the next mode, in the player's order. */
function cycle(command, names) {
    return [{...base(command), name: _(names[command.current]), active: command.current !== 'off'}];
}

/* Makes two thumb buttons when both ratings are supported, else one button. */
function feedback(command) {
    return ['positive', 'negative'].filter(mode => command.supported.includes(mode)).map((mode, i, all) => {
        const active = command.current === mode;
        // The player's icon is for the first button of the pair.
        const other = active ? 'thumb-down-filled' : 'thumb-down';
        const made = base(command);
        return {
            ...made, key: `${made.key} ${mode}`, active, icon: i === 0 ? command.icon : other,
            name: (all.length === 1 ? command.title : null) ?? _(FEEDBACKS[mode]),
            first: i === 0,
            // Only the first button of the pair gets the player's place.
            slot: i === 0 ? made.slot : null,
            enabled: made.enabled && (!active || command.supported.includes('neutral')),
            send: ['feedback', {mode: ['s', mode], button: ['u', command.button], toggle: ['b', true]}],
        };
    });
}

/* Makes five buttons for a rating, filled up to its value; pressing the last filled one removes the rating. */
function stars(command, _playback, content) {
    const rated = Math.round((content?.rating ?? 0) * STARS);
    return Array.from({length: STARS}, (_star, i) => ({
        ...base(command), key: `star ${i}`, kind: 'star', slot: i === 0 ? command.slot : null,
        icon: i < rated ? 'star-filled' : 'star', name: ngettext('%1 star', '%1 stars', i + 1), active: i < rated,
        send: ['set-rating', {rating: ['d', (i + 1) / STARS], toggle: ['b', true]}],
    }));
}
