// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Shows the position of a session: a bar with its chapters, and below it the times. */

import Clutter from 'gi://Clutter';
import St from 'gi://St';

import {column, Digits, row} from './actors.js';
import {_} from './gettext.js';
import {Level} from './level.js';
import {lineAt} from './lyrics.js';
import {chapterAt, clock, positionAt, rangeAt} from './model.js';
import {find} from './plan.js';

/* The shortest time between two updates of a moving bar, in µs: at high speeds more would not look smoother. */
const SHORTEST = 250000;
const LONGEST = 60e6;
/* The most chapters that are marked in the bar. */
const MOST_MARKS = 50;

export class Bar {
    /** `send` sends a command, as Session.send(); `middle` is an actor that is shown between the times; `moved` is
     * called when the user has moved the bar. */
    constructor(send, middle, moved) {
        this._marks = [];
        this._level = new Level(_('Position'), (value, done) => {
            const [from, to] = this._range ?? [0, 0];
            send('seek-to-position', {position: ['x', Math.round(from + value * (to - from))]}, done);
        }, {late: true, moved});
        this._area = new St.DrawingArea({x_expand: true, y_expand: true});
        this._area.connect('repaint', () => this._draw());
        this._both = new St.Widget({layout_manager: new Clutter.BinLayout(), x_expand: true});
        this._both.add_child(this._level.actor);
        this._both.add_child(this._area);
        this._elapsed = new Digits('nowplaying-time');
        this._left = new Digits('nowplaying-time nowplaying-left');
        /** The row of the times. */
        this.times = row('nowplaying-times', {x_expand: true});
        middle.set({x_expand: true, x_align: Clutter.ActorAlign.CENTER});
        [this._elapsed.actor, middle, this._left.actor].forEach(part => this.times.add_child(part));
        this.actor = column('nowplaying-bar', {x_expand: true});
        [this._both, this.times].forEach(part => this.actor.add_child(part));
    }

    /** Updates the bar from a session. */
    update({content, playback, commands}) {
        this._content = content;
        this._playback = playback;
        this._seek = find(commands, 'seek-to-position')?.enabled ?? false;
        this._marks = content.chapters.slice(0, MOST_MARKS).map(({start}) => start);
        this._area.queue_repaint();
    }

    /** Shows the position at a time. Returns the present chapter, the line of lyrics that is sung, or null, and after
     * how many µs to call again; 0 when nothing moves. Of a bar that is not `open`, only the chapter can be seen. */
    tick(now, open) {
        const played = positionAt(this._content, this._playback, now);
        const position = this._move(played, rangeAt(this._content, this._playback, now));
        this._say(position);
        this.actor.visible = position !== null || this._content.duration !== null;
        if (position === null)
            return [-1, null, 0];
        const {chapters, sung} = this._content, chapter = chapterAt(this._content, position);
        const line = open ? sung[lineAt(sung, position)] : null;
        const ahead = open && sung.length > 0 ? sung[lineAt(sung, played) + 1] : chapters[chapter + 1];
        return [chapter, line?.text ?? null, this._next(played, open, ahead?.start ?? Infinity)];
    }

    /* Moves the bar to a position within a range. Returns where its thumb is. */
    _move(played, range) {
        const bar = played !== null && range !== null && range[1] > range[0];
        this._range = bar ? range : null;
        this._both.visible = bar;
        if (!bar)
            return played;
        this._level.show((played - range[0]) / (range[1] - range[0]), this._seek);
        if (this._playback.buffered !== null)
            this._area.queue_repaint();
        return this._level.held ? range[0] + this._level.actor.value * (range[1] - range[0]) : played;
    }

    /* Says how far a position is, and how much is left; of a broadcast that can be sought, how far it is behind. An
     * empty time stays visible, so that the actor between the times stays in the middle. */
    _say(position) {
        const {duration, live} = this._content;
        // U+200E keeps the minus sign before the time, also in a right-to-left layout.
        const minus = time => `\u200e−${clock(time)}`;
        const window = live && this._range !== null;
        this._elapsed.say(position === null || window ? '' : clock(position));
        if (window)
            this._left.say(this._playback.liveEdge && !this._level.held ? '' : minus(this._range[1] - position));
        else
            this._left.say(duration === null ? '' : position === null ? clock(duration) : minus(duration - position));
    }

    /* Returns when the digits that can be seen change next, or when what is ahead begins: a chapter or a line. */
    _next(position, open, ahead) {
        const {rate} = this._playback;
        if (!open && ahead === Infinity)
            return 0;
        // The window of a broadcast moves also while the player rests.
        if (open && this._content.live && this._range !== null)
            return 1e6;
        const isOver = rate > 0 ? position >= (this._content.duration ?? Infinity) : position <= 0;
        if (rate === 0 || !Number.isFinite(rate) || isOver)
            return 0;
        const beyond = position % 1e6, digits = rate > 0 ? 1e6 - beyond : beyond + 1;
        const way = Math.min(open ? digits : Infinity, Math.abs(ahead - position) + 1);
        return Math.max(SHORTEST, Math.min(way / Math.abs(rate), LONGEST));
    }

    /* Returns the background colour of the message, in which the gaps of the bar are drawn. */
    _background() {
        let actor = this._area;
        while (!actor.has_style_class_name('message'))
            actor = actor.get_parent();
        return actor.get_theme_node().get_background_color();
    }

    /* Draws the buffered part, and gaps where chapters begin. */
    _draw() {
        const cr = this._area.get_context();
        const [width, height] = this._area.get_surface_size();
        const edge = this._level.actor.get_theme_node().get_length('-slider-handle-radius');
        const [from, to] = this._range ?? [0, 0];
        const at = time => edge + (width - 2 * edge) * Math.max(0, Math.min((time - from) / (to - from), 1));
        const color = this._area.get_theme_node().get_foreground_color();
        // The slider itself is mirrored, too.
        if (this._area.get_text_direction() === Clutter.TextDirection.RTL) {
            cr.translate(width, 0);
            cr.scale(-1, 1);
        }
        cr.setSourceRGBA(color.red / 255, color.green / 255, color.blue / 255, 0.5);
        if (to > from) {
            const handle = edge + (width - 2 * edge) * this._level.actor.value;
            if (at(this._playback.buffered ?? from) > handle)
                cr.rectangle(handle, height / 2 - 1, at(this._playback.buffered) - handle, 2);
            cr.fill();
            const {red, green, blue} = this._background();
            cr.setSourceRGBA(red / 255, green / 255, blue / 255, 1);
            this._marks.filter(start => start > from && start < to && Math.abs(at(start) - handle) > edge + 1)
                .forEach(start => cr.rectangle(at(start) - 1, height / 2 - 3, 2, 6));
            cr.fill();
        }
        cr.$dispose();
    }
}
