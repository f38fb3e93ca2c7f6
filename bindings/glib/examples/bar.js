#!/usr/bin/gjs -m
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A status bar of one line, with GJS: what plays, where it is, and the buttons of the player's own. The number of one,
// and Enter, press it.
import GLib from 'gi://GLib';
import NowPlaying from 'gi://NowPlayingGLib?version=0';

const surface = NowPlaying.Surface.new('bar.js');
const input = GLib.IOChannel.unix_new(0);
let buttons = [];
let shown = '';

function draw() {
    const session = surface.first;
    buttons = session ? [...session.commands].filter(each => each.kind === NowPlaying.CommandKind.CUSTOM) : [];
    const words = [session?.item?.first_line ?? 'nothing', session?.item?.second_line];
    const elapsed = session?.snapshot.elapsed_us ?? -1;
    if (elapsed >= 0)
        words.push(`${Math.floor(elapsed / 1e6)} s`);
    buttons.forEach((each, index) => words.push(`[${index + 1} ${each.title}${each.active ? ' ✓' : ''}]`));
    const line = words.filter(each => each).join('  ');
    if (line !== shown)
        print(shown = line);
    return GLib.SOURCE_CONTINUE;
}

function press() {
    const [status, line] = input.read_line();
    const button = status === GLib.IOStatus.NORMAL ? buttons[parseInt(line) - 1] : null;
    if (button) {
        surface.first.send_command_async(NowPlaying.CommandEvent.new_for(button), null, (session, result) => {
            try {
                session.send_command_finish(result);
            } catch (error) {
                print(error.message); // an error text for people
            }
        });
    }
    return status === GLib.IOStatus.NORMAL;
}

for (const signal of ['ordered', 'session-changed'])
    surface.connect(signal, draw);
GLib.timeout_add_seconds(GLib.PRIORITY_DEFAULT, 1, draw); // the position moves by itself
GLib.io_add_watch(input, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, press);
new GLib.MainLoop(null, false).run();
