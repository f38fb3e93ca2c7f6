// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! The lines between the driver and its client. The drivers of the host and of the surface use parts of it.

#![allow(dead_code)]

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::str::FromStr;
use std::time::Duration;

pub type Outcome<T = ()> = Result<T, Box<dyn std::error::Error + Send + Sync>>;
/// The values of a step, with "_" for "-" in their keys.
pub type Values = BTreeMap<String, String>;

/// Prints a line: a verb, and values with their keys.
pub fn say(verb: &str, values: &[(&str, String)]) {
    let words = values.iter().map(|(key, value)| format!(" {key}={}", encoded(value)));
    println!("{verb}{}", words.collect::<String>());
}

/// Prints a line: a verb, and values.
pub fn tell(verb: &str, values: &[String]) {
    println!("{verb}{}", values.iter().map(|value| format!(" {}", encoded(value))).collect::<String>());
}

fn encoded(text: &str) -> String {
    let code = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' => (byte as char).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(code).collect()
}

pub fn decoded(text: &str) -> String {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        bytes.extend(u8::from_str_radix(&part[..2], 16));
        bytes.extend(part[2..].bytes());
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Reads a line: its values, and its verb by the key "verb". The words of commands keep their "-".
pub fn read(line: &str) -> Values {
    let (verb, pairs) = line.split_once(' ').unwrap_or((line, ""));
    let is_plain = matches!(verb, "commands" | "answers");
    let key = |key: &str| if is_plain { key.into() } else { key.replace('-', "_") };
    let values =
        pairs.split(' ').filter_map(|pair| pair.split_once('=')).map(|(name, value)| (key(name), decoded(value)));
    values.chain([("verb".into(), verb.into())]).collect()
}

pub fn texts(value: &str) -> Vec<String> {
    value.split(',').filter(|_| !value.is_empty()).map(decoded).collect()
}

/// Makes something of each row of a step, by the values of these columns that are not empty.
pub fn rows<Row>(given: &mut Values, columns: &str, make: impl Fn(&mut Values) -> Row) -> Vec<Row> {
    let columns: Vec<_> = columns.split(' ').map(String::from).collect();
    let values = |row: &[String]| columns.iter().cloned().zip(row.to_vec()).filter(|(_, cell)| !cell.is_empty());
    texts(&take(given, "rows")).chunks(columns.len()).map(|row| make(&mut values(row).collect())).collect()
}

/// Takes a value; "" where there is none.
pub fn take(given: &mut Values, key: &str) -> String {
    given.remove(key).unwrap_or_default()
}

/// Takes several values.
pub fn take_all<const COUNT: usize>(given: &mut Values, keys: [&str; COUNT]) -> [String; COUNT] {
    keys.map(|key| take(given, key))
}

pub fn parsed<Value: FromStr>(text: &str) -> Value {
    text.parse().unwrap_or_else(|_| panic!("{text} is not of its type"))
}

pub fn seconds(text: &str) -> Duration {
    Duration::from_micros((parsed::<f64>(text) * 1e6).round() as u64)
}

/// The word of a value: "not-available" of NotAvailable.
pub fn text_of(value: impl Debug) -> String {
    let mut word = String::new();
    for letter in format!("{value:?}").chars() {
        if letter.is_uppercase() && !word.is_empty() {
            word.push('-');
        }
        word.extend(letter.to_lowercase());
    }
    word
}

/// The value of a word.
pub fn word<Value: From<i32> + Debug>(text: &str) -> Value {
    let number = (0..64).find(|number| text_of(Value::from(*number)) == text);
    Value::from(number.unwrap_or_else(|| panic!("{text} is no word of its enumeration")))
}

/// The values of a list of words.
pub fn words<Value: From<i32> + Debug>(list: &str) -> Vec<Value> {
    list.split(',').map(word).collect()
}

/// The words of a set of bits.
pub fn words_of(bits: impl Debug) -> Vec<String> {
    let text = format!("{bits:?}").to_lowercase().replace('_', "-");
    text.trim_matches(|each| "{}".contains(each)).split(", ").filter(|each| !each.is_empty()).map(Into::into).collect()
}
