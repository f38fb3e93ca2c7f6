// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::error::check;
use crate::{text, Error, Result, Status};
use nowplaying_sys as sys;
use std::ptr::null_mut;
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

/// Parses a date as tags have it: "1959", "1959-08", "1959-08-17T20:15:00+02:00", "19590817", "c. 1959". A missing
/// month means January, a missing zone UTC.
impl FromStr for Date {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (mut content, mut seconds_since_1970) = (null_mut(), 0);
        let (field, given) = (sys::NOWPLAYING_FIELD_RELEASE_DATE, text::to_c(text));
        check(unsafe { sys::nowplaying_content_new(sys::NOWPLAYING_CONTENT_MUSIC, given.as_ptr(), &mut content) })?;
        let is_date = unsafe {
            sys::nowplaying_content_set_text(content, field, given.as_ptr()) >= 0
                && sys::nowplaying_content_get_integer(content, field, &mut seconds_since_1970) >= 0
        };
        unsafe { sys::nowplaying_content_free(content) };
        is_date.then_some(Date { seconds_since_1970 }).ok_or_else(|| {
            Error::new(Status::InvalidArgument, format!("\"{text}\" is no date: write 1959 or 1959-08-17"))
        })
    }
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
