// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! A private bus and real clients, for the tests and examples of nowplaying.

use std::io::{BufRead, BufReader, Read};
use std::os::raw::{c_int, c_short, c_ulong};
use std::os::unix::io::RawFd;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

/// How long a test waits for something that must happen.
pub const TIMEOUT: Duration = Duration::from_secs(20);

/// A private dbus-daemon, which ends when the value is dropped.
pub struct Bus {
    daemon: Child,
    pub address: String,
}

impl Bus {
    pub fn start() -> Self {
        let mut daemon = Command::new("dbus-daemon")
            .args(["--session", "--nofork", "--nopidfile", "--print-address=1"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("dbus-daemon cannot be run; install dbus-daemon");
        let mut address = String::new();
        BufReader::new(daemon.stdout.take().unwrap()).read_line(&mut address).unwrap();
        Bus { daemon, address: address.trim().to_string() }
    }

    /// Returns a command whose program uses this bus.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("DBUS_SESSION_BUS_ADDRESS", &self.address);
        command
    }

    /// Returns the output of playerctl, or its error message.
    pub fn playerctl(&self, arguments: &[&str]) -> Result<String, String> {
        outcome(self.command("playerctl").args(arguments).output().expect("playerctl cannot be run; install playerctl"))
    }

    /// Returns the output of busctl for a call to MPRIS, or its error message.
    pub fn busctl(&self, verb: &str, arguments: &[&str]) -> Result<String, String> {
        let address = format!("--address={}", self.address);
        outcome(
            Command::new("busctl")
                .args([&address, verb])
                .args(arguments)
                .output()
                .expect("busctl cannot be run; install systemd"),
        )
    }

    /// Runs playerctl again and again until it prints this.
    pub fn until(&self, arguments: &[&str], wanted: &str) {
        self.until_matches(arguments, |answer| answer == wanted);
    }

    /// Runs playerctl again and again until its output is right.
    pub fn until_matches(&self, arguments: &[&str], is_right: impl Fn(&str) -> bool) {
        let mut last = Ok(String::new());
        let arrived = eventually(|| {
            last = self.playerctl(arguments);
            last.as_deref().map_or(false, &is_right)
        });
        assert!(arrived, "playerctl {arguments:?} last said {last:?}");
    }
}

impl Drop for Bus {
    fn drop(&mut self) {
        let _ = self.daemon.kill();
        let _ = self.daemon.wait();
    }
}

fn outcome(output: Output) -> Result<String, String> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_string();
    match output.status.success() {
        true => Ok(text(&output.stdout)),
        false => Err(text(&output.stderr)),
    }
}

/// Checks a condition until it is true. Returns false after the timeout.
pub fn eventually(mut is_so: impl FnMut() -> bool) -> bool {
    let end = Instant::now() + TIMEOUT;
    loop {
        if is_so() {
            return true;
        }
        if Instant::now() > end {
            return false;
        }
        // sleeps: paces a loop that waits for a condition
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Receives until a value is right, and returns it.
pub fn wait_for<T: std::fmt::Debug>(receiver: &Receiver<T>, is_right: impl Fn(&T) -> bool) -> T {
    let end = Instant::now() + TIMEOUT;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        let value = receiver.recv_timeout(left).expect("what the test waits for did not come");
        if is_right(&value) {
            return value;
        }
    }
}

/// Sends the lines that a process prints to a channel.
pub fn lines(output: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

/// A PNG of one pixel.
pub const PICTURE: &[u8] = b"\
    \x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x00\x01\x00\x00\x00\x01\x08\x02\
    \x00\x00\x00\x90\x77\x53\xde\x00\x00\x00\x0c\x49\x44\x41\x54\x78\x9c\x63\x68\x50\x50\x00\x00\x01\xe4\x00\
    \xc1\xea\x5b\x19\x17\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82";

#[repr(C)]
struct PollFd {
    fd: c_int,
    events: c_short,
    revents: c_short,
}

extern "C" {
    fn poll(fds: *mut PollFd, count: c_ulong, timeout_ms: c_int) -> c_int;
}

/// Waits for some milliseconds until a descriptor is readable. Returns whether it is.
pub fn is_readable(fd: RawFd, timeout_ms: c_int) -> bool {
    const POLLIN: c_short = 1;
    unsafe { poll(&mut PollFd { fd, events: POLLIN, revents: 0 }, 1, timeout_ms) > 0 }
}
