# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The declarations of nowplaying.h as data. Made by generate-signatures: do not edit."""
from ctypes import CFUNCTYPE, POINTER, Structure
from ctypes import c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any, Dict, Tuple

VERSION = "0.4.0"

NOWPLAYING_APP_INTERRUPTIONS = 1
NOWPLAYING_APP_NO_DESKTOP_ENTRY = 4
NOWPLAYING_APP_SHOW_IDLE = 2
NOWPLAYING_ASPECT_RATIOS_SQUARE = 1
NOWPLAYING_ASPECT_RATIOS_TALL = 2
NOWPLAYING_ASPECT_RATIO_SQUARE = 1
NOWPLAYING_ASPECT_RATIO_TALL = 2
NOWPLAYING_BUS_CONNECTED = 1
NOWPLAYING_BUS_NONE = 0
NOWPLAYING_BUS_PUBLISHED = 2
NOWPLAYING_COMMAND_BOOKMARK = 20
NOWPLAYING_COMMAND_CHANGE_RATE = 12
NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE = 13
NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE = 14
NOWPLAYING_COMMAND_CUSTOM = 22
NOWPLAYING_COMMAND_FEEDBACK = 15
NOWPLAYING_COMMAND_MUTE = 21
NOWPLAYING_COMMAND_NEXT = 5
NOWPLAYING_COMMAND_NEXT_CHAPTER = 16
NOWPLAYING_COMMAND_PAUSE = 2
NOWPLAYING_COMMAND_PLAY = 1
NOWPLAYING_COMMAND_PREVIOUS = 6
NOWPLAYING_COMMAND_PREVIOUS_CHAPTER = 17
NOWPLAYING_COMMAND_SEEK_BACKWARD = 11
NOWPLAYING_COMMAND_SEEK_FORWARD = 10
NOWPLAYING_COMMAND_SEEK_TO_LIVE = 18
NOWPLAYING_COMMAND_SEEK_TO_POSITION = 7
NOWPLAYING_COMMAND_SET_RATING = 19
NOWPLAYING_COMMAND_SKIP_BACKWARD = 9
NOWPLAYING_COMMAND_SKIP_FORWARD = 8
NOWPLAYING_COMMAND_STOP = 3
NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE = 4
NOWPLAYING_CONTENT_BOOK = 5
NOWPLAYING_CONTENT_GENERIC = 8
NOWPLAYING_CONTENT_HOME_MEDIA = 7
NOWPLAYING_CONTENT_MOVIE = 3
NOWPLAYING_CONTENT_MUSIC = 1
NOWPLAYING_CONTENT_PODCAST = 2
NOWPLAYING_CONTENT_RADIO = 6
NOWPLAYING_CONTENT_TV_SHOW = 4
NOWPLAYING_DEVICE_CAR = 11
NOWPLAYING_DEVICE_DESKTOP = 9
NOWPLAYING_DEVICE_GAMING_CONSOLE = 5
NOWPLAYING_DEVICE_LAPTOP = 8
NOWPLAYING_DEVICE_MEDIA_STICK = 4
NOWPLAYING_DEVICE_PHONE = 6
NOWPLAYING_DEVICE_SET_TOP_BOX = 3
NOWPLAYING_DEVICE_SPEAKER = 1
NOWPLAYING_DEVICE_TABLET = 7
NOWPLAYING_DEVICE_TV = 2
NOWPLAYING_DEVICE_WEARABLE = 10
NOWPLAYING_DEVICE_WEB = 12
NOWPLAYING_DURATION_CONTINUOUS = 3
NOWPLAYING_DURATION_FINITE = 1
NOWPLAYING_DURATION_LIVE = 2
NOWPLAYING_DURATION_UNKNOWN = 0
NOWPLAYING_ERROR_ALREADY_ANSWERED = -4
NOWPLAYING_ERROR_BUSY = -16
NOWPLAYING_ERROR_CANCELLED = -5
NOWPLAYING_ERROR_COMMAND_FAILED = -10
NOWPLAYING_ERROR_FORKED = -15
NOWPLAYING_ERROR_FRAME_RATE = -21
NOWPLAYING_ERROR_INVALID_ARGUMENT = -1
NOWPLAYING_ERROR_INVALID_HANDLE = -2
NOWPLAYING_ERROR_INVALID_STATE = -3
NOWPLAYING_ERROR_IO = -14
NOWPLAYING_ERROR_KIND_FORMAT = 4
NOWPLAYING_ERROR_KIND_NETWORK = 1
NOWPLAYING_ERROR_KIND_NOT_AVAILABLE = 5
NOWPLAYING_ERROR_KIND_OTHER = 0
NOWPLAYING_ERROR_KIND_REGION = 3
NOWPLAYING_ERROR_KIND_SIGN_IN = 2
NOWPLAYING_ERROR_NOT_AN_IMAGE = -13
NOWPLAYING_ERROR_NOT_A_VIDEO = -19
NOWPLAYING_ERROR_NOT_LOCAL = -18
NOWPLAYING_ERROR_NOT_PERMITTED = -8
NOWPLAYING_ERROR_NOT_SUPPORTED = -7
NOWPLAYING_ERROR_NO_BUS = -9
NOWPLAYING_ERROR_NO_SUCH_CONTENT = -11
NOWPLAYING_ERROR_SYSTEM = -17
NOWPLAYING_ERROR_TIMED_OUT = -6
NOWPLAYING_ERROR_TOO_LARGE = -12
NOWPLAYING_ERROR_WRONG_ASPECT_RATIO = -20
NOWPLAYING_FEEDBACK_NEGATIVE = 2
NOWPLAYING_FEEDBACK_NEUTRAL = 0
NOWPLAYING_FEEDBACK_POSITIVE = 1
NOWPLAYING_FIELD_ADVERTISEMENT = 213
NOWPLAYING_FIELD_ALBUM = 3
NOWPLAYING_FIELD_ALBUM_ARTISTS = 101
NOWPLAYING_FIELD_ARTISTS = 100
NOWPLAYING_FIELD_AUTHOR = 5
NOWPLAYING_FIELD_AUTO_RATING = 301
NOWPLAYING_FIELD_BEATS_PER_MINUTE = 202
NOWPLAYING_FIELD_CHAPTER = 204
NOWPLAYING_FIELD_CHAPTER_COUNT = 205
NOWPLAYING_FIELD_COLLECTION_ID = 14
NOWPLAYING_FIELD_COMMENTS = 105
NOWPLAYING_FIELD_COMPOSERS = 102
NOWPLAYING_FIELD_DESCRIPTION = 10
NOWPLAYING_FIELD_DISC_NUMBER = 201
NOWPLAYING_FIELD_EPISODE = 212
NOWPLAYING_FIELD_EXCLUDED_FROM_SUGGESTIONS = 210
NOWPLAYING_FIELD_EXPLICIT = 209
NOWPLAYING_FIELD_FIRST_PLAYED = 207
NOWPLAYING_FIELD_GENRES = 104
NOWPLAYING_FIELD_ISRC = 11
NOWPLAYING_FIELD_LAST_PLAYED = 208
NOWPLAYING_FIELD_LYRICISTS = 103
NOWPLAYING_FIELD_LYRICS = 13
NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_ARTIST_IDS = 109
NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_IDS = 107
NOWPLAYING_FIELD_MUSICBRAINZ_ARTIST_IDS = 108
NOWPLAYING_FIELD_MUSICBRAINZ_TRACK_IDS = 106
NOWPLAYING_FIELD_NARRATOR = 6
NOWPLAYING_FIELD_PLAY_COUNT = 203
NOWPLAYING_FIELD_PROGRAM_NAME = 8
NOWPLAYING_FIELD_RELEASE_DATE = 206
NOWPLAYING_FIELD_SEASON = 211
NOWPLAYING_FIELD_SERVICE_ID = 15
NOWPLAYING_FIELD_SHOW_NAME = 4
NOWPLAYING_FIELD_SOURCE_NAME = 9
NOWPLAYING_FIELD_STATION_NAME = 7
NOWPLAYING_FIELD_SUBTITLE = 2
NOWPLAYING_FIELD_TITLE = 1
NOWPLAYING_FIELD_TRACK_NUMBER = 200
NOWPLAYING_FIELD_URL = 12
NOWPLAYING_FIELD_USER_RATING = 300
NOWPLAYING_INTERRUPTION_BEGAN = 0
NOWPLAYING_INTERRUPTION_ENDED = 1
NOWPLAYING_LOG_DEBUG = 3
NOWPLAYING_LOG_ERROR = 0
NOWPLAYING_LOG_INFO = 2
NOWPLAYING_LOG_WARNING = 1
NOWPLAYING_LOOP_FD = 1
NOWPLAYING_LOOP_THREAD = 0
NOWPLAYING_LOOP_WAKEUP = 2
NOWPLAYING_MAX_ARTWORK_BYTES = 33554432
NOWPLAYING_MAX_BUS_NAME_BYTES = 255
NOWPLAYING_MAX_CHAPTERS = 1024
NOWPLAYING_MAX_CHAPTER_TITLE_BYTES = 256
NOWPLAYING_MAX_COMMANDS = 64
NOWPLAYING_MAX_DEVICES = 64
NOWPLAYING_MAX_EXTRA = 32
NOWPLAYING_MAX_EXTRA_KEY_BYTES = 64
NOWPLAYING_MAX_ID_BYTES = 1024
NOWPLAYING_MAX_INTERVALS = 64
NOWPLAYING_MAX_KEPT_PICTURES = 64
NOWPLAYING_MAX_LYRICS_BYTES = 65536
NOWPLAYING_MAX_MIME_TYPES = 256
NOWPLAYING_MAX_OPEN_REQUESTS = 1024
NOWPLAYING_MAX_PLAYLISTS = 4096
NOWPLAYING_MAX_POSITION_TIME_US = 100000
NOWPLAYING_MAX_PREVIEW_TIME_US = 2000000
NOWPLAYING_MAX_QUEUE_ENTRIES = 1000000
NOWPLAYING_MAX_RATES = 64
NOWPLAYING_MAX_REMEMBERED_ARTWORKS = 16
NOWPLAYING_MAX_REQUEST_TIME_US = 10000000
NOWPLAYING_MAX_SESSIONS = 1024
NOWPLAYING_MAX_SHOWN_QUEUE_ENTRIES = 100
NOWPLAYING_MAX_TEXTS = 64
NOWPLAYING_MAX_TEXT_BYTES = 4096
NOWPLAYING_MAX_TRACKS = 256
NOWPLAYING_MAX_URI_BYTES = 65536
NOWPLAYING_MAX_URI_SCHEMES = 64
NOWPLAYING_MAX_VIDEO_BYTES = 268435456
NOWPLAYING_MAX_VIDEO_TIME_US = 30000000
NOWPLAYING_MAX_VOLUME = 100
NOWPLAYING_MEDIA_AUDIO = 0
NOWPLAYING_MEDIA_VIDEO = 1
NOWPLAYING_OK = 0
NOWPLAYING_PENDING = 1
NOWPLAYING_PHASE_BEGIN = 0
NOWPLAYING_PHASE_END = 1
NOWPLAYING_PRIMARY_APPLICATION = 1
NOWPLAYING_PRIMARY_SYSTEM = 2
NOWPLAYING_REPEAT_ALL = 2
NOWPLAYING_REPEAT_OFF = 0
NOWPLAYING_REPEAT_ONE = 1
NOWPLAYING_SHUFFLE_COLLECTIONS = 2
NOWPLAYING_SHUFFLE_ITEMS = 1
NOWPLAYING_SHUFFLE_OFF = 0
NOWPLAYING_SLOT_ANY = 0
NOWPLAYING_SLOT_BACK = 2
NOWPLAYING_SLOT_BACK_SECONDARY = 4
NOWPLAYING_SLOT_CENTRAL = 1
NOWPLAYING_SLOT_FORWARD = 3
NOWPLAYING_SLOT_FORWARD_SECONDARY = 5
NOWPLAYING_SLOT_OVERFLOW = 6
NOWPLAYING_STATE_BUFFERING = 3
NOWPLAYING_STATE_ERROR = 5
NOWPLAYING_STATE_INTERRUPTED = 4
NOWPLAYING_STATE_PAUSED = 2
NOWPLAYING_STATE_PLAYING = 1
NOWPLAYING_STATE_STOPPED = 0
NOWPLAYING_TIME_NOW = -9223372036854775808
NOWPLAYING_TIME_UNKNOWN = -9223372036854775808
NOWPLAYING_TRACK_AUDIO = 1
NOWPLAYING_TRACK_CAPTIONS = 3
NOWPLAYING_TRACK_DESCRIBES_VIDEO = 4
NOWPLAYING_TRACK_IS_COMMENTARY = 8
NOWPLAYING_TRACK_IS_DEFAULT = 1
NOWPLAYING_TRACK_IS_FORCED = 2
NOWPLAYING_TRACK_SUBTITLES = 2
NOWPLAYING_VERSION = 1024
NOWPLAYING_VERSION_MAJOR = 0
NOWPLAYING_VERSION_MINOR = 4
NOWPLAYING_VERSION_PATCH = 0


