// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** One session: the shell's own message of a player, with what the session says beyond MPRIS. */

import Atk from 'gi://Atk';
import Clutter from 'gi://Clutter';
import GLib from 'gi://GLib';
import GObject from 'gi://GObject';
import Pango from 'gi://Pango';
import St from 'gi://St';

import * as Main from 'resource:///org/gnome/shell/ui/main.js';

import {Button, DIM, label, mark, say, shorten} from './actors.js';
import {Area, roomsOf} from './area.js';
import {Cover} from './cover.js';
import {sentenceOf, troubleOf} from './errors.js';
import {N_, _} from './gettext.js';
import {positionAt, rangeAt} from './model.js';
import {messageOf} from './places.js';
import {arrange, plan} from './plan.js';
import {Player} from './player.js';
import {Policy} from './policy.js';
import {Side} from './side.js';

// TRANSLATORS: it waits for data; and: it is paused because of something else, as a telephone call.
const STATES = {buffering: N_('Buffering…'), interrupted: N_('Interrupted')};
/* How long an error text of the player stays, in seconds. */
const FAILED = 5;
/* The most lines of a text that has room. */
const MOST_LINES = 2;
const NOTHING = {
    id: '', kind: 'generic', live: false, duration: null, lines: [null, null, null], chapters: [], sung: [],
};

export class Face {
    /** `opened` maps an application to whether its messages are open; without this map, the message cannot be opened.
     * `moved` is called when the message is opened or closed. */
    constructor(session, opened, moved) {
        this.session = session;
        this._opened = opened;
        this._failedTimer = 0;
        this.player = new Player(session, place => this._press(this._arranged?.main[place]));
        this.message = messageOf(this.player);
        this._cover = new Cover(session);
        const send = (command, given, done) => this._ask(command, given, done);
        this._hold = ({hold: [begin, end]}, begins) => this._ask(...begins ? begin : end);
        this._area = new Area(session, this.message._mediaControls, {
            send, press: control => this._press(control), hold: this._hold, failed: error => this._fail(error),
        });
        this._extend();
        if (opened)
            this._letOpen(moved);
        else if (!this.message._policy) // GNOME has it since 49
            this._policy = new Policy(this.message, this.player.app);
        this.message.connect('destroy', () => this.end());
    }

    /* Adds parts to the shell's message. */
    _extend() {
        const {message} = this, {expandButton} = message._header;
        // Only of a message that takes no focus itself, the parts can be reached with the keyboard.
        message.set({can_focus: false, accessible_role: Atk.Role.GROUPING});
        message.add_style_class_name('nowplaying-message');
        this._badge = label('nowplaying-badge');
        message._header.insert_child_below(this._badge, expandButton);
        this._raise = new St.Button({
            style_class: 'nowplaying-raise', child: this._cover.actor, y_align: Clutter.ActorAlign.CENTER,
            can_focus: true,
        });
        this._raise.connect('clicked', () => message.vfunc_clicked());
        message._icon.hide();
        message._icon.get_parent().insert_child_at_index(this._raise, 0);
        this._extendTexts(message);
        this._sides = {
            back: new Side(message._prevButton, this._hold), toggle: new Side(message._playPauseButton, this._hold),
            forward: new Side(message._nextButton, this._hold),
        };
        this._live = new Button(() => this._press(this._plan.position[0]));
        this._live.actor.add_style_class_name('nowplaying-live');
        // The words for it are long in some languages, and beside the buttons they would cut the title.
        message._header.insert_child_below(this._live.actor, expandButton);
        this._open = new Button(() => message.vfunc_clicked());
        this._open.actor.add_style_class_name('nowplaying-open');
        message._mediaControls.add_child(this._open.actor);
        expandButton.hide();
        // A message changes its style once more while it is destroyed, when its parts are gone.
        message.connect('style-changed',
            () => this._ended || mark(message.child, 'nowplaying-on-light', isLight(message)));
    }

