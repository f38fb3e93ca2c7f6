// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The types of the headers. Made by contract/generate: do not edit.

import { CommandOptions, ContentBase, ContentFields, Context, ItemBase } from "./values";

/**
 * The `code` of a NowPlayingError.
 *
 * - `OK`: Success.
 * - `INVALID_ARGUMENT`: An argument is NULL, out of range, or not a value of its enumeration.
 * - `INVALID_HANDLE`: The handle is NULL, misaligned, of another kind, or freed.
 * - `INVALID_STATE`: The call does not fit the present state of the object.
 * - `ALREADY_ANSWERED`: The request has been answered already; this answer had no effect.
 * - `CANCELLED`: The session or item of the request has gone: the app or the session was freed, or the content whose
 * artwork was asked for is shown no longer.
 * - `TIMED_OUT`: The request was not answered in time.
 * - `NOT_SUPPORTED`: The player or the library does not support this.
 * - `NOT_PERMITTED`: The bus or the sandbox does not permit this.
 * - `NO_BUS`: There is no session bus at present.
 * - `COMMAND_FAILED`: The player tried to carry the command out and failed.
 * - `NO_SUCH_CONTENT`: The item that the command asks for does not exist.
 * - `TOO_LARGE`: The data is larger than the limit.
 * - `NOT_AN_IMAGE`: The data is not a PNG, JPEG, WebP or GIF image.
 * - `IO`: A file could not be read or written.
 * - `FORKED`: The object was made before fork() and belongs to the parent process.
 * - `BUSY`: Another thread is dispatching this app, or this thread is, further up its stack.
 * - `SYSTEM`: The system refused a thread, a file descriptor, or memory for one of these.
 * - `NOT_LOCAL`: The address is not on this computer, and the library fetches nothing.
 * - `NOT_A_VIDEO`: The data is not an MP4, QuickTime or WebM video.
 * - `WRONG_ASPECT_RATIO`: The aspect ratio of the picture or video differs from the wanted one by more than 1 %.
 * - `FRAME_RATE`: The video has more than 60 frames a second.
 */
export type Status = "OK" | "INVALID_ARGUMENT" | "INVALID_HANDLE" | "INVALID_STATE" | "ALREADY_ANSWERED" |
  "CANCELLED" | "TIMED_OUT" | "NOT_SUPPORTED" | "NOT_PERMITTED" | "NO_BUS" | "COMMAND_FAILED" | "NO_SUCH_CONTENT" |
  "TOO_LARGE" | "NOT_AN_IMAGE" | "IO" | "FORKED" | "BUSY" | "SYSTEM" | "NOT_LOCAL" | "NOT_A_VIDEO" |
  "WRONG_ASPECT_RATIO" | "FRAME_RATE";

/**
 * How important a line of the log is.
 *
 * - `error`: Something does not work, and will not work without help.
 * - `warning`: Something is wrong, for instance a client bug; the library goes on.
 * - `info`: Rare events: the bus came or went, a name was granted.
 * - `debug`: Every decision of the library.
 */
export type LogLevel = "error" | "warning" | "info" | "debug";

/**
 * Whether the desktop can be reached.
 *
 * - `none`: No bus is there; the library waits for one.
 * - `connected`: The app is connected, but has no name: nothing is shown.
 * - `published`: The app is connected, and shown by its MPRIS name.
 */
export type BusState = "none" | "connected" | "published";

/**
 * The kind of an item.
 *
 * - `music`: A song.
 * - `podcast`: An episode of a podcast.
 * - `movie`: A film.
 * - `tv-show`: An episode of a TV show.
 * - `book`: An audiobook.
 * - `radio`: A broadcast.
 * - `home-media`: A camera, a doorbell, a home recording.
 * - `generic`: Anything else.
 */
export type ContentKind = "music" | "podcast" | "movie" | "tv-show" | "book" | "radio" | "home-media" | "generic";

/**
 * Audio or video.
 *
 * - `audio`: To be heard.
 * - `video`: To be watched.
 */
export type MediaType = "audio" | "video";

/**
 * The shape of an animated artwork: 1:1 or 3:4.
 *
 * - `square`: Width and height are the same: 1:1.
 * - `tall`: The width is three quarters of the height: 3:4.
 */
export type AspectRatio = "square" | "tall";

