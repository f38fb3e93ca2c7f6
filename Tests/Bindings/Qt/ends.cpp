/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: ends surface|session|action|inside|picture|video     follows players until there is one, begins calls that it
 *                                                             does not answer, and ends something in the midst of them
 *
 * Prints "ended" when all went as the documentation says. Run under valgrind, which sees leaks and wrong accesses. */
#include <QCoreApplication>
#include <QThreadPool>
#include <cstdio>
#include <cstring>
#include <nowplaying-qt/animatedartwork.h>
#include <nowplaying-qt/picture.h>
#include <nowplaying-qt/playhead.h>
#include <nowplaying-qt/surface.h>

using namespace NowPlaying;

static int failures;

static void expect(bool holds, const char *what) {
  if (holds) return;
  failures++;
  fprintf(stderr, "not so: %s\n", what);
}

/** Counts the signals of an action. */
struct Counted {
  int count = 0, status = 1;
  void follow(Action *action) {
    QObject::connect(action, &Action::finished, [this](Action *ended) {
      count++;
      status = ended->status();
    });
  }
};

static void endSurface(Surface *surface) {
  Session *session = surface->first();
  Counted sent, refused, picture;
  sent.follow(session->send(CommandPlay));
  picture.follow(session->getArtwork());
  refused.follow(session->send(CommandPlay, {{QStringLiteral("no such"), 1}}));
  expect(sent.count + refused.count == 0, "nothing is emitted inside of what begins it");
  delete surface;
  expect(sent.count == 1 && sent.status == ErrorCancelled, "a command is cancelled with its surface");
  expect(picture.count == 1 && picture.status == ErrorCancelled, "so is a picture");
  expect(refused.count == 1 && refused.status == ErrorInvalidArgument, "what was refused is emitted, too");
}

static void endAction(Surface *surface) {
  Counted deleted, cancelled;
  Action *first = surface->first()->send(CommandPlay), *second = surface->first()->getArtwork();
  deleted.follow(first);
  cancelled.follow(second);
  delete first;
  second->cancel();
  QObject::connect(second, &QObject::destroyed, [&] { QCoreApplication::quit(); });
  QCoreApplication::exec();
  expect(deleted.count == 0, "an action that was deleted says nothing");
  expect(cancelled.count == 1 && cancelled.status == ErrorCancelled, "one that was cancelled says so");
  delete surface;
}

/** Deletes the surface inside a slot for one of its own signals. */
static void endInside(Surface *surface) {
  Counted sent;
  sent.follow(surface->first()->send(CommandPlay));
  Action *refused = surface->first()->setVolume(5);
  QObject::connect(refused, &Action::finished, [surface](Action *action) {
    expect(action->status() == ErrorInvalidArgument && !action->message().isEmpty(), "a volume out of range is refused");
    delete surface;
    QCoreApplication::quit();
  });
  QCoreApplication::exec();
  expect(sent.count == 1 && sent.status == ErrorCancelled, "what waits is cancelled with it");
}

/** Ends the surface while requests for pictures wait, some of which were cancelled before. */
static void endPictures(Surface *surface) {
  std::atomic<int> count{0};
  const QUrl source = surface->first()->artworkSource();
  std::shared_ptr<PictureRequest> requests[4];
  for (auto &request : requests) {
    request = PictureRequest::begin(source, QSize(64, 64), [&count](const QImage &image, const QString &error) {
      expect(image.isNull() && !error.isEmpty(), "there is no picture, and a reason");
      count++;
    });
  }
  QCoreApplication::processEvents();
  requests[0]->cancel();
  requests[1]->cancel();
  expect(count == 2, "what is cancelled is emitted at once");
  delete surface;
  QThreadPool::globalInstance()->waitForDone();
  expect(count == 4, "each is emitted once");
}

static void endVideo(Surface *surface) {
  auto *video = new AnimatedArtwork, *other = new AnimatedArtwork;
  Playhead playhead;
  playhead.setSession(surface->first());
  playhead.setRunning(true);
  for (AnimatedArtwork *each : {video, other}) {
    each->setSession(surface->first());
    each->setActive(true);
  }
  delete video;
  delete surface;
  expect(!other->session() && !playhead.session() && playhead.position() == -1, "a session that went is let go of");
  delete other;
}

int main(int argc, char **argv) {
  QCoreApplication app(argc, argv);
  auto *surface = new Surface;
  QObject::connect(surface, &Surface::added, &app, &QCoreApplication::quit, Qt::QueuedConnection);
  QCoreApplication::exec();
  const char *what = argc > 1 ? argv[1] : "";
  if (!strcmp(what, "surface")) endSurface(surface);
  else if (!strcmp(what, "action")) endAction(surface);
  else if (!strcmp(what, "inside")) endInside(surface);
  else if (!strcmp(what, "picture")) endPictures(surface);
  else if (!strcmp(what, "video")) endVideo(surface);
  else return 2;
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  if (!failures) puts("ended");
  return failures != 0;
}
