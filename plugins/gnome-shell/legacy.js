// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/* The entry for GNOME 43, whose extensions are scripts: it loads the modules, which takes a moment the first
 * time. Packed as extension.js. */
/* exported init */

const {Gtk, St} = imports.gi;
const ExtensionUtils = imports.misc.extensionUtils;
const Main = imports.ui.main;
const {Slider} = imports.ui.slider;

class NowPlaying {
    constructor(path) {
        this._path = path;
        this._panel = null;
        this._enabled = false;
    }

    enable() {
        this._enabled = true;
        // The extension also runs on the locked screen (session-modes in its metadata), so that media can be controlled
        // there.
        const load = name => import(`file://${encodeURI(this._path)}/nowplaying/${name}.js`);
        Promise.all([load('shell'), load('panel')]).then(([{shell}, {Panel}]) => {
            if (this._enabled && !this._panel)
                this._begin(shell, Panel);
        }).catch(logError);
    }

    _begin(shell, Panel) {
        const theme = new Gtk.IconTheme();
        theme.set_custom_theme(St.Settings.get().gtk_icon_theme);
        const settings = ExtensionUtils.getSettings('org.gnome.shell.extensions.nowplaying');
        Object.assign(shell, {Main, Slider, hasIcon: name => theme.has_icon(name),
            fetchesArtwork: () => settings.get_boolean('fetch-artwork')});
        this._panel = new Panel();
    }

    disable() {
        this._enabled = false;
        this._panel?.destroy();
        this._panel = null;
    }
}

function init() {
    ExtensionUtils.initTranslations();
    return new NowPlaying(ExtensionUtils.getCurrentExtension().path);
}
