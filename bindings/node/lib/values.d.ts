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
  /** Aborted when an answer has no effect any more: ten seconds are over (of a preview two, of a video thirty), the
   * session was closed, or, of a picture, another item is shown. A caller that leaves aborts nothing. */
  readonly signal: AbortSignal;
}

/** Which picture is wanted. */
export interface Wanted extends Context {
  /** In pixels; give the largest that there is where there is no such size, and do not enlarge. 0: no preference. */
  readonly width: number;
  readonly height: number;
  /** Of animated artwork, its shape. */
  readonly aspectRatio?: AspectRatio;
}

/** The bytes of a file, its path, or its address: "https://…", "file:///…". Desktops fetch an address of the web by
 * themselves, so leave no secret in it: make an Artwork of it with `headers`. */
export type Source = Uint8Array | ArrayBuffer | URL | string;
/** A source, or a function that is asked for one when a picture is wanted; null: there is none. */
export type LazySource = Source | ((wanted: Wanted) => Source | null | PromiseLike<Source | null>);

/** A picture with an id: the same id is the same picture, and is asked for once. Bytes and addresses need none: they
 * are their own. A function is the same picture as long as it is the same function.
 *
 * `preview`: of a video, the picture that is shown before it and instead of it.
 *
 * `headers`: what the server of an address wants of whoever asks, such as `{ Authorization: token }`; `{}` where the
 * secret is in the address. The picture is then fetched here when somebody wants to show it, and the desktop gets its
 * bytes, of at most 8 MiB, within 30 seconds; neither the address nor a header is seen there, and the id is a hash. It
 * is fetched once for all who want it, and later the server is asked by ETag whether it has changed. A server that
 * leads to another one is followed without the headers. */
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
  /** Its picture; without it that of the item. */
  readonly artwork?: Artwork | LazySource | null;
}

/** A value of a tag, as a file or a decoder has it. */
export type Tag = string | number | Uint8Array | ArrayBuffer;

/** What a content has beside its fields. */
export interface ContentFields {
  /** Names the item within its session: the same id means the same item, described anew. Without one the library makes
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
  /** All tags that there are, by the names that the file or the decoder has for them: the library reads them. Fields
   * that are given beside them count before them. */
  readonly tags?: { readonly [name: string]: Tag | readonly Tag[] } | Iterable<readonly [string, Tag]> | null;
}

/** What all kinds of content have in common. A content never changes: make a copy by `with`. */
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
  /** The same id means the same item, described anew. "" for players of MPRIS that give none. */
  readonly id: string;
  /** Of MPRIS, which says none: "music" where there are artists or an album, else "generic". */
  readonly kind: ContentKind;
  readonly mediaType: MediaType;
  /** The lines to show: the title; artists, show or station; the album. "" where there is none. */
  readonly lines: readonly [string, string, string];
  /** Seconds, or a word. */
  readonly duration: number | "unknown" | "live" | "continuous";
  /** The same id is the same picture of this session. "" of MPRIS. */
  readonly artworkId: string;
  /** Where the picture is, as the player says, or "". */
  readonly artworkUrl: string;
  readonly animatedArtworkIds: { readonly [ratio in AspectRatio]?: string };
  /** In the order of their starts; none of MPRIS. */
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
