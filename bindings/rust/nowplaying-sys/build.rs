// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Finds libnowplaying: in `$NOWPLAYING_LIB_DIR` (a build that is not installed), else by the program `pkg-config`
//! (or what `$PKG_CONFIG` names). Nothing is built and nothing is downloaded.

use std::env;
use std::process::{exit, Command};

/// What says where a library for another machine lies.
const SAYS_WHERE: [&str; 3] = ["PKG_CONFIG", "PKG_CONFIG_LIBDIR", "PKG_CONFIG_SYSROOT_DIR"];

/// The oldest library that has all functions of this crate.
const OLDEST: &str = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));

fn main() {
    for variable in SAYS_WHERE.iter().chain(&["NOWPLAYING_LIB_DIR", "PKG_CONFIG_PATH", "DOCS_RS"]) {
        println!("cargo:rerun-if-env-changed={variable}");
    }
    println!("cargo:rerun-if-changed=build.rs");

    // Documentation is made without the library: a machine that only makes documentation has none.
    if set("DOCS_RS").is_some() {
        return;
    }
    let found = match set("NOWPLAYING_LIB_DIR") {
        Some(directory) => Ok((vec!["-lnowplaying".to_string()], directory)),
        None => ask_pkg_config(),
    };
    match found {
        Ok((libraries, directory)) => link(&libraries, &directory),
        Err(problem) => {
            eprintln!("error: {problem}");
            exit(1);
        }
    }
}

/// The value of a variable; an empty one counts as none.
fn set(variable: &str) -> Option<String> {
    env::var(variable).ok().filter(|value| !value.is_empty())
}

/// The library's link flags, and the folder that it lies in.
fn ask_pkg_config() -> Result<(Vec<String>, String), String> {
    let target = env::var("TARGET").unwrap_or_default();
    if env::var("HOST").ok() != Some(target.clone()) && SAYS_WHERE.iter().all(|variable| set(variable).is_none()) {
        return Err(format!(
            "this builds for {target}, and pkg-config would answer for this machine; set PKG_CONFIG_SYSROOT_DIR and \
             PKG_CONFIG_LIBDIR, or PKG_CONFIG to the program for {target}, or NOWPLAYING_LIB_DIR to the folder of \
             libnowplaying.so"
        ));
    }
    let program = set("PKG_CONFIG").unwrap_or_else(|| "pkg-config".to_string());
    let run = |arguments: &[&str]| {
        let output = Command::new(&program).args(arguments).output().map_err(|error| {
            format!(
                "{program} cannot be run ({error}); install pkg-config, or set NOWPLAYING_LIB_DIR to the folder of \
                     libnowplaying.so"
            )
        })?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).trim().to_string());
        }
        Err(format!(
            "libnowplaying {OLDEST} or newer was not found; install libnowplaying-dev, or set PKG_CONFIG_PATH to the \
             folder of nowplaying.pc, or NOWPLAYING_LIB_DIR to the folder of libnowplaying.so ({})",
            String::from_utf8_lossy(&output.stderr).trim().replace('\n', "; ")
        ))
    };
    let libraries = words(&run(&["--libs", &format!("nowplaying >= {OLDEST}")])?);
    let directory = words(&run(&["--variable=libdir", "nowplaying"])?).join(" ");
    Ok((libraries, directory))
}

/// The words of a line of pkg-config, which writes a backslash before a space that is part of a word.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match (letter, words.last_mut()) {
            ('\\', Some(word)) => word.extend(letters.next()),
            (' ', _) => words.push(String::new()),
            (_, Some(word)) => word.push(letter),
            _ => {}
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Tells cargo the flags, and dependants the folder, as `DEP_NOWPLAYING_LIBDIR`.
fn link(libraries: &[String], directory: &str) {
    println!("cargo:rustc-link-search=native={directory}");
    println!("cargo:libdir={directory}");
    for flag in libraries {
        match (flag.strip_prefix("-L"), flag.strip_prefix("-l")) {
            (Some(path), _) => println!("cargo:rustc-link-search=native={path}"),
            (_, Some(name)) => println!("cargo:rustc-link-lib={name}"),
            _ => println!("cargo:rustc-link-arg={flag}"),
        }
    }
}
