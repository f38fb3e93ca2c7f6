// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! poll(2), which std does not have.

use std::io;
use std::os::raw::{c_int, c_short, c_ulong};
use std::os::unix::io::{AsFd, AsRawFd, BorrowedFd};
use std::time::Duration;

#[repr(C)]
struct PollFd {
    fd: c_int,
    events: c_short,
    revents: c_short,
}

extern "C" {
    fn poll(fds: *mut PollFd, count: c_ulong, timeout_ms: c_int) -> c_int;
}

const POLLIN: c_short = 1;

/// The sources that can be read. The end of the decoder's output counts as well.
pub struct Ready {
    pub app: bool,
    pub decoder: bool,
}

/// Waits until the app or the decoder can be read, or the time is over; without a time it waits for ever.
pub fn wait(app: &impl AsFd, decoder: Option<BorrowedFd<'_>>, time: Option<Duration>) -> io::Result<Ready> {
    let entry = |fd| PollFd { fd, events: POLLIN, revents: 0 };
    // poll() skips negative descriptors.
    let mut fds = [entry(app.as_fd().as_raw_fd()), entry(decoder.map_or(-1, |fd| fd.as_raw_fd()))];
    let timeout_ms = time.map_or(-1, |time| c_int::try_from(time.as_millis() + 1).unwrap_or(c_int::MAX));
    if unsafe { poll(fds.as_mut_ptr(), fds.len() as c_ulong, timeout_ms) } < 0 {
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    Ok(Ready { app: fds[0].revents != 0, decoder: fds[1].revents != 0 })
}