class nowplaying_app_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("application_id", c_char_p),
        ("display_name", c_char_p),
        ("desktop_entry", c_char_p),
        ("bus_address", c_char_p),
        ("uri_schemes", POINTER(c_char_p)),
        ("uri_scheme_count", c_size_t),
        ("mime_types", POINTER(c_char_p)),
        ("mime_type_count", c_size_t),
        ("bus_fd", c_int32),
        ("loop", c_int32),
        ("log_level", c_int32),
        ("flags", c_uint32),
        ("instance", c_char_p),
        ("track_path_prefix", c_char_p),
        ("bus_name", c_char_p),
    ]


class nowplaying_app_callbacks(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("user_data", c_void_p),
        ("destroy", CFUNCTYPE(None, c_void_p)),
        ("log", CFUNCTYPE(None, c_void_p, c_int32, c_char_p, c_void_p)),
        ("bus_state", CFUNCTYPE(None, c_void_p, c_int32, c_void_p)),
        ("raise", CFUNCTYPE(c_int32, c_void_p, c_void_p, c_void_p)),
        ("quit", CFUNCTYPE(c_int32, c_void_p, c_void_p, c_void_p)),
        ("open_uri", CFUNCTYPE(c_int32, c_void_p, c_void_p, c_char_p, c_char_p, c_void_p)),
        ("fullscreen", CFUNCTYPE(c_int32, c_void_p, c_void_p, c_int32, c_void_p)),
        ("wakeup", CFUNCTYPE(None, c_void_p, c_void_p)),
        ("aspect_ratios", CFUNCTYPE(None, c_void_p, c_uint32, c_void_p)),
        ("activate_playlist", CFUNCTYPE(c_int32, c_void_p, c_void_p, c_char_p, c_void_p)),
    ]


