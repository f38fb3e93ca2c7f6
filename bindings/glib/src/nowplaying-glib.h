/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Includes all headers of the GObject interface to libnowplaying-surface. */
#pragma once
#include <npg-item.h>
#include <npg-media.h>
#include <npg-session.h>
#include <npg-surface.h>
#include <npg-values.h>
