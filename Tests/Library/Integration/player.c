/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A simulated player, as slow as real ones: it carries out commands after a while, in a thread of its own.
 *
 * simulate SESSION HOW LATENCY_MS COMMANDS PLAYING FAILING
 *   HOW        inside: carries the command out, and commits, in the callback; else LATENCY_MS later, and:
 *              later: answers at once; last: answers at once, and commits only when no command is left;
 *              stale: answers at once, and commits its old state in the callback;
 *              before, after: answers when the command is done, and commits before or after the answer
 *   COMMANDS   both: play and pause; exclusive: play is enabled only while paused, and pause only while playing;
 *              toggle: only one command that toggles
 *   PLAYING    1 or 0: whether the player plays at first; it begins at 20 s
 *   FAILING    the number of the command that fails, from 1 on; 0: none
 * Whenever no command is left, an event "player" says how many commands were done, and the resulting state. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host.h"

enum { MOST_JOBS = 256, SECOND = 1000000, BEGIN = 20 * SECOND, LENGTH = 300 * SECOND };

struct job {
  int64_t due;
  int number;
  nowplaying_command_event event;
  nowplaying_request *request;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;
static pthread_t thread;
static int runs, ends;

static nowplaying_session *shown;
static char how[16], offered[16];
static int64_t latency;
static int failing, given, done, item;
static struct job jobs[MOST_JOBS];
static int job_count;

/** The state: `position` was true at the time `since`. */
static int is_playing;
static int64_t position, since;

int64_t now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * SECOND + now.tv_nsec / 1000;
}

static int is_how(const char *word) { return strcmp(how, word) == 0; }

static void move_to(int64_t to) {
  position = to < 0 ? 0 : to;
  since = now_us();
}

static int64_t current(void) { return position + (is_playing ? now_us() - since : 0); }

static void show_item(void) {
  char id[32];
  snprintf(id, sizeof id, "item %d", item);
  nowplaying_content *content = NULL;
  nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, id, &content);
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, id);
  nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, LENGTH);
  nowplaying_session_set_content(shown, content);
  nowplaying_content_free(content);
}

static void commit(void) {
  static int shown_item = -1;
  if (item != shown_item) {
    show_item();
    shown_item = item;
  }
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  snapshot.state = is_playing ? NOWPLAYING_STATE_PLAYING : NOWPLAYING_STATE_PAUSED;
  snapshot.elapsed_us = current();
  snapshot.timestamp_us = now_us();
  nowplaying_session_set_snapshot(shown, &snapshot);
  if (strcmp(offered, "exclusive") == 0) {
    nowplaying_session_set_command_enabled(shown, NOWPLAYING_COMMAND_PLAY, !is_playing);
    nowplaying_session_set_command_enabled(shown, NOWPLAYING_COMMAND_PAUSE, is_playing);
  }
  nowplaying_session_commit(shown);
}

static void play(int playing) {
  move_to(current());
  is_playing = playing;
}

static nowplaying_status perform(const struct job *job) {
  const nowplaying_command_event *event = &job->event;
  done++;
  if (job->number == failing) return NOWPLAYING_ERROR_COMMAND_FAILED;
  switch (event->kind) {
  case NOWPLAYING_COMMAND_PLAY: play(1); break;
  case NOWPLAYING_COMMAND_PAUSE: play(0); break;
  case NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE: play(!is_playing); break;
  case NOWPLAYING_COMMAND_SEEK_TO_POSITION: move_to(event->time_us); break;
  case NOWPLAYING_COMMAND_NEXT:
    item++;
    move_to(0);
    break;
  default: die("the simulated player does not have this command");
  }
  return NOWPLAYING_OK;
}

/** Does a job with the lock held. The lock protects only the player's own state, and a commit never waits. */
static void finish(struct job *job) {
  nowplaying_status status = perform(job);
  int commits = status == NOWPLAYING_OK && !(is_how("last") && job_count > 0);
  if (commits && !is_how("after")) commit();
  if (job->request) {
    nowplaying_request_complete(job->request, status, NULL);
    nowplaying_request_unref(job->request);
  }
  if (commits && is_how("after")) commit();
}

/** Prints the event "player". Must not be called inside a callback, whose own JSON line is still incomplete. */
static void tell(void) {
  json_begin("event", "player");
  json_integer("done", done);
  json_integer("position", current());
  json_integer("at", now_us());
  json_integer("playing", is_playing);
  json_integer("item", item);
  json_end();
}

static void *run(void *context) {
  pthread_mutex_lock(&lock);
  int reported = -1;
  while (!ends) {
    if (job_count == 0) {
      if (reported != done) {
        reported = done;
        pthread_mutex_unlock(&lock);
        tell();
        pthread_mutex_lock(&lock);
      } else {
        pthread_cond_wait(&changed, &lock);
      }
    } else if (jobs[0].due > now_us()) {
      struct timespec due = {jobs[0].due / SECOND, jobs[0].due % SECOND * 1000};
      pthread_cond_timedwait(&changed, &lock, &due);
    } else {
      struct job job = jobs[0];
      memmove(jobs, jobs + 1, (size_t)--job_count * sizeof *jobs);
      finish(&job);
    }
  }
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void offer(void) {
  static nowplaying_command list[5];
  size_t count = 0;
  int is_toggle = strcmp(offered, "toggle") == 0;
  const int32_t kinds[] = {NOWPLAYING_COMMAND_SEEK_TO_POSITION, NOWPLAYING_COMMAND_NEXT,
                           is_toggle ? NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE : NOWPLAYING_COMMAND_PLAY,
                           NOWPLAYING_COMMAND_PAUSE};
  for (size_t i = 0; i < (is_toggle ? 3 : 4); i++) {
    list[count++] = (nowplaying_command)NOWPLAYING_COMMAND_INIT(kinds[i]);
  }
  nowplaying_session_set_commands(shown, list, count);
}

void simulate(nowplaying_session *session, char **words) {
  shown = session;
  snprintf(how, sizeof how, "%s", words[0]);
  latency = integer(words[1]) * 1000;
  snprintf(offered, sizeof offered, "%s", words[2]);
  is_playing = (int)integer(words[3]);
  failing = (int)integer(words[4]);
  move_to(BEGIN);
  offer();
  commit();
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&changed, &attributes);
  runs = pthread_create(&thread, NULL, run, NULL) == 0;
}

int simulate_command(nowplaying_request *request, const nowplaying_command_event *event, nowplaying_status *status) {
  if (!runs) return 0;
  pthread_mutex_lock(&lock);
  struct job job = {now_us() + latency, ++given, *event, NULL};
  if (is_how("inside")) {
    *status = perform(&job);
    if (*status == NOWPLAYING_OK) commit();
  } else {
    if (is_how("stale")) commit();
    if (is_how("before") || is_how("after")) {
      job.request = request;
      *status = NOWPLAYING_PENDING;
    }
    if (job_count == MOST_JOBS) die("the simulated player has too much to do");
    jobs[job_count++] = job;
  }
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return 1;
}

void stop_simulation(void) {
  if (!runs) return;
  pthread_mutex_lock(&lock);
  ends = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
}
