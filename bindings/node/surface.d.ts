// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
import {
  Ability, AspectRatio, BusState, ChangedPart, CommandKind, DeviceType, ErrorKind, Item, LogLevel, PlaybackState,
  ControlRow, Phase, PlaylistOrder, Primary, Slot, TrackCharacteristic, TrackKind,
} from "./lib/tables";

export { Ability, AspectRatio, ChangedPart, CommandKind, ControlRow, Item, PlaylistOrder } from "./lib/tables";
export { NowPlayingError, ShownChapter } from "./lib/values";

/** A change of an entry. */
export interface Change {
  readonly change: "added" | "changed" | "removed";
  /** The present state of the entry; if it was removed, its last state. */
  readonly session: SurfaceSession;
  /** For "changed": the parts of the entry that have changed; else empty. */
  readonly changed: ChangedPart[];
}

/** The options of a Surface. A Surface with a handler for entries keeps the process alive. */
export interface SurfaceOptions {
  /** Its name for the logs of players, "lock screen". */
  name?: string | null;
  /** true: one playback that is on the bus under two names has two entries; else one. */
  twins?: boolean | null;
  busAddress?: string | null;
  /** For tests: a socket that is connected to a bus. */
  busFd?: number | null;
  onAdded?: ((session: SurfaceSession) => unknown) | null;
  onChanged?: ((session: SurfaceSession, changed: ChangedPart[]) => unknown) | null;
  onRemoved?: ((session: SurfaceSession) => unknown) | null;
  /** `sessions` has another order, or other entries. */
  onOrdered?: (() => unknown) | null;
  /** Every player that was there when the surface connected to the bus has answered or timed out. */
  onListed?: (() => unknown) | null;
  onBusState?: ((state: BusState) => unknown) | null;
  onLog?: ((level: LogLevel, message: string) => unknown) | null;
}

/** A panel, a lock screen, a tool or a bridge: it follows every player on the session bus, those of org.nowplaying with
 * all that they tell and all others by what MPRIS carries. Functions that return a promise never throw: a wrong
 * argument or a closed surface rejects the promise. */
export class Surface {
  /** options: the options, or the surface's name alone. */
  constructor(options?: string | SurfaceOptions);
  readonly busState: BusState;
  /** The MPRIS names of all players, those of one player together. */
  readonly names: string[][];
  /** All entries, the most important first. */
  readonly sessions: SurfaceSession[];
  readonly isClosed: boolean;
  /** The shapes in which you show animated artwork now: assign them while it can be seen, and [] when it cannot. */
  get aspectRatios(): readonly AspectRatio[];
  set aspectRatios(ratios: Iterable<AspectRatio>);
  /** Resolved when every player that was there when the surface connected has answered or timed out: `sessions` is
   * complete then. Rejected with NO_BUS if there is no session bus. */
  listed(): Promise<void>;
  /** Yields a change "added" for each entry that is there, and then each change, until the surface is closed or the
   * loop is left. Changes of an entry that the loop has not read yet are merged into one. */
  changes(): AsyncIterableIterator<Change>;
  ref(): this;
  /** Lets the process end although the surface is open. */
  unref(): this;
  close(): void;
  [Symbol.dispose](): void;
}

/** A button that a surface shows: its place, its look, and what a press sends. */
export interface Control {
  readonly kind: CommandKind;
  readonly row: ControlRow;
  /** In the row "central": which place; else "any". */
  readonly slot: Slot;
  /** false: show it greyed. */
  readonly enabled: boolean;
  /** Whether it switches something on and off. */
  readonly isSwitch: boolean;
  /** Whether to show it lit. */
  readonly active: boolean;
  /** Whether it lasts while it is held: press it with "begin" and "end". */
  readonly isHeld: boolean;
  /** Whether the player is about to do what it asks for. */
  readonly busy: boolean;
  /** The picture, as of an OfferedCommand; "": show words. That of a skip is an arrow around `number`. */
  readonly icon: string;
  /** The player's words for it, or "". */
  readonly title: string;
  readonly shortTitle: string;
  /** What it is called otherwise: English, and a msgid of the catalogues in plugins/common/po, with "%1" for `number`;
   * namePlural for all numbers but 1, or "" if there is one form. */
  readonly name: string;
  readonly namePlural: string;
  /** The seconds of a skip, the present speed, the number of a star; else 0. */
  readonly number: number;
  /** The speeds to choose from. */
  readonly rates: readonly number[];
  /** The arguments of a press; `mode` is a number, -1 for the next one; `interval` is in seconds. */
  readonly mode: number;
  readonly button: number;
  readonly interval: number;
  readonly rating: number;
  readonly id: string;
  readonly toggle: boolean;
}

