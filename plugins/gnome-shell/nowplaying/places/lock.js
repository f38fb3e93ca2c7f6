// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Places the cards on the locked screen, above the notifications. GNOME shows no players there. */

import {shell} from '../shell.js';

export class LockScreen {
    /** The box of notifications on the locked screen; undefined while there is none. */
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
        // GNOME destroys the box when the screen is unlocked.
        if (LockScreen.box === this._box)
            this._box._updateVisibility();
    }
}
