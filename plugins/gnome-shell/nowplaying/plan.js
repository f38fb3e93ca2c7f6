// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** The buttons of a session, and their places: plain objects made of its commands, without anything that is drawn.
 *
 * A button is {key, icon, words, name, enabled, active, send}: a word of the protocol for its icon, or null; words
 * beside or instead of it; what it is called; and the command that it sends, with arguments as [type, value]. One that
 * is held has `hold` in its place: what is sent when it is pressed, and when it is let go. */

import {clock} from './model.js';

/* The words of buttons whose player gave none, where they are not those of the command. */
const NAMES = {
    'seek-forward': 'Fast forward', 'seek-backward': 'Rewind', 'seek-to-live': 'Go to live', 'custom': 'Button',
};
const nameOf = word => NAMES[word] ?? word[0].toUpperCase() + word.slice(1).replaceAll('-', ' ');

/* Where buttons go whose player does not say. */
const USUAL = {
    'toggle': ['central'],
    'previous': ['back', 'back-secondary'],
    'next': ['forward', 'forward-secondary'],
    'skip-backward': ['back-secondary', 'back'],
    'skip-forward': ['forward-secondary', 'forward'],
};
const PLACES = ['back-secondary', 'back', 'central', 'forward', 'forward-secondary'];
const STARS = 5;

/** Returns {central: [five buttons or null, from the left], more, folded}: the row in the middle, the row below it,
 * and those that are folded away. */
export function plan(commands, playback, content) {
    const places = {}, more = [], folded = [];
    const buttons = toggle(commands, playback).concat(commands.flatMap(command => make(command, playback, content)));
    const taken = button => {
        const free = (USUAL[button.kind] ?? []).find(place => !places[place]);
        if (free)
            places[free] = button;
        return Boolean(free);
    };
    // Places that the player asks for are given first.
    const left = buttons.filter(button => {
        if (!PLACES.includes(button.slot) || places[button.slot])
            return true;
        places[button.slot] = button;
        return false;
    });
    for (const button of left) {
        if (button.slot === 'overflow')
            folded.push(button);
        else if (button.slot !== null || !taken(button))
            more.push(button);
    }
    return {central: PLACES.map(place => places[place] ?? null), more, folded};
}

/** Returns the command of a name, or undefined. */
export function find(commands, name) {
    return commands.find(({command}) => command === name);
}

/* Whether it plays, for people: a press would pause it. */
function plays({state}) {
    return ['playing', 'buffering'].includes(state);
}

/* The one button that plays and pauses. */
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
        // Play while it plays, as it has no other, is greyed.
        enabled: command.enabled && wanted.includes(command.command),
    }];
}

/* The members that all buttons have: shown by icon alone. */
function base(command) {
    const {key, slot, enabled, active} = command;
    const name = command.title ?? command.shortTitle ?? nameOf(command.command);
    return {
        key, kind: command.command, slot, enabled, active, name, words: null,
        icon: command.icon,
        send: [command.command, {}],
    };
}

/* Returns the buttons of a command: none, one or several. */
function make(command, playback, content) {
    return (MAKERS[command.command] ?? plain)(command, playback, content);
}

function plain(command) {
    return [base(command)];
}

const none = () => [];
const MAKERS = {
    // The one that plays and pauses is made of them; the others are the bar, and beside it.
    'play': none,
    'pause': none,
    'toggle-play-pause': none,
    'stop': (command, playback) => plays(playback) ? plain(command) : [],
    'seek-to-position': none,
    'seek-to-live': (command, playback, content) => content?.live ? [] : plain(command),
    'mute': none,
    'skip-forward': command => skips(command, '+'),
    'skip-backward': command => skips(command, '−'),
    'seek-forward': held,
    'seek-backward': held,
    'change-rate': rates,
    'change-repeat-mode': command => cycle(command, 'Repeat'),
    'change-shuffle-mode': command => cycle(command, 'Shuffle'),
    'feedback': feedback,
    'set-rating': stars,
    'bookmark': worded,
    // Several may have one icon: words tell them apart.
    'next-chapter': worded,
    'previous-chapter': worded,
    'custom': command => [{
        ...worded(command)[0], send: ['custom', {id: ['s', command.id]}],
    }],
};

/* A button with words beside its icon. */
function worded(command) {
    const made = base(command);
    return [{...made, words: command.shortTitle ?? made.name}];
}

/* A button for each interval, the first where people look. */
function skips(command, sign) {
    const made = base(command);
    if (command.intervals.length === 0)
        return [{...made, name: sign === '+' ? 'Skip forward' : 'Skip back'}];
    return command.intervals.map((interval, i) => {
        const seconds = interval / 1e6;
        const words = sign + (seconds < 60 ? `${Math.round(seconds * 10) / 10} s` : clock(interval));
        return {
            ...made, words, name: words, key: `${made.key} ${i}`, slot: i === 0 ? made.slot : null,
            kind: i === 0 ? made.kind : 'further', send: [command.command, {interval: ['x', interval]}],
        };
    });
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
        ...base(command), icon: null, words: `${Math.round(present * 100) / 100}×`, name: `Speed: ${present}`,
        active: Math.abs(present - 1) > 0.001,
    }];
}

/* A button that goes to the next of its modes, which the player knows. */
function cycle(command, name) {
    return [{...base(command), name: `${name}: ${command.current}`, active: command.current !== 'off'}];
}

/* One that supports all modes is a pair of thumbs; another is one button. */
function feedback(command) {
    return ['positive', 'negative'].filter(mode => command.supported.includes(mode)).map((mode, i, all) => {
        const active = command.current === mode;
        // A player names the icon of the first of a pair.
        const other = active ? 'thumb-down-filled' : 'thumb-down';
        const made = base(command);
        return {
            ...made, key: `${made.key} ${mode}`, active, icon: i === 0 ? command.icon : other,
            name: (all.length === 1 ? command.title : null) ?? (mode === 'positive' ? 'Like' : 'Dislike'),
            // Of a pair only the first has the place.
            slot: i === 0 ? made.slot : null,
            enabled: made.enabled && (!active || command.supported.includes('neutral')),
            send: ['feedback', {mode: ['s', active ? 'neutral' : mode], button: ['u', command.button]}],
        };
    });
}

/* Five buttons, of which those up to the rating are filled; the last filled one takes the rating away. */
function stars(command, _playback, content) {
    const rated = Math.round((content?.rating ?? 0) * STARS);
    return Array.from({length: STARS}, (_, i) => ({
        ...base(command), key: `star ${i}`, kind: 'star', slot: i === 0 ? command.slot : null,
        icon: i < rated ? 'star-filled' : 'star', name: `${i + 1} of ${STARS} stars`, active: i < rated,
        send: ['set-rating', {rating: ['d', i + 1 === rated ? 0 : (i + 1) / STARS]}],
    }));
}
