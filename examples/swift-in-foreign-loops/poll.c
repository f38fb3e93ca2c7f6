/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A program whose main loop is poll(). */
#include <poll.h>

void tuner_start(void);
int nowplaying_main_queue_fd(void);
int nowplaying_main_queue_dispatch(void);

int main(void) {
  struct pollfd queue = {.fd = nowplaying_main_queue_fd(), .events = POLLIN};

  tuner_start();
  while (1) {
    if (poll(&queue, 1, -1) > 0) nowplaying_main_queue_dispatch();
  }
}