class nowplaying_playlist(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("id", c_char_p),
        ("name", c_char_p),
        ("icon_url", c_char_p),
        ("created", c_int64),
        ("modified", c_int64),
        ("last_played", c_int64),
    ]


class nowplaying_chapter(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("start_us", c_int64),
        ("title", c_char_p),
        ("artwork_id", c_char_p),
    ]


class nowplaying_snapshot(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("elapsed_us", c_int64),
        ("timestamp_us", c_int64),
        ("rate", c_double),
        ("default_rate", c_double),
        ("state", c_int32),
        ("reserved", c_int32),
        ("seekable_start_us", c_int64),
        ("seekable_end_us", c_int64),
        ("buffered_us", c_int64),
        ("error", c_char_p),
        ("error_kind", c_int32),
        ("is_at_live_edge", c_int32),
    ]


class nowplaying_command(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("kind", c_int32),
        ("enabled", c_int32),
        ("tag", c_uint64),
        ("intervals_us", POINTER(c_int64)),
        ("interval_count", c_size_t),
        ("rates", POINTER(c_double)),
        ("rate_count", c_size_t),
        ("current", c_int32),
        ("supported", c_uint32),
        ("title", c_char_p),
        ("short_title", c_char_p),
        ("rate_minimum", c_double),
        ("rate_maximum", c_double),
        ("id", c_char_p),
        ("icon", c_char_p),
        ("slot", c_int32),
        ("active", c_int32),
        ("steps", c_int32),
        ("button", c_uint32),
        ("derived", c_int32),
        ("reserved", c_int32),
    ]


