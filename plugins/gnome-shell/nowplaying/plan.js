// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Decides which commands of a session get a button, and where, by the rules of docs/library/surface.md. Programs that
 * use the library ask nowplaying_surface_session_get_control(). This extension reads the bus itself, so this is a port
 * of Sources/Library/Surface/Model/ControlPlan.swift, to plain objects without anything that is drawn. The same cases,
 * contract/cases/controls.json, judge both.
 *
 * A control is {key, kind, row, slot, enabled, isSwitch, active, busy, icon, title, shortTitle, name, number, send}.
 * icon: the protocol's word for it, or null. name: for people; the player's title, if it has one. number: the seconds
 * of a skip, the speed, the number of a star. send: the command, with arguments as [type, value]. A control that is
 * held has `hold` instead: the commands for its press and its release. Where the player can only be sought, a skip has
 * `skip` instead: how far, in µs. */

import {_} from './gettext.js';
import {clock, usualIcon} from './model.js';
import {MOST, NAMES} from './names.js';
import {USUAL_ICONS} from './words.js';

/* The places from left to right. */
const ORDER = ['back-secondary', 'back', 'central', 'forward', 'forward-secondary'];
/* The toggles beside the central row, the most wanted first. */
const WANTED = ['change-rate', 'feedback', 'change-shuffle-mode', 'change-repeat-mode', 'bookmark', 'custom'];
/* The commands of a side: to another item, a skip, and one that is held. */
const BACK = ['previous', 'skip-backward', 'seek-backward'];
const FORWARD = ['next', 'skip-forward', 'seek-forward'];
const ROWS = ['central', 'beside', 'overflow', 'stars', 'position', 'volume'];
/* How far the skips go that are made from seeking, in µs. */
const SKIP = 10_000_000;

/** Returns the controls of a session by their rows: central, beside, overflow, stars, position and volume. */
export function plan(commands, playback, content) {
    const session = {
        commands, playback, active: ['playing', 'buffering'].includes(playback.state),
        live: content?.live ?? false, spoken: content?.spoken ?? false, rating: content?.rating ?? 0,
    };
    const offered = withSkips(withToggle(session), playback);
    const made = offered.flatMap(command => MAKERS[command.command]?.(command, session) ?? []);
    const all = place(made, session.spoken).slice(0, MOST.controls);
    return Object.fromEntries(ROWS.map(row => [row, all.filter(each => each.row === row)]));
}

/** Arranges the rows for a message of the shell, which has three places in the middle: {main: {back, toggle, forward},
 * toggles, menu}. The outer ones are the first of the toggles, which are shown when the message is open. What has no
 * room there is the first of the menu, as mute is without a volume. */
export function arrange({central, beside, overflow, volume}, hasVolume) {
    const at = slot => central.find(each => each.slot === slot) ?? null;
    const outer = [at('back-secondary'), at('forward-secondary')].filter(Boolean);
    const toggles = [...outer, ...beside];
    return {
        main: {back: at('back'), toggle: at('central'), forward: at('forward')}, toggles: toggles.slice(0, MOST.beside),
        menu: [...toggles.slice(MOST.beside), ...hasVolume ? [] : volume, ...overflow],
    };
}

/** Returns the words of a control where it has no icon, or the icon does not say all. */
export function wordsOf({kind, number, shortTitle, name}) {
    if (kind === 'change-rate') {
        // TRANSLATORS: a speed; written from right to left begin it with U+200E, so that the sign stays behind it.
        return _('%1×', Math.round(number * 100) / 100);
    }
    if (!kind.startsWith('skip-'))
        return shortTitle ?? name;
    const seconds = Math.round(number * 10) / 10, forward = kind === 'skip-forward';
    // TRANSLATORS: digits; written from right to left begin it with U+200E, so that the sign stays before them.
    const [ahead, back] = [_('+%1', clock(number * 1e6)), _('−%1', clock(number * 1e6))];
    // TRANSLATORS: seconds, short, on a button; U+200E as before.
    const [few, fewBack] = [_('+%1 s', seconds), _('−%1 s', seconds)];
    return seconds < 60 ? forward ? few : fewBack : forward ? ahead : back;
}

/** Returns what screen readers call a control. */
export function labelOf({kind, number, name}) {
    return kind === 'change-rate' ? _('Speed: %1', number) : name;
}

/** Returns the command of a name, or undefined. */
export function find(commands, name) {
    return commands.find(({command}) => command === name);
}

/* Returns the command that a toggle stands for at present, if any. */
function meantBy({commands, active}) {
    const those = commands.filter(({command}) => (active ? ['pause', 'stop'] : ['play']).includes(command));
    return those.find(({enabled, command}) => enabled && command !== 'stop') ??
        those.find(({enabled}) => enabled) ?? those[0];
}

