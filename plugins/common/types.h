/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#ifndef COMMON_TYPES_H
#define COMMON_TYPES_H

/* The MIME types that players with FFmpeg's decoders play, as elements of an array. */
#define COMMON_TYPES                                                                                              \
  "application/ogg", "application/vnd.apple.mpegurl", "audio/aac", "audio/ac3", "audio/aiff", "audio/flac",       \
      "audio/mp4", "audio/mpeg", "audio/ogg", "audio/opus", "audio/vnd.dts", "audio/wav", "audio/webm",           \
      "audio/x-ape", "audio/x-m4a", "audio/x-matroska", "audio/x-mpegurl", "audio/x-ms-wma", "audio/x-musepack",  \
      "audio/x-scpls", "audio/x-tta", "audio/x-vorbis+ogg", "audio/x-wav", "audio/x-wavpack", "video/3gpp",       \
      "video/avi", "video/dv", "video/mp2t", "video/mp4", "video/mpeg", "video/ogg", "video/quicktime",           \
      "video/webm", "video/x-flv", "video/x-m4v", "video/x-matroska", "video/x-ms-asf", "video/x-ms-wmv",         \
      "video/x-msvideo"

#endif
