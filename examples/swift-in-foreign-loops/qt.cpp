/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A program whose main loop is Qt's. */
#include <QCoreApplication>
#include <QSocketNotifier>

extern "C" {
void tuner_start(void);
int nowplaying_main_queue_fd(void);
int nowplaying_main_queue_dispatch(void);
}

int main(int argc, char **argv) {
  QCoreApplication application(argc, argv);
  QSocketNotifier queue(nowplaying_main_queue_fd(), QSocketNotifier::Read);

  QObject::connect(&queue, &QSocketNotifier::activated, [] { nowplaying_main_queue_dispatch(); });
  tuner_start();
  return application.exec();
}
