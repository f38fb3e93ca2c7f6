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
  /** Names the playlist; the same at each start of the app. */
  readonly id: string;
  readonly name: string;
  /** The address of a small picture of the playlist, "file:///…". */
  readonly iconUrl?: string | null;
  readonly created?: Date | null;
  readonly modified?: Date | null;
  readonly lastPlayed?: Date | null;
}

/** The options of an App. Handlers may be async: the answer waits for their promise. */
export interface AppOptions extends AppFlags {
  /** The name that people see; without it the last part of the application id. */
  displayName?: string | null;
  /** Base name of the .desktop file, if it is not the application id. */
  desktopEntry?: string | null;
  /** Distinguishes this instance of the application from others; it is added to the name on the bus. */
  instance?: string | null;
  /** The object path below which your track ids are, "/org/example/track", for scripts that read mpris:trackid. */
  trackPathPrefix?: string | null;
  /** What follows "org.mpris.MediaPlayer2." in the name on the bus, where scripts know the player by another. */
  busName?: string | null;
  /** The address of the bus, if it is not the session bus. */
  busAddress?: string | null;
  /** For tests: a socket that is connected to a bus. */
  busFd?: number | null;
  /** Schemes of the URIs that onOpenUri can open, "file"; at most 64. */
  uriSchemes?: Iterable<string> | null;
  /** What the player plays, "audio/flac"; at most 256. */
  mimeTypes?: Iterable<string> | null;
  /** The level of the least important lines that onLog is called with; "debug" if it is left out and onLog is given. */
  logLevel?: LogLevel | null;
  /** Bring the window to the front. The desktop offers this, as each request below, only if there is a handler for
   * it. */
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
  /** Surfaces that show animated artwork have come or gone. `ratios` are all shapes that one of them shows now;
   * animated artwork of other shapes need not be made. */
  onAspectRatios?: ((ratios: AspectRatio[]) => unknown) | null;
  /** A line of the library's log. Without this handler the library's warnings and errors become warnings of the
   * process. */
  onLog?: ((level: LogLevel, message: string) => unknown) | null;
}

/** A player. It is on the desktop until close() is called, or the process or its worker ends. While one of its sessions
 * is shown it keeps the process alive, as a server does: see unref(). */
export class App {
  /** applicationId: "org.example.Player" or "player". */
  constructor(applicationId: string, options?: AppOptions);
  /** Whether the desktop can be reached now. */
  readonly busState: BusState;
  /** By which name the desktop sees the app: "org.mpris.MediaPlayer2.Player". null while it has none. */
  readonly busName: string | null;
  /** In which shapes surfaces show animated artwork now. */
  readonly aspectRatios: AspectRatio[];
  /** The sessions that are open. */
  readonly sessions: (Session | RemoteSession)[];
  readonly isClosed: boolean;
  /** The option showIdle. */
  readonly showsIdle: boolean;
  /** The name that people see; clients are notified at once. */
  displayName: string;
  /** Whether the player fills the screen; clients are notified at once. */
  fullscreen: boolean;
  /** The playlists in the user's order, at most 4096; clients are notified at once. */
  get playlists(): readonly Playlist[];
  set playlists(playlists: Iterable<Playlist>);
  /** The id of the playlist that plays; null: none does. */
  activePlaylist: string | null;
  /** Lets a shown session keep the process alive again. */
  ref(): this;
  /** Lets the process end although a session is shown. */
  unref(): this;
  /** Ends the app with all its sessions. */
  close(): void;
  [Symbol.dispose](): void;
}

/** How playback stands. Give one when playback starts, stops, seeks or changes its speed: while it plays, clients move
 * the position by themselves. It replaces the last one as a whole, so give the position each time. */
export interface Snapshot {
  readonly state: PlaybackState;
  /** Seconds; null or left out: not known, which clients show as 0:00. A negative one counts as 0. */
  readonly position?: number | null;
  /** The speed while it plays, negative backwards; 1 if it is left out. */
  readonly rate?: number | null;
  /** The speed that playback returns to; `rate` if it is left out. */
  readonly defaultRate?: number | null;
  /** The time at which the item was at `position`: CLOCK_MONOTONIC in seconds, as process.hrtime() returns it. Now if
   * it is left out. */
  readonly timestamp?: number | null;
  /** The first and the last position that can be sought, where these are not the start and the end of the item. */
  readonly seekable?: readonly [number, number] | null;
  /** The position, in seconds, up to which the player has loaded the item. */
  readonly buffered?: number | null;
  /** For the state "error": a sentence for people that says what is wrong. */
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
  /** The name that people see, "Kitchen". */
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
  /** The index of the entry in the queue, which tells entries of the same id apart. */
  readonly row: number;
}