/** A command that an entry offers: a button. */
export interface OfferedCommand {
  readonly kind: CommandKind;
  /** false: show it greyed. */
  readonly enabled: boolean;
  /** For "custom": names the button. "" for other kinds. */
  readonly id: string;
  readonly title: string;
  readonly shortTitle: string;
  /** The picture of the button, by a word or a name of an icon; see iconName(). */
  readonly icon: string;
  readonly slot: Slot;
  /** Whether it is to be shown lit. */
  readonly active: boolean;
  /** The number of a button of the kind "feedback"; else 0. */
  readonly button: number;
  /** Whether the player does not offer the command: the library derives "toggle-play-pause" from "play", "pause" and
   * "stop", and skips from "seek-to-position". */
  readonly derived: boolean;
  /** For "set-rating": the number of steps from 0 to 1, such as 5 for five stars; 0: any rating. */
  readonly steps: number;
  /** For a skip: the intervals that can be chosen, in seconds. */
  readonly intervals: readonly number[];
  readonly rates: readonly number[];
  readonly rateRange: readonly [number, number] | null;
  /** The present mode, of commands that have modes. */
  readonly current: string | null;
  readonly supported: readonly string[];
}

/** How playback stands at a time. */
export interface ShownSnapshot {
  readonly state: PlaybackState;
  /** Seconds; null: not known. */
  readonly position: number | null;
  readonly timestamp: number;
  /** The speed now: 0 unless it plays. */
  readonly rate: number;
  readonly defaultRate: number;
  readonly seekable: readonly [number, number] | null;
  readonly buffered: number | null;
  readonly error: string;
  readonly errorKind: ErrorKind;
  readonly atLiveEdge: boolean;
}

/** A picture or a video, of a foreign program: decode it with care. */
export interface Media {
  /** The bytes of its file; a Buffer. */
  readonly data: Uint8Array;
  /** "image/png", "video/mp4". */
  readonly mimeType: string;
  /** The width of a picture in pixels, before it is turned; 0 for a video. */
  readonly width: number;
  readonly height: number;
  /** How a picture is to be turned, by the numbers of EXIF; 1: it is not turned. */
  readonly orientation: number;
}

/** The options of an action. */
export interface ActionOptions {
  /** When it is aborted, the action is cancelled, and its promise is rejected. */
  signal?: AbortSignal | null;
}

/** The options of an action that gets a picture: the size in pixels that would fit best. */
export interface SizeOptions extends ActionOptions {
  width?: number | null;
  height?: number | null;
}

/** A snapshot of one entry of a surface. It never changes: when the entry changes, the surface makes another snapshot
 * with the same `key`. Actions go to the entry as it is now, but those about an item are for the item of this snapshot.
 * Texts come from foreign programs: show them as text. */