/**
 * Whether it plays.
 *
 * - `stopped`: The player does not play: the queue has ended, or has not begun.
 * - `playing`: The player plays.
 * - `paused`: The player does not play, and will go on from its position.
 * - `buffering`: The player wants to play, and waits for data.
 * - `interrupted`: The player was paused by something other than the user: a call, another player.
 * - `error`: The player cannot play, and will not try again by itself: `error` and `error_kind` of the snapshot say
 * why.
 */
export type PlaybackState = "stopped" | "playing" | "paused" | "buffering" | "interrupted" | "error";

/**
 * The cause of an error; surfaces choose by it what to offer.
 *
 * - `other`: The cause is another one, or unknown.
 * - `network`: The network or the server cannot be reached.
 * - `sign-in`: The user has to sign in, or to pay.
 * - `region`: The item may not be played in this region.
 * - `format`: The player cannot play this format.
 * - `not-available`: The item does not exist: a file that was removed, an item that was withdrawn.
 */
export type ErrorKind = "other" | "network" | "sign-in" | "region" | "format" | "not-available";

/**
 * A command that a desktop can send to a player.
 *
 * - `play`: Start to play, or go on.
 * - `pause`: Pause playback.
 * - `stop`: Stop playback.
 * - `toggle-play-pause`: Play when not playing, else pause.
 * - `next`: Go to the next item.
 * - `previous`: Go to the previous item.
 * - `seek-to-position`: Go to the position time_us.
 * - `skip-forward`: Go forward by the interval time_us: the one in `intervals_us` that is nearest to what was asked
 * for.
 * - `skip-backward`: Go back by the interval time_us: the one in `intervals_us` that is nearest to what was asked
 * for.
 * - `seek-forward`: Fast forward while a button is held: `phase` says whether it begins or ends.
 * - `seek-backward`: Rewind while a button is held.
 * - `change-rate`: Change the speed to `rate`, one of `rates` or from rate_minimum to rate_maximum; if you set
 * neither, only 1.0.
 * - `change-repeat-mode`: Change whether and what is repeated: `mode` is a NOWPLAYING_REPEAT_….
 * - `change-shuffle-mode`: Change the order: `mode` is a NOWPLAYING_SHUFFLE_….
 * - `feedback`: Like the item, dislike it, or neither: `mode` is a NOWPLAYING_FEEDBACK_….
 * - `next-chapter`: Go to the next chapter.
 * - `previous-chapter`: Go to the previous chapter.
 * - `seek-to-live`: Go to the live position of a broadcast.
 * - `set-rating`: Rate the item: `rating` is 0.0 to 1.0, by `steps` of the command.
 * - `bookmark`: Put a bookmark at the position, or remove it: `active` of the command says whether there is one.
 * - `mute`: Mute (`mode` is 1) or unmute (0), without a change of the volume.
 * - `custom`: One of the player's own buttons, with an `id`, a title and an icon.
 */
export type CommandKind = "play" | "pause" | "stop" | "toggle-play-pause" | "next" | "previous" | "seek-to-position"
  | "skip-forward" | "skip-backward" | "seek-forward" | "seek-backward" | "change-rate" | "change-repeat-mode" |
  "change-shuffle-mode" | "feedback" | "next-chapter" | "previous-chapter" | "seek-to-live" | "set-rating" |
  "bookmark" | "mute" | "custom";

/**
 * Where a surface that has few places shows a command.
 *
 * - `any`: Any place that the surface chooses.
 * - `central`: In the middle, where people look for play and pause.
 * - `back`: Left of the middle, where people look for what goes back.
 * - `forward`: Right of the middle, where people look for what goes on.
 * - `back-secondary`: Farther out than BACK, on the same side.
 * - `forward-secondary`: Farther out than FORWARD, on the same side.
 * - `overflow`: In a menu with what is seldom needed.
 */
export type Slot = "any" | "central" | "back" | "forward" | "back-secondary" | "forward-secondary" | "overflow";

/**
 * The part of the queue that repeats.
 *
 * - `off`: Nothing is repeated.
 * - `one`: The item is repeated.
 * - `all`: The queue is repeated.
 */
export type RepeatMode = "off" | "one" | "all";

/**
 * The order of the queue.
 *
 * - `off`: Items play in the order of the queue.
 * - `items`: Items play in random order.
 * - `collections`: Albums play in random order, the items of each in their own order.
 */
export type ShuffleMode = "off" | "items" | "collections";