    /* Gives the texts room for a second line: the error always, the others in an open message. */
    _extendTexts({titleLabel: title, _bodyBin: body, _bodyLabel: bodyLabel}) {
        const texts = title.get_parent();
        const Expander = expanderOf(body.layout_manager);
        body.set({layout_manager: new Expander(), y_expand: false});
        bodyLabel.set({y_align: Clutter.ActorAlign.FILL, x_expand: true, y_expand: true});
        const grown = text => {
            // Otherwise a text whose script reads the other way would begin far from the cover.
            text.set({x_expand: true, y_expand: true});
            text.set({x_align: Clutter.ActorAlign.START, y_align: Clutter.ActorAlign.FILL});
            text.clutter_text.set(
                {single_line_mode: false, line_wrap: true, line_wrap_mode: Pango.WrapMode.WORD_CHAR});
            return new St.Bin({x_expand: true, y_expand: false, layout_manager: new Expander(), child: text});
        };
        texts.remove_child(title);
        const titleBin = grown(title);
        texts.insert_child_at_index(titleBin, 0);
        body.layout_manager.bind_property('expansion', titleBin.layout_manager, 'expansion',
            GObject.BindingFlags.DEFAULT);
        bodyLabel.opacity = DIM;
        this._error = label('nowplaying-error');
        this._errorBin = grown(this._error);
        this._errorBin.layout_manager.expansion = 1;
        texts.add_child(this._errorBin);
        [titleBin, body, this._errorBin].forEach(bin => (bin.layout_manager.expandLines = MOST_LINES));
    }

    _letOpen(moved) {
        const {message} = this, {expandButton} = message._header;
        message.setActionArea(this._area.actor);
        expandButton.show();
        expandButton.can_focus = true;
        expandButton.connect('clicked', () => this._opened.set(this.player.id, this._wide));
        message.connect('expanded', () => this._turn(true, moved));
        message.connect('unexpanded', () => this._turn(false, moved));
        this._turn(false, () => {});
    }

    _turn(wide, moved) {
        this._wide = wide;
        this.message._header.expandButton.accessible_name = wide ? _('Less') : _('More');
        moved();
    }

    /** Opens the message by itself, unless the user has closed a message of this application. */
    openBySelf() {
        if (!this.message.expanded && (this._opened.get(this.player.id) ?? true))
            this.message.expand(false);
    }

    /** Closes the message, unless the user has opened a message of this application. */
    shutBySelf() {
        if (this.message.expanded && !this._opened.get(this.player.id))
            this.message.unexpand(false);
    }

    /** Ends all that the face does, such as timers. It does not destroy the message. */
    end() {
        if (this._ended)
            return;
        this._ended = true;
        this._clear();
        this._area.end();
        this._policy?.end();
    }

    /** Updates the message from its session. */
    update() {
        const {session, message} = this, {playback} = session;
        const content = session.content ?? NOTHING;
        this._content = content;
        this._plan = plan(session.commands, playback, content);
        this._arranged = arrange(this._plan, session.volume !== null);
        this.player.update();
        this._raise.accessible_name = _('Open %1', this.player.name);
        // TRANSLATORS: a song with words that are not for children.
        const sort = content.advertisement ? _('Advertisement') : content.explicit ? _('Explicit') : null;
        const [first, ...rooms] = session.devices;
        say(this._badge, (playback.state in STATES ? _(STATES[playback.state]) : null) ?? sort
            ?? (first ? roomsOf(first, rooms) : null));
        const [title, ...others] = content.lines.map(line => shorten(line));
        const body = others.filter(Boolean).join(' · ');
        message.accessible_name = [`${this.player.name}: ${title ?? ''}`, ...others.filter(Boolean)].join(', ');
        if (message.title !== title || message.body !== body)
            message.set({title: title ?? '', body});
        this._showLive();
        this._sayTrouble();
        this._area.update(session, content, {...this._plan, ...this._arranged});
        this._shown = null;
        this.tick(GLib.get_monotonic_time());
    }

