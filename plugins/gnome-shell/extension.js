// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** The entry for GNOME 45 and newer, whose extensions are modules. */

import St from 'gi://St';

import * as Main from 'resource:///org/gnome/shell/ui/main.js';
import {Slider} from 'resource:///org/gnome/shell/ui/slider.js';
import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';

import {Panel} from './nowplaying/panel.js';
import {shell} from './nowplaying/shell.js';

export default class NowPlaying extends Extension {
    enable() {
        // The extension also runs on the locked screen (session-modes in its metadata), so that media can be controlled
        // there.
        const theme = new St.IconTheme();
        const settings = this.getSettings();
        Object.assign(shell, {Main, Slider, hasIcon: name => theme.has_icon(name),
            fetchesArtwork: () => settings.get_boolean('fetch-artwork')});
        this._panel = new Panel();
    }

    disable() {
        this._panel.destroy();
        this._panel = null;
        Object.assign(shell, {Main: null, Slider: null, hasIcon: () => false, fetchesArtwork: () => false});
    }
}
