/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The version of playerctl to whose interface this library conforms. */
#ifndef PLAYERCTL_VERSION_H
#define PLAYERCTL_VERSION_H

#define PLAYERCTL_MAJOR_VERSION (2)
#define PLAYERCTL_MINOR_VERSION (4)
#define PLAYERCTL_MICRO_VERSION (1)
#define PLAYERCTL_VERSION (2.4.1)
#define PLAYERCTL_VERSION_S "2.4.1"
#define PLAYERCTL_ENCODE_VERSION(major, minor, micro) ((major) << 24 | (minor) << 16 | (micro) << 8)
#define PLAYERCTL_VERSION_HEX \
  (PLAYERCTL_ENCODE_VERSION (PLAYERCTL_MAJOR_VERSION, PLAYERCTL_MINOR_VERSION, PLAYERCTL_MICRO_VERSION))
#define PLAYERCTL_CHECK_VERSION(major, minor, micro) \
  (PLAYERCTL_VERSION_HEX >= PLAYERCTL_ENCODE_VERSION (major, minor, micro))

#endif