class nowplaying_command_event(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("kind", c_int32),
        ("phase", c_int32),
        ("tag", c_uint64),
        ("time_us", c_int64),
        ("rate", c_double),
        ("mode", c_int32),
        ("toggle", c_int32),
        ("id", c_char_p),
        ("rating", c_double),
        ("button", c_uint32),
        ("reserved", c_int32),
    ]


class nowplaying_artwork_event(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("artwork_id", c_char_p),
        ("width", c_int32),
        ("height", c_int32),
    ]


class nowplaying_animated_artwork_event(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("artwork_id", c_char_p),
        ("ratio", c_int32),
        ("width", c_int32),
        ("height", c_int32),
        ("reserved", c_int32),
    ]


class nowplaying_device(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("id", c_char_p),
        ("name", c_char_p),
        ("volume", c_double),
        ("type", c_int32),
        ("can_step", c_int32),
    ]


class nowplaying_track(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("id", c_char_p),
        ("language", c_char_p),
        ("title", c_char_p),
        ("kind", c_int32),
        ("characteristics", c_uint32),
        ("selected", c_int32),
        ("reserved", c_int32),
    ]


class nowplaying_session_callbacks(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("user_data", c_void_p),
        ("destroy", CFUNCTYPE(None, c_void_p)),
        ("command", CFUNCTYPE(c_int32, c_void_p, c_void_p, POINTER(nowplaying_command_event), c_void_p)),
        ("artwork", CFUNCTYPE(c_int32, c_void_p, c_void_p, POINTER(nowplaying_artwork_event), c_void_p)),
        ("volume", CFUNCTYPE(c_int32, c_void_p, c_void_p, c_double, c_void_p)),
        ("request_cancelled", CFUNCTYPE(None, c_void_p, c_void_p, c_void_p)),
        ("primary_changed", CFUNCTYPE(None, c_void_p, c_uint32, c_void_p)),
        ("primary_result", CFUNCTYPE(None, c_void_p, c_uint32, c_int32, c_void_p)),
        ("interruption", CFUNCTYPE(None, c_void_p, c_int32, c_void_p)),
        ("preview", CFUNCTYPE(c_int32, c_void_p, c_void_p, POINTER(nowplaying_animated_artwork_event), c_void_p)),
        ("video", CFUNCTYPE(c_int32, c_void_p, c_void_p, POINTER(nowplaying_animated_artwork_event), c_void_p)),
        ("device_volume", CFUNCTYPE(c_int32, c_void_p, c_void_p, c_char_p, c_double, c_void_p)),
        ("device_step", CFUNCTYPE(c_int32, c_void_p, c_void_p, c_char_p, c_int32, c_void_p)),
        ("queue_go_to", CFUNCTYPE(c_int32, c_void_p, c_void_p, c_char_p, c_void_p)),
        ("queue_add", CFUNCTYPE(c_int32, c_void_p, c_void_p, c_char_p, c_char_p, c_int32, c_void_p)),
        ("queue_remove", CFUNCTYPE(c_int32, c_void_p, c_void_p, c_char_p, c_void_p)),
        ("position", CFUNCTYPE(c_int32, c_void_p, POINTER(c_int64), c_void_p)),
        ("select_track", CFUNCTYPE(c_int32, c_void_p, c_void_p, c_int32, c_char_p, c_void_p)),
    ]


