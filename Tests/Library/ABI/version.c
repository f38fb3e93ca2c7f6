/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Checks that header, library and soname have the same version, and that every status has a text. */
#include <stdio.h>
#include <string.h>

#include "../../Lab/C/check.h"

int main(void) {
  CHECK_EQUAL(nowplaying_version(), NOWPLAYING_VERSION);
  char text[32];
  snprintf(text, sizeof text, "%d.%d.%d", NOWPLAYING_VERSION_MAJOR, NOWPLAYING_VERSION_MINOR, NOWPLAYING_VERSION_PATCH);
  CHECK_TEXT(nowplaying_version_string(), text);
  CHECK(nowplaying_version_string() == nowplaying_version_string());

  const char *unknown = nowplaying_strerror(-9999);
  CHECK(unknown && unknown[0]);
  for (nowplaying_status status = NOWPLAYING_ERROR_SYSTEM; status <= NOWPLAYING_PENDING; status++) {
    const char *sentence = nowplaying_strerror(status);
    CHECK(sentence && sentence[0] && !strchr(sentence, '\n'));
    if (strcmp(sentence, unknown) == 0) check_failed(__FILE__, __LINE__, "status %d has no sentence", status);
    for (nowplaying_status other = NOWPLAYING_ERROR_SYSTEM; other < status; other++)
      if (strcmp(sentence, nowplaying_strerror(other)) == 0)
        check_failed(__FILE__, __LINE__, "status %d and %d have the same sentence", status, other);
  }
  for (int bit = 0; bit < 32; bit++) CHECK(nowplaying_strerror((nowplaying_status)(1u << bit)));

  CHECK_TEXT(nowplaying_last_error(), "");
  CHECK_ERROR(INVALID_HANDLE, nowplaying_session_commit(NULL));
  CHECK(nowplaying_last_error()[0]);
  return 0;
}
