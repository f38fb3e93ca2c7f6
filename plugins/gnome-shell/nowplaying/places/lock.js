// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** The locked screen, which shows no players itself: the cards are above its notifications. */

import {shell} from '../shell.js';

export class LockScreen {
    /** The box of notifications of the locked screen; undefined: it is not there. */
    static get box() {
        return shell.Main.screenShield?._dialog?._notificationsBox;
    }

    take(box) {
        this._box = LockScreen.box;
        this._box._notificationBox.insert_child_at_index(box, 0);
        this._box._updateVisibility();
    }

    give(box) {
        box.get_parent()?.remove_child(box);
        // It is gone when the screen has been unlocked.
        if (LockScreen.box === this._box)
            this._box._updateVisibility();
    }
}