# The comment of each field of a content, by its number.
FIELDS: Dict[int, str] = {
    1: "Title of the song, episode, film, book or anything else. Shown as xesam:title. For an item without tags, players often set its address, or the end of the address, as the title. User, password, query and fragment are removed from such a title, because everybody sees it.",
    2: "Second line of a generic content. Shown as xesam:artist.",
    3: "Name of the album. Shown as xesam:album; for a podcast, a TV show and a radio station, which have no albums, only if it is not the same as the artist.",
    4: "Name of the podcast or TV show. Shown as xesam:artist if there are no other artists, else as xesam:album.",
    5: "Author of a book. Shown as xesam:artist.",
    6: "Narrator of a book. Shown as xesam:composer.",
    7: "The radio station. Shown as xesam:title if there is no other title, else as xesam:artist if there is no other artist. Unless it is the artist, it is also shown as xesam:album.",
    8: "The programme or song that the station plays now. Shown as xesam:title.",
    9: "The camera or device of home media. Shown as xesam:title if there is no description, else as xesam:artist.",
    10: "The title of home media. Shown as xesam:title.",
    11: "International Standard Recording Code of a song. Not shown.",
    12: "Address of the item: a URI, or the absolute path of a file as open() takes it. From a path the library makes a \"file:\" URI without \".\" and \"..\". An address that is longer than a text may be is left out. Shown as xesam:url. User and password are removed from it, because anybody who reads it could sign in with them. Other secrets, such as a token in its query, stay, because without them it would be another address: remove them yourself, or set no address. The log warns of known kinds of secrets, once for an app.",
    13: "The lyrics, plain or with times as LRC writes them, in any dialect of lyrics.md. Shown as xesam:asText.",
    14: "Your own id of the album, playlist or show. Not shown.",
    15: "Your own id of the service that the item comes from. Not shown.",
    100: "Artists of the track. Shown as xesam:artist. If there are neither artists nor ALBUM_ARTISTS, xesam:artist has one empty text, because without the key GNOME would show \"Unknown artist\".",
    101: "Artists of the album. Shown as xesam:albumArtist.",
    102: "Composers. Shown as xesam:composer.",
    103: "Lyricists. Shown as xesam:lyricist.",
    104: "Genres. Shown as xesam:genre.",
    105: "Comments. Shown as xesam:comment.",
    106: "The ids at MusicBrainz of the recording. Shown as xesam:musicBrainzTrackID.",
    107: "The ids at MusicBrainz of the release. Shown as xesam:musicBrainzAlbumID.",
    108: "The ids at MusicBrainz of the artists. Shown as xesam:musicBrainzArtistID.",
    109: "The ids at MusicBrainz of the artists of the release. Shown as xesam:musicBrainzAlbumArtistID.",
    200: "Position on the disc, from 1. Shown as xesam:trackNumber.",
    201: "The number of the disc, from 1. Shown as xesam:discNumber.",
    202: "Beats per minute. Shown as xesam:audioBPM.",
    203: "How often the item was played. Shown as xesam:useCount.",
    204: "The present chapter, from 1. Shown as xesam:trackNumber of a book.",
    205: "How many chapters the item has, from 1. Not shown.",
    206: "When the item was released. Shown as xesam:contentCreated.",
    207: "When the item was first played. Shown as xesam:firstUsed.",
    208: "When the item was last played. Shown as xesam:lastUsed.",
    209: "1: explicit, 0: not. Not shown.",
    210: "1: leave it out of suggestions and histories. Not shown.",
    211: "The season of an episode, from 1. Shown as xesam:discNumber.",
    212: "The number of an episode in its season, from 1. Shown as xesam:trackNumber.",
    213: "1: an advertisement, which is not to be skipped. Not shown.",
    300: "The user's rating. Shown as xesam:userRating.",
    301: "A rating that was computed. Shown as xesam:autoRating.",
}
# The integers that are dates, and those that are true or false.
DATES = frozenset({206, 207, 208})
FLAGS = frozenset({209, 210, 213})