/**
 * The user's opinion of an item.
 *
 * - `neutral`: The item is neither liked nor disliked.
 * - `positive`: The item is liked.
 * - `negative`: The item is disliked.
 */
export type Feedback = "neutral" | "positive" | "negative";

/**
 * Whether a fast-forward or rewind button is pressed or released.
 *
 * - `begin`: The button is pressed.
 * - `end`: The button is released.
 */
export type Phase = "begin" | "end";

/**
 * The kind of a device that plays.
 *
 * - `speaker`: A speaker, or an amplifier.
 * - `tv`: A television.
 * - `set-top-box`: A box that is connected to a television.
 * - `media-stick`: A stick that is plugged into a television.
 * - `gaming-console`: A gaming console.
 * - `phone`: A phone.
 * - `tablet`: A tablet.
 * - `laptop`: A laptop.
 * - `desktop`: Another desktop computer.
 * - `wearable`: A watch, or glasses.
 * - `car`: A car.
 * - `web`: A web page in a browser.
 */
export type DeviceType = "speaker" | "tv" | "set-top-box" | "media-stick" | "gaming-console" | "phone" | "tablet" |
  "laptop" | "desktop" | "wearable" | "car" | "web";

/**
 * The kind of a track: one of each plays at a time, or none of the last two.
 *
 * - `audio`: A sound track.
 * - `subtitles`: The spoken words, in another language.
 * - `captions`: The spoken words and the sounds, for people who do not hear them.
 */
export type TrackKind = "audio" | "subtitles" | "captions";

/**
 * Another player took over, or is gone.
 *
 * - `began`: Another player has taken over: pause, and commit INTERRUPTED.
 * - `ended`: The other player is gone: you may resume.
 */
export type Interruption = "began" | "ended";

/**
 * The order of playlists.
 *
 * - `any`: The first order that the player offers.
 * - `alphabetical`: Ordered by their names.
 * - `created`: Ordered by the time at which they were made, the oldest first.
 * - `modified`: Ordered by the time at which they were changed, the oldest first.
 * - `played`: Ordered by the time at which they were played, the oldest first.
 * - `user`: Ordered as the user has put them.
 */
export type PlaylistOrder = "any" | "alphabetical" | "created" | "modified" | "played" | "user";

/**
 * The row of a control of a surface.
 *
 * - `central`: The row in the middle of the session, with play and pause.
 * - `beside`: The row beside or below it: at most NOWPLAYING_SURFACE_MAX_BESIDE controls, the most wanted first.
 * - `overflow`: A menu, with everything else.
 * - `stars`: The stars of a rating, from the first to the last.
 * - `position`: At the bar of the position: back to live.
 * - `volume`: At the volume: mute.
 */
export type ControlRow = "central" | "beside" | "overflow" | "stars" | "position" | "volume";

/**
 * A primary that a session is.
 *
 * - `application`: The session is the one that its app shows.
 * - `system`: The session is the one that the whole desktop should drive.
 */
export type Primary = "application" | "system";

/**
 * The nature of a track, beyond its language.
 *
 * - `default`: The track plays unless somebody chooses another.
 * - `forced`: The subtitles are only for the foreign words in the item.
 * - `describes-video`: The track describes the picture, for people who do not see it.
 * - `commentary`: The track is a commentary.
 */
export type TrackCharacteristic = "default" | "forced" | "describes-video" | "commentary";

/**
 * A property or an ability of a session of a surface.
 *
 * - `speaks-nowplaying`: The session's player speaks org.nowplaying; without this bit everything comes from MPRIS.
 * - `is-remote`: The session plays on other devices.
 * - `can-set-volume`: The session's volume can be set.
 * - `can-raise`: The session's player can bring its window to the front.
 * - `can-quit`: The session's player can quit.
 * - `may-show-video`: Videos may be shown now.
 * - `is-muted`: The session is muted; its volume is the one that it has when it is unmuted.
 * - `is-twin`: The session is the same playback as the entry twin_key, which is the better of the two: without the
 * option `twins` this session has no entry.
 * - `is-bare`: The session has an item of which nothing but an id is known or, where the player has stopped, no
 * text, as for a tab that was closed: like a session without an item, it comes after those of which more is known.
 */
export type Ability = "speaks-nowplaying" | "is-remote" | "can-set-volume" | "can-raise" | "can-quit" |
  "may-show-video" | "is-muted" | "is-twin" | "is-bare";

