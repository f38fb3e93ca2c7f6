// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** The part of a message that is there when it is open: position, at most four buttons, and the way to all others. */

import Clutter from 'gi://Clutter';
import GLib from 'gi://GLib';
import St from 'gi://St';

import {Button, DIM, column, label, pictureOf, row, say, shorten, whileHeld} from './actors.js';
import {Bar} from './bar.js';
import {Devices, Volume} from './devices.js';
import {N_, _} from './gettext.js';
import {Menu} from './menu.js';
import {clock} from './model.js';
import {find, labelOf, wordsOf} from './plan.js';
import {clean} from './values.js';
import {DEVICES} from './words.js';

/* The most chapters in the list. */
const MOST_CHAPTERS = 100;
/* The names of buttons for screen readers. */
const HINTS = {devices: N_('Volume'), chapters: N_('Chapters'), menu: N_('More actions')};

/* Returns the words for the devices of a session: the first one's name, and how many others there are. */
export function roomsOf(first, others) {
    return others.length > 0 ? `${shorten(first.name)} + ${others.length}` : shorten(first.name);
}

export class Area {
    /** `send` sends a command, `press` sends that of a control, `hold` begins or ends that of one that is held, and
     * `failed` gets the error of a request. `aside` is a box beside the title, which has room for one button more. */
    constructor(session, aside, {send, press, hold, failed}) {
        this._session = session;
        this._aside = aside;
        this._actions = {send, press, hold, failed};
        this._buttons = new Map(); // of toggles, by key
        this._chapter = new Button(() => {});
        this._chapter.actor.add_style_class_name('nowplaying-chapter');
        this._sung = label('nowplaying-sung', {x_align: Clutter.ActorAlign.CENTER, opacity: DIM});
        const middle = new St.Widget({layout_manager: new Clutter.BinLayout()});
        [this._chapter.actor, this._sung].forEach(part => middle.add_child(part));
        this._bar = new Bar(send, middle, () => this.tick(GLib.get_monotonic_time(), true));
        this._devices = new Button(() => {});
        this._devices.actor.add_style_class_name('nowplaying-devices-button');
        this._more = new Button(() => {});
        this._toggles = row('nowplaying-toggles');
        this._line = row('nowplaying-row');
        this._space = new St.Widget({x_expand: true});
        [this._toggles, this._space, this._devices.actor, this._more.actor].forEach(part => this._line.add_child(part));
        this.actor = column('nowplaying-area', {x_expand: true});
        [this._bar.actor, this._line].forEach(part => this.actor.add_child(part));
        this._menus = [
            new Menu(this._chapter.actor, menu => this._fillChapters(menu)),
            new Menu(this._devices.actor, menu => this._fillDevices(menu)),
            new Menu(this._more.actor, menu => this._fillMore(menu))];
    }

    /** Updates the area from the session, with its controls. */
    update(session, content, {toggles, menu, stars, volume}) {
        this._content = content;
        this._rest = menu;
        this._stars = stars;
        this._mute = volume[0];
        this._bar.update({content, playback: session.playback, commands: session.commands});
        this._arrange(toggles);
        const [first, ...others] = session.devices;
        this._devices.actor.visible = first !== undefined;
        if (first)
            this._devices.show({words: roomsOf(first, others), picture: pictureOf(DEVICES[first.type])});
        const hasMenu = menu.length > 0 || stars.length > 0;
        const hasVolume = session.volume !== null && !first;
        this._more.actor.visible = hasMenu || hasVolume;
        this._more.show(hasMenu ? {picture: pictureOf('view-more'), name: _(HINTS.menu)}
            : {picture: pictureOf('volume-up'), name: _(HINTS.devices)});
        this._count = toggles.length + Number(Boolean(first));
        this._isLone = !first && toggles.length + Number(this._more.actor.visible) === 1;
        this._volume?.update(session, this._mute);
        this._list?.update(session);
    }

    /** Shows the position at a time, as Bar.tick(). */
    tick(now, open) {
        const [chapter, line, next] = this._bar.tick(now, open);
        this._at = chapter;
        this._settle(open);
        const words = this._wordsOf(chapter);
        const many = this._content.chapters.length > 0;
        this._chapter.actor.opacity = words ? 255 : 0;
        this._chapter.show({
            words: many && words ? `${this._side}${shorten(words)} ▾` : words,
            name: many ? `${_(HINTS.chapters)}: ${words ?? ''}` : words, enabled: many,
        });
        // Of an original and its translations, there is room for the original.
        say(this._sung, line && clean(line.split('\n')[0]));
        return [chapter, next];
    }

    /* Returns U+200F where text runs from right to left: it keeps the sign of a menu behind the words, whatever their
     * script is. */
    get _side() {
        return this.actor.get_text_direction() === Clutter.TextDirection.RTL ? '\u200f' : '';
    }

