// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Hides a message on the locked screen while the user wants none of its application there. */

import {NotificationPolicy} from 'resource:///org/gnome/shell/ui/messageTray.js';

export class Policy {
    /** `app` is the application as the desktop knows it, or null. */
    constructor(message, app) {
        this._message = message;
        this._policy = NotificationPolicy.newForApp(app);
        this._heard = ['enable', 'show-in-lock-screen'].map(
            what => this._policy.connect(`notify::${what}`, () => this._obey()));
        this._obey();
    }

    end() {
        this._heard.forEach(id => this._policy.disconnect(id));
        this._policy.destroy();
    }

    _obey() {
        this._message.visible = this._policy.enable && this._policy.showInLockScreen;
    }
}
