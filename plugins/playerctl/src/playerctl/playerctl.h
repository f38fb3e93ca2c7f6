/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The interface of playerctl 2.4.1's library, written anew: a program that was compiled for the original runs with this
 * library. */
#ifndef PLAYERCTL_H
#define PLAYERCTL_H

#ifdef __cplusplus
extern "C" {
#endif

#include <playerctl/playerctl-enum-types.h>
#include <playerctl/playerctl-player-manager.h>
#include <playerctl/playerctl-player-name.h>
#include <playerctl/playerctl-player.h>
#include <playerctl/playerctl-version.h>

#ifdef __cplusplus
}
#endif

#endif