/**
 * A part of a session of a surface that has changed.
 *
 * - `info`: A value of nowplaying_surface_session_get_info() has changed.
 * - `item`: The item has changed, or there is another one.
 * - `playback`: The state, the speed or the position has changed, as when somebody seeks.
 * - `commands`: A command was added or removed, or has another state.
 * - `devices`: A device was added or removed, or has another volume.
 * - `queue`: The queue was added or removed, or has changed, or another entry is the present one.
 * - `playlists`: The playlists were added or removed, or have changed, or another one is active.
 * - `tracks`: A track was added or removed, or another one is selected.
 * - `began-again`: The item begins again: it was played to its end, and the same item plays from its start, as when
 * it is repeated.
 */
export type ChangedPart = "info" | "item" | "playback" | "commands" | "devices" | "queue" | "playlists" | "tracks" |
  "began-again";

/** The options of an App that are on or off. */
export interface AppFlags {
  /** Sessions get their `onInterruption` callback when another player takes the system primary from them. */
  interruptions?: boolean | null;
  /**
   * The app is shown even while there is nothing to play, as stopped and without metadata: the desktop can raise it,
   * quit it, and give it something to open. Commands that the application primary has enabled, its modes and its
   * volume can then be used too, but positions cannot. So a media key starts a player that has just been opened.
   */
  showIdle?: boolean | null;
  /**
   * The app has no .desktop file: clients see an empty DesktopEntry, so that they look for no icon and no window,
   * and `nowplaying doctor` does not report that the file is missing.
   */
  noDesktopEntry?: boolean | null;
}

/** The fields that every kind of content has; one that is null or left out is not known. */
export interface CommonFields extends ContentFields {
  /**
   * Title of the song, episode, film, book or anything else. MPRIS: xesam:title. For an item without tags, players
   * often set its address, or the end of the address, as the title. User, password, query and fragment are removed
   * from such a title, because everybody sees it.
   */
  readonly title?: string | null;
  /**
   * Name of the album. MPRIS: xesam:album; for a podcast, a TV show and a radio station, which have no albums, only
   * if it is not the same as the artist.
   */
  readonly album?: string | null;
  /**
   * Address of the item: a URI, or the absolute path of a file as open() takes it. From a path the library makes a
   * "file:" URI without "." and "..". An address that is longer than a text may be is left out. MPRIS: xesam:url.
   * User and password are removed from it, because anybody who reads it could sign in with them. Other secrets, such
   * as a token in its query, stay, because without them it would be another address: remove them yourself, or set no
   * address. The log warns of known kinds of secrets, once for an app.
   */
  readonly url?: string | null;
  /** The lyrics, plain or with times as LRC writes them, in any dialect of lyrics.md. MPRIS: xesam:asText. */
  readonly lyrics?: string | null;
  /** Your own id of the album, playlist or show. Not shown. */
  readonly collectionId?: string | null;
  /** Your own id of the service that the item comes from. Not shown. */
  readonly serviceId?: string | null;
  /**
   * Artists of the track. MPRIS: xesam:artist. If there are neither artists nor `albumArtists`, xesam:artist has one
   * empty text, because without the key GNOME would show "Unknown artist".
   */
  readonly artists?: string | readonly string[] | null;
  /** Artists of the album. MPRIS: xesam:albumArtist. */
  readonly albumArtists?: string | readonly string[] | null;
  /** Composers. MPRIS: xesam:composer. */
  readonly composers?: string | readonly string[] | null;
  /** Lyricists. MPRIS: xesam:lyricist. */
  readonly lyricists?: string | readonly string[] | null;
  /** Genres. MPRIS: xesam:genre. */
  readonly genres?: string | readonly string[] | null;
  /** Comments. MPRIS: xesam:comment. */
  readonly comments?: string | readonly string[] | null;
  /** The ids at MusicBrainz of the recording. MPRIS: xesam:musicBrainzTrackID. */
  readonly musicbrainzTrackIds?: string | readonly string[] | null;
  /** The ids at MusicBrainz of the release. MPRIS: xesam:musicBrainzAlbumID. */
  readonly musicbrainzAlbumIds?: string | readonly string[] | null;
  /** The ids at MusicBrainz of the artists. MPRIS: xesam:musicBrainzArtistID. */
  readonly musicbrainzArtistIds?: string | readonly string[] | null;
  /** The ids at MusicBrainz of the artists of the release. MPRIS: xesam:musicBrainzAlbumArtistID. */
  readonly musicbrainzAlbumArtistIds?: string | readonly string[] | null;
  /** Position on the disc, from 1. MPRIS: xesam:trackNumber. */
  readonly trackNumber?: number | null;
  /** The number of the disc, from 1. MPRIS: xesam:discNumber. */
  readonly discNumber?: number | null;
  /** Beats per minute. MPRIS: xesam:audioBPM. */
  readonly beatsPerMinute?: number | null;
  /** How often the item was played. MPRIS: xesam:useCount. */
  readonly playCount?: number | null;
  /** The present chapter, from 1. MPRIS: xesam:trackNumber of a book. */
  readonly chapter?: number | null;
  /** How many chapters the item has, from 1. Not shown. */
  readonly chapterCount?: number | null;
  /** When the item was released. MPRIS: xesam:contentCreated. */
  readonly releaseDate?: Date | string | null;
  /** When the item was first played. MPRIS: xesam:firstUsed. */
  readonly firstPlayed?: Date | string | null;
  /** When the item was last played. MPRIS: xesam:lastUsed. */
  readonly lastPlayed?: Date | string | null;
  /** Whether it is: explicit, 0: not. Not shown. */
  readonly explicit?: boolean | null;
  /** Whether it is: leave it out of suggestions and histories. Not shown. */
  readonly excludedFromSuggestions?: boolean | null;
  /** Whether it is: an advertisement, which is not to be skipped. Not shown. */
  readonly advertisement?: boolean | null;
  /** The user's rating. MPRIS: xesam:userRating. */
  readonly userRating?: number | null;
  /** A rating that was computed. MPRIS: xesam:autoRating. */
  readonly autoRating?: number | null;
}

