// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Pictures that a publisher hands over as a file descriptor, which may be anything: read and decoded off the main
 * thread, and only what is a memory file, and a picture of a known format and size. */

import Cogl from 'gi://Cogl';
import GdkPixbuf from 'gi://GdkPixbuf';
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import St from 'gi://St';

import {Limits} from './values.js';

/* How many are read and decoded at the same time, of all publishers. */
const AT_ONCE = 3;
let working = 0;
const waiting = [];

/** Reads a file descriptor, which it closes. `done` gets a picture that an St.Icon can show, or null. */
export function readPicture(fd, size, done) {
    waiting.push({fd, size, done});
    work();
}

function work() {
    while (working < AT_ONCE && waiting.length > 0) {
        const {fd, size, done} = waiting.shift();
        working++;
        load(fd, size).catch(() => null).then(picture => {
            working--;
            work();
            done(picture);
        });
    }
}

/* Calls an asynchronous function of Gio, by the names of its two halves. */
function call(object, begin, finish, ...given) {
    return new Promise((resolve, reject) => object[begin](...given, (source, result) => {
        try {
            resolve((source ?? object)[finish](result));
        } catch (error) {
            reject(error);
        }
    }));
}

async function load(fd, size) {
    let bytes;
    try {
        bytes = await read(fd);
    } finally {
        GLib.close(fd);
    }
    const [width, height] = measure(bytes.toArray()) ?? [0, 0];
    if (width < 1 || height < 1 || width * height > Limits.pixels)
        return null;
    const stream = Gio.MemoryInputStream.new_from_bytes(bytes);
    // It keeps the ratio, and is not enlarged.
    const shown = Math.min(size, Math.max(width, height));
    return content(await new Promise((resolve, reject) => GdkPixbuf.Pixbuf.new_from_stream_at_scale_async(
        stream, shown, shown, true, null, (_source, result) => {
            try {
                resolve(GdkPixbuf.Pixbuf.new_from_stream_finish(result));
            } catch (error) {
                reject(error);
            }
        })));
}

/* Reads the bytes of a memory file. They are copied, so that it does no harm if somebody writes meanwhile. */
async function read(fd) {
    const file = Gio.File.new_for_path(`/proc/self/fd/${fd}`);
    // The target of a link in /proc is known without asking the file itself, which could let us wait.
    const link = file.query_info('standard::symlink-target', Gio.FileQueryInfoFlags.NOFOLLOW_SYMLINKS, null)
        .get_symlink_target();
    if (!link?.startsWith('/memfd:'))
        throw new Error('no memory file');
    const info = await call(file, 'query_info_async', 'query_info_finish', 'standard::type,standard::size',
        Gio.FileQueryInfoFlags.NONE, GLib.PRIORITY_DEFAULT, null);
    const size = info.get_size();
    if (info.get_file_type() !== Gio.FileType.REGULAR || size < 1 || size > Limits.picture)
        throw new Error('not of a size for a picture');
    // Opened anew: the offset of what was handed over is anybody's.
    const stream = await call(file, 'read_async', 'read_finish', GLib.PRIORITY_DEFAULT, null);
    try {
        return await call(stream, 'read_bytes_async', 'read_bytes_finish', size, GLib.PRIORITY_DEFAULT, null);
    } finally {
        stream.close_async(GLib.PRIORITY_DEFAULT, null, null);
    }
}

/** Returns the size of a PNG, GIF, JPEG or WebP as its first bytes say; null: it is none of them. */
export function measure(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const begins = (text, at = 0) => at + text.length <= bytes.length &&
        [...text].every((letter, i) => bytes[at + i] === letter.charCodeAt(0));
    if (bytes.length < 30)
        return null;
    if (begins('\x89PNG\r\n\x1a\n'))
        return [view.getUint32(16), view.getUint32(20)];
    if (begins('GIF8'))
        return [view.getUint16(6, true), view.getUint16(8, true)];
    if (begins('\xff\xd8'))
        return measureJpeg(view);
    if (begins('RIFF') && begins('WEBP', 8))
        return measureWebp(view, begins);
    return null;
}

/* Goes from one segment to the next until it finds one with the size of the frame. */
function measureJpeg(view) {
    let at = 2;
    while (at + 9 < view.byteLength && view.getUint8(at) === 0xff) {
        const marker = view.getUint8(at + 1);
        if (marker === 0xff) {
            at++;
            continue;
        }
        if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
            return [view.getUint16(at + 7), view.getUint16(at + 5)];
        at += 2 + view.getUint16(at + 2);
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

/* Hands the pixels to the graphics card. GNOME 48 wants to know to which. */
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
