/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The driver of Qt for the scenarios of contract/scenarios/surfaces: the surface, as their page describes it. */
#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMetaEnum>
#include <QMetaProperty>
#include <QRegularExpression>
#include <QSocketNotifier>
#include <QUrl>
#include <cstdio>
#include <functional>
#include <memory>
#include <nowplaying-qt/surface.h>
#include <unistd.h>

using namespace NowPlaying;
using Values = QVariantMap;

/** The enumeration of each property that has one; some have it in one class. */
static const QMap<QString, const char *> ENUMERATIONS = {
    {"Command.kind", "CommandKind"}, {"Control.kind", "CommandKind"}, {"Track.kind", "TrackKind"},
    {"Session.kind", "ContentKind"}, {"slot", "Slot"}, {"row", "ControlRow"}, {"type", "DeviceType"},
    {"state", "PlaybackState"}, {"errorKind", "ErrorKind"}, {"mediaType", "MediaType"},
    {"durationKind", "DurationKind"}, {"characteristics", "TrackCharacteristics"}};
static const QMap<QString, const char *> MODES = {{"change-repeat-mode", "RepeatMode"},
    {"change-shuffle-mode", "ShuffleMode"}, {"feedback", "FeedbackMode"}};
static const QStringList TIMES = {"duration", "start", "time", "elapsed", "seekableStart", "seekableEnd", "buffered"};
static const QStringList MAY_BE_NEGATIVE = {"mode", "rate", "defaultRate"}; // others below 0 are not there

static void say(const QString &verb, const Values &values = {}) {
  QByteArray line = verb.toUtf8();
  for (auto each = values.cbegin(); each != values.cend(); ++each)
    line += ' ' + each.key().toUtf8() + '=' + QUrl::toPercentEncoding(each->toString());
  printf("%s\n", line.constData());
  fflush(stdout);
}

/** "skip-forward" of "SkipForward". */
static QString kebab(const QString &name) {
  QString made;
  for (const QChar each : name) made += (each.isUpper() && !made.isEmpty() ? "-" : "") + QString(each.toLower());
  return made;
}

/** Returns the words of an enumeration with their values: its names without the part that all have. */
static QMap<QString, int> wordsOf(const char *enumeration) {
  const QMetaObject &space = NowPlaying::staticMetaObject;
  const QMetaEnum names = space.enumerator(space.indexOfEnumerator(enumeration));
  QString common = QString::fromLatin1(names.key(0));
  for (int i = 1; i < names.keyCount(); i++)
    while (!QString::fromLatin1(names.key(i)).startsWith(common)) common.chop(1);
  while (!common.isEmpty() && !QString::fromLatin1(names.key(0)).at(common.size()).isUpper()) common.chop(1);
  QMap<QString, int> found;
  for (int i = 0; i < names.keyCount(); i++)
    found[kebab(QString::fromLatin1(names.key(i)).mid(common.size()))] = names.value(i);
  return found;
}

static QString word(const char *enumeration, int value) { return wordsOf(enumeration).key(value); }
static int number(const char *enumeration, const QVariant &text) {
  return wordsOf(enumeration).value(text.toString(), -1);
}

static QJsonArray words(const char *enumeration, uint bits) {
  QJsonArray found;
  const QMap<QString, int> names = wordsOf(enumeration);
  for (uint bit = 1; bit; bit <<= 1)
    if (bits & bit) found.append(names.key(int(bit)));
  return found;
}

static QJsonObject described(const QMetaObject *type, const std::function<QVariant(const QMetaProperty &)> &read);

/** Returns a value as JSON; one of this library by its properties. */
static QJsonValue plain(const QVariant &value) {
  if (const QMetaObject *type = QMetaType(value.userType()).metaObject())
    return described(type, [&](const QMetaProperty &property) { return property.readOnGadget(value.constData()); });
  if (!value.canConvert<QVariantList>() || value.userType() == QMetaType::QString)
    return QJsonValue::fromVariant(value);
  QJsonArray all;
  for (const QVariant &each : value.value<QVariantList>()) all.append(plain(each));
  return all;
}

/** Returns the properties of a value, with words for numbers and times in seconds. */
static QJsonObject described(const QMetaObject *type, const std::function<QVariant(const QMetaProperty &)> &read) {
  QJsonObject found;
  const QString owner = QString::fromLatin1(type->className()).section("::", -1);
  for (int i = 0; i < type->propertyCount(); i++) {
    const QString name = QString::fromLatin1(type->property(i).name());
    QJsonValue value = plain(read(type->property(i)));
    if (const char *names = ENUMERATIONS.value(name, ENUMERATIONS.value(owner + '.' + name, nullptr)))
      value = name == "characteristics" ? QJsonValue(words(names, uint(value.toInt())))
                                        : QJsonValue(word(names, value.toInt()));
    else if (value.isDouble() && value.toDouble() < 0 && !MAY_BE_NEGATIVE.contains(name)) value = QJsonValue();
    else if (value.isDouble() && TIMES.contains(name)) value = value.toDouble() / 1000;
    found[kebab(name)] = value;
  }
  return found;
}

