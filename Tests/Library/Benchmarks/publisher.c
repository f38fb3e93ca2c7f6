/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A publisher of org.nowplaying with ten local sessions and some that play on other devices.
 * usage: publisher BUS_NAME REMOTE_SESSIONS     until its standard input ends
 * All but the first have animated artwork, and the local ones a picture of 4 MiB. Only "next" is slow: it is answered
 * after two seconds, as by a device on a network. */
#include "published.h"
#include "server.h"

#define LOCAL_SESSIONS 10
#define MOST_JOBS 64
#define LATENCY_NS INT64_C(2000000000)

static published self;

/** Requests to be answered; the first is due first. */
static struct {
  nowplaying_request *request;
  int64_t due_ns;
} jobs[MOST_JOBS];
static int first_job, job_count;

static nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  if (event->kind != NOWPLAYING_COMMAND_NEXT) return NOWPLAYING_OK;
  if (job_count == MOST_JOBS) return NOWPLAYING_ERROR_COMMAND_FAILED;
  int last = (first_job + job_count++) % MOST_JOBS;
  jobs[last].request = request;
  jobs[last].due_ns = now_ns() + LATENCY_NS;
  return NOWPLAYING_PENDING;
}

/** Completes due requests. Returns the milliseconds until the next is due. */
static int answer(void) {
  while (job_count) {
    int64_t left_ns = jobs[first_job].due_ns - now_ns();
    if (left_ns > 0) return (int)(left_ns / 1000000 + 1);
    nowplaying_request_complete(jobs[first_job].request, NOWPLAYING_OK, NULL);
    nowplaying_request_unref(jobs[first_job].request);
    first_job = (first_job + 1) % MOST_JOBS;
    job_count--;
  }
  return -1;
}

static nowplaying_status on_animated(nowplaying_session *session, nowplaying_request *request,
                                     const nowplaying_animated_artwork_event *event, void *user_data) {
  return NOWPLAYING_ERROR_NO_SUCH_CONTENT;
}

static void add_session(const char *id, bool is_remote) {
  nowplaying_session_callbacks callbacks = published_callbacks(&self);
  callbacks.command = on_command;
  callbacks.preview = on_animated;
  callbacks.video = on_animated;
  nowplaying_session *session;
  check(is_remote ? nowplaying_session_new_remote(self.app, id, &callbacks, &session)
                  : nowplaying_session_new(self.app, id, &callbacks, &session), "making a session");
  published_prepare(&self, session);
  track song = self.tracks[0];
  /* Remote sessions have no picture, because the desktop shows each of them and would request its picture. */
  song.has_picture = !is_remote;
  nowplaying_content *content = published_content(&song);
  check(nowplaying_content_set_animated_artwork(content, NOWPLAYING_ASPECT_RATIO_SQUARE, "moving"), "describing");
  check(nowplaying_session_set_content(session, content), "describing");
  nowplaying_content_free(content);
  nowplaying_device device = NOWPLAYING_DEVICE_INIT;
  device.id = device.name = id;
  if (is_remote) check(nowplaying_session_set_devices(session, &device, 1), "describing");
  check(nowplaying_session_commit(session), "publishing");
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: publisher BUS_NAME REMOTE_SESSIONS\n");
    return 2;
  }
  published_start(&self, argv[1], NOWPLAYING_LOOP_FD, true);
  self.has_large_picture = true;
  char id[32];
  for (int i = 1; i < LOCAL_SESSIONS; i++) {
    snprintf(id, sizeof id, "local %d", i);
    add_session(id, false);
  }
  for (int i = 0; i < atoi(argv[2]); i++) {
    snprintf(id, sizeof id, "remote %d", i);
    add_session(id, true);
  }
  struct pollfd fds[2] = {{STDIN_FILENO, POLLIN, 0}, {-1, POLLIN, 0}};
  nowplaying_app_get_fd(self.app, &fds[1].fd);
  while (!fds[0].revents) {
    poll(fds, 2, answer());
    if (fds[1].revents) nowplaying_app_dispatch(self.app);
  }
  nowplaying_app_free(self.app);
  return 0;
}
