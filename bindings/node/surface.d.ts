// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
import {
  Ability, AspectRatio, BusState, ChangedPart, CommandKind, DeviceType, ErrorKind, Item, LogLevel, PlaybackState,
  PlaylistOrder, Primary, Slot, TrackCharacteristic, TrackKind,
} from "./lib/tables";

export { Ability, AspectRatio, ChangedPart, CommandKind, Item, PlaylistOrder } from "./lib/tables";
export { NowPlayingError, ShownChapter } from "./lib/values";

/** A change of an entry. */
export interface Change {
  readonly change: "added" | "changed" | "removed";
  /** How the entry is now, or has been last. */
  readonly session: SurfaceSession;
  /** Of "changed", the parts that have. */
  readonly changed: ChangedPart[];
}

/** The options of a Surface. With a handler of entries it keeps the process alive. */
export interface SurfaceOptions {
  /** Its name for the logs of players, "lock screen". */
  name?: string | null;
  /** true: a playback with two names on the bus has two entries. */
  twins?: boolean | null;
  busAddress?: string | null;
  /** For tests: a socket that is connected to a bus. */
  busFd?: number | null;
  onAdded?: ((session: SurfaceSession) => unknown) | null;
  onChanged?: ((session: SurfaceSession, changed: ChangedPart[]) => unknown) | null;
  onRemoved?: ((session: SurfaceSession) => unknown) | null;
  /** `sessions` has another order, or other entries. */
  onOrdered?: (() => unknown) | null;
  /** Every player that was there when the bus came has answered, or has not in time. */
  onListed?: (() => unknown) | null;
  onBusState?: ((state: BusState) => unknown) | null;
  onLog?: ((level: LogLevel, message: string) => unknown) | null;
}

/** A panel, a lock screen, a tool or a bridge: it follows every player on the session bus, those of org.nowplaying with
 * all that they say and all others by what MPRIS carries. What returns a promise never throws: a wrong argument and a
 * closed surface reject it. */
export class Surface {
  /** options: or its name. */
  constructor(options?: string | SurfaceOptions);
  readonly busState: BusState;
  /** The MPRIS names of all players, those of one player together. */
  readonly names: string[][];
  /** All entries, the most important first. */
  readonly sessions: SurfaceSession[];
  readonly isClosed: boolean;
  /** In which shapes you show animated artwork now: assign them while it can be seen. */
  get aspectRatios(): readonly AspectRatio[];
  set aspectRatios(ratios: Iterable<AspectRatio>);
  /** Settled when every player that was there has answered: then `sessions` is complete. Rejected with NO_BUS where
   * there is no session bus. */
  listed(): Promise<void>;
  /** First that each entry which is there was added, then what changes, until the surface is closed or the loop is
   * left. What a slow reader has not read yet is one change for each entry. */
  changes(): AsyncIterableIterator<Change>;
  ref(): this;
  /** No longer keeps the process alive. */
  unref(): this;
  close(): void;
  [Symbol.dispose](): void;
}

/** A command that an entry offers: a button. */
export interface OfferedCommand {
  readonly kind: CommandKind;
  /** false: show it greyed. */
  readonly enabled: boolean;
  /** Of "custom", names it. */
  readonly id: string;
  readonly title: string;
  readonly shortTitle: string;
  /** The word or name of its picture; see iconName(). */
  readonly icon: string;
  readonly slot: Slot;
  /** Whether it is to be shown lit. */
  readonly active: boolean;
  /** Distinguishes buttons of "feedback". */
  readonly tag: number;
  /** Of "set-rating": how many from 0 to 1; 0: any rating. */
  readonly steps: number;
  /** Of a skip, in seconds. */
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
  /** Of a picture, before it is turned; 0 of a video. */
  readonly width: number;
  readonly height: number;
  /** How a picture is to be turned, as EXIF numbers it; 1: not at all. */
  readonly orientation: number;
}

/** The options of an action. */
export interface ActionOptions {
  /** Aborted: nobody waits for the answer any more. */
  signal?: AbortSignal | null;
}

/** The options of an action that gets a picture: what would fit best. */
export interface SizeOptions extends ActionOptions {
  width?: number | null;
  height?: number | null;
}

/** A snapshot of one entry of a surface. It never changes: when the entry has changed there is another one with the same
 * `key`. What is asked of it is asked of the entry as it is now; what means an item, of the one that it shows. Texts are
 * of foreign programs: show them as text. */
