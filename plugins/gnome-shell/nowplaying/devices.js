// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Shows the volume of a session and of each of its devices. */

import Gio from 'gi://Gio';

import {Button, column, icon, label, row, say} from './actors.js';
import {_} from './gettext.js';
import {Level} from './level.js';
import {DEVICES} from './words.js';

const themed = name => new Gio.ThemedIcon({name});

/** The volume of the session, with a mute button. `failed` gets the error of a request that failed. */
export class Volume {
    constructor(session, send, failed) {
        this._mute = new Button(() => send('mute', {muted: ['b', !session.playback.muted]}));
        this._name = label('nowplaying-device-name');
        this._level = new Level(_('Volume'), (level, done) => session.setVolume(level, both(failed, done)));
        this.actor = row('nowplaying-device');
        [this._mute.actor, this._name, this._level.actor].forEach(part => this.actor.add_child(part));
    }

    /** `mute` is its control, if there is one. */
    update({volume, canSetVolume, playback, devices}, mute) {
        // TRANSLATORS: the volume of all rooms, above that of each.
        say(this._name, devices.length > 0 ? _('All') : null);
        this.actor.visible = volume !== null || Boolean(mute);
        this._mute.show({
            picture: themed(`audio-volume-${playback.muted || volume === 0 ? 'muted' : 'high'}-symbolic`),
            name: mute?.name ?? _('Mute'), enabled: mute?.enabled ?? false, active: playback.muted, isSwitch: true,
        });
        this._level.actor.visible = volume !== null;
        if (volume !== null)
            this._level.show(volume, canSetVolume);
    }
}

/* Returns a callback that reports the error, and then that the request has ended. */
const both = (failed, done) => error => {
    failed(error);
    done();
};

class Device {
    constructor(session, id, failed) {
        const step = by => () => session.stepDevice(id, by, failed);
        this._icon = icon('nowplaying-device-icon');
        this._name = label('nowplaying-device-name');
        this._level = new Level('', (level, done) => session.setDeviceVolume(id, level, both(failed, done)));
        this._quieter = new Button(step(-1));
        this._louder = new Button(step(1));
        this.actor = row('nowplaying-device');
        [this._icon, this._name, this._level.actor, this._quieter.actor, this._louder.actor]
            .forEach(part => this.actor.add_child(part));
    }

    update({name, type, volume, canStep}) {
        this._icon.icon_name = DEVICES[type];
        say(this._name, name);
        this._level.actor.accessible_name = this._name.text;
        this._level.actor.visible = volume !== null;
        if (volume !== null)
            this._level.show(volume);
        this._quieter.show({picture: themed('list-remove-symbolic'), name: _('%1: quieter', this._name.text)});
        this._louder.show({picture: themed('list-add-symbolic'), name: _('%1: louder', this._name.text)});
        this._quieter.actor.visible = this._louder.actor.visible = canStep;
    }
}

/** The devices of a remote session, in their order. */
export class Devices {
    constructor(session, failed) {
        this._session = session;
        this._failed = failed;
        this._devices = [];
        this._ids = '';
        this.actor = column('nowplaying-devices');
    }

    update({devices}) {
        const ids = JSON.stringify(devices.map(({id}) => id));
        if (ids !== this._ids) {
            this._ids = ids;
            this.actor.destroy_all_children();
            this._devices = devices.map(({id}) => new Device(this._session, id, this._failed));
            this._devices.forEach(device => this.actor.add_child(device.actor));
        }
        devices.forEach((device, i) => this._devices[i].update(device));
    }
}