export class SurfaceSession {
  private constructor();
  /** Names the entry. */
  readonly key: string;
  /** The id that the player gave the session; "" for a player of MPRIS. */
  readonly sessionId: string;
  readonly busName: string;
  readonly applicationId: string;
  readonly displayName: string;
  readonly desktopEntry: string;
  /** 0 or more, 1 is full; null: the session has no volume. */
  readonly volume: number | null;
  readonly primary: readonly Primary[];
  readonly abilities: readonly Ability[];
  /** 0: not known. */
  readonly processId: number;
  /** For a Surface with `twins`: the key of the other entry of the same playback; "" if there is none. */
  readonly twinKey: string;
  readonly item: Item | null;
  /** The commands that the session offers, in the player's order. */
  readonly commands: readonly OfferedCommand[];
  /** The buttons to show, row by row. */
  readonly controls: readonly Control[];
  readonly tracks: readonly {
    readonly id: string; readonly kind: TrackKind; readonly language: string; readonly title: string;
    readonly characteristics: readonly TrackCharacteristic[]; readonly selected: boolean;
  }[];
  readonly devices: readonly {
    readonly id: string; readonly name: string; readonly type: DeviceType; readonly volume: number | null;
    readonly canStep: boolean;
  }[];
  /** null while the queue is not followed, and if the player shows no queue. */
  readonly queue: {
    readonly entries: readonly {
      readonly id: string; readonly title: string; readonly artists: string; readonly album: string;
      readonly url: string; readonly artworkUrl: string; readonly duration: number | null;
    }[];
    readonly total: number; readonly present: number | null; readonly canEdit: boolean;
  } | null;
  /** null while the playlists are not followed, and if the player shows no playlists. */
  readonly playlists: {
    readonly lists: readonly { readonly id: string; readonly name: string; readonly iconUrl: string }[];
    readonly active: number | null; readonly orders: readonly PlaylistOrder[];
  } | null;
  /** How playback stands at a time, by CLOCK_MONOTONIC in seconds; now if it is left out. Call it whenever you draw. */
  snapshot(at?: number): ShownSnapshot;
  /** Whether it has an ability. */
  can(ability: Ability): boolean;
  /** Sends a command. command: its word, or one of `commands`. argument: a position or an interval in seconds, a rate,
   * a mode, a phase, a rating, whether to mute, or the id of a custom command.
   *
   * Play, pause, stop, next, previous, mute, the rate and the modes of repeat and shuffle are for whatever plays now.
   * All others, as a seek, a skip, a like, a rating and a custom button, are for the `item` of this snapshot. A player
   * of org.nowplaying that plays another item by then refuses them (NO_SUCH_CONTENT), so that a like does not hit the
   * wrong song. Send such commands with the newest snapshot of the entry, from `sessions` or `changes()`. */
  send(command: CommandKind | OfferedCommand, argument?: number | string | boolean | null,
    options?: ActionOptions): Promise<void>;
  /** Sends what a press of one of the `controls` means. phase: "end" when one that is held is released. */
  press(control: Control, phase?: Phase, options?: ActionOptions): Promise<void>;
  /** 0 to 1. */
  setVolume(volume: number, options?: ActionOptions): Promise<void>;
  setDeviceVolume(id: string, volume: number, options?: ActionOptions): Promise<void>;
  stepDeviceVolume(id: string, step: 1 | -1, options?: ActionOptions): Promise<void>;
  /** Gets the picture of the item, from the player or from a file on this computer. */
  artwork(options?: SizeOptions): Promise<Media>;
  chapterArtwork(index: number, options?: SizeOptions): Promise<Media>;
  /** Gets the picture that is shown before the video of animated artwork. */
  preview(ratio: AspectRatio, options?: SizeOptions): Promise<Media>;
  video(ratio: AspectRatio, options?: SizeOptions): Promise<Media>;
  /** id: null: no track of this kind, for subtitles and captions only. */
  selectTrack(kind: TrackKind, id: string | null, options?: ActionOptions): Promise<void>;
  /** Brings the player's window to the front. */
  raise(options?: ActionOptions): Promise<void>;
  quit(options?: ActionOptions): Promise<void>;
  /** Follows the queue: from now on snapshots of this entry have `queue`. With `follow` false, they no longer have
   * it. */
  followQueue(follow?: boolean, options?: ActionOptions): Promise<void>;
  queueGoTo(id: string, options?: ActionOptions): Promise<void>;
  /** after: behind which entry; null: at the start; left out: at the end. */
  queueAdd(uri: string, after?: string | null, play?: boolean, options?: ActionOptions): Promise<void>;
  queueRemove(id: string, options?: ActionOptions): Promise<void>;
  followPlaylists(follow?: boolean, order?: PlaylistOrder, reverse?: boolean, options?: ActionOptions): Promise<void>;
  activatePlaylist(id: string, options?: ActionOptions): Promise<void>;
}

/** Returns the name of freedesktop's icon naming that is nearest to the `icon` of an OfferedCommand: "emblem-favorite"
 * for the word "heart-filled". An icon that is no word of org.nowplaying is returned as it is; "" for a word for which
 * that naming has nothing. */
export function iconName(icon: string): string;

/** A sentence for people that says why a session does not play, to be shown if its snapshot has no `error`. It is
 * English, and a msgid of the catalogues in plugins/common/po. */
export function errorSentence(kind: ErrorKind): string;
