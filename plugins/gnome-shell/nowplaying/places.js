// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Where the shell shows messages of players: its list of messages, and the locked screen. */

import Clutter from 'gi://Clutter';

import {ensureActorVisibleInScrollView} from 'resource:///org/gnome/shell/misc/animationUtils.js';
import * as Main from 'resource:///org/gnome/shell/ui/main.js';

/** Returns the shell's own message of a player. */
export function messageOf(player) {
    // GNOME 48 exports no class of it, but its list makes one.
    let made = null;
    Object.getPrototypeOf(listOfMessages())._addPlayer.call({
        _playerToMessage: new Map(), _addMessageAtIndex: message => (made = message),
    }, player);
    return made;
}

function listOfMessages() {
    return Main.panel.statusArea.dateMenu._messageList._messageView;
}

/* A place in which the shell shows players. Its own messages of players that the extension knows are taken away, so
 * that no player is there twice. */
class Place {
    /* `shown` is the shell's map from players to messages. The shell counts it to find where notifications begin. */
    constructor(owner, shown) {
        this._owner = owner;
        this._shown = shown;
        this._names = new Set();
        if (!owner._mediaSource)
            return;
        const own = Object.getPrototypeOf(owner);
        owner._addPlayer = player => {
            if (!this._names.has(player._busName))
                own._addPlayer.call(owner, player);
        };
        owner._removePlayer = player => {
            if (shown.has(player))
                own._removePlayer.call(owner, player);
        };
    }

    /** Hides the shell's own messages of the players with these names, and shows all others. */
    hide(names) {
        this._names = names;
        for (const player of this._owner._mediaSource?.players ?? []) {
            if (names.has(player._busName))
                this._owner._removePlayer(player);
            else if (player.canPlay && !this._shown.has(player))
                this._owner._addPlayer(player);
        }
    }

    destroy() {
        this.hide(new Set());
        delete this._owner._addPlayer;
        delete this._owner._removePlayer;
    }
}

/* How the calendar with the list is drawn: only its changed part; but from a stored picture of the whole while it fades
 * in or out, or while something below it moves. By default the shell draws the whole calendar at each change, which for
 * a bar that moves each second is five times as much work. */
const DRAWN = Clutter.OffscreenRedirect.AUTOMATIC_FOR_OPACITY | Clutter.OffscreenRedirect.ON_IDLE;

/** The list of messages, in which players come first. */
export class List extends Place {
    constructor() {
        const view = listOfMessages();
        super(view, view._playerToMessage);
        this._calendar = Main.panel.statusArea.dateMenu.menu.actor;
        this._drawn = this._calendar.offscreen_redirect;
        this._calendar.offscreen_redirect = DRAWN;
        this._focused = global.stage.connect('notify::key-focus', () => this._scroll());
    }

    get mapped() {
        return this._owner.mapped;
    }

    /** Calls a function when the list is shown or hidden. */
    connect(changed) {
        this._changed = this._owner.connect('notify::mapped', changed);
    }

    /** Puts a message at a place among those of players. */
    put(player, message, index) {
        const {messages} = this._owner;
        if (!this._shown.has(player)) {
            this._shown.set(player, message);
            this._owner._addMessageAtIndex(message, index);
        } else if (messages[index] !== message) {
            this._owner._moveMessage(message, index);
        }
    }

    remove(player) {
        this._owner._removePlayer(player);
    }

    destroy() {
        this._calendar.offscreen_redirect = this._drawn;
        global.stage.disconnect(this._focused);
        this._owner.disconnect(this._changed);
        super.destroy();
    }

    /* Scrolls to the part of a message that has the focus: the shell does this for whole messages only. */
    _scroll() {
        const actor = global.stage.get_key_focus();
        if (actor && [...this._shown.values()].some(message => message !== actor && message.contains(actor)))
            ensureActorVisibleInScrollView(this._owner.get_parent(), actor);
    }
}

/** The locked screen, where players are above notifications. GNOME 48 shows none there itself. */
export class LockScreen extends Place {
    /** The shell's box of notifications on the locked screen; undefined while there is none. */
    static get box() {
        return Main.screenShield?._dialog?._notificationsBox;
    }

    constructor() {
        const {box} = LockScreen;
        super(box, box._players ?? new Map());
        this.box = box;
        // The box is destroyed, with all that is in it, when the screen is unlocked.
        this._destroyed = box.connect('destroy', () => (this._gone = true));
    }

    get mapped() {
        return !this._gone && this.box.mapped;
    }

    connect(changed) {
        this._changed = this._owner.connect('notify::mapped', changed);
    }

    put(player, message, index) {
        const {_notificationBox: parent} = this._owner;
        if (!this._shown.has(player)) {
            this._shown.set(player, message);
            parent.insert_child_at_index(message, index);
            message.connect('notify::visible', () => this._owner._updateVisibility());
        } else if (parent.get_child_at_index(index) !== message) {
            parent.set_child_at_index(message, index);
        }
        this._owner._updateVisibility();
    }

    remove(player) {
        if (this._gone)
            return;
        this._shown.get(player)?.destroy();
        this._shown.delete(player);
        this._owner._updateVisibility();
    }

    destroy() {
        if (this._gone)
            return;
        [this._destroyed, this._changed].forEach(id => this._owner.disconnect(id));
        super.destroy();
    }
}
