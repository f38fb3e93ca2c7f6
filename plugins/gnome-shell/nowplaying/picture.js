// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Reads pictures from file descriptors and from the web. A publisher may hand over any descriptor: reading and
 * decoding happen off the main thread, and only memory files are accepted, with a picture of a known format and
 * size. */

import Cogl from 'gi://Cogl';
import GdkPixbuf from 'gi://GdkPixbuf';
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import St from 'gi://St';

import {Limits} from './values.js';

/* The most pictures that are read and decoded at the same time, over all publishers. */
const AT_ONCE = 3;
let working = 0;
const waiting = [];

/** Reads a file descriptor, and closes it. `done` gets a picture that an St.Icon can show, or null. */
export function readPicture(fd, size, done) {
    waiting.push({read: () => readClosing(fd), size, done});
    work();
}

/** Decodes the bytes of a picture. `done` gets a picture that an St.Icon can show, or null. */
export function decodePicture(bytes, size, done) {
    waiting.push({read: () => bytes, size, done});
    work();
}

function work() {
    while (working < AT_ONCE && waiting.length > 0) {
        const {read, size, done} = waiting.shift();
        working++;
        load(read, size).catch(() => null).then(picture => {
            working--;
            work();
            done(picture);
        });
    }
}

/** Calls an asynchronous function of Gio, given the names of its begin and its finish function. */
export function call(object, begin, finish, ...given) {
    return new Promise((resolve, reject) => object[begin](...given, (source, result) => {
        try {
            resolve((source ?? object)[finish](result));
        } catch (error) {
            reject(error);
        }
    }));
}

async function readClosing(fd) {
    try {
        return await readFile(fd);
    } finally {
        GLib.close(fd);
    }
}

async function load(read, size) {
    const bytes = await read();
    const array = bytes.toArray();
    const [width, height] = measure(array) ?? [0, 0];
    if (width < 1 || height < 1 || width * height > Limits.pixels)
        return null;
    const stream = Gio.MemoryInputStream.new_from_bytes(bytes);
    // Scales down until the longer side has the size, as the shell does; a small picture is not enlarged.
    const shown = Math.min(size, Math.max(width, height));
    const pixbuf = await new Promise((resolve, reject) => GdkPixbuf.Pixbuf.new_from_stream_at_scale_async(
        stream, shown, shown, true, null, (_source, result) => {
            try {
                resolve(GdkPixbuf.Pixbuf.new_from_stream_finish(result));
            } catch (error) {
                reject(error);
            }
        }));
    return content(turned(pixbuf, orientation(array)));
}

/* Reads the bytes of a memory file. They are copied, so that a later write by the publisher does no harm. */
async function readFile(fd) {
    const file = Gio.File.new_for_path(`/proc/self/fd/${fd}`);
    // The target of a link in /proc is known without accessing the file itself, which could block.
    const link = file.query_info('standard::symlink-target', Gio.FileQueryInfoFlags.NOFOLLOW_SYMLINKS, null)
        .get_symlink_target();
    if (!link?.startsWith('/memfd:'))
        throw new Error('no memory file');
    const info = await call(file, 'query_info_async', 'query_info_finish', 'standard::type,standard::size',
        Gio.FileQueryInfoFlags.NONE, GLib.PRIORITY_DEFAULT, null);
    const size = info.get_size();
    if (info.get_file_type() !== Gio.FileType.REGULAR || size < 1 || size > Limits.picture)
        throw new Error('not of a size for a picture');
    // Opens the file anew, because the publisher may move the offset of its descriptor.
    const stream = await call(file, 'read_async', 'read_finish', GLib.PRIORITY_DEFAULT, null);
    try {
        return await call(stream, 'read_bytes_async', 'read_bytes_finish', size, GLib.PRIORITY_DEFAULT, null);
    } finally {
        stream.close_async(GLib.PRIORITY_DEFAULT, null, null);
    }
}

const viewOf = bytes => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/* Returns a function that tells whether a text is at an offset of the bytes. */
const beginning = bytes => (text, at = 0) => at + text.length <= bytes.length &&
    [...text].every((letter, i) => bytes[at + i] === letter.charCodeAt(0));

/** Returns the size of a PNG, GIF, JPEG or WebP from its header; null for any other format. */
export function measure(bytes) {
    const [view, begins] = [viewOf(bytes), beginning(bytes)];
    if (bytes.length < 30)
        return null;
    if (begins('\x89PNG\r\n\x1a\n'))
        return [view.getUint32(16), view.getUint32(20)];
    if (begins('GIF8'))
        return [view.getUint16(6, true), view.getUint16(8, true)];
    if (begins('\xff\xd8'))
        return measureJpeg(bytes, view);
    if (begins('RIFF') && begins('WEBP', 8))
        return measureWebp(view, begins);
    return null;
}

/* The most segments or chunks of a picture that are examined. */
const MOST_PARTS = 4096;

