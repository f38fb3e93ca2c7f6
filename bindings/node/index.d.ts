// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
import {
  AppFlags, AspectRatio, BusState, Command, CommandKind, Content as AnyContent, DeviceType, ErrorKind, Feedback,
  Interruption, LogLevel, PlaybackState, Primary, RepeatMode, ShuffleMode, TrackCharacteristic, TrackKind,
} from "./lib/tables";
import { Context, ContentBase, Source } from "./lib/values";

export {
  AppFlags, AspectRatio, Book, BookFields, BusState, Command, CommandKind, ContentKind, CommonFields, DeviceType,
  ErrorKind, Feedback, Generic, GenericFields, HomeMedia, HomeMediaFields, Interruption, LogLevel, MediaType, Movie,
  MovieFields, Music, MusicFields, Phase, PlaybackState, Podcast, PodcastFields, Primary, Radio, RadioFields,
  RepeatMode, ShuffleMode, Slot, Status, TrackCharacteristic, TrackKind, TVShow, TVShowFields,
} from "./lib/tables";
export {
  Artwork, Chapter, CommandOptions, ContentFields, Context, LazySource, NowPlayingError, Source, Tag, Wanted,
} from "./lib/values";

/** The version of this package. */
export const VERSION: string;
/** The version of the library that is loaded. */
export function libraryVersion(): string;

/** What a session plays: one of Music, Podcast, Movie, TVShow, Book, Radio, HomeMedia, Generic and Tagged. */
export type Content = AnyContent | Tagged;
/** The base of all kinds, for instanceof. */
export const Content: abstract new () => ContentBase;

/** An item whose kind its tags decide: `new Tagged({ tags })`. It takes the fields of all kinds. */
export class Tagged extends ContentBase {
  constructor(fields?: TaggedFields);
  /** A copy with other values of these fields. */
  with(fields: TaggedFields): Tagged;
}
export interface Tagged extends Readonly<TaggedFields> {}
/** The fields of all kinds. */
export type TaggedFields = import("./lib/tables").MusicFields & import("./lib/tables").PodcastFields
  & import("./lib/tables").TVShowFields & import("./lib/tables").BookFields & import("./lib/tables").RadioFields
  & import("./lib/tables").HomeMediaFields & import("./lib/tables").GenericFields;

/** A playlist of an App. */
export interface Playlist {
  /** Names it; the same at each start of the app. */
  readonly id: string;
  readonly name: string;
  /** Of a small picture of it, "file:///…". */
  readonly iconUrl?: string | null;
  readonly created?: Date | null;
  readonly modified?: Date | null;
  readonly lastPlayed?: Date | null;
}

/** The options of an App. Handlers may be async: the answer waits for their promise. */
export interface AppOptions extends AppFlags {
  /** The name that people see; without it the last part of the application id. */
  displayName?: string | null;
  /** Base name of the .desktop file, where it is not the application id. */
  desktopEntry?: string | null;
  /** Distinguishes this instance of the application from others; it is added to the name on the bus. */
  instance?: string | null;
  /** The object path below which your track ids are, "/org/example/track", for scripts that read mpris:trackid. */
  trackPathPrefix?: string | null;
  /** What follows "org.mpris.MediaPlayer2." in the name on the bus, where scripts know the player by another. */
  busName?: string | null;
  /** Of the bus, where it is not the session bus. */
  busAddress?: string | null;
  /** For tests: a socket that is connected to a bus. */
  busFd?: number | null;
  /** Schemes that onOpenUri takes, "file"; at most 64. */
  uriSchemes?: Iterable<string> | null;
  /** What the player plays, "audio/flac"; at most 256. */
  mimeTypes?: Iterable<string> | null;
  /** The least important lines that onLog is called with; "debug" where there is one. */
  logLevel?: LogLevel | null;
  /** Bring the window to the front. Without it the desktop does not offer it; so it is with the others. */
  onRaise?: ((context: Context) => unknown) | null;
  /** Quit the player. */
  onQuit?: ((context: Context) => unknown) | null;
  /** Fill the screen, or cease to: do it, then assign to `fullscreen`. */
  onFullscreen?: ((fullscreen: boolean, context: Context) => unknown) | null;
  /** Open and play a URI, whose scheme is one of uriSchemes. */
  onOpenUri?: ((uri: string, context: Context) => unknown) | null;
  /** Play the playlist of an id, then assign to `activePlaylist`. Without it the desktop sees no playlists. */
  onActivatePlaylist?: ((id: string, context: Context) => unknown) | null;
  /** The bus came or went, or the app's name was granted. */
  onBusState?: ((state: BusState) => unknown) | null;
  /** Surfaces have come or gone that show animated artwork: nothing needs to be made in any other shape. */
  onAspectRatios?: ((ratios: AspectRatio[]) => unknown) | null;
  /** A line of the library's log. Without it warnings and errors are warnings of the process. */
  onLog?: ((level: LogLevel, message: string) => unknown) | null;
}

