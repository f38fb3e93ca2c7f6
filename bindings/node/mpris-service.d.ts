// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** The interface of the npm package mpris-service, on libnowplaying. */
interface Player {
  readonly name: string;
  readonly serviceName: string;
  supportedInterfaces: string[];
  identity: string;
  fullscreen: boolean;
  supportedUriSchemes: string[];
  supportedMimeTypes: string[];
  canQuit: boolean;
  canRaise: boolean;
  canSetFullscreen: boolean;
  hasTrackList: boolean;
  desktopEntry: string;
  playbackStatus: string;
  loopStatus: string;
  shuffle: boolean;
  /** By the keys of MPRIS: "mpris:trackid", "xesam:title". */
  metadata: { [key: string]: any };
  volume: number;
  canControl: boolean;
  canPause: boolean;
  canPlay: boolean;
  canSeek: boolean;
  canGoNext: boolean;
  canGoPrevious: boolean;
  rate: number;
  minimumRate: number;
  maximumRate: number;
  tracks: { [key: string]: any }[];
  canEditTracks: boolean;
  playlists: Player.Playlist[];
  readonly playlistCount: number;
  activePlaylist: Player.Playlist | null;
  /** An object path that can be a track id. */
  objectPath(subpath?: string): string;
  /** To be overridden: returns the position in the item, in microseconds. An error that it throws becomes a warning of
   * the process. If it throws or returns no number, the position advances with the clock. */
  getPosition(): number;
  /** Tells clients that playback has jumped to a position, in microseconds. */
  seeked(position: number): void;
  addTrack(track: { [key: string]: any }): void;
  removeTrack(trackId: string): void;
  getTrackIndex(trackId: string): number;
  getTrack(trackId: string): { [key: string]: any } | undefined;
  getPlaylistIndex(playlistId: string): number;
  setPlaylists(playlists: Player.Playlist[]): void;
  setActivePlaylist(playlistId: string): void;
  /** Not of mpris-service: takes the player off the desktop. */
  close(): void;
  on(event: Player.Event, listener: (...values: any[]) => void): this;
  once(event: Player.Event, listener: (...values: any[]) => void): this;
  off(event: Player.Event, listener: (...values: any[]) => void): this;
  addListener(event: Player.Event, listener: (...values: any[]) => void): this;
  removeListener(event: Player.Event, listener: (...values: any[]) => void): this;
  removeAllListeners(event?: Player.Event): this;
  emit(event: Player.Event, ...values: any[]): boolean;
}

declare namespace Player {
  interface Playlist { Id: string; Name: string; Icon?: string }
  interface Options {
    name: string;
    identity?: string;
    supportedUriSchemes?: string[];
    supportedMimeTypes?: string[];
    supportedInterfaces?: string[];
    desktopEntry?: string;
  }
  type Event = "raise" | "quit" | "fullscreen" | "next" | "previous" | "pause" | "playpause" | "stop" | "play" | "seek"
    | "position" | "open" | "loopStatus" | "rate" | "shuffle" | "volume" | "addTrack" | "removeTrack" | "goTo"
    | "activatePlaylist" | "error";
}

interface PlayerConstructor {
  new (options: Player.Options): Player;
  (options: Player.Options): Player;
  readonly PLAYBACK_STATUS_PLAYING: string;
  readonly PLAYBACK_STATUS_PAUSED: string;
  readonly PLAYBACK_STATUS_STOPPED: string;
  readonly LOOP_STATUS_NONE: string;
  readonly LOOP_STATUS_TRACK: string;
  readonly LOOP_STATUS_PLAYLIST: string;
}

declare const Player: PlayerConstructor;
export = Player;
