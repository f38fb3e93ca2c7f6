// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Reads values of the bus: each function returns null for what is absent, of another type, or above a limit. */

import GLib from 'gi://GLib';

/** The limits of section 8 of the protocol; a value above one is taken for absent. */
export const Limits = {
    property: 8 << 20, // bytes of a whole value of a property
    keys: 1024, // of a dictionary
    id: 1024,
    text: 4096,
    list: 64,
    chapters: 1024,
    sessions: 1024, // of a connection
    publishers: 64,
    names: 256, // names of players that are looked at
    cards: 64,
    picture: 32 << 20, // bytes
    fetched: 8 << 20, // bytes of a picture on the web
    pixels: 1 << 24, // of a picture, decoded: 64 MiB
};

/* Control characters, and those that would turn the direction of what is written around a text. */
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

/** Returns a text that can be shown in one line. */
export function clean(text) {
    return text.replace(CONTROLS, ' ').trim();
}

/* Reads a string of at most `limit` bytes. The size of a variant is known before its text is copied. */
function bounded(variant, limit) {
    return variant?.get_type_string() === 's' && variant.get_size() <= limit + 1 ? variant.get_string()[0] : null;
}

/** Returns an integer of 64 bits: as a number, which is exact up to 2^53 µs, 285 years. */
function wide(variant) {
    // GJS warns in the log of each number beyond that; a text has none to warn of.
    return Number(variant.print(false));
}

/** Returns the members of an array, at most `limit` of them. */
export function members(variant, type, limit = Limits.list) {
    const found = [];
    if (variant?.get_type_string() !== type)
        return found;
    const count = Math.min(variant.n_children(), limit);
    for (let i = 0; i < count; i++)
        found.push(variant.get_child_value(i));
    return found;
}

/** Returns the integer or floating-point members of an array that are a finite number. */
function numbers(variant, type) {
    return members(variant, type).map(type === 'ax' ? wide : member => member.get_double()).filter(Number.isFinite);
}

/** A dictionary a{sv} of the bus, of which only the keys that are asked for are read. */
export class Dictionary {
    /** Makes one of a variant, empty if that is no dictionary, or one that is too large. */
    constructor(variant) {
        const right = variant?.get_type_string() === 'a{sv}' && variant.n_children() <= Limits.keys &&
            variant.get_size() <= Limits.property;
        this._variant = right ? variant : new GLib.Variant('a{sv}', {});
    }

    get empty() {
        return this._variant.n_children() === 0;
    }

    value(key, type) {
        const value = this._variant.lookup_value(key, null);
        return value?.get_type_string() === type ? value : null;
    }

    /** Returns an id: opaque, so exactly as it came. */
    id(key) {
        return bounded(this.value(key, 's'), Limits.id) || null;
    }

    /** Returns an address on the web. */
    web(key) {
        const address = bounded(this.value(key, 's'), Limits.text);
        return /^https?:/i.test(address) ? address : null;
    }

    text(key) {
        const text = bounded(this.value(key, 's'), Limits.text);
        return text === null ? null : clean(text) || null;
    }

    /** Returns a word of a closed list, or of an open one, whose `other` stands for those that are not known. */
    word(key, words, other = null) {
        const word = bounded(this.value(key, 's'), Limits.id);
        return words.includes(word) ? word : other;
    }

    texts(key) {
        return this._members(key).filter(text => text !== '');
    }

    /** Returns the first three texts, each null where it is missing or empty. */
    lines(key) {
        const texts = this._members(key);
        return [0, 1, 2].map(i => texts[i] || null);
    }

    _members(key) {
        return members(this.value(key, 'as'), 'as').map(member => bounded(member, Limits.text))
            .filter(text => text !== null).map(clean);
    }

    words(key, known) {
        return known.filter(word => this.texts(key).includes(word));
    }

    truth(key) {
        return this.value(key, 'b')?.get_boolean() ?? null;
    }

    count(key) {
        return this.value(key, 'u')?.get_uint32() ?? null;
    }

    number(key) {
        const number = this.value(key, 'd')?.get_double();
        return Number.isFinite(number) ? number : null;
    }

    wide(key) {
        const value = this.value(key, 'x');
        return value === null ? null : wide(value);
    }

    wides(key) {
        return numbers(this.value(key, 'ax'), 'ax');
    }

    numbers(key) {
        return numbers(this.value(key, 'ad'), 'ad');
    }

    /** Returns the pair of numbers of a structure: two of 64 bits, or two floating-point ones. */
    pair(key, type) {
        const value = this.value(key, type);
        if (value === null)
            return null;
        const pair = [0, 1].map(i => value.get_child_value(i))
            .map(type === '(xx)' ? wide : member => member.get_double());
        return pair.every(Number.isFinite) ? pair : null;
    }

    /** Returns a value of a dictionary a{ss}. */
    inner(key, name) {
        const value = this.value(key, 'a{ss}');
        if (value === null || value.n_children() > Limits.keys)
            return null;
        return bounded(value.lookup_value(name, null), Limits.id) || null;
    }

    chapters(key) {
        return members(this.value(key, 'a(xss)'), 'a(xss)', Limits.chapters).map(member => ({
            start: wide(member.get_child_value(0)),
            title: clean(bounded(member.get_child_value(1), Limits.id) ?? ''),
            artwork: bounded(member.get_child_value(2), Limits.id) || null,
        })).filter(chapter => chapter.start >= 0);
    }
}

/** Returns the dictionaries of an array aa{sv}. */
export function dictionaries(variant, limit = Limits.list) {
    if (variant?.get_type_string() !== 'aa{sv}' || variant.get_size() > Limits.property)
        return [];
    return members(variant, 'aa{sv}', limit).map(member => new Dictionary(member));
}