/* Returns the commands with a toggle behind play and pause, if the player has none. */
function withToggle(session) {
    const {commands, active} = session;
    const there = find(commands, 'toggle-play-pause');
    if (there) {
        return commands.map(each => each === there
            ? {...there, icon: there.icon ?? usualIcon(there, active)} : each);
    }
    if (!find(commands, 'play') && !find(commands, 'pause'))
        return commands;
    const meant = meantBy(session);
    const [icon] = meant ? USUAL_ICONS[meant.command] : [active ? 'pause' : 'play'];
    const behind = commands.map(({command}) => ['play', 'pause', 'stop'].includes(command)).lastIndexOf(true) + 1;
    return [...commands.slice(0, behind), {
        ...NOTHING, command: 'toggle-play-pause', derived: true, enabled: meant?.enabled ?? false, icon,
        send: [meant?.command ?? 'play', {}],
    }, ...commands.slice(behind)];
}

/* Returns the commands with skips behind them that the player does not offer, if it can be sought and its position is
 * known. */
function withSkips(commands, {elapsed}) {
    const seek = find(commands, 'seek-to-position');
    if (!seek || elapsed === null)
        return commands;
    return [...commands, ...['skip-backward', 'skip-forward'].filter(name => !find(commands, name)).map(command => ({
        ...NOTHING, command, derived: true, enabled: seek.enabled, intervals: [SKIP], icon: USUAL_ICONS[command][0],
    }))];
}

/* The members that a derived command lacks. */
const NOTHING = {slot: null, title: null, shortTitle: null};

/* Makes a control of a command. `name` is one of NAMES. */
function control(command, name, others = {}) {
    const {slot, enabled, icon, shortTitle, derived = false} = command;
    const title = command.title ?? shortTitle, {number = 0} = others;
    return {
        key: command.command, kind: command.command, row: null, slot, enabled, isSwitch: false, active: false,
        busy: false, icon, title, shortTitle, number, derived, send: command.send ?? [command.command, {}], ...others,
        name: (others.title === undefined ? title : null) ?? called(name, Math.round(number)),
    };
}

function called(name, number) {
    return typeof name === 'function' ? name(number) : _(name);
}

/* Whether the toggle stops: the player cannot pause. */
function stops(session) {
    return meantBy({...session, active: true})?.command === 'stop';
}

/* The controls of each command: none, one, or one for each interval, mode or star. One button plays and pauses, and the
 * bar of the position seeks. */
const MAKERS = {
    'toggle-play-pause': (command, session) => {
        const stop = command.derived && session.active && stops(session);
        return [control(command, stop ? NAMES.stop : session.active ? NAMES.pause : NAMES.play, {
            busy: session.playback.state === 'buffering',
        })];
    },
    // A stop has its own entry only where it is another thing than a pause.
    'stop': (command, session) => {
        const has = name => Boolean(find(session.commands, name));
        const toggles = has('play') || has('pause') || has('toggle-play-pause');
        const same = session.active && !has('toggle-play-pause') && stops(session);
        return toggles && (session.playback.state === 'stopped' || same) ? [] : [control(command, NAMES.stop)];
    },
    'next': command => [control(command, NAMES.next)],
    'previous': command => [control(command, NAMES.previous)],
    'skip-forward': command => skips(command, NAMES.forward, 1),
    'skip-backward': command => skips(command, NAMES.back, -1),
    'seek-forward': command => [held(command, NAMES.fastForward)],
    'seek-backward': command => [held(command, NAMES.rewind)],
    'change-rate': (command, {playback: {defaultRate: number}}) => command.rates.length < 2 ? []
        : [control(command, NAMES.speed, {number, active: Math.abs(number - 1) > 0.001})],
    'change-repeat-mode': command => [control(command, command.current === 'one' ? NAMES.repeatOne : NAMES.repeat, {
        isSwitch: true, active: command.current !== 'off',
    })],
    'change-shuffle-mode': command => [control(
        command, command.current === 'collections' ? NAMES.shuffleAlbums : NAMES.shuffle,
        {isSwitch: true, active: command.current !== 'off'})],
    'feedback': thumbs,
    // Chapters have no icon: those of players are often the icons of the next and the previous item.
    'next-chapter': command => [control(command, NAMES.nextChapter, {icon: null})],
    'previous-chapter': command => [control(command, NAMES.previousChapter, {icon: null})],
    'seek-to-live': (command, {live, playback}) => live || command.enabled ? [control(command, NAMES.toLive, {
        active: playback.liveEdge, ...live ? {row: 'position', slot: null} : {},
    })] : [],
    'set-rating': stars,
    'bookmark': command => [control(command, NAMES.bookmark, {isSwitch: true, active: command.active})],
    'mute': (command, {playback: {muted}}) => [control(command, muted ? NAMES.unmute : NAMES.mute, {
        row: 'volume', isSwitch: true, active: muted,
    })],
    // A press may do anything: it is a switch as far as the player shows it lit.
    'custom': command => [control(command, '', {
        key: command.key, isSwitch: command.active, active: command.active, send: ['custom', {id: ['s', command.id]}],
    })],
};

/* Makes a control for each interval. The preferred one alone has a place at a side. */
function skips(command, name, direction) {
    return command.intervals.slice(0, MOST.intervals).map((time, i) => control(command, name, {
        key: `${command.command} ${time / 1e6}`, number: time / 1e6, further: i > 0,
        slot: i > 0 && command.slot !== 'overflow' ? null : command.slot,
        ...command.derived ? {send: null, skip: direction * time}
            : {send: [command.command, {interval: ['x', time]}]},
    }));
}

