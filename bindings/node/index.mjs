// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
import all from './index.js';

export const {
  App, Artwork, Book, Command, Content, Generic, HomeMedia, Movie, Music, NowPlayingError, Podcast, Radio,
  RemoteSession, Session, TVShow, Tagged, VERSION, libraryVersion,
} = all;
export default all;
