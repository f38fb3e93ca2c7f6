// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// What a program in TypeScript may write, and what it may not. It is not run.
import {
  App, Artwork, Book, Command, Content, Music, NowPlayingError, Podcast, Radio, RemoteSession, Session, TVShow, Tagged,
} from "libnowplaying";
import { Surface } from "libnowplaying/surface";
import Player = require("libnowplaying/mpris-service");

const app: App = new App("org.example.Player", {
  displayName: "Example", onRaise() {}, onOpenUri: async (uri) => void uri.length, uriSchemes: ["file"],
  onQuit: (context) => context.signal.aborted, onBusState: (state) => state === "published",
});
const session = new Session(app, { id: "main", onVolume: (volume) => { session.volume = volume; } });
const loggedIn = new Artwork("https://example.org/cover", { headers: { Authorization: "token" } });
const cover = new Artwork(async ({ width, height, signal }) => new Uint8Array(width * height + Number(signal.aborted)));
const song: Music = new Music({ title: "Yellow", artists: ["Coldplay"], duration: 269, artwork: cover, trackNumber: 5 });
const items: Content[] = [song, song.with({ title: "Another" }), new Podcast({ showName: "Show", season: 2 }),
  new Book({ author: "An Author" }), new Radio({ duration: "live" }), new TVShow({ releaseDate: new Date() }),
  new Tagged({ tags: { TPE1: "Coldplay", APIC: new Uint8Array(3) } })];
session.update({
  content: items[0], queue: items, queueRow: 0, snapshot: { state: "playing", position: 12.5 },
  commands: [Command.play(() => {}), Command.seekToPosition(async (position) => position.toFixed()),
    Command.changeRate((rate) => rate, { rateRange: [0.5, 2] }),
    Command.changeRepeatMode((mode) => mode === "all", { current: "off" }),
    Command.custom("sleep", "Sleep", ({ signal }) => signal, { icon: "timer", active: true })],
});
session.setRepeatMode("one");
session.tracks = [{ id: "en", kind: "audio", characteristics: ["default"], selected: true }];
session.requestApplicationPrimary().catch((error: NowPlayingError) => error.code === "NO_BUS");
const kitchen: RemoteSession = new RemoteSession(app, { onDeviceVolume: (id, volume) => kitchen.setDeviceVolume(id, volume) });
kitchen.devices = [{ id: "speaker", name: "Kitchen", type: "speaker", volume: 0.4 }];
const title: string | undefined = song.title ?? undefined;

// @ts-expect-error a state is a word
session.snapshot = { state: 1 };
// @ts-expect-error a song has no author
song.with({ author: "Nobody" });
// @ts-expect-error commands are made by their functions
session.commands = [{ kind: "play" }];
// @ts-expect-error a movie is no text
session.content = title;

async function show(surface: Surface): Promise<void> {
  await surface.listed();
  for await (const { change, session: entry, changed } of surface.changes()) {
    const line: string = entry.item?.lines[0] ?? "";
    const position: number | null = entry.snapshot().position;
    console.log(change, line, position, changed.includes("item"), entry.item?.artists.length);
    await entry.send("seek-to-position", 10, { signal: new AbortController().signal });
    const [first] = entry.controls;
    if (first?.row === "central") {
      await entry.press(first, first.isHeld ? "end" : "begin");
    }
    const { data, mimeType } = await entry.artwork({ width: 256, height: 256 });
    console.log(data.length, mimeType);
  }
}
void show(new Surface("panel"));

const player = Player({ name: "example", identity: "Example", supportedInterfaces: ["player"] });
player.on("playpause", () => { player.playbackStatus = Player.PLAYBACK_STATUS_PLAYING; });
player.metadata = { "mpris:trackid": player.objectPath("track/0"), "xesam:title": "Yellow" };
