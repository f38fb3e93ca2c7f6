// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! The lines between the driver and its client.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::time::Duration;

pub type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;
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

/// Reads a line: a verb and its values. The words of commands keep their "-".
pub fn read(line: &str) -> (String, Values) {
    let mut words = line.split(' ');
    let verb = words.next().unwrap_or_default().to_string();
    let key =
        |key: &str| if matches!(verb.as_str(), "commands" | "answers") { key.into() } else { key.replace('-', "_") };
    let values = words.filter_map(|pair| pair.split_once('=')).map(|(name, value)| (key(name), decoded(value)));
    let values = values.collect();
    (verb, values)
}

pub fn texts(value: &str) -> Vec<String> {
    value.split(',').filter(|_| !value.is_empty()).map(decoded).collect()
}

/// The rows of a table, which is given as the list of its cells.
pub fn table<const WIDTH: usize>(value: &str) -> impl Iterator<Item = [String; WIDTH]> {
    let cells = texts(value);
    (0..cells.len() / WIDTH).map(move |row| std::array::from_fn(|column| cells[row * WIDTH + column].clone()))
}

pub fn boolean(text: &str) -> bool {
    text == "true"
}

pub fn seconds(text: &str) -> Duration {
    Duration::from_micros((text.parse::<f64>().unwrap() * 1e6).round() as u64)
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
