// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** The page of settings, for GNOME 45 and newer. */

import Gio from 'gi://Gio';
import Gtk from 'gi://Gtk';

import {ExtensionPreferences} from 'resource:///org/gnome/Shell/Extensions/js/extensions/prefs.js';

export default class NowPlayingPreferences extends ExtensionPreferences {
    fillPreferencesWindow(window) {
        const builder = Gtk.Builder.new_from_file(`${this.path}/prefs.ui`);
        // Keeps the settings alive as long as the switch.
        window.settings = this.getSettings();
        window.settings.bind('fetch-artwork', builder.get_object('fetch-artwork'), 'active',
            Gio.SettingsBindFlags.DEFAULT);
        window.add(builder.get_object('page'));
    }
}