/** The fields of Music. */
export interface MusicFields extends CommonFields {
  /** International Standard Recording Code of a song. Not shown. */
  readonly isrc?: string | null;
}
/** A song. */
export class Music extends ContentBase {
  constructor(fields?: MusicFields);
  /** A copy with other values of these fields. */
  with(fields: MusicFields): Music;
}
export interface Music extends Readonly<MusicFields> {}

/** The fields of Podcast. */
export interface PodcastFields extends CommonFields {
  /** Name of the podcast or TV show. MPRIS: xesam:artist if there are no other artists, else as xesam:album. */
  readonly showName?: string | null;
  /** The season of an episode, from 1. MPRIS: xesam:discNumber. */
  readonly season?: number | null;
  /** The number of an episode in its season, from 1. MPRIS: xesam:trackNumber. */
  readonly episode?: number | null;
}
/** An episode of a podcast. */
export class Podcast extends ContentBase {
  constructor(fields?: PodcastFields);
  /** A copy with other values of these fields. */
  with(fields: PodcastFields): Podcast;
}
export interface Podcast extends Readonly<PodcastFields> {}

/** The fields of Movie. */
export type MovieFields = CommonFields;
/** A film. */
export class Movie extends ContentBase {
  constructor(fields?: MovieFields);
  /** A copy with other values of these fields. */
  with(fields: MovieFields): Movie;
}
export interface Movie extends Readonly<MovieFields> {}

/** The fields of TVShow. */
export interface TVShowFields extends CommonFields {
  /** Name of the podcast or TV show. MPRIS: xesam:artist if there are no other artists, else as xesam:album. */
  readonly showName?: string | null;
  /** The season of an episode, from 1. MPRIS: xesam:discNumber. */
  readonly season?: number | null;
  /** The number of an episode in its season, from 1. MPRIS: xesam:trackNumber. */
  readonly episode?: number | null;
}
/** An episode of a TV show. */
export class TVShow extends ContentBase {
  constructor(fields?: TVShowFields);
  /** A copy with other values of these fields. */
  with(fields: TVShowFields): TVShow;
}
export interface TVShow extends Readonly<TVShowFields> {}

/** The fields of Book. */
export interface BookFields extends CommonFields {
  /** Author of a book. MPRIS: xesam:artist. */
  readonly author?: string | null;
  /** Narrator of a book. MPRIS: xesam:composer. */
  readonly narrator?: string | null;
}
/** An audiobook. */
export class Book extends ContentBase {
  constructor(fields?: BookFields);
  /** A copy with other values of these fields. */
  with(fields: BookFields): Book;
}
export interface Book extends Readonly<BookFields> {}

