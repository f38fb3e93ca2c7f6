// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Shows one session like a message. It is created once, and updated while it can be seen. */

import Clutter from 'gi://Clutter';
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import Shell from 'gi://Shell';
import St from 'gi://St';

import {Button, column, icon, label, pictureOf, row, say} from './actors.js';
import {Bar} from './bar.js';
import {Cover} from './cover.js';
import {Devices, Volume} from './devices.js';
import {N_, _} from './gettext.js';
import {clock} from './model.js';
import {plan} from './plan.js';
import {shell} from './shell.js';
import {Limits, clean} from './values.js';

const ERRORS = {
    'network': N_('There is no connection'),
    'sign-in': N_('Sign in to play this'),
    'region': N_('This cannot be played in this country'),
    'format': N_('This cannot be played'),
    'not-available': N_('This is not available any more'),
    'other': N_('Something went wrong'),
};
// TRANSLATORS: it waits for data; and: it is paused because of something else, as a telephone call.
const STATES = {buffering: N_('Buffering…'), interrupted: N_('Interrupted')};
/* How long an error text of the player stays, in seconds. */
const FAILED = 5;
const FAILED_ERROR = 'org.nowplaying.Error.Failed';
/* How long a player may take to show its window, in ms. */
const PATIENCE = 15000;
/* The most chapters in the list, and the most buttons in a row. */
const MOST_CHAPTERS = 100;
const IN_ROW = 9;
const WORDED = 3; // the width of a button with words, in icons
const MOST_ROWS = 3; // rows that are shown without unfolding
const NOTHING = {id: '', kind: 'generic', live: false, duration: null, lines: [null, null, null], chapters: []};

export class Card {
    constructor(session) {
        this.session = session;
        this._send = (command, given, done) => this._ask(command, given, done);
        this._buttons = new Map();
        this._failedTimer = 0;
        this._folded = true;
        this._cover = new Cover(session);
        this._bar = new Bar(this._send);
        const failed = error => this._sayFailed(error);
        this._volume = new Volume(session, this._send, failed);
        this._devices = new Devices(session, failed);
        this.actor = column('message nowplaying-card', {x_expand: true, reactive: true});
        this._build();
        this.actor.connect('destroy', () => {
            this._gone = true;
            this._clear();
        });
    }

    _build() {
        this._appIcon = icon('nowplaying-app-icon');
        this._app = label('nowplaying-app', {x_expand: true});
        this._badge = label('nowplaying-badge');
        this._first = label('message-title nowplaying-first');
        this._second = label('nowplaying-second');
        this._third = label('nowplaying-third');
        this._error = label('nowplaying-error');
        this._chapter = label('nowplaying-chapter');
        this._error.clutter_text.set({single_line_mode: false, line_wrap: true});
        const head = row('nowplaying-head');
        [this._appIcon, this._app, this._badge].forEach(part => head.add_child(part));
        const words = column('nowplaying-words', {x_expand: true});
        [head, this._first, this._second, this._third, this._error].forEach(part => words.add_child(part));
        const top = row('nowplaying-top');
        this._raise = new St.Button({child: this._cover.actor, y_align: Clutter.ActorAlign.START, can_focus: true});
        this._raise.connect('clicked', () => this._show());
        top.add_child(this._raise);
        top.add_child(words);
        this._central = row('nowplaying-central', {x_align: Clutter.ActorAlign.CENTER});
        this._more = column('nowplaying-more');
        this._foldButton = new Button(() => this._fold(!this._folded));
        this._below = column('nowplaying-folded');
        [top, this._central, this._bar.actor, this._chapter, this._more, this._volume.actor, this._devices.actor,
            this._foldButton.actor, this._below].forEach(part => this.actor.add_child(part));
        this._foldButton.actor.x_align = Clutter.ActorAlign.CENTER;
    }

