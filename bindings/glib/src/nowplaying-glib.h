/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The GObject face of libnowplaying-surface: all of its headers. */
#pragma once
#include <npg-item.h>
#include <npg-media.h>
#include <npg-session.h>
#include <npg-surface.h>
#include <npg-values.h>
