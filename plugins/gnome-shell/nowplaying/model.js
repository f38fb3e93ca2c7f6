// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Reads the state of a session once into plain objects, when it is shown. It uses neither the bus nor anything that is
 * drawn. */

import {timedLines} from './lyrics.js';
import {Dictionary, dictionaries} from './values.js';
import * as Words from './words.js';

/** Returns the item in a property Content; null when there is none. */
export function readContent(variant) {
    const said = new Dictionary(variant);
    const id = said.id('id');
    if (id === null)
        return null;
    const duration = said.wide('duration');
    const kind = said.word('kind', Words.KINDS, 'generic');
    let sung = null;
    return {
        id,
        kind,
        // In a spoken item people go back some seconds rather than to another item.
        spoken: ['podcast', 'book'].includes(kind),
        video: said.text('media-type') === 'video',
        live: said.word('duration-kind', Words.DURATION_KINDS, 'unknown') === 'live',
        duration: duration > 0 ? duration : null,
        artwork: said.id('artwork'),
        // The URL of an item that is excluded from suggestions is not fetched, so that no server learns of it.
        web: said.truth('excluded-from-suggestions') ? null : said.web('artwork-url'),
        home: said.web('url'),
        square: said.inner('animated-artwork', '1:1'),
        lines: lines(said),
        chapter: said.count('chapter'),
        chapterCount: said.count('chapter-count'),
        chapters: said.chapters('chapters'),
        /* The lines of the lyrics, unless chapters take their place. They are read when they are first wanted: few
         * messages are open. */
        get sung() {
            const hasChapters = this.chapters.length > 0 || this.chapter !== null;
            return (sung ??= hasChapters ? [] : timedLines(said.lyrics('lyrics')));
        },
        explicit: said.truth('explicit') === true,
        advertisement: said.truth('advertisement') === true,
        rating: said.number('user-rating'),
    };
}

/* Returns the lines that the player gives, or else title, artists and album. */
function lines(said) {
    const told = said.lines('lines');
    return told.some(line => line) ? told
        : [said.text('title'), said.texts('artists').join(', ') || null, said.text('album')];
}

/** Returns the playback state in a property Playback. `arrived` is when it arrived, by CLOCK_MONOTONIC in µs. */
export function readPlayback(variant, arrived) {
    const said = new Dictionary(variant);
    const [elapsed, timestamp] = [said.wide('elapsed'), said.wide('timestamp')];
    const known = elapsed !== null && timestamp !== null;
    return {
        state: said.word('state', Words.STATES, 'paused'),
        rate: said.number('rate') ?? 0,
        defaultRate: said.number('default-rate') ?? 1,
        elapsed: known ? Math.max(elapsed, 0) : null,
        // A timestamp in the future would make the position run backwards.
        timestamp: known ? Math.min(timestamp, arrived) : null,
        seekable: known ? said.pair('seekable', '(xx)') : null,
        liveEdge: said.truth('live-edge') === true,
        buffered: said.wide('buffered'),
        muted: said.truth('muted') === true,
        error: said.text('error'),
        errorKind: said.word('error-kind', Words.ERROR_KINDS, 'other'),
    };
}

/** Returns the position at a time, in µs; null when it is not known. */
export function positionAt(content, playback, now) {
    if (playback.elapsed === null)
        return null;
    const position = playback.elapsed + playback.rate * (now - playback.timestamp);
    return Math.max(0, Math.min(Number.isFinite(position) ? position : playback.elapsed, content.duration ?? Infinity));
}

/** Returns the range of the bar at a time, in µs; null when a bar makes no sense. */
export function rangeAt(content, playback, now) {
    const {seekable} = playback;
    if (content.duration !== null)
        return [0, content.duration];
    if (seekable === null || seekable[0] < 0 || seekable[1] < seekable[0])
        return null;
    return [seekable[0], seekable[1] + (content.live ? now - playback.timestamp : 0)];
}

