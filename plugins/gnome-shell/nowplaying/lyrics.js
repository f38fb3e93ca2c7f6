// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Reads lyrics with a time for each line, in the dialects of docs/lyrics.md. This is a port of
 * Sources/Library/Core/Tags/TimedLyrics.swift; the same cases, contract/cases/lyrics.json, judge both. */

import {Limits} from './values.js';

/* The most lines, times of one line, lines with one time, and letters of all lines: a line with several times is kept
 * several times. */
const MOST_LINES = 2048, MOST_TIMES = 16, MOST_TOGETHER = 4;
const MOST_LETTERS = 4 * Limits.lyrics;

const timeIn = (open, close) =>
    `${open}[ \\t]*(\\d{1,5}):(\\d{1,2})(?!\\d)(?::(\\d*))?(?:([.,])(\\d*))?[ \\t]*${close}`;
const OF_LINE = timeIn('\\[', '\\]');
const TIME = new RegExp(`${OF_LINE}[ \\t]*`, 'y');
const IN_WORDS = new RegExp(`${OF_LINE}|${timeIn('<', '>')}`.replaceAll(/\((?!\?)/g, '(?:'));
const OFFSET = /^\[[ \t]*offset[ \t]*[:=][ \t]*([-+]?)[ \t]*(\d{1,7})(?!\d)/i;

/** Returns the lines of lyrics in the order of their starts, each {start, text}; none for lyrics without times. Lines
 * of one time, such as an original and its translation, are one text with line breaks. */
export function timedLines(lyrics) {
    const found = [], room = {letters: MOST_LETTERS};
    let offset = 0;
    for (const each of lyrics.split(/[\r\n]/)) {
        const line = each.replace(/^\ufeff?[ \t]*/, ''), said = OFFSET.exec(line);
        if (said)
            offset = Number(`${said[1]}${said[2]}`) * 1000;
        else
            read(line, found, room);
    }
    return joined(found).map(({start, texts}) => ({start: Math.max(0, start - offset), text: texts.join('\n')}));
}

/** Returns the index of the line at a position; -1 before the first. */
export function lineAt(lines, position) {
    return lines.findLastIndex(({start}) => start <= position);
}

/* Returns the time in µs that a match of TIME says. */
function timeOf([, first, second, third, separator, last]) {
    const minutes = Number(first) * 60 + Number(second);
    // "[mm:ss:xx]" has hundredths at its end; "[h:mm:ss]" and "[hh:mm:ss.xx]" begin with hours.
    const hasHours = /^\d\d?$/.test(third) && (separator !== undefined || first.length === 1);
    const fraction = (separator ? last : hasHours ? '' : third) ?? '';
    return (hasHours ? minutes * 60 + Number(third) : minutes) * 1e6 + Number(fraction.slice(0, 6).padEnd(6, '0'));
}

/* Adds a line to those that were found, once for each of its times. */
function read(line, found, room) {
    const times = [];
    let end = TIME.lastIndex = 0;
    for (let said; (said = TIME.exec(line)); end = TIME.lastIndex)
        times.push(timeOf(said));
    if (times.length === 0)
        return;
    const rest = line.slice(end), text = wordsOf(rest);
    // "[00:01.00][00:01.20]two [00:01.60]words": the second time is that of the first word.
    const isTimed = new RegExp(OF_LINE).test(rest);
    for (const start of times.slice(0, isTimed ? 1 : MOST_TIMES)) {
        if (found.length < MOST_LINES && room.letters >= text.length) {
            room.letters -= text.length;
            found.push({start, text});
        }
    }
}

/* Returns the text of a line without the times of words, "<01:02.03>" and "[01:02.03]". */
function wordsOf(line) {
    const text = line.split(IN_WORDS).reduce((kept, part) =>
        kept + (kept === '' || ' \t'.includes(kept.at(-1)) ? part.replace(/^[ \t]+/, '') : part), '');
    return text.trim().slice(0, Limits.text);
}

/* Returns the lines in their order, those of one time joined. The original comes first, whether its translations follow
 * it or are a block of their own. Empty and repeated lines are left out. */
function joined(found) {
    const all = [];
    for (const {start, text} of found.sort((a, b) => a.start - b.start)) {
        if (all.at(-1)?.start !== start)
            all.push({start, texts: []});
        const {texts} = all.at(-1);
        if (text !== '' && !texts.includes(text) && texts.length < MOST_TOGETHER)
            texts.push(text);
    }
    return all;
}