static QJsonArray commandsOf(const QJsonArray &commands) {
  QJsonArray all;
  for (const QJsonValue &each : commands) {
    QJsonObject command = each.toObject();
    QJsonArray intervals, supported;
    for (const QJsonValue &time : command["intervals"].toArray()) intervals.append(time.toDouble() / 1000);
    const char *modes = MODES.value(command["kind"].toString(), nullptr);
    for (int bit = 0; modes && bit < 3; bit++)
      if (command["supported"].toInt() >> bit & 1) supported.append(word(modes, bit));
    command["intervals"] = intervals, command["supported"] = supported;
    command["current"] = modes ? QJsonValue(word(modes, command["current"].toInt())) : QJsonValue();
    if (command["rate-maximum"].toDouble() > 0)
      command["rate-range"] = QJsonArray{command["rate-minimum"], command["rate-maximum"]};
    all.append(command);
  }
  return all;
}

static QJsonObject itemOf(const Session &session, const QJsonObject &all) {
  QJsonObject item = QJsonObject::fromVariantMap(session.extra()), found;
  found["extra"] = item;
  const QVariantMap fields = session.fields();
  for (auto each = fields.cbegin(); each != fields.cend(); ++each)
    found[kebab(each.key())] = QJsonValue::fromVariant(*each);
  for (const char *name : {"kind", "media-type", "artwork-id", "artwork-url"}) found[name] = all[name];
  found["id"] = all["item-id"];
  found["lines"] = QJsonArray{all["first-line"], all["second-line"], all["third-line"]};
  found["duration"] = session.durationKind() == DurationFinite ? all["duration"] : all["duration-kind"];
  found["animated-artwork-ids"] = QJsonObject{{"square", all["animated-square-id"]}, {"tall", all["animated-tall-id"]}};
  QJsonArray chapters;
  for (const QJsonValue &each : all["chapters"].toArray()) {
    QJsonObject chapter = each.toObject();
    qint64 end = -1;
    session.chapterAt(qint64(chapter["start"].toDouble() * 1000), &end);
    chapter["end"] = end < 0 ? QJsonValue() : QJsonValue(double(end) / 1000);
    chapters.append(chapter);
  }
  found["chapters"] = chapters;
  return found;
}

static QJsonObject playbackOf(const Session &session) {
  const Snapshot snapshot = session.snapshot();
  QJsonObject shown = plain(QVariant::fromValue(snapshot)).toObject();
  shown["position"] = shown.value("elapsed");
  if (snapshot.seekableEnd >= 0) shown["seekable"] = QJsonArray{shown["seekable-start"], shown["seekable-end"]};
  shown["at-live-edge"] = shown.value("is-at-live-edge");
  QString line;
  qint64 next = -1;
  const int chapter = snapshot.elapsed < 0 ? -1 : session.chapterAt(qint64(snapshot.elapsed));
  if (chapter >= 0) shown["chapter"] = chapter;
  if (snapshot.elapsed >= 0 && session.lyricsAt(qint64(snapshot.elapsed), &line, &next)) shown["line"] = line;
  if (next >= 0) shown["line-end"] = double(next) / 1000;
  return shown;
}

/** Returns all that a session says. */
static QJsonObject described(const Session &session) {
  QJsonObject all = described(&Session::staticMetaObject,
                              [&](const QMetaProperty &property) { return property.read(&session); });
  QJsonArray abilities, primary;
  for (const char *name : {"speaks-now-playing", "is-remote", "can-set-volume", "can-raise", "can-quit", "is-muted",
                           "is-twin", "is-bare"})
    if (all[name].toBool()) abilities.append(QString(name).replace("now-playing", "nowplaying"));
  for (const char *name : {"application", "system"})
    if (all[QString("primary-") + name].toBool()) primary.append(name);
  all["abilities"] = abilities, all["primary"] = primary;
  if (session.hasItem()) all["item"] = itemOf(session, all);
  all["playback"] = playbackOf(session);
  all["commands"] = commandsOf(all["commands"].toArray());
  QJsonObject queue = all["queue"].toObject(), playlists = all["playlists"].toObject();
  if (!queue.isEmpty()) queue["entries"] = all["queue-entries"];
  if (!playlists.isEmpty()) {
    QJsonArray orders;
    for (int bit = 1; bit < 6; bit++)
      if (playlists["orders"].toInt() >> bit & 1) orders.append(word("Order", bit));
    playlists["lists"] = all["playlist-entries"], playlists["orders"] = orders;
  }
  all["queue"] = queue, all["playlists"] = playlists;
  return all;
}

static Action *send(Session *session, const Values &given) {
  const QString command = given["command"].toString();
  Values values;
  for (const char *name : {"position", "interval"})
    if (given.contains(name)) values["time"] = given[name].toDouble() * 1000;
  for (const char *name : {"rate", "rating"})
    if (given.contains(name)) values[name] = given[name].toDouble();
  if (given.contains("phase")) values["phase"] = number("Phase", given["phase"]);
  if (given.contains("mode")) values["mode"] = number(MODES[command], given["mode"]);
  if (given.contains("on")) values["mode"] = int(given["on"] == "true");
  if (given.contains("button")) values["button"] = given["button"].toInt();
  if (given.contains("toggle")) values["toggle"] = given["toggle"] == "true";
  if (given.contains("id")) values["id"] = given["id"];
  return session->send(number("CommandKind", command), values);
}

