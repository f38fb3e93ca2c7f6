// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// MPRIS by libnowplaying, behind the class of core/mpris.h.
#include <nowplaying/nowplaying.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QSocketNotifier>
#include <QTimer>
#include <QUrl>
#include <QVector>

#include "core/application.h"
#include "core/logging.h"
#include "core/mpris.h"
#include "core/player.h"
#include "core/song.h"
#include "core/timeconstants.h"
#include "covers/currentartloader.h"
#include "engines/enginebase.h"
#include "playlist/playlist.h"
#include "playlist/playlistmanager.h"
#include "playlist/playlistsequence.h"

namespace mpris {

class Mpris2 : public QObject {
 public:
  Mpris2(Application* app, Mpris* owner);
  ~Mpris2() override;

 private:
  bool begin();
  void follow();
  // Says how everything is, once for whatever changes in a turn of the main loop.
  void change() { later_.start(); }
  void show();
  nowplaying_content* new_content() const;
  void stage_commands();
  void show_playlists();

  nowplaying_status command(const nowplaying_command_event& event);
  nowplaying_status activate(const char* id);
  nowplaying_status position(int64_t* ret_elapsed_us) const;

  Player* player() const { return app_->player(); }
  PlaylistManager* lists() const { return app_->playlist_manager(); }
  Playlist* list() const { return lists()->active(); }
  PlaylistSequence* sequence() const { return lists()->sequence(); }

  Application* const app_;
  Mpris* const owner_;
  nowplaying_app* desktop_ = nullptr;
  nowplaying_session* session_ = nullptr;
  QTimer later_;
  Song song_;
  // The place that was sought last, and since when.
  qint64 sought_ = 0;
  QElapsedTimer since_;
};

Mpris::Mpris(Application* app, QObject* parent) : QObject(parent), mpris1_(nullptr), mpris2_(new Mpris2(app, this)) {}

namespace {

void set(nowplaying_content* content, nowplaying_field field, const QString& text) {
  nowplaying_content_set_text(content, field, text.toUtf8().constData());
}

void set(nowplaying_content* content, nowplaying_field field, qint64 number) {
  nowplaying_content_set_integer(content, field, number > 0 ? number : -1);
}

void set_extra(nowplaying_content* content, const char* key, double number) {
  nowplaying_content_set_extra(content, key, number > 0 ? QByteArray::number(number).constData() : nullptr);
}

// A song's picture is that of its file, which may differ from the album's.
QByteArray cover_id(const Song& song) { return song.url().toEncoded(); }

}  // namespace

// ----------------------------------------------------------------------------------------- To the desktop --------

// The id is the row that plays, as scripts know it.
nowplaying_content* Mpris2::new_content() const {
  nowplaying_content* content = nullptr;
  if (nowplaying_content_new(song_.is_stream() ? NOWPLAYING_CONTENT_RADIO : NOWPLAYING_CONTENT_MUSIC,
                             QByteArray::number(list()->current_row()).constData(), &content))
    return nullptr;
  set(content, song_.is_stream() ? NOWPLAYING_FIELD_PROGRAM_NAME : NOWPLAYING_FIELD_TITLE, song_.PrettyTitle());
  set(content, NOWPLAYING_FIELD_ARTISTS, song_.artist());
  set(content, NOWPLAYING_FIELD_ALBUM, song_.album());
  set(content, NOWPLAYING_FIELD_ALBUM_ARTISTS, song_.albumartist());
  set(content, NOWPLAYING_FIELD_COMPOSERS, song_.composer());
  set(content, NOWPLAYING_FIELD_GENRES, song_.genre());
  set(content, NOWPLAYING_FIELD_COMMENTS, song_.comment());
  set(content, NOWPLAYING_FIELD_URL, song_.url().toString());
  set(content, NOWPLAYING_FIELD_TRACK_NUMBER, song_.track());
  set(content, NOWPLAYING_FIELD_DISC_NUMBER, song_.disc());
  set(content, NOWPLAYING_FIELD_BEATS_PER_MINUTE, qint64(song_.bpm()));
  set(content, NOWPLAYING_FIELD_PLAY_COUNT, song_.playcount());
  if (int(song_.ctime()) > 0) set(content, NOWPLAYING_FIELD_RELEASE_DATE, song_.ctime());
  if (int(song_.lastplayed()) > 0) set(content, NOWPLAYING_FIELD_LAST_PLAYED, song_.lastplayed());
  if (song_.score() > 0) nowplaying_content_set_number(content, NOWPLAYING_FIELD_AUTO_RATING, song_.score() / 100.0);
  if (song_.rating() >= 0) nowplaying_content_set_number(content, NOWPLAYING_FIELD_USER_RATING, song_.rating());
  set_extra(content, "rating", song_.rating() * 5);
  set_extra(content, "year", song_.year());
  set_extra(content, "bitrate", song_.bitrate());
  if (song_.length_nanosec() > 0)
    nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, song_.length_nanosec() / kNsecPerUsec);
  nowplaying_content_set_artwork(content, cover_id(song_).constData());
  return content;
}