/** The fields of Radio. */
export interface RadioFields extends CommonFields {
  /**
   * The radio station. MPRIS: xesam:title if there is no other title, else as xesam:artist if there is no other
   * artist. Unless it is the artist, it is also shown as xesam:album.
   */
  readonly stationName?: string | null;
  /** The programme or song that the station plays now. MPRIS: xesam:title. */
  readonly programName?: string | null;
}
/** A broadcast. */
export class Radio extends ContentBase {
  constructor(fields?: RadioFields);
  /** A copy with other values of these fields. */
  with(fields: RadioFields): Radio;
}
export interface Radio extends Readonly<RadioFields> {}

/** The fields of HomeMedia. */
export interface HomeMediaFields extends CommonFields {
  /** The camera or device of home media. MPRIS: xesam:title if there is no description, else as xesam:artist. */
  readonly sourceName?: string | null;
  /** The title of home media. MPRIS: xesam:title. */
  readonly description?: string | null;
}
/** A camera, a doorbell, a home recording. */
export class HomeMedia extends ContentBase {
  constructor(fields?: HomeMediaFields);
  /** A copy with other values of these fields. */
  with(fields: HomeMediaFields): HomeMedia;
}
export interface HomeMedia extends Readonly<HomeMediaFields> {}

/** The fields of Generic. */
export interface GenericFields extends CommonFields {
  /** Second line of a generic content. MPRIS: xesam:artist. */
  readonly subtitle?: string | null;
}
/** Anything else. */
export class Generic extends ContentBase {
  constructor(fields?: GenericFields);
  /** A copy with other values of these fields. */
  with(fields: GenericFields): Generic;
}
export interface Generic extends Readonly<GenericFields> {}

/** What a session plays. */
export type Content = Music | Podcast | Movie | TVShow | Book | Radio | HomeMedia | Generic;

