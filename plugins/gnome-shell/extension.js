// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** The entry of the extension. */

import St from 'gi://St';

import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';

import {Panel} from './nowplaying/panel.js';
import {shell} from './nowplaying/shell.js';

export default class NowPlaying extends Extension {
    enable() {
        // The extension also runs on the locked screen (session-modes in its metadata), so that media can be controlled
        // there.
        const theme = new St.IconTheme();
        const settings = this.getSettings();
        Object.assign(shell, {hasIcon: name => theme.has_icon(name),
            fetchesArtwork: () => settings.get_boolean('fetch-artwork')});
        this._panel = new Panel();
    }

    disable() {
        this._panel.destroy();
        this._panel = null;
        Object.assign(shell, {hasIcon: () => false, fetchesArtwork: () => false});
    }
}