/** A player. It is on the desktop until close(), the end of the process or that of its worker. While a session of it is
 * shown it keeps the process alive, as a server does: see unref(). */
export class App {
  /** applicationId: "org.example.Player" or "player". */
  constructor(applicationId: string, options?: AppOptions);
  /** Whether the desktop can be reached now. */
  readonly busState: BusState;
  /** By which name the desktop sees the app: "org.mpris.MediaPlayer2.Player". null while it has none. */
  readonly busName: string | null;
  /** In which shapes surfaces show animated artwork now. */
  readonly aspectRatios: AspectRatio[];
  /** Those that are open. */
  readonly sessions: (Session | RemoteSession)[];
  readonly isClosed: boolean;
  /** The option showIdle. */
  readonly showsIdle: boolean;
  /** The name that people see; clients are notified at once. */
  displayName: string;
  /** Whether the player fills the screen; clients are notified at once. */
  fullscreen: boolean;
  /** In the user's order, at most 4096; clients are notified at once. */
  get playlists(): readonly Playlist[];
  set playlists(playlists: Iterable<Playlist>);
  /** The id of the one that plays; null: none does. */
  activePlaylist: string | null;
  /** Lets a shown session keep the process alive again. */
  ref(): this;
  /** No longer keeps the process alive. */
  unref(): this;
  /** Ends it with all its sessions. */
  close(): void;
  [Symbol.dispose](): void;
}

/** How playback stands. The position moves by itself: give one when playback starts, stops, seeks or changes its
 * speed. */
export interface Snapshot {
  readonly state: PlaybackState;
  /** Seconds; null: not known. A negative one counts as 0. */
  readonly position?: number | null;
  /** The speed while it plays, negative backwards; 1 if it is left out. */
  readonly rate?: number | null;
  /** The speed that playback returns to. */
  readonly defaultRate?: number | null;
  /** When that was so, by CLOCK_MONOTONIC in seconds, as process.hrtime() has it; without it now. */
  readonly timestamp?: number | null;
  /** The first and the last position that can be sought, where these are not those of the item. */
  readonly seekable?: readonly [number, number] | null;
  /** Up to which position there is data. */
  readonly buffered?: number | null;
  /** Of the state "error": a sentence for people. */
  readonly error?: string | null;
  readonly errorKind?: ErrorKind | null;
  /** Whether it plays what is broadcast at this moment. */
  readonly atLiveEdge?: boolean | null;
}

/** An audio or subtitle track of the item that plays. */
export interface Track {
  /** Names the track among those of its kind. */
  readonly id: string;
  readonly kind: TrackKind;
  /** As BCP 47 writes it: "de", "pt-BR". */
  readonly language?: string | null;
  /** Words for people; without them surfaces show the language. */
  readonly title?: string | null;
  readonly characteristics?: Iterable<TrackCharacteristic> | null;
  /** Whether it is heard or seen now; at most one of its kind. */
  readonly selected?: boolean | null;
}

/** A device on which a RemoteSession plays. */
export interface Device {
  /** Names the device, the same in every session that plays there. */
  readonly id: string;
  /** That people see, "Kitchen". */
  readonly name: string;
  readonly type?: DeviceType | null;
  /** Its level, 0 to 1; null: it has none that can be set. */
  readonly volume?: number | null;
  /** Whether it can be made louder and quieter. */
  readonly canStep?: boolean | null;
}

/** An entry of Session.queue that somebody chose. */
export interface QueueEntry {
  readonly id: string;
  /** Its index, where several entries have that id. */
  readonly row: number;
}

/** The options of a Session. Handlers may be async: the answer waits for their promise. */
export interface SessionOptions {
  /** Names the session within the app; without it it gets one. */
  id?: string | null;
  /** Somebody chose a volume: take it, then assign what you took to `volume`. */
  onVolume?: ((volume: number, context: Context) => unknown) | null;
  /** What the session is the primary of has changed. */
  onPrimaryChanged?: ((primary: Primary[]) => unknown) | null;
  /** Another player takes over, or is gone, if the App has `interruptions`. */
  onInterruption?: ((interruption: Interruption) => unknown) | null;
  /** Play an entry of the queue. */
  onQueueGoTo?: ((entry: QueueEntry, context: Context) => unknown) | null;
  /** Put what is at a URI into the queue, after an entry or, where that is null, at the start. */
  onQueueAdd?: ((uri: string, after: QueueEntry | null, play: boolean, context: Context) => unknown) | null;
  /** Take an entry out of the queue. */
  onQueueRemove?: ((entry: QueueEntry, context: Context) => unknown) | null;
  /** Where the item is now, in seconds, for a player whose engine knows better than its snapshots; at once, not by a
   * promise. null, and an error, which is a warning of the process: the position of the snapshot. */
  onPosition?: (() => number | null) | null;
  /** Choose a track, null: none of this kind; do it, then setSelectedTrack(). Without it surfaces see no tracks. */
  onSelectTrack?: ((kind: TrackKind, id: string | null, context: Context) => unknown) | null;
}

