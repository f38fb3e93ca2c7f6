// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** A session in the form in which the shell knows players (MprisPlayer in its mpris.js), so that the shell makes its
 * own message of it. */

import Shell from 'gi://Shell';

import * as Main from 'resource:///org/gnome/shell/ui/main.js';
import {Source} from 'resource:///org/gnome/shell/ui/messageList.js';
import {EventEmitter} from 'resource:///org/gnome/shell/misc/signals.js';

/* How long a player may take to show its window, in ms. */
const PATIENCE = 15000;

export class Player extends EventEmitter {
    /** `pressed` is called with the place of the button that was pressed: back, toggle or forward. */
    constructor(session, pressed) {
        super();
        this._session = session;
        this._pressed = pressed;
        this.source = new Source();
        this.update();
    }

    /** The application as the desktop knows it, or null. */
    get app() {
        const entry = this._session.publisher.desktopEntry;
        return entry ? Shell.AppSystem.get_default().lookup_app(`${entry}.desktop`) : null;
    }

    /** The application's name in the user's language, or else its own. */
    get name() {
        return this.app?.get_name() ?? this._session.publisher.name;
    }

    /** The application's name for programs, under which the extension remembers the user's choices. */
    get id() {
        return this._session.publisher.desktopEntry || this._session.publisher.name;
    }

    /** Updates the name and the icon in the head of the message. */
    update() {
        const {app, name} = this;
        if (this.source.title !== name)
            this.source.title = name;
        const gicon = app?.get_app_info()?.get_icon() ?? null;
        if (gicon && !this.source.icon?.equal(gicon))
            this.source.icon = gicon;
    }

    /* The shell's message asks for these when it is made; later the extension shows what there is. */
    canPlay = true;
    status = 'Paused';
    trackTitle = '';
    trackArtists = [];
    trackCoverUrl = '';
    canGoNext = false;
    canGoPrevious = false;

    previous() {
        this._pressed('back');
    }

    playPause() {
        this._pressed('toggle');
    }

    next() {
        this._pressed('forward');
    }

    /** Shows the player's window; not on a locked screen. */
    raise() {
        if (Main.sessionMode.isLocked)
            return;
        if (this.app)
            this.app.activate();
        else
            this._session.publisher.call('/org/mpris/MediaPlayer2', 'org.mpris.MediaPlayer2', 'Raise', null, PATIENCE,
                () => {});
    }
}