/** Returns the index of the chapter at a position; -1 when there is none. */
export function chapterAt(content, position) {
    let at = -1;
    while (at + 1 < content.chapters.length && content.chapters[at + 1].start <= position)
        at++;
    return at;
}

/* The known modes of each command that has modes. */
const MODES = {
    'change-repeat-mode': Words.REPEAT_MODES,
    'change-shuffle-mode': Words.SHUFFLE_MODES,
    'feedback': Words.FEEDBACK_MODES,
};

/** Returns the commands in a property Commands that this extension knows, in the player's order. */
export function readCommands(variant) {
    const found = [], seen = new Set();
    for (const said of dictionaries(variant)) {
        const command = readCommand(said);
        if (command === null || seen.has(command.key))
            continue;
        seen.add(command.key);
        found.push(command);
    }
    return found;
}

function readCommand(said) {
    const command = said.word('command', Words.COMMANDS);
    const id = said.id('id'), enabled = said.truth('enabled');
    if (command === null || enabled === null || (command === 'custom' && id === null))
        return null;
    const choices = readChoices(command, said);
    if (choices === null)
        return null;
    const button = said.count('button') ?? 0;
    const read = {
        // Only feedback and custom commands may occur several times, so that their keys have a number or an id, too.
        key: {feedback: `feedback ${button}`, custom: `custom ${id}`}[command] ?? command,
        command, id, button, enabled, ...choices, ...readTitles(command, said, id),
        slot: said.word('slot', Words.SLOTS),
        active: said.truth('active') === true,
        steps: said.count('steps') ?? 0,
    };
    // Whether a toggle shows that it pauses depends on the state.
    const usual = command === 'toggle-play-pause' ? null : usualIcon(read, read.active);
    return {...read, icon: said.text('icon') ?? usual};
}

/* Returns what a command lets people choose; null when it lacks that. */
function readChoices(command, said) {
    const modes = MODES[command] ?? [];
    const supported = said.words('supported', modes), current = said.word('current', modes, modes[0]);
    const intervals = said.wides('intervals').filter(interval => interval > 0);
    const rates = said.numbers('rates').filter(rate => rate !== 0);
    const needed = {'skip-forward': intervals, 'skip-backward': intervals, 'change-rate': rates}[command] ??
        (modes.length > 0 ? supported : null);
    return needed?.length === 0 ? null : {supported, current, intervals, rates};
}

function readTitles(command, said, id) {
    if (!Words.TITLED.includes(command))
        return {title: null, shortTitle: null};
    return {title: said.text('title') || (command === 'custom' ? id : null), shortTitle: said.text('short-title')};
}

/** Returns the usual icon of a command: that of its mode, of a thumb, or for off and on; null when text says more. */
export function usualIcon({command, current, supported}, isOn) {
    const icons = Words.USUAL_ICONS[command] ?? [];
    const mode = MODES[command]?.indexOf(current) ?? Number(isOn);
    if (command !== 'feedback')
        return icons[Math.min(mode, icons.length - 1)] ?? null;
    const thumb = supported.includes('positive') ? 'positive' : 'negative';
    return icons[(thumb === 'positive' ? 0 : 1) + (current === thumb ? 2 : 0)];
}

/** Returns the devices in a property Devices. */
export function readDevices(variant) {
    return dictionaries(variant).map(said => ({
        id: said.id('id'),
        name: said.text('name'),
        type: said.word('type', Object.keys(Words.DEVICES), 'speaker'),
        volume: said.number('volume'),
        canStep: said.truth('can-step') === true,
    })).filter(({id, name}) => id !== null && name !== null);
}

/** Returns a time in µs as people read it: 1:02, 1:02:03. */
export function clock(time) {
    const seconds = Math.floor(Math.max(0, time) / 1e6);
    const two = number => String(number % 60).padStart(2, '0');
    const minutes = Math.floor(seconds / 60);
    return minutes < 60 ? `${minutes}:${two(seconds)}` : `${Math.floor(minutes / 60)}:${two(minutes)}:${two(seconds)}`;
}