void Mpris2::stage_commands() {
  const bool has_songs = list() && list()->rowCount() > 0;
  const PlaylistItemPtr item = player()->GetCurrentItem();
  const auto repeat = sequence() ? sequence()->repeat_mode() : PlaylistSequence::Repeat_Off;
  const bool shuffles = sequence() && sequence()->shuffle_mode() != PlaylistSequence::Shuffle_Off;
  QVector<nowplaying_command> commands;
  const auto add = [&commands](nowplaying_command_kind kind, bool is_enabled, int mode = 0, unsigned supported = 0) {
    nowplaying_command command = NOWPLAYING_COMMAND_INIT(kind);
    command.enabled = is_enabled;
    command.current = mode;
    command.supported = supported;
    commands.append(command);
  };

  add(NOWPLAYING_COMMAND_PLAY, has_songs);
  add(NOWPLAYING_COMMAND_PAUSE, !item || !(item->options() & PlaylistItem::PauseDisabled));
  add(NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE, has_songs);
  add(NOWPLAYING_COMMAND_STOP, true);
  add(NOWPLAYING_COMMAND_NEXT, list() && list()->next_row() != -1);
  add(NOWPLAYING_COMMAND_PREVIOUS,
      list() && (list()->previous_row() != -1 || player()->PreviousWouldRestartTrack()));
  add(NOWPLAYING_COMMAND_SEEK_TO_POSITION, item && !item->Metadata().is_stream());
  add(NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE, true,
      repeat == PlaylistSequence::Repeat_Track ? NOWPLAYING_REPEAT_ONE
      : repeat == PlaylistSequence::Repeat_Album || repeat == PlaylistSequence::Repeat_Playlist
          ? NOWPLAYING_REPEAT_ALL
          : NOWPLAYING_REPEAT_OFF);
  add(NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE, true, shuffles ? NOWPLAYING_SHUFFLE_ITEMS : NOWPLAYING_SHUFFLE_OFF,
      1u << NOWPLAYING_SHUFFLE_OFF | 1u << NOWPLAYING_SHUFFLE_ITEMS);
  nowplaying_session_set_commands(session_, commands.constData(), commands.size());
}

void Mpris2::show() {
  const Engine::State state = player()->GetState();
  const bool is_loaded = (state == Engine::Playing || state == Engine::Paused) && list() && song_.is_valid();
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  nowplaying_content* content = is_loaded ? new_content() : nullptr;

  if (is_loaded) {
    snapshot.state = state == Engine::Playing ? NOWPLAYING_STATE_PLAYING : NOWPLAYING_STATE_PAUSED;
    if (position(&snapshot.elapsed_us)) snapshot.elapsed_us = sought_;
  }
  stage_commands();
  nowplaying_session_set_content(session_, content);
  nowplaying_session_set_snapshot(session_, &snapshot);
  nowplaying_session_set_volume(session_, player()->GetVolume() / 100.0);
  if (nowplaying_session_commit(session_)) qLog(Error) << "MPRIS:" << nowplaying_last_error();
  nowplaying_content_free(content);
}

void Mpris2::show_playlists() {
  QVector<nowplaying_playlist> playlists;
  QList<QByteArray> texts;

  for (const Playlist* playlist : lists()->GetAllPlaylists()) {
    nowplaying_playlist one = NOWPLAYING_PLAYLIST_INIT;
    texts << QByteArray::number(playlist->id()) << lists()->GetPlaylistName(playlist->id()).toUtf8();
    one.id = texts[texts.size() - 2].constData();
    one.name = texts.last().constData();
    playlists.append(one);
  }
  nowplaying_app_set_playlists(desktop_, playlists.constData(), playlists.size());
  if (lists()->current())
    nowplaying_app_set_active_playlist(desktop_, QByteArray::number(lists()->current()->id()).constData());
}