    /** Updates the card from its session. */
    update() {
        const {session} = this, {playback} = session;
        const content = session.content ?? NOTHING;
        this._sayApp();
        // TRANSLATORS: a song with words that are not for children.
        const sort = content.advertisement ? _('Advertisement') : content.explicit ? _('Explicit') : null;
        say(this._badge, sort ?? (playback.state in STATES ? _(STATES[playback.state]) : null));
        [this._first, this._second, this._third].forEach((line, i) => say(line, content.lines[i]));
        this._sayError();
        this._content = content;
        this._devices.update(session);
        this._arrange(plan(session.commands, playback, content), content);
        this._bar.update({content, playback, commands: session.commands});
        this._volume.update(session);
        this._shown = null;
        this.tick(GLib.get_monotonic_time());
    }

    /* Shows the application as the desktop knows it, in the user's language, or else by its own name. */
    _sayApp() {
        const app = this._findApp();
        const gicon = app?.get_app_info()?.get_icon() ?? null;
        say(this._app, app?.get_name() ?? this.session.publisher.name);
        this._raise.accessible_name = this._app.text;
        this._appIcon.visible = gicon !== null;
        if (gicon && !this._appIcon.gicon?.equal(gicon))
            this._appIcon.gicon = gicon;
    }

    _findApp() {
        return Shell.AppSystem.get_default().lookup_app(`${this.session.publisher.desktopEntry}.desktop`);
    }

    /** Shows the position at a time. Returns after how many µs to call again; 0 when it does not move. */
    tick(now) {
        const [chapter, next] = this._bar.tick(now);
        if (chapter !== this._shown) {
            this._shown = chapter;
            say(this._chapter, this._chapterWords(chapter));
            this._cover.show(this._content, chapter);
        }
        return next;
    }

    _chapterWords(chapter) {
        const {chapters, chapter: number, chapterCount} = this._content;
        if (chapter >= 0)
            return chapters[chapter].title || _('Chapter %1 of %2', chapter + 1, chapters.length);
        if (number === null || number === undefined)
            return null;
        return chapterCount ? _('Chapter %1 of %2', number, chapterCount) : _('Chapter %1', number);
    }

    _sayError() {
        const {state, error, errorKind} = this.session.playback;
        say(this._error, this._failed ?? (state === 'error' ? error ?? _(ERRORS[errorKind]) : null));
    }

    /* Puts the buttons of a plan in their places. A button that keeps its place is reused, even while it is pressed. */
    _arrange({central, more, folded}, content) {
        const left = new Set(this._buttons.keys());
        const get = planned => {
            left.delete(planned.key);
            return this._button(planned);
        };
        const chapters = content.chapters.slice(0, MOST_CHAPTERS).map(({start, title}, i) => ({
            key: `chapter ${i}`, icon: null, words: `${clock(start)}  ${title || _('Chapter %1', i + 1)}`,
            enabled: this.session.commands.some(({command, enabled}) => command === 'seek-to-position' && enabled),
            send: ['seek-to-position', {position: ['x', start]}],
        }));
        const lines = rows(more);
        const wanted = [[this._central, [central.filter(Boolean)]], [this._more, lines.slice(0, MOST_ROWS)],
            [this._below, [...lines.slice(MOST_ROWS), ...rows(folded), ...chapters.map(chapter => [chapter])]]];
        const layout = JSON.stringify(wanted.map(([, found]) => found.map(line => line.map(({key}) => key))));
        wanted.forEach(([, found]) => found.forEach(line => line.forEach(get)));
        if (layout !== this._layout) {
            // A button that is moved while it is pressed might miss its release, so moves wait until then.
            const waits = [...this._buttons.values()].some(({holding}) => holding);
            if (!waits)
                this._place(wanted);
            this._layout = waits ? null : layout;
        }
        left.forEach(key => {
            this._buttons.get(key).button.actor.destroy();
            this._buttons.delete(key);
        });
        this._foldButton.actor.visible = wanted[2][1].length > 0 || this._devices.many;
        this._fold(this._folded);
    }

