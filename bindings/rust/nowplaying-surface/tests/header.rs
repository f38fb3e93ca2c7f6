// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests that the crate covers everything in the C header.

use std::path::Path;

/// Constants of the header without a counterpart in this crate.
const WITHOUT_A_VALUE: &[&str] = &["NOWPLAYING_SURFACE_H", "NOWPLAYING_SURFACE_NEXT_MODE"];
/// Functions that programs in Rust do not need.
const WITHOUT_A_USE: &[&str] = &[];
/// Struct fields without content.
const WITHOUT_A_MEANING: &[&str] = &["struct_size", "reserved", "action", "tag"];

fn header(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../include/nowplaying").join(name);
    std::fs::read_to_string(path).unwrap()
}

/// Returns the sources of this crate and of the shared crate of values, without comments.
fn sources() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = String::new();
    for folder in [folder.join("src"), folder.join("../nowplaying-values/src")] {
        for file in std::fs::read_dir(folder).unwrap() {
            sources += &std::fs::read_to_string(file.unwrap().path()).unwrap();
        }
    }
    sources.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn words(text: &str) -> Vec<&str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect()
}

fn constants(header: &str) -> impl Iterator<Item = &str> {
    header.lines().filter_map(|line| line.strip_prefix("#define ")?.split([' ', '(']).next())
}

/// Returns the body of a struct in the header, without comments.
fn body<'a>(header: &'a str, name: &str) -> &'a str {
    let body = header.split_once(&format!("typedef struct {name} {{")).unwrap().1;
    body.split_once(&format!("}} {name};")).unwrap().0
}

fn assert_has(what: &str, wanted: &[&str], sources: &str, fewest: usize) {
    assert!(wanted.len() >= fewest, "only {} {what} were found", wanted.len());
    let words = words(sources);
    let missing: Vec<&&str> = wanted.iter().filter(|name| !words.contains(name)).collect();
    assert!(missing.is_empty(), "the crate has nothing for the {what} {missing:?}");
}

#[test]
fn every_function_is_called() {
    let header = header("surface.h");
    let called = |line: &&str| !line.starts_with([' ', '/', '#']) && !line.starts_with("typedef");
    let functions = header.lines().filter(called).filter_map(|line| {
        let name = line.split_once('(')?.0.rsplit([' ', '*']).next()?;
        Some(name).filter(|name| name.starts_with("nowplaying_surface_") && !WITHOUT_A_USE.contains(name))
    });
    assert_has("functions", &functions.collect::<Vec<_>>(), &sources(), 48);
}

#[test]
fn every_constant_has_a_use() {
    let header = header("surface.h");
    let constants: Vec<&str> = constants(&header).filter(|name| !WITHOUT_A_VALUE.contains(name)).collect();
    assert_has("constants", &constants, &sources(), 35);
}

#[test]
fn every_field_of_a_struct_is_read() {
    let (surface, player, sources) = (header("surface.h"), header("nowplaying.h"), sources());
    let structs = [
        (&surface, "nowplaying_surface_options"),
        (&surface, "nowplaying_surface_info"),
        (&surface, "nowplaying_surface_item"),
        (&surface, "nowplaying_surface_control"),
        (&surface, "nowplaying_surface_queue"),
        (&surface, "nowplaying_surface_queue_entry"),
        (&surface, "nowplaying_surface_playlists"),
        (&surface, "nowplaying_surface_playlist"),
        (&surface, "nowplaying_surface_result"),
        (&player, "nowplaying_command"),
        (&player, "nowplaying_command_event"),
        (&player, "nowplaying_snapshot"),
        (&player, "nowplaying_chapter"),
        (&player, "nowplaying_track"),
        (&player, "nowplaying_device"),
    ];
    for (header, name) in structs {
        let lines = body(header, name).lines().map(str::trim);
        let declarations = lines.filter(|line| line.ends_with(';') && !line.starts_with(['*', '/']));
        let fields = declarations.filter_map(|line| line.trim_end_matches(';').rsplit([' ', '*']).next());
        let fields: Vec<&str> = fields.filter(|field| !WITHOUT_A_MEANING.contains(field)).collect();
        // `timestamp_us` need not be read: the library returns in it the time that the caller has asked for.
        let is_read = |field: &&&str| match **field {
            "timestamp_us" => true,
            "loop" | "type" => words(&sources).contains(&format!("{field}_").as_str()),
            field => sources.contains(&format!(".{field}")) || sources.contains(&format!("{field}: ")),
        };
        assert!(fields.len() > 1, "{name} has only {fields:?}");
        let missing: Vec<_> = fields.iter().filter(|field| !is_read(field)).collect();
        assert!(missing.is_empty(), "the crate does not read {missing:?} of {name}");
    }
}

#[test]
fn every_entry_of_the_callbacks_has_a_closure() {
    let (header, source) = (header("surface.h"), include_str!("../src/callbacks.rs"));
    let table = body(&header, "nowplaying_surface_callbacks");
    let entries: Vec<&str> =
        table.split("(*").skip(1).filter_map(|rest| rest.split_once(")(")).map(|(name, _)| name).collect();
    assert!(entries.contains(&"destroy"), "the table has only {entries:?}");
    let filled = source.split_once("sys::nowplaying_surface_callbacks {").unwrap().1.split_once("..sys::").unwrap().0;
    let names: Vec<&str> =
        filled.lines().filter_map(|line| line.split_once(": ")).map(|(name, _)| name.trim()).collect();
    let missing: Vec<&&str> = entries.iter().filter(|entry| !names.contains(entry)).collect();
    assert!(missing.is_empty(), "the crate has no closure for {missing:?}");
}

/// The crate's documentation shows the arguments of each closure.
#[test]
fn every_closure_is_on_the_first_page() {
    let (page, builder) = (include_str!("../src/lib.rs"), include_str!("../src/builder.rs"));
    let functions = builder.lines().filter_map(|line| line.trim().strip_prefix("pub fn "));
    let functions: Vec<&str> = functions.filter_map(|line| line.split(['(', '<']).next()).collect();
    let closures: Vec<&&str> = functions.iter().filter(|name| name.starts_with("on_")).collect();
    assert_eq!(closures.len(), 7, "{closures:?}");
    let missing: Vec<&&&str> = closures.iter().filter(|name| !page.contains(&format!("//!     .{name}("))).collect();
    assert!(missing.is_empty(), "lib.rs does not show {missing:?}");
}

/// Each kind of command can be sent.
#[test]
fn every_command_can_be_sent() {
    let header = header("nowplaying.h");
    let kinds = constants(&header).filter_map(|name| name.strip_prefix("NOWPLAYING_COMMAND_"));
    let kinds: Vec<String> = kinds.filter(|name| *name != "INIT").map(|name| name.replace('_', "")).collect();
    assert!(kinds.len() > 20, "only {kinds:?} were found");
    let source = include_str!("../src/command.rs").to_uppercase();
    let missing: Vec<_> = kinds.iter().filter(|kind| !source.contains(&format!("=> COMMANDKIND::{kind}"))).collect();
    assert!(missing.is_empty(), "no command is of the kind {missing:?}");
}