/** The item of a session of a surface: the fields of its content, as far as they are known. */
export interface Item extends ItemBase {
  /**
   * Title of the song, episode, film, book or anything else. MPRIS: xesam:title. For an item without tags, players
   * often set its address, or the end of the address, as the title. User, password, query and fragment are removed
   * from such a title, because everybody sees it.
   */
  readonly title: string | undefined;
  /** Second line of a generic content. MPRIS: xesam:artist. */
  readonly subtitle: string | undefined;
  /**
   * Name of the album. MPRIS: xesam:album; for a podcast, a TV show and a radio station, which have no albums, only
   * if it is not the same as the artist.
   */
  readonly album: string | undefined;
  /** Name of the podcast or TV show. MPRIS: xesam:artist if there are no other artists, else as xesam:album. */
  readonly showName: string | undefined;
  /** Author of a book. MPRIS: xesam:artist. */
  readonly author: string | undefined;
  /** Narrator of a book. MPRIS: xesam:composer. */
  readonly narrator: string | undefined;
  /**
   * The radio station. MPRIS: xesam:title if there is no other title, else as xesam:artist if there is no other
   * artist. Unless it is the artist, it is also shown as xesam:album.
   */
  readonly stationName: string | undefined;
  /** The programme or song that the station plays now. MPRIS: xesam:title. */
  readonly programName: string | undefined;
  /** The camera or device of home media. MPRIS: xesam:title if there is no description, else as xesam:artist. */
  readonly sourceName: string | undefined;
  /** The title of home media. MPRIS: xesam:title. */
  readonly description: string | undefined;
  /** International Standard Recording Code of a song. Not shown. */
  readonly isrc: string | undefined;
  /**
   * Address of the item: a URI, or the absolute path of a file as open() takes it. From a path the library makes a
   * "file:" URI without "." and "..". An address that is longer than a text may be is left out. MPRIS: xesam:url.
   * User and password are removed from it, because anybody who reads it could sign in with them. Other secrets, such
   * as a token in its query, stay, because without them it would be another address: remove them yourself, or set no
   * address. The log warns of known kinds of secrets, once for an app.
   */
  readonly url: string | undefined;
  /** The lyrics, plain or with times as LRC writes them, in any dialect of lyrics.md. MPRIS: xesam:asText. */
  readonly lyrics: string | undefined;
  /** Your own id of the album, playlist or show. Not shown. */
  readonly collectionId: string | undefined;
  /** Your own id of the service that the item comes from. Not shown. */
  readonly serviceId: string | undefined;
  /**
   * Artists of the track. MPRIS: xesam:artist. If there are neither artists nor `albumArtists`, xesam:artist has one
   * empty text, because without the key GNOME would show "Unknown artist".
   */
  readonly artists: readonly string[];
  /** Artists of the album. MPRIS: xesam:albumArtist. */
  readonly albumArtists: readonly string[];
  /** Composers. MPRIS: xesam:composer. */
  readonly composers: readonly string[];
  /** Lyricists. MPRIS: xesam:lyricist. */
  readonly lyricists: readonly string[];
  /** Genres. MPRIS: xesam:genre. */
  readonly genres: readonly string[];
  /** Comments. MPRIS: xesam:comment. */
  readonly comments: readonly string[];
  /** The ids at MusicBrainz of the recording. MPRIS: xesam:musicBrainzTrackID. */
  readonly musicbrainzTrackIds: readonly string[];
  /** The ids at MusicBrainz of the release. MPRIS: xesam:musicBrainzAlbumID. */
  readonly musicbrainzAlbumIds: readonly string[];
  /** The ids at MusicBrainz of the artists. MPRIS: xesam:musicBrainzArtistID. */
  readonly musicbrainzArtistIds: readonly string[];
  /** The ids at MusicBrainz of the artists of the release. MPRIS: xesam:musicBrainzAlbumArtistID. */
  readonly musicbrainzAlbumArtistIds: readonly string[];
  /** Position on the disc, from 1. MPRIS: xesam:trackNumber. */
  readonly trackNumber: number | undefined;
  /** The number of the disc, from 1. MPRIS: xesam:discNumber. */
  readonly discNumber: number | undefined;
  /** Beats per minute. MPRIS: xesam:audioBPM. */
  readonly beatsPerMinute: number | undefined;
  /** How often the item was played. MPRIS: xesam:useCount. */
  readonly playCount: number | undefined;
  /** The present chapter, from 1. MPRIS: xesam:trackNumber of a book. */
  readonly chapter: number | undefined;
  /** How many chapters the item has, from 1. Not shown. */
  readonly chapterCount: number | undefined;
  /** When the item was released. MPRIS: xesam:contentCreated. */
  readonly releaseDate: Date | undefined;
  /** When the item was first played. MPRIS: xesam:firstUsed. */
  readonly firstPlayed: Date | undefined;
  /** When the item was last played. MPRIS: xesam:lastUsed. */
  readonly lastPlayed: Date | undefined;
  /** Whether it is: explicit, 0: not. Not shown. */
  readonly explicit: boolean | undefined;
  /** Whether it is: leave it out of suggestions and histories. Not shown. */
  readonly excludedFromSuggestions: boolean | undefined;
  /** The season of an episode, from 1. MPRIS: xesam:discNumber. */
  readonly season: number | undefined;
  /** The number of an episode in its season, from 1. MPRIS: xesam:trackNumber. */
  readonly episode: number | undefined;
  /** Whether it is: an advertisement, which is not to be skipped. Not shown. */
  readonly advertisement: boolean | undefined;
  /** The user's rating. MPRIS: xesam:userRating. */
  readonly userRating: number | undefined;
  /** A rating that was computed. MPRIS: xesam:autoRating. */
  readonly autoRating: number | undefined;
}

/** A command that a session takes. Each function makes one: of a handler, whose promise is the answer
 * to the desktop. An error that it throws is sent to the desktop. */
