// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/* The page of settings, for GNOME 43. Packed as prefs.js. */
/* exported init, fillPreferencesWindow */

const {Gio, Gtk} = imports.gi;
const ExtensionUtils = imports.misc.extensionUtils;

function init() {
    ExtensionUtils.initTranslations();
}

function fillPreferencesWindow(window) {
    const builder = Gtk.Builder.new_from_file(`${ExtensionUtils.getCurrentExtension().path}/prefs.ui`);
    // Keeps the settings alive as long as the switch.
    window.settings = ExtensionUtils.getSettings();
    window.settings.bind('fetch-artwork', builder.get_object('fetch-artwork'), 'active',
        Gio.SettingsBindFlags.DEFAULT);
    window.add(builder.get_object('page'));
}
