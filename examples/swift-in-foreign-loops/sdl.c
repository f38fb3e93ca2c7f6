/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A program whose main loop is SDL's. SDL cannot watch descriptors: a thread watches the descriptor of the main queue,
 * and sends an event when there is work. */
#include <SDL.h>
#include <poll.h>
#include <stdlib.h>

void tuner_start(void);
int nowplaying_main_queue_fd(void);
int nowplaying_main_queue_dispatch(void);

static Uint32 has_work;
/* Posted when the work is done: until then the descriptor stays readable. */
static SDL_sem *is_done;

static int watch(void *data) {
  struct pollfd queue = {.fd = nowplaying_main_queue_fd(), .events = POLLIN};
  SDL_Event event = {.type = has_work};

  (void)data;
  while (1) {
    if (poll(&queue, 1, -1) < 1) continue;
    SDL_PushEvent(&event);
    SDL_SemWait(is_done);
  }
  return 0;
}

int main(int argc, char **argv) {
  SDL_Event event;

  (void)argc, (void)argv;
  /* With a window, SDL sleeps until an event comes instead of polling. */
  if (SDL_Init(SDL_INIT_VIDEO) < 0 || !SDL_CreateWindow("Foreign FM", 0, 0, 320, 240, 0)) {
    SDL_Log("%s", SDL_GetError());
    return EXIT_FAILURE;
  }
  has_work = SDL_RegisterEvents(1);
  is_done = SDL_CreateSemaphore(0);
  tuner_start();
  SDL_DetachThread(SDL_CreateThread(watch, "main queue", NULL));
  while (SDL_WaitEvent(&event) && event.type != SDL_QUIT) {
    if (event.type != has_work) continue;
    nowplaying_main_queue_dispatch();
    SDL_SemPost(is_done);
  }
  SDL_Quit();
  return EXIT_SUCCESS;
}