/* Yields the segments of a JPEG before its pixels: the marker of each, and the offset of its length. Bytes between
 * segments, and fill bytes before a marker, are skipped as decoders do. */
function* segments(bytes, view) {
    let at = 2;
    for (let i = 0; i < MOST_PARTS; i++) {
        at = bytes.indexOf(0xff, at);
        if (at < 0 || at + 4 > bytes.length)
            return;
        const marker = bytes[at + 1];
        if (marker === 0xff) {
            at++;
        } else if (marker < 0x02 || marker >= 0xd0 && marker <= 0xd7) {
            at += 2; // a marker without a length
        } else if (marker >= 0xd8 && marker <= 0xda) {
            return; // the pixel data, or the end
        } else {
            yield [marker, at + 2];
            at += 2 + Math.max(2, view.getUint16(at + 2));
        }
    }
}

/* Returns the size in the first frame header of a JPEG. */
function measureJpeg(bytes, view) {
    for (const [marker, at] of segments(bytes, view)) {
        if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
            return [view.getUint16(at + 5), view.getUint16(at + 3)];
    }
    return null;
}

function measureWebp(view, begins) {
    const three = at => view.getUint16(at, true) | view.getUint8(at + 2) << 16;
    if (begins('VP8X', 12))
        return [three(24) + 1, three(27) + 1];
    if (begins('VP8L', 12))
        return [(view.getUint16(21, true) & 0x3fff) + 1, (view.getUint32(21, true) >> 14 & 0x3fff) + 1];
    if (begins('VP8 ', 12))
        return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
    return null;
}

/** Returns the EXIF orientation of a picture, 1 to 8; 1 when it has none. */
export function orientation(bytes) {
    const [view, begins] = [viewOf(bytes), beginning(bytes)];
    try {
        let at = 0;
        if (begins('\xff\xd8'))
            at = exifOfJpeg(bytes, view, begins);
        else
            at = begins('RIFF') ? chunk(view, begins, 12, 'EXIF', true) : chunk(view, begins, 8, 'eXIf', false);
        return orientationOf(view, begins('Exif\0\0', at) ? at + 6 : at);
    } catch {
        return 1; // There is no EXIF, or it is truncated.
    }
}

function exifOfJpeg(bytes, view, begins) {
    for (const [marker, at] of segments(bytes, view)) {
        if (marker === 0xe1 && begins('Exif\0\0', at + 2))
            return at + 2;
    }
    throw new RangeError('no EXIF');
}

/* Returns the offset of a chunk's content. A WebP chunk has its name before the length, a PNG chunk behind it, and a
 * checksum at the end. */
function chunk(view, begins, start, name, isWebp) {
    let at = start;
    for (let i = 0; i < MOST_PARTS; i++) {
        const length = view.getUint32(isWebp ? at + 4 : at, isWebp);
        if (begins(name, isWebp ? at : at + 4))
            return at + 8;
        at += 8 + length + (isWebp ? length % 2 : 4);
    }
    throw new RangeError('too many chunks');
}

/* Returns the orientation tag in the first directory of a TIFF structure, which EXIF is: one short number. */
function orientationOf(view, tiff) {
    const isLittle = view.getUint32(tiff) === 0x49492a00;
    if (!isLittle && view.getUint32(tiff) !== 0x4d4d002a)
        return 1;
    const directory = tiff + view.getUint32(tiff + 4, isLittle);
    const count = view.getUint16(directory, isLittle);
    for (let at = directory + 2; at < directory + 2 + 12 * count; at += 12) {
        if (view.getUint16(at, isLittle) !== 0x0112)
            continue;
        const value = view.getUint16(at + 8, isLittle);
        const isOne = view.getUint16(at + 2, isLittle) === 3 && view.getUint32(at + 4, isLittle) === 1;
        return isOne && value >= 1 && value <= 8 ? value : 1;
    }
    return 1;
}

/* Rotates or mirrors a pixbuf by the orientation that was read here: GdkPixbuf finds it in few formats only. */
function turned(pixbuf, number) {
    pixbuf.remove_option('orientation');
    pixbuf.set_option('orientation', `${number}`);
    return pixbuf.apply_embedded_orientation();
}

/* Returns the pixels as a texture. GNOME 48 needs to know the graphics context. */
function content(pixbuf) {
    const [width, height] = [pixbuf.get_width(), pixbuf.get_height()];
    const made = St.ImageContent.new_with_preferred_size(width, height);
    const format = pixbuf.get_has_alpha() ? Cogl.PixelFormat.RGBA_8888 : Cogl.PixelFormat.RGB_888;
    const pixels = [pixbuf.read_pixel_bytes(), format, width, height, pixbuf.get_rowstride()];
    const backend = global.stage.context?.get_backend?.();
    if (backend)
        made.set_bytes(backend.get_cogl_context(), ...pixels);
    else
        made.set_bytes(...pixels);
    return made;
}