    _place(wanted) {
        this._buttons.forEach(({button}) => button.actor.get_parent()?.remove_child(button.actor));
        for (const [box, lines] of wanted) {
            if (box !== this._central)
                box.destroy_all_children();
            lines.forEach(line => {
                const target = box === this._central ? box : row('nowplaying-row');
                if (target !== box)
                    box.add_child(target);
                line.forEach(({key}) => target.add_child(this._buttons.get(key).button.actor));
            });
            box.visible = lines.some(line => line.length > 0);
        }
    }

    /* Returns the button for a plan's key, updated from the plan. */
    _button(planned) {
        let held = this._buttons.get(planned.key);
        if (!held) {
            held = {planned, button: new Button(() => held.planned.send && this._send(...held.planned.send))};
            held.button.actor.connect('notify::pressed', ({pressed}) => this._press(held, pressed));
            held.button.actor.connect('destroy', () => this._hold(held, false));
            this._buttons.set(planned.key, held);
        }
        held.planned = planned;
        const picture = pictureOf(planned.icon);
        held.button.show({...planned, picture, words: planned.words ?? (picture ? null : planned.name)});
        return held.button;
    }

    _press(held, pressed) {
        this._hold(held, pressed);
        if (!pressed && held.planned.hold && !this._gone)
            this.update();
    }

    /* Sends the begin or the end of a command that lasts while its button is pressed. */
    _hold(held, pressed) {
        if (!held.planned.hold || pressed === Boolean(held.holding))
            return;
        if (pressed)
            held.holding = held.planned.hold;
        this._send(...(pressed ? held.holding[0] : held.holding[1]));
        if (!pressed)
            held.holding = null;
    }

    _fold(folded) {
        this._folded = folded;
        this._devices.fold(folded);
        this._below.visible = !folded && this._foldButton.actor.visible;
        this._foldButton.show({
            picture: pictureOf(folded ? 'pan-down' : 'pan-up'), name: folded ? _('More') : _('Less'),
        });
    }

    _ask(command, given, done = () => {}) {
        const values = Object.entries(given ?? {}).map(([key, [type, value]]) => [key, new GLib.Variant(type, value)]);
        this.session.send(command, Object.fromEntries(values), error => {
            if (!this._gone) {
                this._sayFailed(error);
                done();
            }
        });
    }

    /* Shows for a moment why the player did not carry out a command, in the player's words. */
    _sayFailed(error) {
        if (!error || this._gone)
            return;
        const sentence = sentenceOf(error);
        if (!sentence)
            return;
        this._clear();
        this._failed = sentence;
        this._sayError();
        this._failedTimer = GLib.timeout_add_seconds(GLib.PRIORITY_DEFAULT, FAILED, () => {
            this._failedTimer = 0;
            this._failed = null;
            this._sayError();
            return GLib.SOURCE_REMOVE;
        });
    }

    _clear() {
        if (this._failedTimer)
            GLib.source_remove(this._failedTimer);
        this._failedTimer = 0;
    }

    /* Shows the player's window, as a click on GNOME's own messages does; not on a locked screen. */
    _show() {
        const {publisher} = this.session, {Main} = shell;
        if (Main.sessionMode.isLocked)
            return;
        const app = this._findApp();
        if (app)
            app.activate();
        else
            publisher.call('/org/mpris/MediaPlayer2', 'org.mpris.MediaPlayer2', 'Raise', null, PATIENCE, () => {});
        Main.panel.closeCalendar();
    }
}

/* Breaks a list of buttons into rows. */
function rows(buttons) {
    const found = [];
    let room = 0;
    for (const button of buttons) {
        const words = button.words || !pictureOf(button.icon);
        const width = words && button.icon ? WORDED + 1 : words ? WORDED : 1;
        if (room < width) {
            found.push([]);
            room = IN_ROW;
        }
        found[found.length - 1].push(button);
        room -= width;
    }
    return found;
}

/* Returns the player's own text in an error reply; null when people need not read it. */
function sentenceOf(error) {
    if (!Gio.DBusError.is_remote_error(error) || Gio.DBusError.get_remote_error(error) !== FAILED_ERROR)
        return null;
    Gio.DBusError.strip_remote_error(error);
    return clean(error.message.slice(0, Limits.text)) || null;
}
