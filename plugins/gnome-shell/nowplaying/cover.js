// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Shows the picture of a session's item, or of the present chapter. It is requested when it is drawn, in the size that
 * is shown. */

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import St from 'gi://St';

import {decodePicture, readPicture} from './picture.js';
import {shell} from './shell.js';
import {fetchPicture} from './web.js';

/* The width and height of a picture on a screen of ordinary density, as in stylesheet.css. */
const SIZE = 56;
/* The most pictures that are kept: of the item, of neighbouring chapters, and of items before. */
const KEPT = 8;
/* How long the picture of the item before stays while this one's comes, in ms. */
const STAYS = 300;
/* How long to wait for a picture, in ms. A player has ten seconds by the protocol. */
const PATIENCE = 12000;

const FALLBACK = {
    'movie': 'video-x-generic-symbolic',
    'tv-show': 'video-x-generic-symbolic',
    'home-media': 'camera-web-symbolic',
    'radio': 'audio-x-generic-symbolic',
};

export class Cover {
    constructor(session) {
        this._session = session;
        this._kept = new Map();
        this._wanted = null;
        this._timer = 0;
        this.actor = new St.Icon({style_class: 'nowplaying-cover'});
        this._draw(null);
        this.actor.connect('destroy', () => {
            this._gone = true;
            this._stop();
            this._fetching?.cancel();
        });
    }

    /** Shows the picture of the item, or of one of its chapters, if there is one. */
    show(content, chapter) {
        const {artwork} = content;
        const own = content.chapters[chapter]?.artwork;
        // The sources from best to worst; the next one is tried when one fails.
        const ways = [
            own ? ['GetArtwork', own === artwork ? null : own] : ['GetPreview', content.square],
            ['GetArtwork', artwork],
            ['fetch', shell.fetchesArtwork() ? content.web : null],
        ].filter(([, id]) => id);
        this._home = content.home;
        if (this._item !== content.id) {
            this._item = content.id;
            this._kind = content.kind;
            this._stop();
            this._timer = GLib.timeout_add(GLib.PRIORITY_DEFAULT, STAYS, () => {
                this._timer = 0;
                this._draw(null);
                return GLib.SOURCE_REMOVE;
            });
        }
        // Players serve only ids of the present item.
        const key = [content.id, ...ways].join(' ');
        if (key === this._wanted)
            return;
        this._wanted = key;
        this._fetching?.cancel();
        this._next = () => this._look(ways, key);
        this._go();
    }

    /* Requests one picture at a time; afterwards the newest that was wanted meanwhile. */
    _go() {
        if (this._asking || !this._next || this._gone)
            return;
        const next = this._next;
        this._next = null;
        next();
    }

    _look([way, ...others], key) {
        if (this._kept.has(key) || !way) {
            this._draw(this._kept.get(key) ?? null);
            return;
        }
        const size = SIZE * St.ThemeContext.get_for_stage(global.stage).scale_factor;
        this._asking = true;
        this._ask(way, size, picture => {
            this._asking = false;
            if (this._gone || key !== this._wanted) {
                this._go();
                return;
            }
            if (picture)
                this._keep(key, picture);
            this._look(others, key);
        });
    }

    _ask([method, id], size, done) {
        if (method === 'fetch') {
            this._fetching = new Gio.Cancellable();
            fetchPicture(id, this._home, this._fetching)
                .then(bytes => decodePicture(bytes, size, done), () => done(null));
            return;
        }
        const given = method === 'GetPreview' ? new GLib.Variant('(ssuu)', [id, '1:1', size, size])
            : new GLib.Variant('(suu)', [id, size, size]);
        const iface = method === 'GetPreview' ? 'AnimatedArtwork1' : 'Session1';
        this._session.publisher.call(this._session.path, `org.nowplaying.${iface}`, method, given, PATIENCE,
            (error, answer, fds) => this._take(error, answer, fds, size, done));
    }

    /* Takes the file descriptor of an answer; any others are closed. */
    _take(error, answer, fds, size, done) {
        const all = fds?.steal_fds() ?? [];
        const index = answer?.get_type_string() === '(hsuu)' ? answer.get_child_value(0).get_handle() : -1;
        all.filter((_fd, i) => i !== index).forEach(fd => GLib.close(fd));
        if (error || index < 0 || index >= all.length)
            done(null);
        else
            readPicture(all[index], size, done);
    }

    _keep(key, picture) {
        this._kept.set(key, picture);
        if (this._kept.size > KEPT)
            this._kept.delete(this._kept.keys().next().value);
    }

    _stop() {
        if (this._timer)
            GLib.source_remove(this._timer);
        this._timer = 0;
    }

    _draw(picture) {
        this._stop();
        if (picture) {
            this.actor.gicon = picture;
            this.actor.remove_style_class_name('nowplaying-no-cover');
        } else {
            this.actor.icon_name = FALLBACK[this._kind] ?? 'audio-x-generic-symbolic';
            this.actor.add_style_class_name('nowplaying-no-cover');
        }
    }
}
