// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! A process of ffmpeg, which decodes one file from a position on into a pipe.

use std::io::{self, Read};
use std::os::unix::io::{AsFd, BorrowedFd};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

/// Bytes of a second of 16 bit stereo at 48 kHz.
const BYTES_PER_SECOND: u64 = 48_000 * 2 * 2;

pub struct Decoder {
    process: Child,
    output: ChildStdout,
    start: Duration,
    bytes: u64,
}

impl Decoder {
    pub fn start(path: &Path, start: Duration) -> io::Result<Self> {
        let mut process = Command::new("ffmpeg")
            .args(["-nostdin", "-v", "error", "-ss", &start.as_secs_f64().to_string(), "-i"])
            .arg(path)
            .args(["-map", "0:a:0", "-f", "s16le", "-ac", "2", "-ar", "48000", "-"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| io::Error::new(error.kind(), format!("ffmpeg cannot be run ({error}); install ffmpeg")))?;
        let output = process.stdout.take().expect("the output is piped");
        Ok(Decoder { process, output, start, bytes: 0 })
    }

    /// Returns the position in the file up to which the sound was read.
    pub fn position(&self) -> Duration {
        let (seconds, rest) = (self.bytes / BYTES_PER_SECOND, self.bytes % BYTES_PER_SECOND);
        self.start + Duration::from_secs(seconds) + Duration::from_nanos(rest * 1_000_000_000 / BYTES_PER_SECOND)
    }

    /// Returns the next samples; none at the end of the file.
    pub fn read<'a>(&mut self, buffer: &'a mut [u8]) -> io::Result<&'a [u8]> {
        let count = self.output.read(buffer)?;
        self.bytes += count as u64;
        Ok(&buffer[..count])
    }
}

impl AsFd for Decoder {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.output.as_fd()
    }
}

impl Drop for Decoder {
    fn drop(&mut self) {
        // The process may have ended by itself; it must be waited for in any case.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