// --------------------------------------------------------------------------------------- From the desktop --------

nowplaying_status Mpris2::command(const nowplaying_command_event& event) {
  switch (event.kind) {
    case NOWPLAYING_COMMAND_PLAY:
      player()->Play();
      break;
    case NOWPLAYING_COMMAND_PAUSE:
      player()->Pause();
      break;
    case NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE:
      player()->PlayPause();
      break;
    case NOWPLAYING_COMMAND_STOP:
      player()->Stop();
      break;
    case NOWPLAYING_COMMAND_NEXT:
      player()->Next();
      break;
    case NOWPLAYING_COMMAND_PREVIOUS:
      player()->Previous();
      break;
    case NOWPLAYING_COMMAND_SEEK_TO_POSITION:
      player()->SeekTo(int(event.time_us / kUsecPerSec));
      break;
    case NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE:
      sequence()->SetRepeatMode(event.mode == NOWPLAYING_REPEAT_ONE   ? PlaylistSequence::Repeat_Track
                                : event.mode == NOWPLAYING_REPEAT_ALL ? PlaylistSequence::Repeat_Playlist
                                                                      : PlaylistSequence::Repeat_Off);
      break;
    case NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE:
      sequence()->SetShuffleMode(event.mode ? PlaylistSequence::Shuffle_All : PlaylistSequence::Shuffle_Off);
      break;
    default:
      return NOWPLAYING_ERROR_NOT_SUPPORTED;
  }
  return NOWPLAYING_OK;
}

nowplaying_status Mpris2::activate(const char* id) {
  const int number = QByteArray(id).toInt();
  if (!lists()->IsPlaylistOpen(number)) return NOWPLAYING_ERROR_NO_SUCH_CONTENT;
  lists()->SetActivePlaylist(number);
  player()->Next();
  return NOWPLAYING_OK;
}

// Just after a seek the engine gives the old position, so that no position is known.
nowplaying_status Mpris2::position(int64_t* ret_elapsed_us) const {
  *ret_elapsed_us = player()->engine()->position_nanosec() / kNsecPerUsec;
  const bool is_old = since_.isValid() && since_.elapsed() < 1000 && qAbs(*ret_elapsed_us - sought_) > 1500000;
  return is_old ? NOWPLAYING_ERROR_COMMAND_FAILED : NOWPLAYING_OK;
}

// ------------------------------------------------------------------------------------------- Begin and end --------

Mpris2::Mpris2(Application* app, Mpris* owner) : QObject(owner), app_(app), owner_(owner) {
  later_.setSingleShot(true);
  connect(&later_, &QTimer::timeout, this, [this] { show(); });
  if (begin())
    follow();
  else
    qLog(Error) << "MPRIS is not there:" << nowplaying_last_error();
}

Mpris2::~Mpris2() {
  nowplaying_session_free(session_);
  nowplaying_app_free(desktop_);
}