    /** Shows the position at a time. Returns after how many µs to call again; 0 when it does not move. */
    tick(now) {
        if (!this._content || this._ended)
            return 0;
        const [chapter, next] = this._area.tick(now, this._wide === true);
        if (chapter !== this._shown) {
            this._shown = chapter;
            this._cover.show(this._content, chapter);
        }
        return next;
    }

    _showLive() {
        const {liveEdge} = this.session.playback, [control] = this._plan.position;
        const enabled = control?.enabled ?? false;
        mark(this._live.actor, 'nowplaying-behind', !liveEdge && enabled);
        this._live.show({words: _('LIVE'), name: _('Go to live'), enabled: enabled && !liveEdge});
    }

    /* Says what is wrong in the place of the second line, and offers to open the player. */
    _sayTrouble() {
        const trouble = troubleOf(this.session.playback);
        say(this._error, this._failed ?? trouble);
        this._errorBin.visible = this._error.visible;
        this.message._bodyBin.visible = !this._error.visible;
        this._open.show({words: _('Open'), name: _('Open %1', this.player.name)});
        const offered = trouble !== null && !Main.sessionMode.isLocked;
        this._open.actor.visible = offered;
        // The error and "Open" take the room of the LIVE badge and the side buttons, which are of no use then.
        this._live.actor.visible = this._content.live && !offered;
        const {back, toggle, forward} = this._arranged.main;
        this._sides.back.show(offered ? null : back);
        this._sides.toggle.show(toggle);
        this._sides.forward.show(offered ? null : forward);
    }

    _press(control) {
        if (control?.send)
            this._ask(...control.send);
        else if (control?.skip)
            this._skip(control.skip);
    }

    /* Seeks by a time in µs, for a player that has no skips. */
    _skip(interval) {
        const {session: {playback}, _content: content} = this, now = GLib.get_monotonic_time();
        const [from, to] = rangeAt(content, playback, now) ?? [0, Infinity];
        const wanted = positionAt(content, playback, now) + interval;
        this._ask('seek-to-position', {position: ['x', Math.round(Math.max(from, Math.min(to, wanted)))]});
    }

    _ask(command, given, done = () => {}) {
        const values = Object.entries(given ?? {}).map(([key, [type, value]]) => [key, new GLib.Variant(type, value)]);
        this.session.send(command, Object.fromEntries(values), error => {
            if (!this._ended) {
                this._fail(error);
                done();
            }
        });
    }

    /* Shows for a moment why the player did not carry out a command, in the player's words. */
    _fail(error) {
        const sentence = error && !this._ended ? sentenceOf(error) : null;
        if (!sentence)
            return;
        this._clear();
        this._failed = sentence;
        this._sayTrouble();
        this._failedTimer = GLib.timeout_add_seconds(GLib.PRIORITY_DEFAULT, FAILED, () => {
            this._failedTimer = 0;
            this._failed = null;
            this._sayTrouble();
            return GLib.SOURCE_REMOVE;
        });
    }

    _clear() {
        if (this._failedTimer)
            GLib.source_remove(this._failedTimer);
        this._failedTimer = 0;
    }
}

let Expander = null;

/* Returns the class of a layout of a text that grows while its message opens: GNOME's own, which it exports not, with
 * room for fonts that are lower than the first. Pango counts lines of the first font, when it decides what to cut. */
function expanderOf({constructor: Own}) {
    Expander ??= GObject.registerClass(class NowPlayingExpander extends Own {
        vfunc_get_preferred_height(container, width) {
            const heights = super.vfunc_get_preferred_height(container, width);
            const text = container.get_first_child();
            if (text.get_preferred_height(width)[1] <= text.get_preferred_height(-1)[1])
                return heights;
            const metrics = text.clutter_text.get_layout().get_context().get_metrics(null, null);
            const most = Math.ceil(this.expansion * MOST_LINES * metrics.get_height() / Pango.SCALE);
            return heights.map(height => Math.max(height, most));
        }
    });
    return Expander;
}

/* Returns whether the theme draws an actor light. */
function isLight(actor) {
    const {red, green, blue} = actor.get_theme_node().get_background_color();
    return red + green + blue > 3 * 128;
}
