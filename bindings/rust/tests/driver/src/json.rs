// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Values as JSON, with the names of the scenarios.

use std::fmt;
use std::time::{Duration, SystemTime};

/// The text of a value; of an object without its last brace.
#[derive(Clone)]
pub struct Json(String);

impl Json {
    pub fn object() -> Self {
        Json("{".into())
    }

    /// Adds a value to an object, with "-" for the "_" of its name.
    pub fn with(mut self, name: &str, value: impl Into<Json>) -> Self {
        let comma = if self.0.len() > 1 { "," } else { "" };
        self.0 += &format!("{comma}{}:{}", Json::from(name.replace('_', "-")), value.into());
        self
    }

    /// An object of pairs whose names stay as they are.
    pub fn table(pairs: impl IntoIterator<Item = (impl Into<Json>, impl Into<Json>)>) -> Self {
        let pairs = pairs.into_iter().map(|(name, value)| format!("{}:{}", name.into(), value.into()));
        Json(format!("{{{}", pairs.collect::<Vec<_>>().join(",")))
    }
}

impl fmt::Display for Json {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", self.0, if self.0.starts_with('{') { "}" } else { "" })
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        let quoted = text.chars().map(|each| match each {
            '"' | '\\' => format!("\\{each}"),
            _ if each < ' ' => format!("\\u{:04x}", each as u32),
            _ => each.to_string(),
        });
        Json(format!("\"{}\"", quoted.collect::<String>()))
    }
}

impl From<String> for Json {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

macro_rules! plain {
    ($($type:ty),+) => {
        $(impl From<$type> for Json {
            fn from(value: $type) -> Self {
                Json(value.to_string())
            }
        })+
    };
}

plain!(bool, u32, usize, f64);

impl From<Duration> for Json {
    fn from(time: Duration) -> Self {
        (time.as_micros() as f64 / 1e6).into()
    }
}

impl From<SystemTime> for Json {
    fn from(time: SystemTime) -> Self {
        let since = time.duration_since(SystemTime::UNIX_EPOCH);
        since.map_or_else(|before| -before.duration().as_secs_f64(), |after| after.as_secs_f64()).into()
    }
}

impl<Value: Into<Json>> From<Option<Value>> for Json {
    fn from(value: Option<Value>) -> Self {
        value.map_or_else(|| Json("null".into()), Into::into)
    }
}

impl<Value: Into<Json>> From<Vec<Value>> for Json {
    fn from(values: Vec<Value>) -> Self {
        let values = values.into_iter().map(|value| value.into().to_string());
        Json(format!("[{}]", values.collect::<Vec<_>>().join(",")))
    }
}

/// An object with these fields of a struct, or with `()` of these getters; those behind `;` are words.
macro_rules! object {
    ($from:ident() { $($name:ident),+ $(; $($word:ident),+)? }) => {
        $crate::json::Json::object()
            $(.with(stringify!($name), $from.$name()))+
            $($(.with(stringify!($word), $crate::line::text_of($from.$word())))+)?
    };
    ($from:ident { $($name:ident),+ $(; $($word:ident),+)? }) => {
        $crate::json::Json::object()
            $(.with(stringify!($name), $from.$name))+
            $($(.with(stringify!($word), $crate::line::text_of($from.$word)))+)?
    };
}

pub(crate) use object;