static Action *ask(Session *session, const QString &verb, const Values &given) {
  const QSize size(given["width"].toInt(), given["height"].toInt());
  const bool follow = given["follow"] != "false";
  const QString id = given["id"].toString(), device = given["device"].toString();
  if (verb == "send") return send(session, given);
  if (verb == "press")
    return session->pressControl(session->controls().at(given["index"].toInt()),
                                 given.contains("phase") ? number("Phase", given["phase"]) : PhaseBegin);
  if (verb == "set-volume" && device.isEmpty()) return session->setVolume(given["volume"].toDouble());
  if (verb == "set-volume") return session->setDeviceVolume(device, given["volume"].toDouble());
  if (verb == "step-volume") return session->stepVolume(device, given["step"].toInt());
  if (verb == "select-track") return session->selectTrack(number("TrackKind", given["kind"]), id);
  if (verb == "raise") return session->raise();
  if (verb == "quit") return session->quit();
  if (verb == "artwork") return session->getArtwork(size);
  if (verb == "chapter-artwork") return session->getChapterArtwork(given["chapter"].toInt(), size);
  if (verb == "preview") return session->getPreview(number("AspectRatio", given["ratio"]), size);
  if (verb == "follow-queue") return session->followQueue(follow);
  if (verb == "go-to") return session->queueGoTo(id);
  if (verb == "add")
    return session->queueAdd(given["uri"].toString(), given["after"].toString(), given["play"] == "true");
  if (verb == "remove") return session->queueRemove(id);
  if (verb == "follow-playlists")
    return session->followPlaylists(follow, given.contains("order") ? number("Order", given["order"]) : OrderAny,
                                    given["reverse"] == "true");
  return session->activatePlaylist(id);
}

static void ended(const QVariant &key, const Action *action) {
  Values values{{"number", key}, {"message", action->message()},
                {"status", word("Code", action->status()).remove(QRegularExpression("^error-"))}};
  if (!action->mimeType().isEmpty())
    values.insert({{"mime-type", action->mimeType()}, {"width", action->size().width()},
                   {"height", action->size().height()}, {"orientation", action->orientation()}});
  say("ended", values);
}

/** Makes the surface, which tells what it is told. */
static std::unique_ptr<Surface> made(bool twins) {
  auto surface = std::make_unique<Surface>();
  surface->setTwins(twins);
  QObject::connect(surface.get(), &Surface::added, [](const Session *session) {
    say("added", {{"name", session->displayName()}});
  });
  QObject::connect(surface.get(), &Surface::removed, [](const Session *session) {
    say("removed", {{"name", session->displayName()}});
  });
  QObject::connect(surface.get(), &Surface::changed, [](const Session *session, uint parts) {
    QStringList names;
    for (const QJsonValue &each : words("Changes", parts)) names.append(each.toString());
    say("changed", {{"name", session->displayName()}, {"parts", names.join(',')}});
  });
  QObject::connect(surface.get(), &Surface::ordered, [] { say("ordered"); });
  QObject::connect(surface.get(), &Surface::listed, [] { say("listed"); });
  return surface;
}

/** Does a step. */
static void step(std::unique_ptr<Surface> &surface, const QString &line) {
  Values given;
  const QStringList pairs = line.split(' ');
  for (const QString &pair : pairs.mid(1))
    given[pair.section('=', 0, 0)] = QUrl::fromPercentEncoding(pair.section('=', 1).toUtf8());
  const QString verb = pairs.first();
  if (given.contains("number")) {
    say("ok");
    QObject::connect(ask(surface->session(given["key"].toString()), verb, given), &Action::finished,
                     [key = given["number"]](const Action *action) { ended(key, action); });
  } else if (verb == "look") {
    QJsonArray all;
    for (const Session *session : surface->list()) all.append(described(*session));
    say("ok", {{"sessions", QString::fromUtf8(QJsonDocument(all).toJson(QJsonDocument::Compact))}});
  } else if (verb == "surface") {
    surface = made(given["twins"] == "true");
    say("ok");
  } else {
    int ratios = 0;
    for (const QString &each : given["ratios"].toString().split(',')) ratios |= number("AspectRatio", each);
    surface->setAspectRatios(ratios);
    say("ok");
  }
}

int main(int argc, char **argv) {
  QCoreApplication app(argc, argv);
  std::unique_ptr<Surface> surface;
  QSocketNotifier input(STDIN_FILENO, QSocketNotifier::Read);
  QByteArray text;
  QObject::connect(&input, &QSocketNotifier::activated, &app, [&] {
    char bytes[4096];
    const ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
    if (count <= 0) return app.quit();
    text.append(bytes, int(count));
    for (int end; (end = int(text.indexOf('\n'))) >= 0; text.remove(0, end + 1))
      step(surface, QString::fromUtf8(text.left(end)));
  });
  return app.exec();
}