    /* Gives the buttons a row of their own only if they are several. One, and the way to all others, have room beside
     * the times; without times, a lone button has room beside the title of an open message. */
    _settle(open) {
        const times = this._bar.actor.visible && this._count <= 1 ? this._bar.times : null;
        const parent = times ?? (open && this._isLone ? this._aside : this.actor);
        if (this._line.get_parent() !== parent) {
            this._line.get_parent().remove_child(this._line);
            parent.add_child(this._line);
        }
        this._line.x_expand = this._space.visible = parent === this.actor;
    }

    /** Closes its menus. */
    end() {
        this._menus.forEach(menu => menu.close());
        this._buttons.forEach(({menu}) => menu?.close());
        // On the locked screen the area is in no message that would destroy it.
        if (this.actor.get_parent() === null)
            this.actor.destroy();
    }

    _wordsOf(at) {
        const {chapters, chapter: number, chapterCount} = this._content;
        if (at >= 0)
            return chapters[at].title || _('Chapter %1 of %2', at + 1, chapters.length);
        if (number === null || number === undefined)
            return null;
        return chapterCount ? _('Chapter %1 of %2', number, chapterCount) : _('Chapter %1', number);
    }

    /* Shows the toggles. A button that keeps its place is used again, even while it is pressed. */
    _arrange(toggles) {
        const keys = toggles.map(({key}) => key);
        [...this._buttons.keys()].filter(key => !keys.includes(key)).forEach(key => {
            this._buttons.get(key).button.actor.destroy();
            this._buttons.delete(key);
        });
        toggles.forEach((control, i) => {
            const kept = this._buttons.get(control.key) ?? this._make(control);
            const {button} = kept, picture = control.kind === 'change-rate' ? null : pictureOf(control.icon);
            kept.control = control;
            const words = picture && !control.kind.startsWith('skip-') ? null : wordsOf(control);
            button.show({...control, name: labelOf(control), picture, words});
            if (button.actor.get_parent() === null)
                this._toggles.insert_child_at_index(button.actor, i);
            else if (this._toggles.get_child_at_index(i) !== button.actor)
                this._toggles.set_child_at_index(button.actor, i);
        });
    }

    _make(control) {
        const isMenu = control.kind === 'change-rate';
        const made = {button: new Button(() => isMenu || this._actions.press(made.control))};
        if (isMenu)
            made.menu = new Menu(made.button.actor, menu => this._fillRates(menu));
        if (control.hold)
            whileHeld(made.button.actor, begins => this._actions.hold(made.control, begins));
        this._buttons.set(control.key, made);
        return made;
    }

    _fillChapters(menu) {
        const enabled = this._session.commands.some(
            command => command.command === 'seek-to-position' && command.enabled);
        this._content.chapters.slice(0, MOST_CHAPTERS).forEach(({start, title}, i) => menu.addChoice({
            name: `${clock(start)}  ${title || _('Chapter %1', i + 1)}`, enabled, active: i === this._at,
            send: ['seek-to-position', {position: ['x', start]}],
        }, this._actions.press));
    }

    _fillRates(menu) {
        const {rates, enabled} = find(this._session.commands, 'change-rate') ?? {rates: []};
        const {defaultRate} = this._session.playback;
        [...rates].sort((a, b) => a - b).forEach(rate => menu.addChoice({
            name: wordsOf({kind: 'change-rate', number: rate}), enabled, active: Math.abs(rate - defaultRate) < 0.001,
            send: ['change-rate', {rate: ['d', rate]}],
        }, this._actions.press));
    }

    _fillDevices(menu) {
        this._addVolume(menu);
        this._list = new Devices(this._session, this._actions.failed);
        this._list.actor.connect('destroy', () => (this._list = null));
        this._list.update(this._session);
        menu.addActor(this._list.actor);
    }

    _fillMore(menu) {
        if (this._session.devices.length === 0)
            this._addVolume(menu);
        if (this._stars.length > 0)
            menu.addActor(this._rowOf(this._stars, menu));
        for (const control of this._rest) {
            if (control.hold)
                menu.addActor(this._heldButton(control));
            else if (control.kind === 'change-rate')
                this._fillRates(menu);
            else
                menu.addButton(control, this._actions.press);
        }
    }

    _addVolume(menu) {
        if (this._session.volume === null)
            return;
        this._volume = new Volume(this._session, this._actions.send, this._actions.failed);
        this._volume.actor.connect('destroy', () => (this._volume = null));
        this._volume.update(this._session, this._mute);
        menu.addActor(this._volume.actor);
    }

    /* Returns a row of buttons that close the menu. */
    _rowOf(stars, menu) {
        const line = row('nowplaying-stars');
        stars.forEach(control => {
            const button = new Button(() => {
                menu.close();
                this._actions.press(control);
            });
            button.show({...control, picture: pictureOf(control.icon), active: false});
            line.add_child(button.actor);
        });
        return line;
    }

    /* Returns a button that begins something when it is pressed, and ends it when it is let go. */
    _heldButton(control) {
        const {name, enabled} = control, button = new Button(() => {});
        button.show({words: name, name, enabled});
        button.actor.add_style_class_name('nowplaying-held');
        button.actor.x_align = Clutter.ActorAlign.START;
        whileHeld(button.actor, begins => this._actions.hold(control, begins));
        return button.actor;
    }
}
