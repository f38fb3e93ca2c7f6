// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The types that are written by hand, of values that both entries have.
import { AspectRatio, ContentKind, Item, MediaType, Slot, Status } from "./tables";

declare global {
  interface SymbolConstructor {
    /** The method that `using` calls at the end of a block. */
    readonly dispose: unique symbol;
  }
}

/** An error of the library. A handler may throw one, to send the desktop its code and its message. */
export class NowPlayingError extends Error {
  constructor(message: string, code?: Status);
  /** What went wrong, as a word. */
  readonly code: Status | (string & {});
  /** The library's number for the code. */
  readonly status: number;
}

/** What a handler is given beside its argument. */
export interface Context {
  /** Aborted when an answer has no effect any more: after ten seconds (two for a preview, thirty for a video), when the
   * session was closed, or, for a picture, when another item is shown. It is not aborted when the client that has asked
   * leaves the bus. */
  readonly signal: AbortSignal;
}

/** The picture that a surface wants. */
export interface Wanted extends Context {
  /** The wanted width in pixels; 0: no preference. Give the largest picture that there is if all are smaller, and do
   * not enlarge it. */
  readonly width: number;
  readonly height: number;
  /** The wanted shape, if animated artwork is wanted. */
  readonly aspectRatio?: AspectRatio;
}

/** The bytes of a file, its path, or its address: "https://…", "file:///…". Desktops fetch an address of the web by
 * themselves, so leave no secret in it: make an Artwork of it with `headers`. */
export type Source = Uint8Array | ArrayBuffer | URL | string;
/** A source, or a function that is asked for one when a picture is wanted; null: there is none. */
export type LazySource = Source | ((wanted: Wanted) => Source | null | PromiseLike<Source | null>);

/** A picture with an id: the same id is the same picture, and is asked for once. Bytes and addresses need no id: equal
 * bytes or addresses are the same picture. A function without an id is a picture of its own for each id of a content,
 * so that one function can serve all songs, and another picture as soon as it is another function: give an Artwork with
 * an id if your program makes the function anew each time.
 *
 * `preview`: of a video, the picture that is shown before it and instead of it.
 *
 * `headers`: HTTP headers that the server of the address requires, such as `{ Authorization: token }`; `{}` where the
 * secret is in the address. This process then fetches the picture when a client wants to show it, at most 8 MiB within
 * 30 seconds. The desktop gets its bytes, but sees neither the address nor a header, and the id is a hash. Clients that
 * want the picture at the same time share one fetch, and later the server is asked by ETag whether the picture has
 * changed. Redirects to another server are followed without the headers, and those of a server of the web to no address
 * of this machine or its network. */
export class Artwork {
  constructor(source: LazySource, options?: {
    id?: string | null; preview?: LazySource | null; headers?: Readonly<Record<string, string>> | null;
  });
  readonly id: string;
  readonly source: LazySource;
  readonly preview: LazySource | null;
}

/** A chapter of an item. It ends where the next one begins. */
export interface Chapter {
  /** Seconds from the start of the item. */
  readonly start: number;
  readonly title?: string | null;
  /** The chapter's picture. If it is left out, the item's picture is shown. */
  readonly artwork?: Artwork | LazySource | null;
}

/** A value of a tag, as a file or a decoder has it. */
export type Tag = string | number | Uint8Array | ArrayBuffer;

/** What a content has beside its fields. */
export interface ContentFields {
  /** Names the item within its session: the same id means the same item, described again. Without one the library makes
   * one for each content that differs from the one before. */
  readonly id?: string | null;
  /** Seconds; "live" (also Infinity), "continuous", or "unknown" (also NaN), so that `audio.duration` can be given. */
  readonly duration?: number | "unknown" | "live" | "continuous" | null;
  /** The picture: bytes, a file, an address, or a function that is asked for it at a size. */
  readonly artwork?: Artwork | LazySource | null;
  /** Videos without sound that loop, by their shape: each an Artwork with a `preview`. */
  readonly animatedArtwork?: { readonly [ratio in AspectRatio]?: Artwork | LazySource | null } | null;
  readonly mediaType?: MediaType | null;
  readonly chapters?: Iterable<Chapter> | null;
  /** Texts under keys of the player's own, "player:bitrate", for scripts that read them; at most 32. */
  readonly extra?: { readonly [key: string]: string } | null;
  /** All tags that there are, by the names that the file or the decoder has for them: the library reads them. A field
   * that is also given itself takes precedence over the tags. */
  readonly tags?: { readonly [name: string]: Tag | readonly Tag[] } | Iterable<readonly [string, Tag]> | null;
}

/** The base of all kinds of content. A content never changes: make a copy by `with`. */
export abstract class ContentBase {
  protected readonly brand: "content";
}

/** The options of every command. */
export interface CommandOptions {
  /** false offers the command, but not now: there is no next item. */
  enabled?: boolean;
  /** The picture of its button: a word of org.nowplaying.md, "heart-filled", or a name of freedesktop's naming. */
  icon?: string;
  /** Where a surface that has few places shows it. */
  slot?: Slot;
  /** The words of a button, "Like this song". */
  title?: string;
  /** Fewer words, "Like". */
  shortTitle?: string;
}

/** What an item of a surface has beside its fields. Texts are of foreign programs: show them as text. */
export interface ItemBase {
  /** The same id means the same item, described again. "" for players of MPRIS that give none. */
  readonly id: string;
  /** The kind of the item. A player of MPRIS tells none: its items are "music" where there are artists or an album,
   * else "generic". */
  readonly kind: ContentKind;
  readonly mediaType: MediaType;
  /** The lines to show: the title; artists, show or station; the album. "" if there is none. */
  readonly lines: readonly [string, string, string];
  /** The length in seconds, or a word for an item without a known length. */
  readonly duration: number | "unknown" | "live" | "continuous";
  /** The id of the picture. Within a session the same id is the same picture. "" for a player of MPRIS. */
  readonly artworkId: string;
  /** Where the picture is, as the player says, or "". */
  readonly artworkUrl: string;
  readonly animatedArtworkIds: { readonly [ratio in AspectRatio]?: string };
  /** The chapters in the order of their starts; empty for a player of MPRIS. */
  readonly chapters: readonly ShownChapter[];
  /** Texts under keys of the player's own. */
  readonly extra: { readonly [key: string]: string };
  /** The chapter in which a position is. */
  chapterAt(position: number): ShownChapter | null;
  /** The line of the lyrics at a position; null: there are none, or none with times. */
  lyricsAt(position: number): { readonly text: string; readonly end: number | null } | null;
}

/** A chapter of an item of a surface. */
export interface ShownChapter {
  readonly index: number;
  readonly start: number;
  /** null: not known. */
  readonly end: number | null;
  readonly title: string;
  readonly artworkId: string;
}

export { Item };
