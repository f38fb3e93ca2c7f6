// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::{Error, Result, Status};
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

/// A moment in the life of an item: the day, or only the year, that a tag has, or the second that a `SystemTime` has.
///
/// ```
/// use nowplaying::Date;
/// use std::time::{SystemTime, UNIX_EPOCH};
///
/// # fn main() -> nowplaying::Result<()> {
/// assert_eq!(Date::new(1959, 8, 17)?, "1959-08-17".parse()?);
/// assert_eq!(Date::new(1959, 1, 1)?, "1959".parse()?);
/// assert_eq!(Date::new(1970, 1, 1)?, Date::from(UNIX_EPOCH));
/// assert_eq!("1959-08-17T01:30+02:00".parse::<Date>()?, "1959-08-16 23:30".parse()?);
/// assert!("August".parse::<Date>().is_err());
/// let now = Date::from(SystemTime::now());
/// assert!(now > Date::new(2020, 2, 29)?);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    seconds_since_1970: i64,
}

impl Date {
    /// The beginning of a day, in UTC. year: 1 to 9999. month, day: from 1; for a tag without them, 1.
    ///
    /// # Errors
    /// [`Status::InvalidArgument`]: there is no such day.
    pub fn new(year: u32, month: u32, day: u32) -> Result<Self> {
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let lengths = [31, if is_leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let is_month = (1..=12).contains(&month);
        if !(1..=9999).contains(&year) || !is_month || !(1..=lengths[month as usize - 1]).contains(&day) {
            return Err(Error::new(Status::InvalidArgument, format!("there is no day {year}-{month}-{day}")));
        }
        // 719,162 days lie before the year 1970.
        let past = year - 1;
        let days_before_year = past * 365 + past / 4 - past / 100 + past / 400;
        let days_before_month: u32 = lengths[..month as usize - 1].iter().sum();
        let days = i64::from(days_before_year + days_before_month + day - 1) - 719_162;
        Ok(Date { seconds_since_1970: days * 86_400 })
    }

    pub(crate) fn seconds_since_1970(self) -> i64 {
        self.seconds_since_1970
    }
}

/// Parses "1959", "1959-08", "1959-08-17" or "1959-08-17T20:15:00+02:00", as tags have it: a missing month means
/// January, a missing zone UTC.
impl FromStr for Date {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let wrong = || Error::new(Status::InvalidArgument, format!("\"{text}\" is no date: write 1959 or 1959-08-17"));
        if let Some((day, time)) = text.trim().split_once(['T', ' ']) {
            let Date { seconds_since_1970 } = day.parse()?;
            let time = time_of_day(time).filter(|_| day.matches('-').count() == 2).ok_or_else(wrong)?;
            return Ok(Date { seconds_since_1970: seconds_since_1970 + time });
        }
        let parts =
            text.trim().split('-').map(|part| part.parse().map_err(|_| wrong())).collect::<Result<Vec<u32>>>()?;
        match parts[..] {
            [year] => Date::new(year, 1, 1),
            [year, month] => Date::new(year, month, 1),
            [year, month, day] => Date::new(year, month, day),
            _ => Err(wrong()),
        }
    }
}

/// Parses "20:15", with optional seconds and zone. Returns the seconds since midnight in UTC.
fn time_of_day(text: &str) -> Option<i64> {
    let (clock, zone) = text.split_at(text.find(['Z', '+', '-']).unwrap_or(text.len()));
    // The fraction of a second is ignored.
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
    let mut parts = clock.split(':');
    let (hours, minutes) = (two_digits(parts.next()?, 23)?, two_digits(parts.next()?, 59)?);
    // 60 is a leap second.
    let seconds = parts.next().map_or(Some(0), |seconds| two_digits(seconds, 60))?;
    let is_time = parts.next().is_none() && !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit());
    is_time.then_some(hours * 3600 + minutes * 60 + seconds - time_zone(zone)?)
}

/// Parses "Z", "+02:00", "+0200", "+02" or nothing. Returns by how many seconds the zone is ahead of UTC.
fn time_zone(text: &str) -> Option<i64> {
    let (sign, rest) = match text.strip_prefix('+') {
        _ if matches!(text, "" | "Z") => return Some(0),
        Some(rest) => (1, rest),
        None => (-1, text.strip_prefix('-')?),
    };
    let (hours, minutes) = (rest.get(..2)?, rest.get(2..)?);
    let minutes = match minutes.strip_prefix(':').unwrap_or(minutes) {
        "" if minutes.is_empty() => 0,
        minutes => two_digits(minutes, 59)?,
    };
    Some(sign * (two_digits(hours, 23)? * 3600 + minutes * 60))
}

fn two_digits(text: &str, most: i64) -> Option<i64> {
    let is_number = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|value| is_number && *value <= most)
}

impl From<SystemTime> for Date {
    fn from(time: SystemTime) -> Self {
        let seconds_since_1970 = match time.duration_since(UNIX_EPOCH) {
            Ok(after) => i64::try_from(after.as_secs()).unwrap_or(i64::MAX),
            Err(before) => i64::try_from(before.duration().as_secs()).map_or(i64::MIN, |seconds| -seconds),
        };
        Date { seconds_since_1970 }
    }
}
