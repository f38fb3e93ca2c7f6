// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Finds the example programs.

use std::env;
use std::path::Path;

/// Returns the path of an example, in the folder that `EXAMPLES` names.
pub fn program(name: &str) -> String {
    let folder = env::var("EXAMPLES").expect("EXAMPLES must name the folder that the examples were built into");
    let path = Path::new(&folder).join(name);
    assert!(path.exists(), "{} is missing: build the example first", path.display());
    path.to_str().unwrap().to_string()
}
