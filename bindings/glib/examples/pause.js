#!/usr/bin/gjs -m
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Pauses what plays, and waits for the player's answer, with GJS.
import GLib from 'gi://GLib';
import Gio from 'gi://Gio';
import NowPlaying from 'gi://NowPlayingGLib?version=0';

Gio._promisify(NowPlaying.Session.prototype, 'send_command_async');
const loop = new GLib.MainLoop(null, false);
const surface = NowPlaying.Surface.new('pause.js');

async function pause() {
    const session = surface.first;
    if (session === null)
        return 'There is no player.';
    try {
        await session.send_command_async(NowPlaying.CommandEvent.new(NowPlaying.CommandKind.PAUSE), null);
        return `${session.display_name} pauses.`;
    } catch (error) {
        if (error.matches(NowPlaying.Error, NowPlaying.Error.NOT_SUPPORTED))
            return `${session.display_name} cannot pause.`;
        return `${session.display_name}: ${error.message}`;
    }
}

surface.connect('notify::listed', () => pause().then(print).finally(() => loop.quit()));
loop.run();
