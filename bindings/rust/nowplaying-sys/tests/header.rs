// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests that constants that are structs, or have another type than i32, equal the C compiler's values byte for byte.

#![cfg(all(feature = "player", feature = "surface"))]

use nowplaying_sys::*;
use std::path::Path;
use std::process::Command;

const PROGRAM: &str = r#"
#include <nowplaying/surface.h>
#include <stdio.h>
static void show(const char *name, const void *bytes, size_t size) {
  printf("%s ", name);
  for (size_t index = 0; index < size; index++) printf("%02x", ((const unsigned char *)bytes)[index]);
  printf("\n");
}
#define SHOW(type, macro) do { type value = macro; show(#macro, &value, sizeof value); } while (0)
int main(void) {
  SHOW(uint32_t, NOWPLAYING_VERSION);
  SHOW(int64_t, NOWPLAYING_TIME_UNKNOWN);
  SHOW(int64_t, NOWPLAYING_TIME_NOW);
  SHOW(nowplaying_app_options, NOWPLAYING_APP_OPTIONS_INIT);
  SHOW(nowplaying_app_callbacks, NOWPLAYING_APP_CALLBACKS_INIT);
  SHOW(nowplaying_snapshot, NOWPLAYING_SNAPSHOT_INIT);
  SHOW(nowplaying_command, NOWPLAYING_COMMAND_INIT(7));
  SHOW(nowplaying_chapter, NOWPLAYING_CHAPTER_INIT);
  SHOW(nowplaying_track, NOWPLAYING_TRACK_INIT(3));
  SHOW(nowplaying_session_callbacks, NOWPLAYING_SESSION_CALLBACKS_INIT);
  SHOW(nowplaying_device, NOWPLAYING_DEVICE_INIT);
  SHOW(nowplaying_playlist, NOWPLAYING_PLAYLIST_INIT);
  SHOW(nowplaying_surface_options, NOWPLAYING_SURFACE_OPTIONS_INIT);
  SHOW(nowplaying_surface_callbacks, NOWPLAYING_SURFACE_CALLBACKS_INIT);
  SHOW(nowplaying_surface_info, NOWPLAYING_SURFACE_INFO_INIT);
  SHOW(nowplaying_surface_item, NOWPLAYING_SURFACE_ITEM_INIT);
  SHOW(nowplaying_surface_control, NOWPLAYING_SURFACE_CONTROL_INIT);
  SHOW(nowplaying_surface_queue, NOWPLAYING_SURFACE_QUEUE_INIT);
  SHOW(nowplaying_surface_queue_entry, NOWPLAYING_SURFACE_QUEUE_ENTRY_INIT);
  SHOW(nowplaying_surface_playlists, NOWPLAYING_SURFACE_PLAYLISTS_INIT);
  SHOW(nowplaying_surface_playlist, NOWPLAYING_SURFACE_PLAYLIST_INIT);
  SHOW(nowplaying_command_event, NOWPLAYING_SURFACE_COMMAND_INIT(5));
}
"#;

/// Returns a line as the C program prints it. The structs have no padding, so every byte is defined.
fn line<T>(name: &str, value: T) -> String {
    let start = (&value as *const T).cast::<u8>();
    let bytes = unsafe { std::slice::from_raw_parts(start, std::mem::size_of::<T>()) };
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{name} {digits}")
}

#[test]
fn constants_are_those_of_the_header() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (source, program) = (folder.join("header.c"), folder.join("header"));
    std::fs::write(&source, PROGRAM).unwrap();
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../include");
    let compiled = Command::new("cc").arg("-I").args([&include, &source, Path::new("-o"), &program]).status().unwrap();
    assert!(compiled.success());
    let output = Command::new(&program).output().unwrap();

    let lines = [
        line("NOWPLAYING_VERSION", NOWPLAYING_VERSION),
        line("NOWPLAYING_TIME_UNKNOWN", NOWPLAYING_TIME_UNKNOWN),
        line("NOWPLAYING_TIME_NOW", NOWPLAYING_TIME_NOW),
        line("NOWPLAYING_APP_OPTIONS_INIT", NOWPLAYING_APP_OPTIONS_INIT),
        line("NOWPLAYING_APP_CALLBACKS_INIT", NOWPLAYING_APP_CALLBACKS_INIT),
        line("NOWPLAYING_SNAPSHOT_INIT", NOWPLAYING_SNAPSHOT_INIT),
        line("NOWPLAYING_COMMAND_INIT(7)", NOWPLAYING_COMMAND_INIT(7)),
        line("NOWPLAYING_CHAPTER_INIT", NOWPLAYING_CHAPTER_INIT),
        line("NOWPLAYING_TRACK_INIT(3)", NOWPLAYING_TRACK_INIT(3)),
        line("NOWPLAYING_SESSION_CALLBACKS_INIT", NOWPLAYING_SESSION_CALLBACKS_INIT),
        line("NOWPLAYING_DEVICE_INIT", NOWPLAYING_DEVICE_INIT),
        line("NOWPLAYING_PLAYLIST_INIT", NOWPLAYING_PLAYLIST_INIT),
        line("NOWPLAYING_SURFACE_OPTIONS_INIT", NOWPLAYING_SURFACE_OPTIONS_INIT),
        line("NOWPLAYING_SURFACE_CALLBACKS_INIT", NOWPLAYING_SURFACE_CALLBACKS_INIT),
        line("NOWPLAYING_SURFACE_INFO_INIT", NOWPLAYING_SURFACE_INFO_INIT),
        line("NOWPLAYING_SURFACE_ITEM_INIT", NOWPLAYING_SURFACE_ITEM_INIT),
        line("NOWPLAYING_SURFACE_CONTROL_INIT", NOWPLAYING_SURFACE_CONTROL_INIT),
        line("NOWPLAYING_SURFACE_QUEUE_INIT", NOWPLAYING_SURFACE_QUEUE_INIT),
        line("NOWPLAYING_SURFACE_QUEUE_ENTRY_INIT", NOWPLAYING_SURFACE_QUEUE_ENTRY_INIT),
        line("NOWPLAYING_SURFACE_PLAYLISTS_INIT", NOWPLAYING_SURFACE_PLAYLISTS_INIT),
        line("NOWPLAYING_SURFACE_PLAYLIST_INIT", NOWPLAYING_SURFACE_PLAYLIST_INIT),
        line("NOWPLAYING_SURFACE_COMMAND_INIT(5)", NOWPLAYING_SURFACE_COMMAND_INIT(5)),
    ];
    let header: Vec<String> = String::from_utf8(output.stdout).unwrap().lines().map(str::to_string).collect();
    assert_eq!(header, lines);
}

#[test]
fn the_libraries_that_are_loaded_are_those_of_the_header() {
    assert_eq!(unsafe { nowplaying_version() }, NOWPLAYING_VERSION);
    assert_eq!(unsafe { nowplaying_surface_version() }, NOWPLAYING_VERSION);
}
