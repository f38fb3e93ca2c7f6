// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Finds libnowplaying (feature `player`) and libnowplaying-surface (feature `surface`): in `$NOWPLAYING_LIB_DIR` (a
//! build that is not installed), else with the program `pkg-config` (or what `$PKG_CONFIG` names). With the feature
//! `bundled` it builds the library with `make` and a C compiler, and links it statically. The source is the unpacked
//! tarball of assembly: `libnowplaying/` beside this file, or `$NOWPLAYING_SOURCE`. Nothing is downloaded.

use std::env;
use std::path::Path;
use std::process::{exit, Command};

/// The variables that tell pkg-config where a library for another machine is.
const SAYS_WHERE: [&str; 3] = ["PKG_CONFIG", "PKG_CONFIG_LIBDIR", "PKG_CONFIG_SYSROOT_DIR"];

/// The libraries that can be linked, each with its cargo feature.
const LIBRARIES: [(&str, &str); 2] = [("PLAYER", "nowplaying"), ("SURFACE", "nowplaying-surface")];

/// The oldest library version that has all functions of this crate.
const OLDEST: &str = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));

fn main() {
    let others = ["CC", "DOCS_RS", "NOWPLAYING_LIB_DIR", "NOWPLAYING_SOURCE", "PKG_CONFIG_PATH"];
    for variable in SAYS_WHERE.iter().chain(&others) {
        println!("cargo:rerun-if-env-changed={variable}");
    }
    println!("cargo:rerun-if-changed=build.rs");

    let wanted: Vec<&str> = LIBRARIES
        .iter()
        .filter(|(feature, _)| env::var_os(format!("CARGO_FEATURE_{feature}")).is_some())
        .map(|(_, name)| *name)
        .collect();
    // Documentation is made without the library: a machine that only makes documentation has none.
    if set("DOCS_RS").is_some() || wanted.is_empty() {
        return;
    }
    let found = match set("NOWPLAYING_LIB_DIR") {
        _ if env::var_os("CARGO_FEATURE_BUNDLED").is_some() => build(&wanted),
        Some(directory) => Ok((wanted.iter().map(|name| format!("-l{name}")).collect(), directory)),
        None => ask_pkg_config(&wanted),
    };
    match found {
        Ok((libraries, directory)) => link(&libraries, &directory),
        Err(problem) => {
            eprintln!("error: {problem}");
            exit(1);
        }
    }
}

/// Returns the value of a variable; an empty one counts as unset.
fn set(variable: &str) -> Option<String> {
    env::var(variable).ok().filter(|value| !value.is_empty())
}

/// Returns the target of the build, if that is another machine than this one.
fn other_target() -> Option<String> {
    let target = env::var("TARGET").unwrap_or_default();
    Some(target).filter(|target| env::var("HOST").ok().as_ref() != Some(target))
}

/// Builds the static libraries in a copy of the tarball. Returns their link flags and their folder.
fn build(wanted: &[&str]) -> Result<(Vec<String>, String), String> {
    if let (Some(target), None) = (other_target(), set("CC")) {
        return Err(format!(
            "this builds for {target}, and the feature `bundled` would build for this machine: set CC to the C \
             compiler for {target}"
        ));
    }
    let own = format!("{}/libnowplaying", env::var("CARGO_MANIFEST_DIR").unwrap_or_default());
    let source = match set("NOWPLAYING_SOURCE") {
        Some(source) if Path::new(&source).is_absolute() => source,
        Some(source) => return Err(format!("NOWPLAYING_SOURCE is {source}: it must be an absolute path")),
        None if Path::new(&own).exists() => own,
        None => {
            return Err(format!(
                "the feature `bundled` needs the unpacked tarball of libnowplaying's assembly: as {own}, which is \
                 not there, or as what NOWPLAYING_SOURCE names"
            ))
        }
    };
    println!("cargo:rerun-if-changed={source}");
    let directory = format!("{}/libnowplaying", env::var("OUT_DIR").unwrap_or_default());
    let run = |program: &str, arguments: &[&str]| match Command::new(program).args(arguments).output() {
        Ok(output) if output.status.success() => Ok(String::from_utf8_lossy(&output.stdout).trim().to_string()),
        Ok(output) => Err(format!("{program} has failed: {}", String::from_utf8_lossy(&output.stderr).trim())),
        Err(error) => Err(format!("{program} cannot be run ({error})")),
    };
    if Path::new(&directory).exists() {
        run("rm", &["-r", &directory])?;
    }
    run("cp", &["-r", &source, &directory])?;
    // The libraries load the system's sd-bus at run time, so that one program works on all distributions.
    let make = |target: &str| run("make", &["-s", "--no-print-directory", "-C", &directory, "OPEN_SD_BUS=1", target]);
    make("clean")?;
    let mut libraries = Vec::new();
    for name in wanted {
        make(&format!("lib{name}.a"))?;
        libraries.push(format!("-lstatic={name}"));
    }
    libraries.extend(words(&make("needed")?));
    Ok((libraries, directory))
}

/// Returns the libraries' link flags and their folder.
fn ask_pkg_config(wanted: &[&str]) -> Result<(Vec<String>, String), String> {
    let is_silent = SAYS_WHERE.iter().all(|variable| set(variable).is_none());
    if let (Some(target), true) = (other_target(), is_silent) {
        return Err(format!(
            "this builds for {target}, and pkg-config would answer for this machine; set PKG_CONFIG_SYSROOT_DIR and \
             PKG_CONFIG_LIBDIR, or PKG_CONFIG to the program for {target}, or NOWPLAYING_LIB_DIR to the folder of \
             libnowplaying.so"
        ));
    }
    let program = set("PKG_CONFIG").unwrap_or_else(|| "pkg-config".to_string());
    let run = |option: &str, name: &str| {
        let output =
            Command::new(&program).args([option, &format!("{name} >= {OLDEST}")]).output().map_err(|error| {
                format!(
                "{program} cannot be run ({error}); install pkg-config, or set NOWPLAYING_LIB_DIR to the folder of \
                     libnowplaying.so"
            )
            })?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).trim().to_string());
        }
        Err(format!(
            "lib{name} {OLDEST} or newer was not found; install libnowplaying-dev, or set PKG_CONFIG_PATH to the \
             folder of {name}.pc, or NOWPLAYING_LIB_DIR to the folder of lib{name}.so ({})",
            String::from_utf8_lossy(&output.stderr).trim().replace('\n', "; ")
        ))
    };
    let (mut libraries, mut directory) = (Vec::new(), String::new());
    for name in wanted {
        libraries.extend(words(&run("--libs", name)?));
        directory = words(&run("--variable=libdir", name)?).join(" ");
    }
    Ok((libraries, directory))
}

/// Splits a line of pkg-config into words. A backslash precedes a space within a word.
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

/// Passes the flags to cargo, and the folder to dependants as `DEP_NOWPLAYING_LIBDIR`.
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
