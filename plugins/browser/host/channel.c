/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The browser's native messaging: each message is its length, four bytes in the order of this machine, and JSON. */
#include "host.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The next message, as far as it has come: its length, and as much of it. */
static struct {
  unsigned char header[4];
  size_t header_used;
  char *text;
  size_t size, used;
  /* Bytes of a message that is too long, which are read and left out. */
  size_t to_skip;
} input;

/* The messages that the browser has not read yet. */
static struct {
  char *bytes;
  size_t size;
} output;

/* ------------------------------------------------------------------------------------------------- Rate ---------- */

/* Messages that may be read now, as thousandths, and when that was counted. */
static int64_t allowance = (int64_t)MESSAGE_BURST * 1000;
static int64_t counted_at;

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool may_receive(void) {
  int64_t now = now_ms(), most = (int64_t)MESSAGE_BURST * 1000;
  allowance += (now - counted_at) * MESSAGES_PER_SECOND;
  if (counted_at == 0 || allowance > most) allowance = most;
  counted_at = now;
  return allowance >= 1000;
}

short channel_events(int *ret_timeout) {
  bool may = may_receive();
  /* Waits for a tenth of what may come in a second, so that a flood costs little. */
  *ret_timeout = may ? -1 : 100;
  return may ? POLLIN : 0;
}

/* ------------------------------------------------------------------------------------------------ Receive -------- */

static void report_once(const char *problem) {
  static bool is_reported;
  if (!is_reported) write_line(stderr, "nowplaying-browser-host: %s", problem);
  is_reported = true;
}

static struct json_object *parse(const char *text, size_t size) {
  struct json_object *message = json_of(text, size, MAX_MESSAGE_DEPTH);
  if (json_object_is_type(message, json_type_object)) return message;
  json_object_put(message);
  report_once("a message is no object of JSON, and is left out");
  return NULL;
}

/* Begins the message whose length has come. */
static void begin(void) {
  uint32_t size;
  memcpy(&size, input.header, sizeof size);
  input.header_used = 0;
  if (size > MAX_MESSAGE_BYTES) {
    report_once("a message is too long, and is left out");
    input.to_skip = size;
    return;
  }
  input.text = size > 0 ? malloc(size) : NULL;
  input.size = input.text != NULL ? size : 0;
  input.to_skip = size - input.size;
  input.used = 0;
}

static void end(void (*take)(struct json_object *message)) {
  struct json_object *message = parse(input.text, input.size);
  free(input.text);
  input.text = NULL;
  allowance -= 1000;
  if (message == NULL) return;
  take(message);
  json_object_put(message);
}

/* Reads the next piece of the stream. Returns what read() does. */
static ssize_t receive(void (*take)(struct json_object *message)) {
  char skipped[4096];
  ssize_t count;
  if (input.to_skip > 0) {
    count = read(STDIN_FILENO, skipped, input.to_skip < sizeof skipped ? input.to_skip : sizeof skipped);
    if (count > 0) input.to_skip -= (size_t)count;
    return count;
  }
  if (input.text != NULL) {
    count = read(STDIN_FILENO, input.text + input.used, input.size - input.used);
    if (count > 0) input.used += (size_t)count;
    if (input.used == input.size) end(take);
    return count;
  }
  count = read(STDIN_FILENO, input.header + input.header_used, sizeof input.header - input.header_used);
  if (count > 0) input.header_used += (size_t)count;
  if (input.header_used == sizeof input.header) begin();
  return count;
}

bool channel_receive(void (*take)(struct json_object *message)) {
  /* The bus has its turn after so many pieces, however much comes. */
  for (int pieces = 0; pieces < 64 && may_receive(); ++pieces) {
    ssize_t count = receive(take);
    if (count == 0) return false;
    if (count < 0) return errno == EAGAIN || errno == EINTR;
  }
  return true;
}

/* ------------------------------------------------------------------------------------------------- Send ---------- */

bool channel_flush(void) {
  while (output.size > 0) {
    ssize_t count = write(STDOUT_FILENO, output.bytes, output.size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return true;
    /* The browser has gone; the end of standard input ends the program. */
    if (count <= 0) break;
    output.size -= (size_t)count;
    memmove(output.bytes, output.bytes + count, output.size);
  }
  free(output.bytes);
  output.bytes = NULL;
  output.size = 0;
  return false;
}

bool channel_send(struct json_object *message) {
  size_t length;
  const char *text = json_object_to_json_string_length(message, JSON_C_TO_STRING_PLAIN, &length);
  uint32_t size = (uint32_t)length;
  char *bytes = NULL;
  if (output.size + sizeof size + length <= MAX_WAITING_BYTES) {
    bytes = realloc(output.bytes, output.size + sizeof size + length);
  }
  if (bytes != NULL) {
    memcpy(bytes + output.size, &size, sizeof size);
    memcpy(bytes + output.size + sizeof size, text, length);
    output.bytes = bytes;
    output.size += sizeof size + length;
    channel_flush();
  }
  json_object_put(message);
  return bytes != NULL;
}