/** The options of a Session. Handlers may be async: the answer waits for their promise. */
export interface SessionOptions {
  /** Names the session within the app; the library makes an id if none is given. */
  id?: string | null;
  /** Somebody chose a volume: set it, then assign the volume that is set to `volume`, which is 1 at first. */
  onVolume?: ((volume: number, context: Context) => unknown) | null;
  /** `primary`, the ways in which the session is primary, has changed. */
  onPrimaryChanged?: ((primary: Primary[]) => unknown) | null;
  /** Another player has taken over, or the player that took over is gone. Called if the App has `interruptions`. */
  onInterruption?: ((interruption: Interruption) => unknown) | null;
  /** Play an entry of the queue. */
  onQueueGoTo?: ((entry: QueueEntry, context: Context) => unknown) | null;
  /** Put the item at a URI into the queue, after the entry `after`, or at the start where `after` is null. */
  onQueueAdd?: ((uri: string, after: QueueEntry | null, play: boolean, context: Context) => unknown) | null;
  /** Take an entry out of the queue. */
  onQueueRemove?: ((entry: QueueEntry, context: Context) => unknown) | null;
  /** Returns the position in the item now, in seconds, not a promise of it. For a player whose engine knows the
   * position better than its snapshots tell. If it returns null or throws, the position of the snapshot counts; an
   * error becomes a warning of the process. */
  onPosition?: (() => number | null) | null;
  /** Choose a track by its id, or none of this kind if the id is null; then call setSelectedTrack(). Surfaces see
   * tracks only if there is this handler. */
  onSelectTrack?: ((kind: TrackKind, id: string | null, context: Context) => unknown) | null;
}

/** Values that a session shows, for update(). A value that is left out stays as it is. */
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

/** One thing that an app plays: a queue of music, a podcast, a video window. The desktop shows the session once it has
 * content and requestApplicationPrimary() was called. Each assignment is published at once; the values of update() are
 * published together. Functions that return a promise report errors by rejecting it, and throw none. */
export class Session {
  constructor(app: App, options?: SessionOptions);
  readonly app: App;
  readonly isClosed: boolean;
  /** Whether the session has asked to be the one that its app shows, and has content. With the option `showIdle` of the
   * App it needs no content. */
  readonly isShown: boolean;
  /** The ways in which the session is primary: the one that its app shows, the one that the whole desktop drives. */
  readonly primary: Primary[];
  /** The item that is played; null: nothing to show. Between two items assign the next one, not null. */
  content: Content | null;
  /** The items before and after the content, each with an id; at most 1000000. Clients see no picture of an entry. */
  get queue(): readonly Content[];
  set queue(queue: Iterable<Content>);
  /** The index of the queue entry that plays, where several entries have the content's id. */
  queueRow: number | null;
  snapshot: Snapshot | null;
  /** The commands that the desktop may send, at most 64. Of two commands of a kind, MPRIS offers the first. */
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
  /** Assigns several properties, which are published together, or none of them if a value is refused. */
  update(values: SessionValues): void;
  /** Sets one command: in the place of a command of the same kind and id, or behind the others. Feedback buttons
   * replace one another only if they set the same modes, apart from neutral. */
  setCommand(command: Command): void;
  /** Enables or disables the commands of a kind. */
  setCommandEnabled(kind: CommandKind, enabled?: boolean): void;
  /** Says what repeats now. Throws a RangeError if the mode is not one of the command's `supported`. */
  setRepeatMode(mode: RepeatMode): void;
  /** Says what is shuffled now. Throws a RangeError if the mode is not one of the command's `supported`. */
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
  /** Gives the library the picture of an artwork id before anybody asks for it; null: there is no picture. The library
   * writes bytes to a file. */
  provideArtwork(id: string, source: Source | null): void;
  /** Asks to become the session that the app shows. The promise is resolved when it is, also without a bus, and
   * rejected with CANCELLED when the session is closed before. The promise may be ignored. */
  requestApplicationPrimary(): Promise<void>;
  /** Asks to become the session that the app shows and that the whole desktop drives, for example by media keys: the
   * system primary. Ask whenever playback begins. The promise is resolved when the session is system primary. It is
   * rejected with NOT_PERMITTED if the sandbox does not allow it, with NO_BUS, and with CANCELLED when the session
   * is closed before; even then the app shows the session. The promise may be ignored. */
  requestSystemPrimary(): Promise<void>;
  /** Stops being system primary, so that the player that was system primary before may resume. */
  resignSystemPrimary(): void;
  /** Ends the session: the desktop no longer shows it. */
  close(): void;
  [Symbol.dispose](): void;
}

/** The options of a RemoteSession. */
export interface RemoteSessionOptions extends SessionOptions {
  /** Somebody chose the volume of a device: set it, then call setDeviceVolume(). If there is no onVolume, this handler
   * is also called for each device when the volume of the whole group is changed. */
  onDeviceVolume?: ((id: string, volume: number, context: Context) => unknown) | null;
  /** Make a device that `canStep` louder (1) or quieter (-1). */
  onDeviceStep?: ((id: string, step: 1 | -1, context: Context) => unknown) | null;
}

/** A session that plays on other devices. The desktop shows it as a player of its own, in which it is always
 * application primary. Close it when its device goes. */
export class RemoteSession extends Session {
  constructor(app: App, options?: RemoteSessionOptions);
  /** The devices on which the session plays, at most 64. The first names the session on the desktop. */
  get devices(): readonly Device[];
  set devices(devices: Iterable<Device>);
  update(values: SessionValues & { devices?: Iterable<Device> | null }): void;
  /** Says how loud a device is now; null: it has no level that can be set. */
  setDeviceVolume(id: string, volume: number | null): void;
}
