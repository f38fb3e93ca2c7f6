/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: ffmpeg FILE…
 * Prints the tags of each file as FFmpeg's libavformat has them, those of the file before those of its streams: name
 * and value, each ended by a NUL; and an empty name behind those of a file. */
#include <libavformat/avformat.h>
#include <stdio.h>

static void print(const AVDictionary *tags) {
  const AVDictionaryEntry *tag = NULL;
  while ((tag = av_dict_get(tags, "", tag, AV_DICT_IGNORE_SUFFIX)) != NULL) {
    printf("%s%c%s%c", tag->key, 0, tag->value, 0);
  }
}

int main(int count, char **files) {
  av_log_set_level(AV_LOG_QUIET);
  for (int i = 1; i < count; ++i) {
    AVFormatContext *format = NULL;
    if (avformat_open_input(&format, files[i], NULL, NULL) < 0) return 1;
    avformat_find_stream_info(format, NULL);
    print(format->metadata);
    for (unsigned each = 0; each < format->nb_streams; ++each) {
      if (format->streams[each]->disposition & AV_DISPOSITION_ATTACHED_PIC) continue;
      print(format->streams[each]->metadata);
    }
    putchar(0);
    avformat_close_input(&format);
  }
  return 0;
}
