/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The requests that wait for the extension, each with a number that is never used again. A picture comes in pieces, in
 * their order, of base64. */
#include "host.h"

#include <malloc.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct open_request {
  nowplaying_request *request; /* NULL: this place is free */
  uint32_t number;
  /* The picture so far, and how many bytes it will have. */
  unsigned char *picture;
  size_t used, size;
} requests[MAX_REQUESTS];

static uint32_t last_number;
/* Bytes of all pictures that are on their way. */
static size_t coming;

static void release(struct open_request *open) {
  bool had_picture = open->picture != NULL;
  coming -= open->size;
  free(open->picture);
  nowplaying_request_unref(open->request);
  *open = (struct open_request){NULL, 0, NULL, 0, 0};
  /* Gives back to the system the memory of the picture and of the messages in which its pieces came. */
  if (had_picture) malloc_trim(0);
}

static void complete(struct open_request *open, nowplaying_status status) {
  nowplaying_request_complete(open->request, status, NULL);
  release(open);
}

nowplaying_status requests_send(nowplaying_request *request, struct json_object *message) {
  struct open_request *open = NULL;
  for (size_t i = 0; i < MAX_REQUESTS && open == NULL; ++i) {
    /* The library may have given up the request. It tells so only of requests to a session, not of those to the app. */
    if (requests[i].request != NULL && nowplaying_request_get_state(requests[i].request) != NOWPLAYING_OK) {
      release(&requests[i]);
    }
    if (requests[i].request == NULL) open = &requests[i];
  }
  if (open == NULL) {
    json_object_put(message);
    return NOWPLAYING_ERROR_COMMAND_FAILED;
  }
  json_object_object_add(message, "request", json_object_new_int64(++last_number));
  if (!channel_send(message)) return NOWPLAYING_ERROR_COMMAND_FAILED;
  open->request = request;
  open->number = last_number;
  return NOWPLAYING_PENDING;
}

/* Returns the request that a message names; NULL where it is not open any more. */
static struct open_request *find(struct json_object *message) {
  double number = number_of(message, "request");
  for (size_t i = 0; i < MAX_REQUESTS; ++i) {
    if (requests[i].request != NULL && requests[i].number == number) return &requests[i];
  }
  return NULL;
}

void requests_reply(struct json_object *message) {
  struct open_request *open = find(message);
  const char *error = text_of(message, "error");
  if (open == NULL) return;
  if (truth_of(message, "ok")) complete(open, NOWPLAYING_OK);
  else if (error != NULL && strcmp(error, "none") == 0) complete(open, NOWPLAYING_ERROR_NO_SUCH_CONTENT);
  else complete(open, NOWPLAYING_ERROR_COMMAND_FAILED);
}

/* -------------------------------------------------------------------------------------------------- Pictures ----- */

static int digit(char letter) {
  if (letter >= 'A' && letter <= 'Z') return letter - 'A';
  if (letter >= 'a' && letter <= 'z') return letter - 'a' + 26;
  if (letter >= '0' && letter <= '9') return letter - '0' + 52;
  return letter == '+' ? 62 : letter == '/' ? 63 : -1;
}

/* Adds bytes in base64 to a picture. Returns false if the text is not base64, or longer than was announced. */
static bool decode(struct open_request *open, const char *text) {
  uint32_t bits = 0;
  int bit_count = 0;
  for (; *text != '\0' && *text != '='; ++text) {
    int value = digit(*text);
    if (value < 0) return false;
    bits = bits << 6 | (uint32_t)value;
    bit_count += 6;
    if (bit_count < 8) continue;
    bit_count -= 8;
    if (open->used == open->size) return false;
    open->picture[open->used++] = (unsigned char)(bits >> bit_count);
  }
  return true;
}

/* Makes room for a picture. */
static bool begin_picture(struct open_request *open, double size) {
  if (!(size >= 1 && size <= MAX_PICTURE_BYTES) || coming + (size_t)size > MAX_COMING_BYTES) return false;
  open->picture = malloc((size_t)size);
  if (open->picture == NULL) return false;
  open->size = (size_t)size;
  coming += open->size;
  return true;
}

void requests_add_piece(struct json_object *message) {
  struct open_request *open = find(message);
  const char *data = text_of(message, "data");
  if (open == NULL) return;
  if (open->picture == NULL && !begin_picture(open, number_of(message, "size"))) {
    complete(open, NOWPLAYING_ERROR_TOO_LARGE);
  } else if (data == NULL || *data == '\0' || !decode(open, data)) {
    complete(open, NOWPLAYING_ERROR_NOT_AN_IMAGE);
  } else if (open->used == open->size) {
    nowplaying_status status = nowplaying_request_complete_artwork_data(open->request, open->picture, open->size);
    /* Bytes that are no picture leave the request open. */
    if (status != NOWPLAYING_OK) complete(open, status);
    else release(open);
  }
}

/* ------------------------------------------------------------------------------------------------------ End ------ */

void requests_forget(nowplaying_request *request) {
  for (size_t i = 0; i < MAX_REQUESTS; ++i) {
    if (requests[i].request == request) release(&requests[i]);
  }
}

void requests_close(void) {
  for (size_t i = 0; i < MAX_REQUESTS; ++i) {
    if (requests[i].request != NULL) complete(&requests[i], NOWPLAYING_ERROR_COMMAND_FAILED);
  }
}