# Name: (type of the result, types of the arguments).
FUNCTIONS: Dict[str, Tuple[Any, Tuple[Any, ...]]] = {
    "nowplaying_version": (c_uint32, ()),
    "nowplaying_version_string": (c_char_p, ()),
    "nowplaying_strerror": (c_char_p, (c_int32,)),
    "nowplaying_last_error": (c_char_p, ()),
    "nowplaying_app_new": (c_int32, (POINTER(nowplaying_app_options), POINTER(nowplaying_app_callbacks),
                                     POINTER(c_void_p))),
    "nowplaying_app_free": (None, (c_void_p,)),
    "nowplaying_app_get_fd": (c_int32, (c_void_p, POINTER(c_int32))),
    "nowplaying_app_dispatch": (c_int32, (c_void_p,)),
    "nowplaying_app_get_bus_state": (c_int32, (c_void_p, POINTER(c_int32))),
    "nowplaying_app_get_bus_name": (c_int32, (c_void_p, c_char_p, c_size_t)),
    "nowplaying_app_set_display_name": (c_int32, (c_void_p, c_char_p)),
    "nowplaying_app_set_fullscreen": (c_int32, (c_void_p, c_int32)),
    "nowplaying_app_get_aspect_ratios": (c_int32, (c_void_p, POINTER(c_uint32))),
    "nowplaying_app_set_playlists": (c_int32, (c_void_p, POINTER(nowplaying_playlist), c_size_t)),
    "nowplaying_app_set_active_playlist": (c_int32, (c_void_p, c_char_p)),
    "nowplaying_content_new": (c_int32, (c_int32, c_char_p, POINTER(c_void_p))),
    "nowplaying_content_new_by_tags": (c_int32, (c_char_p, POINTER(c_void_p))),
    "nowplaying_content_get_kind": (c_int32, (c_void_p, POINTER(c_int32))),
    "nowplaying_content_free": (None, (c_void_p,)),
    "nowplaying_content_set_text": (c_int32, (c_void_p, c_int32, c_char_p)),
    "nowplaying_content_set_texts": (c_int32, (c_void_p, c_int32, POINTER(c_char_p), c_size_t)),
    "nowplaying_content_set_integer": (c_int32, (c_void_p, c_int32, c_int64)),
    "nowplaying_content_set_number": (c_int32, (c_void_p, c_int32, c_double)),
    "nowplaying_content_set_extra": (c_int32, (c_void_p, c_char_p, c_char_p)),
    "nowplaying_content_set_tag": (c_int32, (c_void_p, c_char_p, c_void_p, c_size_t, POINTER(c_int32))),
    "nowplaying_content_get_text": (c_int32, (c_void_p, c_int32, c_size_t, c_char_p, c_size_t)),
    "nowplaying_content_get_integer": (c_int32, (c_void_p, c_int32, POINTER(c_int64))),
    "nowplaying_content_get_number": (c_int32, (c_void_p, c_int32, POINTER(c_double))),
    "nowplaying_content_unset": (c_int32, (c_void_p, c_int32)),
    "nowplaying_content_set_media_type": (c_int32, (c_void_p, c_int32)),
    "nowplaying_content_set_duration": (c_int32, (c_void_p, c_int32, c_int64)),
    "nowplaying_content_set_artwork": (c_int32, (c_void_p, c_char_p)),
    "nowplaying_content_set_chapters": (c_int32, (c_void_p, POINTER(nowplaying_chapter), c_size_t)),
    "nowplaying_content_set_animated_artwork": (c_int32, (c_void_p, c_int32, c_char_p)),
    "nowplaying_session_new": (c_int32, (c_void_p, c_char_p, POINTER(nowplaying_session_callbacks), POINTER(c_void_p))),
    "nowplaying_session_new_remote": (c_int32, (c_void_p, c_char_p, POINTER(nowplaying_session_callbacks),
                                                POINTER(c_void_p))),
    "nowplaying_session_free": (None, (c_void_p,)),
    "nowplaying_session_set_content": (c_int32, (c_void_p, c_void_p)),
    "nowplaying_session_set_snapshot": (c_int32, (c_void_p, POINTER(nowplaying_snapshot))),
    "nowplaying_session_set_commands": (c_int32, (c_void_p, POINTER(nowplaying_command), c_size_t)),
    "nowplaying_session_set_command": (c_int32, (c_void_p, POINTER(nowplaying_command))),
    "nowplaying_session_set_command_enabled": (c_int32, (c_void_p, c_int32, c_int32)),
    "nowplaying_session_set_command_mode": (c_int32, (c_void_p, c_int32, c_int32)),
    "nowplaying_session_set_custom_command": (c_int32, (c_void_p, c_char_p, c_int32, c_int32)),
    "nowplaying_session_set_muted": (c_int32, (c_void_p, c_int32)),
    "nowplaying_session_set_tracks": (c_int32, (c_void_p, POINTER(nowplaying_track), c_size_t)),
    "nowplaying_session_set_volume": (c_int32, (c_void_p, c_double)),
    "nowplaying_session_set_volume_maximum": (c_int32, (c_void_p, c_double)),
    "nowplaying_session_set_devices": (c_int32, (c_void_p, POINTER(nowplaying_device), c_size_t)),
    "nowplaying_session_set_queue": (c_int32, (c_void_p, POINTER(c_void_p), c_size_t)),
    "nowplaying_session_set_queue_row": (c_int32, (c_void_p, c_int64)),
    "nowplaying_session_commit": (c_int32, (c_void_p,)),
    "nowplaying_session_discard": (c_int32, (c_void_p,)),
    "nowplaying_session_provide_artwork_data": (c_int32, (c_void_p, c_char_p, c_void_p, c_size_t)),
    "nowplaying_session_provide_artwork_file": (c_int32, (c_void_p, c_char_p, c_char_p)),
    "nowplaying_session_provide_artwork_url": (c_int32, (c_void_p, c_char_p, c_char_p)),
    "nowplaying_session_provide_artwork_none": (c_int32, (c_void_p, c_char_p)),
    "nowplaying_session_request_application_primary": (c_int32, (c_void_p,)),
    "nowplaying_session_request_system_primary": (c_int32, (c_void_p,)),
    "nowplaying_session_resign_system_primary": (c_int32, (c_void_p,)),
    "nowplaying_session_get_primary": (c_int32, (c_void_p, POINTER(c_uint32))),
    "nowplaying_request_ref": (c_void_p, (c_void_p,)),
    "nowplaying_request_unref": (c_void_p, (c_void_p,)),
    "nowplaying_request_complete": (c_int32, (c_void_p, c_int32, c_char_p)),
    "nowplaying_request_complete_artwork_data": (c_int32, (c_void_p, c_void_p, c_size_t)),
    "nowplaying_request_complete_artwork_file": (c_int32, (c_void_p, c_char_p)),
    "nowplaying_request_complete_artwork_url": (c_int32, (c_void_p, c_char_p)),
    "nowplaying_request_complete_video_file": (c_int32, (c_void_p, c_char_p)),
    "nowplaying_request_complete_video_data": (c_int32, (c_void_p, c_void_p, c_size_t)),
    "nowplaying_request_complete_video_url": (c_int32, (c_void_p, c_char_p)),
    "nowplaying_request_get_state": (c_int32, (c_void_p,)),
    "nowplaying_request_get_queue_row": (c_int32, (c_void_p, POINTER(c_int64))),
}