bool Mpris2::begin() {
  static const char* const schemes[] = {"file", "http", "cdda", "smb", "sftp"};
  static const char* const types[] = {
      "application/ogg", "application/x-ogg", "audio/aac", "audio/flac", "audio/mp4", "audio/mpeg", "audio/mpegurl",
      "audio/ogg", "audio/vorbis", "audio/x-ape", "audio/x-flac", "audio/x-mp3", "audio/x-mpeg", "audio/x-mpegurl",
      "audio/x-ms-wma", "audio/x-musepack", "audio/x-scpls", "audio/x-speex", "audio/x-wav", "video/x-ms-asf"};
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  nowplaying_app_callbacks of_app = NOWPLAYING_APP_CALLBACKS_INIT;
  nowplaying_session_callbacks of_session = NOWPLAYING_SESSION_CALLBACKS_INIT;
  const QByteArray name = QCoreApplication::applicationName().toUtf8();

  options.application_id = "clementine";
  options.display_name = name.constData();
  options.track_path_prefix = "/org/clementineplayer/Clementine/Track";
  options.uri_schemes = schemes;
  options.uri_scheme_count = std::size(schemes);
  options.mime_types = types;
  options.mime_type_count = std::size(types);
  options.loop = NOWPLAYING_LOOP_FD;
  options.flags = NOWPLAYING_APP_SHOW_IDLE;
  of_app.user_data = of_session.user_data = this;
  of_app.raise = [](nowplaying_app*, nowplaying_request*, void* self) -> nowplaying_status {
    emit static_cast<Mpris2*>(self)->owner_->RaiseMainWindow();
    return NOWPLAYING_OK;
  };
  of_app.quit = [](nowplaying_app*, nowplaying_request*, void*) -> nowplaying_status {
    qApp->quit();
    return NOWPLAYING_OK;
  };
  of_app.open_uri = [](nowplaying_app*, nowplaying_request*, const char* uri, const char* path,
                       void* self) -> nowplaying_status {
    const QUrl url = path ? QUrl::fromLocalFile(QString::fromUtf8(path)) : QUrl(QString::fromUtf8(uri));
    static_cast<Mpris2*>(self)->list()->InsertUrls(QList<QUrl>() << url, -1, true);
    return NOWPLAYING_OK;
  };
  of_app.activate_playlist = [](nowplaying_app*, nowplaying_request*, const char* id,
                                void* self) -> nowplaying_status {
    return static_cast<Mpris2*>(self)->activate(id);
  };
  of_session.command = [](nowplaying_session*, nowplaying_request*, const nowplaying_command_event* event,
                          void* self) -> nowplaying_status { return static_cast<Mpris2*>(self)->command(*event); };
  of_session.volume = [](nowplaying_session*, nowplaying_request*, double volume, void* self) -> nowplaying_status {
    static_cast<Mpris2*>(self)->player()->SetVolume(qRound(volume * 100));
    return NOWPLAYING_OK;
  };
  of_session.position = [](nowplaying_session*, int64_t* ret_elapsed_us, void* self) -> nowplaying_status {
    return static_cast<Mpris2*>(self)->position(ret_elapsed_us);
  };
  int32_t descriptor;
  if (nowplaying_app_new(&options, &of_app, &desktop_) || nowplaying_app_get_fd(desktop_, &descriptor) ||
      nowplaying_session_new(desktop_, nullptr, &of_session, &session_) ||
      nowplaying_session_request_application_primary(session_))
    return false;
  auto* const readable = new QSocketNotifier(descriptor, QSocketNotifier::Read, this);
  connect(readable, &QSocketNotifier::activated, this, [this] { nowplaying_app_dispatch(desktop_); });
  return true;
}

void Mpris2::follow() {
  const auto changes = [this] { change(); };
  const auto lists_change = [this] { show_playlists(); };

  connect(player()->engine(), &EngineBase::StateChanged, this, changes);
  connect(player(), &Player::VolumeChanged, this, changes);
  connect(player(), &Player::Seeked, this, [this](qlonglong microseconds) {
    sought_ = microseconds;
    since_.start();
    change();
  });
  connect(app_->current_art_loader(), &CurrentArtLoader::ArtLoaded, this, [this](const Song& song, const QString& uri) {
    const QByteArray id = cover_id(song), path = QUrl(uri).toLocalFile().toUtf8();
    if (path.isEmpty())
      nowplaying_session_provide_artwork_none(session_, id.constData());
    else
      nowplaying_session_provide_artwork_file(session_, id.constData(), path.constData());
  });
  connect(lists(), &PlaylistManager::CurrentSongChanged, this, [this](const Song& song) {
    song_ = song;
    since_.invalidate();
    change();
  });
  connect(lists(), &PlaylistManager::PlaylistChanged, this, changes);
  connect(lists(), &PlaylistManager::CurrentChanged, this, lists_change);
  connect(lists(), &PlaylistManager::PlaylistAdded, this, lists_change);
  connect(lists(), &PlaylistManager::PlaylistClosed, this, lists_change);
  connect(lists(), &PlaylistManager::PlaylistRenamed, this, lists_change);
  connect(lists(), &PlaylistManager::PlaylistManagerInitialized, this, [this, changes] {
    connect(sequence(), &PlaylistSequence::ShuffleModeChanged, this, changes);
    connect(sequence(), &PlaylistSequence::RepeatModeChanged, this, changes);
    show_playlists();
    change();
  });
  change();
}

}
