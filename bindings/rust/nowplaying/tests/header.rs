// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! What the C header can say, this crate can say.

use std::path::Path;

/// Constants of the header that are no values of this crate.
const WITHOUT_A_VALUE: &[&str] = &[
    "NOWPLAYING_H",
    "NOWPLAYING_VERSION",
    "NOWPLAYING_VERSION_MAJOR",
    "NOWPLAYING_VERSION_MINOR",
    "NOWPLAYING_VERSION_PATCH",
];

#[test]
fn every_constant_of_the_header_has_a_use() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = std::fs::read_to_string(crate_folder.join("../../../include/nowplaying/nowplaying.h")).unwrap();
    let mut sources = String::new();
    for file in std::fs::read_dir(crate_folder.join("src")).unwrap() {
        sources += &std::fs::read_to_string(file.unwrap().path()).unwrap();
    }
    let words: Vec<&str> = sources.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect();
    let defined = header.lines().filter_map(|line| line.strip_prefix("#define ")?.split([' ', '(']).next());
    let constants: Vec<&str> = defined.filter(|name| !WITHOUT_A_VALUE.contains(name)).collect();
    assert!(constants.len() > 100, "only {} constants were found", constants.len());
    let missing: Vec<&&str> = constants.iter().filter(|name| !words.contains(name)).collect();
    assert!(missing.is_empty(), "the crate has nothing for {missing:?}");
}
