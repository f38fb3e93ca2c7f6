/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The requests of a session, each of which calls the C function of the same name. */
#include "commandarguments.h"
#include "surface.h"

namespace NowPlaying {

template <typename Function> Action *Session::get(Function function) {
  return m_surface->begin([&](nowplaying_surface_done done, void *user_data, nowplaying_surface_action *ret_action) {
    return function(m_surface->handle(), m_handle, done, user_data, ret_action);
  });
}

template <typename Function> Action *Session::begin(Function function) {
  return reported(get(function));
}

Action *Session::refuse(const QString &message) { return reported(m_surface->refuse(ErrorInvalidArgument, message)); }

Action *Session::reported(Action *action) {
  connect(action, &Action::finished, this, [this](Action *ended) {
    if (ended->status() != Ok && ended->status() != ErrorCancelled) Q_EMIT failed(ended->status(), ended->message());
  });
  return action;
}

/** Returns a text for C, which takes NULL for "none". */
static const char *orNull(const QByteArray &text) { return text.isEmpty() ? nullptr : text.constData(); }

Action *Session::send(int kind, const QVariantMap &arguments) {
  CommandArguments taken(kind, arguments);
  return taken.error.isEmpty() ? send(taken.event) : refuse(taken.error);
}

Action *Session::send(const nowplaying_command_event &event) {
  return begin([&](nowplaying_surface *surface, nowplaying_surface_session *session, auto... rest) {
    return nowplaying_surface_send_command(surface, session, &event, rest...);
  });
}

Action *Session::press(const Command &command) {
  const QByteArray id = command.id.toUtf8();
  nowplaying_command_event event = NOWPLAYING_SURFACE_COMMAND_INIT(command.kind);
  event.button = command.button;
  event.id = orNull(id);
  const QString error = CommandArguments::errorOfPress(command.kind);
  return error.isEmpty() ? send(event) : refuse(error);
}

Action *Session::pressControl(const Control &control, int phase) {
  const QByteArray id = control.id.toUtf8();
  nowplaying_command_event event = NOWPLAYING_SURFACE_COMMAND_INIT(control.kind);
  event.phase = phase;
  event.button = control.button;
  event.time_us = microsecondsOf(control.time);
  event.mode = control.mode;
  event.toggle = control.toggle;
  event.rating = control.rating;
  event.id = orNull(id);
  return send(event);
}

// Qt 6 ends the program when JavaScript gives a function of C++ anything else in the place of one of our values.
Action *Session::press(const QVariant &command) {
  if (command.userType() == qMetaTypeId<Command>()) return press(command.value<Command>());
  return refuse(QStringLiteral("Session.press(command): give one of session.commands, not %1; for one of "
                               "session.controls, write session.pressControl(control)").arg(inWords(command)));
}

Action *Session::pressControl(const QVariant &control, int phase) {
  if (control.userType() == qMetaTypeId<Control>()) return pressControl(control.value<Control>(), phase);
  return refuse(QStringLiteral("Session.pressControl(control): give one of session.controls, not %1; for one of "
                               "session.commands, write session.press(command)").arg(inWords(control)));
}

Action *Session::setVolume(qreal volume) {
  return begin([&](nowplaying_surface *surface, nowplaying_surface_session *session, auto... rest) {
    return nowplaying_surface_set_volume(surface, session, nullptr, volume, rest...);
  });
}

Action *Session::setDeviceVolume(const QString &deviceId, qreal volume) {
  // In QML the id of a device that has gone is undefined, hence "".
  if (deviceId.isEmpty())
    return refuse(QStringLiteral("Session.setDeviceVolume(deviceId): give the id of one of session.devices; for the "
                                 "volume of the session, write session.setVolume(volume)"));
  const QByteArray id = deviceId.toUtf8();
  return begin([&](nowplaying_surface *surface, nowplaying_surface_session *session, auto... rest) {
    return nowplaying_surface_set_volume(surface, session, id.constData(), volume, rest...);
  });
}

Action *Session::stepVolume(const QString &deviceId, int step) {
  const QByteArray id = deviceId.toUtf8();
  return begin([&](nowplaying_surface *surface, nowplaying_surface_session *session, auto... rest) {
    return nowplaying_surface_step_volume(surface, session, id.constData(), step, rest...);
  });
}

Action *Session::selectTrack(int kind, const QString &trackId) {
  const QByteArray id = trackId.toUtf8();
  return begin([&](nowplaying_surface *surface, nowplaying_surface_session *session, auto... rest) {
    return nowplaying_surface_select_track(surface, session, kind, orNull(id), rest...);
  });
}

Action *Session::getArtwork(const QSize &size) {
  return get([&](nowplaying_surface *surface, nowplaying_surface_session *session, auto... rest) {
    return nowplaying_surface_get_artwork(surface, session, size.width(), size.height(), rest...);
  });
}

Action *Session::getChapterArtwork(int index, const QSize &size) {
  return get([&](nowplaying_surface *surface, nowplaying_surface_session *session, auto... rest) {
    return nowplaying_surface_get_chapter_artwork(surface, session, size_t(index), size.width(), size.height(),
                                                  rest...);
  });
}

Action *Session::getPreview(int ratio, const QSize &size) {
  return get([&](nowplaying_surface *surface, nowplaying_surface_session *session, auto... rest) {
    return nowplaying_surface_get_preview(surface, session, ratio, size.width(), size.height(), rest...);
  });
}

Action *Session::getVideo(int ratio, const QSize &size) {
  return get([&](nowplaying_surface *surface, nowplaying_surface_session *session, auto... rest) {
    return nowplaying_surface_get_video(surface, session, ratio, size.width(), size.height(), rest...);
  });
}

Action *Session::raise() {
  return begin([](auto... all) { return nowplaying_surface_raise(all...); });
}

Action *Session::quit() {
  return begin([](auto... all) { return nowplaying_surface_quit(all...); });
}

Action *Session::followQueue(bool follow) {
  return begin([&](nowplaying_surface *surface, nowplaying_surface_session *session, auto... rest) {
    return nowplaying_surface_follow_queue(surface, session, follow, rest...);
  });
}

Action *Session::queueGoTo(const QString &id) {
  const QByteArray text = id.toUtf8();
  return begin([&](nowplaying_surface *surface, nowplaying_surface_session *session, auto... rest) {
    return nowplaying_surface_queue_go_to(surface, session, text.constData(), rest...);
  });
}

Action *Session::queueAdd(const QString &uri, const QString &afterId, bool play) {
  const QByteArray what = uri.toUtf8(), after = afterId.toUtf8();
  return begin([&](nowplaying_surface *surface, nowplaying_surface_session *session, auto... rest) {
    return nowplaying_surface_queue_add(surface, session, what.constData(), orNull(after), play, rest...);
  });
}

Action *Session::queueRemove(const QString &id) {
  const QByteArray text = id.toUtf8();
  return begin([&](nowplaying_surface *surface, nowplaying_surface_session *session, auto... rest) {
    return nowplaying_surface_queue_remove(surface, session, text.constData(), rest...);
  });
}

Action *Session::followPlaylists(bool follow, int order, bool reverse) {
  return begin([&](nowplaying_surface *surface, nowplaying_surface_session *session, auto... rest) {
    return nowplaying_surface_follow_playlists(surface, session, follow, order, reverse, rest...);
  });
}

Action *Session::activatePlaylist(const QString &id) {
  const QByteArray text = id.toUtf8();
  return begin([&](nowplaying_surface *surface, nowplaying_surface_session *session, auto... rest) {
    return nowplaying_surface_activate_playlist(surface, session, text.constData(), rest...);
  });
}

} // namespace NowPlaying
