// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests that the crate covers everything in the C header.

use std::path::Path;

/// Constants of the header without a counterpart in this crate.
const WITHOUT_A_VALUE: &[&str] = &[
    "NOWPLAYING_H",
    "NOWPLAYING_VERSION",
    "NOWPLAYING_VERSION_MAJOR",
    "NOWPLAYING_VERSION_MINOR",
    "NOWPLAYING_VERSION_PATCH",
];

fn header() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../include/nowplaying/nowplaying.h");
    std::fs::read_to_string(path).unwrap()
}

fn constants(header: &str) -> impl Iterator<Item = &str> {
    header.lines().filter_map(|line| line.strip_prefix("#define ")?.split([' ', '(']).next())
}

#[test]
fn every_constant_of_the_header_has_a_use() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = header();
    let mut sources = String::new();
    for folder in ["src", "../nowplaying-values/src"] {
        for file in std::fs::read_dir(crate_folder.join(folder)).unwrap() {
            sources += &std::fs::read_to_string(file.unwrap().path()).unwrap();
        }
    }
    let words: Vec<&str> = sources.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect();
    let constants: Vec<&str> = constants(&header).filter(|name| !WITHOUT_A_VALUE.contains(name)).collect();
    assert!(constants.len() > 100, "only {} constants were found", constants.len());
    let missing: Vec<&&str> = constants.iter().filter(|name| !words.contains(name)).collect();
    assert!(missing.is_empty(), "the crate has nothing for {missing:?}");
}

/// The crate's documentation shows the arguments of each closure.
#[test]
fn every_closure_is_on_the_first_page() {
    let page = include_str!("../src/lib.rs");
    let builders = [
        include_str!("../src/app_builder.rs"),
        include_str!("../src/session_builder.rs"),
        include_str!("../src/changes.rs"),
    ];
    // Matches a function of a builder, or a line of the macro `changes!`: `on_volume: volume f64 => …`.
    let closures: Vec<String> = builders
        .iter()
        .flat_map(|source| source.lines())
        .filter_map(|line| line.trim().trim_start_matches("pub fn ").split(['(', '<', ':']).next())
        .filter(|name| name.starts_with("on_") && !name.contains(' '))
        .map(|name| format!("//!     .{name}("))
        .collect();
    assert!(closures.len() > 20, "only {} closures were found", closures.len());
    let missing: Vec<&String> = closures.iter().filter(|line| !page.contains(line.as_str())).collect();
    assert!(missing.is_empty(), "lib.rs does not show {missing:?}");
}

/// Returns the names of the callbacks in a table of the header.
fn entries<'a>(header: &'a str, table: &str) -> Vec<&'a str> {
    let body = header.split_once(&format!("typedef struct {table} {{")).unwrap().1;
    let body = body.split_once(&format!("}} {table};")).unwrap().0;
    body.split("(*").skip(1).filter_map(|rest| rest.split_once(")(")).map(|(name, _)| name).collect()
}

#[test]
fn every_entry_of_the_callbacks_has_a_closure() {
    let header = header();
    let tables = [
        ("nowplaying_app_callbacks", include_str!("../src/app_callbacks.rs")),
        ("nowplaying_session_callbacks", include_str!("../src/session_callbacks.rs")),
    ];
    let changes = include_str!("../src/changes.rs");
    for (table, source) in tables {
        let entries = entries(&header, table);
        assert!(entries.contains(&"destroy"), "{table} has only {entries:?}");
        // Matches a line of the table in Rust, or of the macro `changes!`: `on_volume: volume f64 => …`.
        let filled = source.split_once(&format!("= sys::{table} {{")).unwrap().1.split_once("..sys::").unwrap().0;
        let names: Vec<&str> =
            filled.lines().filter_map(|line| line.split_once(": ")).map(|(name, _)| name.trim()).collect();
        let missing: Vec<&&str> = entries
            .iter()
            .filter(|entry| !names.contains(entry) && !changes.contains(&format!(" on_{entry}: {entry} ")))
            .collect();
        assert!(missing.is_empty(), "the crate has no closure for {missing:?} of {table}");
    }
}
