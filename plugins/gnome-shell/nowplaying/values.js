// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Reads values from the bus. Each function returns null for a value that is absent, of another type, or above a
 * limit. */

import GLib from 'gi://GLib';

/** The limits of section 8 of the protocol; a value above its limit is treated as absent. */
export const Limits = {
    property: 8 << 20, // bytes of a property's whole value
    keys: 1024, // entries of a dictionary
    id: 1024,
    text: 4096,
    lyrics: 65536,
    list: 64,
    chapters: 1024,
    sessions: 1024, // sessions of a connection
    publishers: 64,
    names: 256, // names of players that are considered
    cards: 64,
    picture: 32 << 20, // bytes
    fetched: 8 << 20, // bytes of a picture from the web
    pixels: 1 << 24, // pixels of a decoded picture: 64 MiB
};

/* Control characters, and characters that change the direction of the surrounding text. */
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

/** Returns a text that can be shown in one line. */
export function clean(text) {
    return text.replace(CONTROLS, ' ').trim();
}

/* Reads a string of at most `limit` bytes. The size is checked before the text is copied. */
function bounded(variant, limit) {
    return variant?.get_type_string() === 's' && variant.get_size() <= limit + 1 ? variant.get_string()[0] : null;
}

/** Returns a 64-bit integer as a number, which is exact up to 2^53 µs, 285 years. */
function wide(variant) {
    // For larger integers GJS would log a warning; converting from text does not.
    return Number(variant.print(false));
}

/** Returns the members of an array; null when there are more than `limit`. */
export function members(variant, type, limit = Limits.list) {
    const found = [];
    if (variant?.get_type_string() !== type)
        return found;
    const count = Math.min(variant.n_children(), limit);
    for (let i = 0; i < count; i++)
        found.push(variant.get_child_value(i));
    return found;
}

/** Returns the finite numbers in an array of integers or floating-point numbers. */
function numbers(variant, type) {
    return members(variant, type).map(type === 'ax' ? wide : member => member.get_double()).filter(Number.isFinite);
}

/** A dictionary a{sv} from the bus, of which only the requested keys are decoded. */
export class Dictionary {
    /** Makes one from a variant; empty when the variant is not a dictionary, or is too large. */
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

    /** Returns an id exactly as it came, because ids are opaque. */
    id(key) {
        return bounded(this.value(key, 's'), Limits.id) || null;
    }

    /** Returns a URL of the web. */
    web(key) {
        const address = bounded(this.value(key, 's'), Limits.text);
        return /^https?:/i.test(address) ? address : null;
    }

    /** Returns a text of several lines exactly as it came. */
    lyrics(key) {
        return bounded(this.value(key, 's'), Limits.lyrics) ?? '';
    }

    text(key) {
        const text = bounded(this.value(key, 's'), Limits.text);
        return text === null ? null : clean(text) || null;
    }

    /** Returns a word if it is in a list of words. Otherwise returns `other`, for lists to which later versions may add
     * words. */
    word(key, words, other = null) {
        const word = bounded(this.value(key, 's'), Limits.id);
        return words.includes(word) ? word : other;
    }

    texts(key) {
        return this._members(key).filter(text => text !== '');
    }

    /** Returns the first three lines, each null when it is missing or empty. */
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

    /** Returns a structure of two numbers: both 64-bit integers, or both floating-point. */
    pair(key, type) {
        const value = this.value(key, type);
        if (value === null)
            return null;
        const pair = [0, 1].map(i => value.get_child_value(i))
            .map(type === '(xx)' ? wide : member => member.get_double());
        return pair.every(Number.isFinite) ? pair : null;
    }

    /** Returns a value in a dictionary a{ss}. */
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