function held(command, name) {
    const phase = word => [command.command, {phase: ['s', word]}];
    return control(command, name, {send: null, hold: [phase('begin'), phase('end')]});
}

/* Makes a control for each thumb. A pair has one command, whose title is for both and whose icon is for the like. */
function thumbs(command) {
    const {supported, current, slot} = command;
    const modes = ['positive', 'negative'].filter(mode => supported.includes(mode)), isPair = modes.length > 1;
    return modes.map(mode => {
        const active = current === mode, isSecond = isPair && mode === 'negative';
        return control(command, mode === 'positive' ? NAMES.like : NAMES.dislike, {
            key: `${command.key} ${mode}`, isSwitch: true, active,
            enabled: command.enabled && (!active || supported.includes('neutral')),
            ...isPair ? {title: null, shortTitle: null} : {},
            ...isSecond ? {
                icon: USUAL_ICONS.feedback[active ? 3 : 1], slot: slot === 'overflow' ? slot : null,
            } : {},
            send: ['feedback', {mode: ['s', mode], button: ['u', command.button], toggle: ['b', true]}],
        });
    });
}

/* Makes the stars of a rating, filled up to its value; pressing the last filled one removes the rating. */
function stars(command, {rating}) {
    const count = command.steps > 0 && command.steps <= MOST.stars ? command.steps : MOST.stars;
    return Array.from({length: count}, (_star, i) => {
        const number = i + 1, active = rating * count + 0.5 >= number;
        return control(command, NAMES.star, {
            key: `set-rating ${number / count}`, row: 'stars', number, isSwitch: true, active,
            icon: USUAL_ICONS['set-rating'][Number(active)],
            send: ['set-rating', {rating: ['d', number / count], toggle: ['b', true]}],
        });
    });
}

/* Gives each control its place, and returns them by their rows. */
function place(made, spoken) {
    const central = new Map();
    const take = (slot, taking) => !central.has(slot) &&
        Boolean(central.set(slot, {...taking, row: 'central', slot}));
    // A control whose player names a place gets it, the first of several.
    const rest = made.filter(each => !(ORDER.includes(each.slot) && each.row === null && take(each.slot, each)));
    const movable = test => rest.find(each => each.slot !== 'overflow' && test(each));
    const move = (slots, moved) => moved && slots.some(slot => take(slot, moved)) &&
        rest.splice(rest.indexOf(moved), 1);
    for (const kind of ['toggle-play-pause', 'stop'])
        move(['central'], movable(each => each.kind === kind));
    for (const [inner, outer, kinds] of [['back', 'back-secondary', BACK], ['forward', 'forward-secondary', FORWARD]]) {
        for (const kind of orderOf(made, kinds, spoken)) {
            const found = movable(each => each.kind === kind && !each.further);
            const isUseless = found?.derived && !spoken && made.some(each => each.kind === kinds[0]);
            if (!isUseless)
                move(found?.derived ? [inner] : [inner, outer], found);
        }
    }
    return [...ORDER.map(slot => central.get(slot)).filter(Boolean), ...placeRest(
        // A skip that the player does not offer itself is only for a place that is free, and for a spoken item.
        rest.filter(each => !each.skip))];
}

/* Returns the kinds that a side takes: the button to another item is inside and the skip outside, or the other way
 * round for a spoken item; one that is held is for a place that both leave. */
function orderOf(made, [whole, part, lasting], spoken) {
    const order = spoken ? [part, whole] : [whole, part];
    return made.some(each => order.includes(each.kind) && !each.skip) ? order : [...order, lasting];
}

/* Places the controls that are not in the central row. */
function placeRest(rest) {
    const inRow = (row, those) => those.map(each => ({...each, row, slot: null}));
    const special = rest.filter(({row}) => row !== null);
    const ranked = rest.filter(({row}) => row === null).map(each => ({each, rank: rankOf(each)}));
    const beside = ranked.filter(({rank}) => rank !== null).sort((a, b) => a.rank - b.rank).map(({each}) => each);
    const menu = ranked.filter(({rank}) => rank === null).map(({each}) => each);
    // The buttons that the player itself wants in the menu come last in it.
    const isLast = ({slot}) => slot === 'overflow';
    return [
        ...inRow('beside', beside.slice(0, MOST.beside)), ...inRow('overflow', beside.slice(MOST.beside)),
        ...inRow('overflow', [...menu.filter(each => !isLast(each)), ...menu.filter(isLast)]),
        ...ROWS.flatMap(row => inRow(row, special.filter(each => each.row === row))),
    ];
}

/* Returns how early a control comes in the row beside; null: it belongs into the menu. A button whose place is taken
 * goes where there is room, to the front. */
function rankOf({slot, kind, icon}) {
    if (slot === 'overflow')
        return null;
    if (slot !== null || kind === 'toggle-play-pause')
        return -1;
    const rank = kind === 'change-rate' || icon !== null ? WANTED.indexOf(kind) : -1;
    return rank < 0 ? null : rank;
}
