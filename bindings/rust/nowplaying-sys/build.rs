// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Finds libnowplaying: in `$NOWPLAYING_LIB_DIR` (a build that is not installed), else by the program `pkg-config`
//! (or what `$PKG_CONFIG` names). Nothing is built and nothing is downloaded.

use std::env;
use std::process::{exit, Command};

fn main() {
    for variable in
        ["NOWPLAYING_LIB_DIR", "PKG_CONFIG", "PKG_CONFIG_PATH", "PKG_CONFIG_LIBDIR", "PKG_CONFIG_SYSROOT_DIR"]
    {
        println!("cargo:rerun-if-env-changed={variable}");
    }
    println!("cargo:rerun-if-changed=build.rs");

    match env::var("NOWPLAYING_LIB_DIR") {
        Ok(directory) => link("-lnowplaying", &directory),
        Err(_) => match ask_pkg_config() {
            Ok((libraries, directory)) => link(&libraries, &directory),
            Err(problem) => {
                eprintln!("error: {problem}");
                exit(1);
            }
        },
    }
}

/// The library's link flags, and the folder that it lies in.
fn ask_pkg_config() -> Result<(String, String), String> {
    let program = env::var("PKG_CONFIG").unwrap_or_else(|_| "pkg-config".to_string());
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
            "libnowplaying 0.1 or newer was not found; install libnowplaying-dev, or set PKG_CONFIG_PATH to the folder \
             of nowplaying.pc, or NOWPLAYING_LIB_DIR to the folder of libnowplaying.so ({})",
            String::from_utf8_lossy(&output.stderr).trim().replace('\n', "; ")
        ))
    };
    let libraries = run(&["--libs", "nowplaying >= 0.1"])?;
    let directory = run(&["--variable=libdir", "nowplaying"])?;
    Ok((libraries, directory))
}

/// Tells cargo the flags, and dependants the folder, as `DEP_NOWPLAYING_LIBDIR`.
fn link(libraries: &str, directory: &str) {
    println!("cargo:rustc-link-search=native={directory}");
    println!("cargo:libdir={directory}");
    for flag in libraries.split_whitespace() {
        match flag.split_at(flag.len().min(2)) {
            ("-L", path) => println!("cargo:rustc-link-search=native={path}"),
            ("-l", name) => println!("cargo:rustc-link-lib={name}"),
            _ => println!("cargo:rustc-link-arg={flag}"),
        }
    }
}