/** What a session shows, to assign all at once. What is left out stays as it is. */
export interface SessionValues {
  content?: Content | null;
  queue?: Iterable<Content> | null;
  queueRow?: number | null;
  snapshot?: Snapshot | null;
  commands?: Iterable<Command> | null;
  volume?: number | null;
  volumeMaximum?: number;
  muted?: boolean;
  tracks?: Iterable<Track> | null;
}

/** One thing that an app plays: a queue of music, a podcast, a video window. The desktop is shown it once it has content
 * and requestApplicationPrimary() was called. Each assignment is published at once; those of update() together. What
 * returns a promise rejects it, and throws nothing. */
export class Session {
  constructor(app: App, options?: SessionOptions);
  readonly app: App;
  readonly isClosed: boolean;
  /** Whether it has asked to be what its app shows, and has content, unless its app is shown without any. */
  readonly isShown: boolean;
  /** What it is the primary of. */
  readonly primary: Primary[];
  /** The item that is played; null: nothing to show. Between two items assign the next one, not null. */
  content: Content | null;
  /** The items before and after the content, each with an id; at most 1000000. Clients see no picture of an entry. */
  get queue(): readonly Content[];
  set queue(queue: Iterable<Content>);
  /** Which entry of the queue plays, where several have the content's id. */
  queueRow: number | null;
  snapshot: Snapshot | null;
  /** What the desktop may send, at most 64. Of two of a kind MPRIS offers the first. */
  get commands(): readonly Command[];
  set commands(commands: Iterable<Command>);
  /** 0 or more, 1 is full; null: the session has none. */
  volume: number | null;
  /** The highest volume that the desktop may set. */
  volumeMaximum: number;
  /** Whether it is muted; the volume stays what it is. */
  muted: boolean;
  /** The audio and subtitle tracks of the item, at most 256. They stay with the next content. */
  get tracks(): readonly Track[];
  set tracks(tracks: Iterable<Track>);
  /** Assigns several of these, which are published together, or none of them if one is refused. */
  update(values: SessionValues): void;
  /** Sets one command, in the place of the one like it, or behind the others. */
  setCommand(command: Command): void;
  /** Enables or disables the commands of a kind. */
  setCommandEnabled(kind: CommandKind, enabled?: boolean): void;
  /** Says what repeats now: a mode of the command's `supported`, else a RangeError; so it is with the shuffle. */
  setRepeatMode(mode: RepeatMode): void;
  /** Says what is shuffled now. */
  setShuffleMode(mode: ShuffleMode): void;
  /** Says what the user thinks of the item. */
  setFeedback(feedback: Feedback): void;
  /** Says whether there is a bookmark at the position. */
  setBookmarked(bookmarked: boolean): void;
  /** Changes a button of Command.custom(). */
  setCustomCommand(id: string, changes: {
    active?: boolean; enabled?: boolean; title?: string; shortTitle?: string; icon?: string;
  }): void;
  /** Says which track of a kind is heard or seen now; null: none. */
  setSelectedTrack(kind: TrackKind, id: string | null): void;
  /** Hands over the picture of an artwork id before anybody asks; null: there is none. Bytes are written to a file. */
  provideArtwork(id: string, source: Source | null): void;
  /** Asks to be what the app shows. Settled when it is, also without a bus; rejected with CANCELLED when the session is
   * closed before. Nobody needs to wait for it. */
  requestApplicationPrimary(): Promise<void>;
  /** Asks to be what the whole desktop drives, too: ask whenever playback begins. Settled when it is; rejected with
   * NOT_PERMITTED where the sandbox does not allow it, with NO_BUS and with CANCELLED. The app shows it even so. Nobody
   * needs to wait for it. */
  requestSystemPrimary(): Promise<void>;
  /** Gives that back, so that the player that had it before may resume. */
  resignSystemPrimary(): void;
  /** Ends it: the desktop ceases to show it. */
  close(): void;
  [Symbol.dispose](): void;
}

/** The options of a RemoteSession. */
export interface RemoteSessionOptions extends SessionOptions {
  /** Somebody chose the volume of a device: set it, then setDeviceVolume(). Without onVolume also called for each
   * device when the volume of the whole group is changed. */
  onDeviceVolume?: ((id: string, volume: number, context: Context) => unknown) | null;
  /** Make a device that `canStep` louder (1) or quieter (-1). */
  onDeviceStep?: ((id: string, step: 1 | -1, context: Context) => unknown) | null;
}

/** A session that plays on other devices: it is a player of its own on the desktop, and always application primary
 * there. Close it when its device goes. */
export class RemoteSession extends Session {
  constructor(app: App, options?: RemoteSessionOptions);
  /** Where it plays, at most 64. The first names the session on the desktop. */
  get devices(): readonly Device[];
  set devices(devices: Iterable<Device>);
  update(values: SessionValues & { devices?: Iterable<Device> | null }): void;
  /** Says how loud a device is now; null: it has no level that can be set. */
  setDeviceVolume(id: string, volume: number | null): void;
}