# Functions that return a nowplaying_status: a negative one is an error.
CHECKED = frozenset({
    "nowplaying_app_new",
    "nowplaying_app_get_fd",
    "nowplaying_app_dispatch",
    "nowplaying_app_get_bus_state",
    "nowplaying_app_get_bus_name",
    "nowplaying_app_set_display_name",
    "nowplaying_app_set_fullscreen",
    "nowplaying_app_get_aspect_ratios",
    "nowplaying_app_set_playlists",
    "nowplaying_app_set_active_playlist",
    "nowplaying_content_new",
    "nowplaying_content_new_by_tags",
    "nowplaying_content_get_kind",
    "nowplaying_content_set_text",
    "nowplaying_content_set_texts",
    "nowplaying_content_set_integer",
    "nowplaying_content_set_number",
    "nowplaying_content_set_extra",
    "nowplaying_content_set_tag",
    "nowplaying_content_get_text",
    "nowplaying_content_get_integer",
    "nowplaying_content_get_number",
    "nowplaying_content_unset",
    "nowplaying_content_set_media_type",
    "nowplaying_content_set_duration",
    "nowplaying_content_set_artwork",
    "nowplaying_content_set_chapters",
    "nowplaying_content_set_animated_artwork",
    "nowplaying_session_new",
    "nowplaying_session_new_remote",
    "nowplaying_session_set_content",
    "nowplaying_session_set_snapshot",
    "nowplaying_session_set_commands",
    "nowplaying_session_set_command",
    "nowplaying_session_set_command_enabled",
    "nowplaying_session_set_command_mode",
    "nowplaying_session_set_custom_command",
    "nowplaying_session_set_muted",
    "nowplaying_session_set_tracks",
    "nowplaying_session_set_volume",
    "nowplaying_session_set_volume_maximum",
    "nowplaying_session_set_devices",
    "nowplaying_session_set_queue",
    "nowplaying_session_set_queue_row",
    "nowplaying_session_commit",
    "nowplaying_session_discard",
    "nowplaying_session_provide_artwork_data",
    "nowplaying_session_provide_artwork_file",
    "nowplaying_session_provide_artwork_url",
    "nowplaying_session_provide_artwork_none",
    "nowplaying_session_request_application_primary",
    "nowplaying_session_request_system_primary",
    "nowplaying_session_resign_system_primary",
    "nowplaying_session_get_primary",
    "nowplaying_request_complete",
    "nowplaying_request_complete_artwork_data",
    "nowplaying_request_complete_artwork_file",
    "nowplaying_request_complete_artwork_url",
    "nowplaying_request_complete_video_file",
    "nowplaying_request_complete_video_data",
    "nowplaying_request_complete_video_url",
    "nowplaying_request_get_state",
    "nowplaying_request_get_queue_row",
})
