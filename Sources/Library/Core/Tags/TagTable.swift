// Made by contract/generate of contract/data/tags.toml: do not edit.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

extension TagRow {
  /// The format of a tag's value, where it is not that of the field.
  enum Form: Sendable {
    case plain
    /// MusicBrainz ids with any separators.
    case identifiers
    /// Genres, as names or as numbers of ID3v1.
    case genres
    /// Genres, as names or numbers, or the atom of MP4 that has the number of a genre.
    case atomOfGenre
    /// Whether a file is explicit: 0 and 2 mean no, 1 and 4 mean yes.
    case advisory
    /// A rating with a decimal point or a scale. A bare integer is no rating, because FFmpeg also gives the name
    /// "rating" to MP4's mark of explicit songs, as in "rating": "1".
    case scaled
    /// A rating from 0 to 100; or, with a decimal point, from 0.0 to 1.0.
    case percent
    /// A rating of ID3's "Popularimeter", from 1 to 255, or the whole frame.
    case popularimeter
    /// A rating of Windows Media, from 1 to 99.
    case windowsMedia
  }

  /// All names.
  static let all: [TagRow] = [
    TagRow("title tit2 tt2 ©nam inam wmtitle", .text(.title)),
    TagRow("subtitle tit3 tt3 wmsubtitle", .text(.subtitle)),
    TagRow("album talb tal ©alb iprd albumtitle wmalbumtitle", .text(.album), also: .text(.showName)),
    TagRow("showname show tvsh tvshow tvshowname", .text(.showName)),
    TagRow("author", .text(.author), also: .list(.artists)),
    TagRow("narrator ©nrt narratedby", .text(.narrator)),
    TagRow("stationname icyname organization name", .text(.stationName)),
    TagRow("programname icytitle streamtitle nowplaying", .text(.programName)),
    TagRow("sourcename", .text(.sourceName)),
    TagRow("description desc ldes synopsis summary tdes podcastdesc", .text(.description), also: .list(.comments)),
    TagRow("isrc tsrc trc wmisrc", .text(.isrc)),
    TagRow(
      "lyrics uslt ult ©lyr unsyncedlyrics unsynchronisedlyrics unsynchronizedlyrics lyricsunsynced wmlyrics sylt slt syncedlyrics synchronisedlyrics synchronizedlyrics lyricssynced wmlyricssynchronised",
      .text(.lyrics)),
    TagRow("artist tpe1 tp1 ©art iart", .list(.artists), also: .text(.author)),
    TagRow("artists", .list(.artists), rank: 1),
    TagRow("performer leadperformer", .list(.artists), rank: 2),
    TagRow(
      "albumartist albumartists tpe2 tp2 aart wmalbumartist band", .list(.albumArtists), also: .text(.author),
      alsoRank: 2),
    TagRow("composer composers tcom tcm ©wrt wmcomposer", .list(.composers), also: .text(.narrator)),
    TagRow("lyricist lyricists text txt wmwriter", .list(.lyricists)),
    TagRow("writer songwriter", .list(.lyricists), rank: 1),
    TagRow("genre genres tcon tco ©gen ignr wmgenre", .list(.genres), .genres),
    TagRow("gnre", .list(.genres), .atomOfGenre),
    TagRow("icygenre", .list(.genres), rank: 1),
    TagRow("comment comments comm com ©cmt icmt", .list(.comments)),
    TagRow(
      "musicbrainztrackid musicbrainztrackids musicbrainzrecordingid mbtrackid", .list(.musicBrainzTrackIDs),
      .identifiers),
    TagRow(
      "musicbrainzalbumid musicbrainzalbumids musicbrainzreleaseid mbalbumid", .list(.musicBrainzAlbumIDs), .identifiers
    ),
    TagRow("musicbrainzartistid musicbrainzartistids mbartistid", .list(.musicBrainzArtistIDs), .identifiers),
    TagRow(
      "musicbrainzalbumartistid musicbrainzalbumartistids mbalbumartistid", .list(.musicBrainzAlbumArtistIDs),
      .identifiers),
    TagRow("tracknumber track trck trk trkn tracknum partnumber itrk iprt wmtracknumber", .integer(.trackNumber)),
    TagRow("discnumber disc tpos tpa disk disknumber discnum albumdiscnumber wmpartofset", .integer(.discNumber)),
    TagRow("beatsperminute bpm tbpm tbp tmpo tempo wmbeatsperminute", .integer(.beatsPerMinute)),
    TagRow("playcount playcounter pcnt cnt usecount fmpsplaycount", .integer(.playCount)),
    TagRow("chapter", .integer(.chapter)),
    TagRow("chaptercount", .integer(.chapterCount)),
    TagRow("date tdrc ©day datetime", .integer(.releaseDate)),
    TagRow(
      "releasedate tdrl datereleased year tyer tye icrd recorddate daterecorded wmyear", .integer(.releaseDate), rank: 1
    ),
    TagRow(
      "originaldate tdor originalyear tory tor originalreleasedate wmoriginalreleasetime wmoriginalreleaseyear",
      .integer(.releaseDate), rank: 2),
    TagRow("firstplayed", .integer(.firstPlayed)),
    TagRow("lastplayed", .integer(.lastPlayed)),
    TagRow("explicit", .integer(.explicit)),
    TagRow("rtng itunesadvisory", .integer(.explicit), .advisory),
    TagRow("excludedfromsuggestions", .integer(.excludedFromSuggestions)),
    TagRow("season seasonnumber tvsn showseasonnumber", .integer(.season)),
    TagRow("episode episodenumber episodesort tves showepisodenumber", .integer(.episode)),
    TagRow("advertisement", .integer(.advertisement)),
    TagRow("fmpsrating", .number(.userRating)),
    TagRow("rating", .number(.userRating), .scaled),
    TagRow("userrating rate", .number(.userRating), .percent),
    TagRow("popm pop", .number(.userRating), .popularimeter),
    TagRow("wmshareduserrating", .number(.userRating), .windowsMedia),
    TagRow("autorating", .number(.autoRating)),
  ]
}
