#!/usr/bin/gjs -m
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Prints what plays, and each change of it, with GJS.
import GLib from 'gi://GLib';
import NowPlaying from 'gi://NowPlayingGLib?version=0';

const surface = NowPlaying.Surface.new('now.js');

function show(session) {
    const item = session.item;
    const words = item ? `${item.first_line} – ${item.second_line}` : 'nothing';
    const playing = session.state === NowPlaying.PlaybackState.PLAYING;
    print(`${session.display_name}: ${playing ? 'plays' : 'has'} ${words}`);
}

surface.connect('session-added', (_surface, session) => show(session));
surface.connect('session-changed', (_surface, session) => show(session));
surface.connect('session-removed', (_surface, session) => print(`${session.display_name} has gone`));

new GLib.MainLoop(null, false).run();