export abstract class Command {
  private constructor();
  /** Which command it is. */
  readonly kind: CommandKind;
  /** Whether it can be given now. */
  readonly enabled: boolean;
  /** Of a custom command, names it among those of the session. */
  readonly id: string;
  /** The words of its button. */
  readonly title: string;
  /** Play. */
  static play(handler: (context: Context) => unknown, options?: CommandOptions): Command;
  /** Pause. */
  static pause(handler: (context: Context) => unknown, options?: CommandOptions): Command;
  /** Stop. */
  static stop(handler: (context: Context) => unknown, options?: CommandOptions): Command;
  /** Play when not playing, else pause. */
  static togglePlayPause(handler: (context: Context) => unknown, options?: CommandOptions): Command;
  /** Go to the next item. */
  static next(handler: (context: Context) => unknown, options?: CommandOptions): Command;
  /** Go to the previous item. */
  static previous(handler: (context: Context) => unknown, options?: CommandOptions): Command;
  /** Go to a position. The handler is given the position in seconds. */
  static seekToPosition(handler: (position: number, context: Context) => unknown, options?: CommandOptions): Command;
  /** Go forward by an interval. The handler is given one of `intervals`, in seconds. */
  static skipForward(handler: (interval: number, context: Context) => unknown, options?: CommandOptions & {
    /** Seconds, greater than 0; the first is preferred most. */
    intervals?: readonly number[];
  }): Command;
  /** Go back by an interval. The handler is given one of `intervals`, in seconds. */
  static skipBackward(handler: (interval: number, context: Context) => unknown, options?: CommandOptions & {
    /** Seconds, greater than 0; the first is preferred most. */
    intervals?: readonly number[];
  }): Command;
  /**
   * Fast forward while a button is held. The handler is given "begin" and "end". Given by surfaces of org.nowplaying
   * alone.
   */
  static seekForward(handler: (phase: Phase, context: Context) => unknown, options?: CommandOptions): Command;
  /**
   * Rewind while a button is held. The handler is given "begin" and "end". Given by surfaces of org.nowplaying
   * alone.
   */
  static seekBackward(handler: (phase: Phase, context: Context) => unknown, options?: CommandOptions): Command;
  /** Change the speed. The handler is given one of `rates`, or any speed of `rateRange`. */
  static changeRate(handler: (rate: number, context: Context) => unknown, options: CommandOptions & {
    /** The speeds that can be chosen. */
    rates?: readonly number[];
    /** The lowest and the highest speed, where any between them can be chosen. */
    rateRange?: readonly [number, number];
  }): Command;
  /** Change what repeats. The handler is given one of the modes. */
  static changeRepeatMode(handler: (mode: RepeatMode, context: Context) => unknown, options?: CommandOptions & {
    /** The present mode. */
    current?: RepeatMode;
    /** The modes that can be chosen; without it all. */
    supported?: readonly RepeatMode[];
  }): Command;
  /** Change the order. The handler is given one of the modes. */
  static changeShuffleMode(handler: (mode: ShuffleMode, context: Context) => unknown, options?: CommandOptions & {
    /** The present mode. */
    current?: ShuffleMode;
    /** The modes that can be chosen; without it all. */
    supported?: readonly ShuffleMode[];
  }): Command;
  /** Like, dislike, or neither. The handler is given one of the modes. Given by surfaces of org.nowplaying alone. */
  static feedback(handler: (mode: Feedback, context: Context) => unknown, options?: CommandOptions & {
    /** The present mode. */
    current?: Feedback;
    /** The modes that can be chosen; without it all. */
    supported?: readonly Feedback[];
  }): Command;
  /** Go to the next chapter. Given by surfaces of org.nowplaying alone. */
  static nextChapter(handler: (context: Context) => unknown, options?: CommandOptions): Command;
  /** Go to the previous chapter. Given by surfaces of org.nowplaying alone. */
  static previousChapter(handler: (context: Context) => unknown, options?: CommandOptions): Command;
  /** Go to what is broadcast at this moment. Given by surfaces of org.nowplaying alone. */
  static seekToLive(handler: (context: Context) => unknown, options?: CommandOptions): Command;
  /** Rate the item. The handler is given 0 to 1. Given by surfaces of org.nowplaying alone. */
  static setRating(handler: (rating: number, context: Context) => unknown, options?: CommandOptions & {
    /** How many steps there are from 0 to 1: 5 for five stars; 0: any rating. */
    steps?: number;
  }): Command;
  /** Put a bookmark at the position, or remove it. Given by surfaces of org.nowplaying alone. */
  static bookmark(handler: (context: Context) => unknown, options?: CommandOptions & {
    /** Whether it is on. */
    active?: boolean;
  }): Command;
  /** Mute, or unmute. The handler is given true or false. Given by surfaces of org.nowplaying alone. */
  static mute(handler: (muted: boolean, context: Context) => unknown, options?: CommandOptions): Command;
  /** One of the player's own buttons. Given by surfaces of org.nowplaying alone. */
  static custom(id: string, title: string, handler: (context: Context) => unknown, options?: CommandOptions & {
    /** Whether it is on. */
    active?: boolean;
  }): Command;
}
