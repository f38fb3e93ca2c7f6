// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Places the cards in GNOME 48's list of messages, in which players come first. */

import {shell} from '../shell.js';

export class View {
    constructor() {
        this._view = shell.Main.panel.statusArea.dateMenu._messageList._messageView;
        this._names = new Set();
        const own = Object.getPrototypeOf(this._view);
        this._view._addPlayer = player => {
            if (!this._names.has(player._busName))
                own._addPlayer.call(this._view, player);
        };
        this._view._removePlayer = player => {
            if (this._view._playerToMessage.has(player))
                own._removePlayer.call(this._view, player);
        };
    }

    /** Puts the cards on top of the list. */
    take(box) {
        box.canClose ??= () => false;
        this._view._addMessageAtIndex(box, 0);
        // GNOME counts this map to find where notifications begin.
        this._view._playerToMessage.set(box, box);
    }

    give(box) {
        const {messages} = this._view;
        const item = box.get_parent();
        this._view._playerToMessage.delete(box);
        messages.splice(messages.indexOf(box), 1);
        item.remove_all_transitions();
        item.remove_child(box);
        item.destroy();
        this._view.notify('empty');
        this._view.notify('can-clear');
    }

    /** Hides GNOME's own messages of the players with these names, and shows all others. */
    hide(names) {
        this._names = names;
        const there = this._view._playerToMessage;
        for (const player of this._view._mediaSource.players) {
            if (names.has(player._busName))
                this._view._removePlayer(player);
            else if (player.canPlay && !there.has(player))
                this._view._addPlayer(player);
        }
    }

    destroy() {
        this.hide(new Set());
        delete this._view._addPlayer;
        delete this._view._removePlayer;
    }
}