export class SurfaceSession {
  private constructor();
  /** Names the entry. */
  readonly key: string;
  /** The id that the player gave the session; "" of MPRIS. */
  readonly sessionId: string;
  readonly busName: string;
  readonly applicationId: string;
  readonly displayName: string;
  readonly desktopEntry: string;
  /** null: it has none. */
  readonly volume: number | null;
  readonly primary: readonly Primary[];
  readonly abilities: readonly Ability[];
  /** 0: not known. */
  readonly processId: number;
  /** Of a Surface with `twins`, the entry that is the same playback; "" where there is none. */
  readonly twinKey: string;
  readonly item: Item | null;
  /** What it offers, in the player's order. */
  readonly commands: readonly OfferedCommand[];
  readonly tracks: readonly {
    readonly id: string; readonly kind: TrackKind; readonly language: string; readonly title: string;
    readonly characteristics: readonly TrackCharacteristic[]; readonly selected: boolean;
  }[];
  readonly devices: readonly {
    readonly id: string; readonly name: string; readonly type: DeviceType; readonly volume: number | null;
    readonly canStep: boolean;
  }[];
  /** null while it is not followed, and where the player shows none. */
  readonly queue: {
    readonly entries: readonly {
      readonly id: string; readonly title: string; readonly artists: string; readonly album: string;
      readonly url: string; readonly artworkUrl: string; readonly duration: number | null;
    }[];
    readonly total: number; readonly present: number | null; readonly canEdit: boolean;
  } | null;
  /** null while they are not followed, and where the player shows none. */
  readonly playlists: {
    readonly lists: readonly { readonly id: string; readonly name: string; readonly iconUrl: string }[];
    readonly active: number | null; readonly orders: readonly PlaylistOrder[];
  } | null;
  /** How playback stands at a time, by CLOCK_MONOTONIC in seconds; now if it is left out. Call it whenever you draw. */
  snapshot(at?: number): ShownSnapshot;
  /** Whether it has an ability. */
  can(ability: Ability): boolean;
  /** Sends a command: its word or a button, and its argument: seconds of a position or an interval, a rate, a mode, a
   * phase, a rating, whether to mute, or the id of a custom one.
   *
   * Play, pause, stop, next, previous, mute, the rate and the modes of repeat and shuffle are for whatever plays now. All
   * others, as a seek, a skip, a like, a rating and a custom button, are for the `item` of this snapshot: a player of
   * org.nowplaying that has gone on to another refuses them (NO_SUCH_CONTENT), so that a like does not hit the wrong
   * song. Send them by the present snapshot, of `sessions` or `changes()`. */
  send(command: CommandKind | OfferedCommand, argument?: number | string | boolean | null,
    options?: ActionOptions): Promise<void>;
  /** 0 to 1. */
  setVolume(volume: number, options?: ActionOptions): Promise<void>;
  setDeviceVolume(id: string, volume: number, options?: ActionOptions): Promise<void>;
  stepDeviceVolume(id: string, step: 1 | -1, options?: ActionOptions): Promise<void>;
  /** Gets the picture of its item, wherever that is on this computer. */
  artwork(options?: SizeOptions): Promise<Media>;
  chapterArtwork(index: number, options?: SizeOptions): Promise<Media>;
  /** Gets the picture that is shown before the video of animated artwork. */
  preview(ratio: AspectRatio, options?: SizeOptions): Promise<Media>;
  video(ratio: AspectRatio, options?: SizeOptions): Promise<Media>;
  /** null: none, of subtitles and captions. */
  selectTrack(kind: TrackKind, id: string | null, options?: ActionOptions): Promise<void>;
  /** Brings the player's window to the front. */
  raise(options?: ActionOptions): Promise<void>;
  quit(options?: ActionOptions): Promise<void>;
  /** From now on each session of this entry has its `queue`; or no longer. */
  followQueue(follow?: boolean, options?: ActionOptions): Promise<void>;
  queueGoTo(id: string, options?: ActionOptions): Promise<void>;
  /** after: behind which entry; null: at the start; left out: at the end. */
  queueAdd(uri: string, after?: string | null, play?: boolean, options?: ActionOptions): Promise<void>;
  queueRemove(id: string, options?: ActionOptions): Promise<void>;
  followPlaylists(follow?: boolean, order?: PlaylistOrder, reverse?: boolean, options?: ActionOptions): Promise<void>;
  activatePlaylist(id: string, options?: ActionOptions): Promise<void>;
}

/** The name of freedesktop's icon naming that is nearest to `icon` of an OfferedCommand: of the word "heart-filled"
 * "emblem-favorite". Another name is returned as it is; "" where there is nothing for a word. */
export function iconName(icon: string): string;

/** A sentence for people that says why a session does not play, to be shown where its snapshot has no `error`. It is
 * English, and a msgid of the catalogues in plugins/common/po. */
export function errorSentence(kind: ErrorKind): string;
