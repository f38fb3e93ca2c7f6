// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! The tags that ffprobe reads from a file, and its embedded picture.

use nowplaying::{Content, MediaDuration};
use std::error::Error;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

pub struct Track {
    pub path: PathBuf,
    pub title: String,
    artist: Option<String>,
    album: Option<String>,
    number: Option<u32>,
    pub duration: Option<Duration>,
    has_cover: bool,
}

impl Track {
    pub fn read(path: &Path) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let path = path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))?;
        let sound = ffprobe(&path, "a:0", "format=duration:format_tags:stream_tags")?;
        let picture = ffprobe(&path, "v:0", "stream_disposition=attached_pic")?;
        // The file's own tags come after those of its sound; Ogg files have the latter only.
        let value = |key: &str| {
            let pairs = sound.lines().rev().filter_map(|line| line.split_once('='));
            let mut values = pairs.filter(|(name, _)| name.eq_ignore_ascii_case(key)).map(|(_, value)| value);
            values.find(|value| !value.is_empty()).map(str::to_string)
        };
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Track {
            title: value("TAG:title").unwrap_or(name),
            artist: value("TAG:artist"),
            album: value("TAG:album"),
            // "3/12"
            number: value("TAG:track").and_then(|text| text.split('/').next()?.parse().ok()),
            duration: value("duration").and_then(|text| text.parse().ok()).map(Duration::from_secs_f64),
            has_cover: picture.trim() == "DISPOSITION:attached_pic=1",
            path,
        })
    }

    /// Returns the description for the desktop. The place makes the id unique when a file is in the queue twice.
    pub fn content(&self, place: usize) -> nowplaying::Result<Content> {
        let path = self.path.to_string_lossy();
        let mut content = Content::music(&format!("{place}:{path}"))
            .title(&self.title)
            .artists(self.artist.iter().flat_map(|artist| artist.split("; ")))
            .url(file_uri(&self.path))
            .duration(self.duration.map_or(MediaDuration::Unknown, MediaDuration::Finite));
        if let Some(album) = &self.album {
            content = content.album(album);
        }
        if let Some(number) = self.number {
            content = content.track_number(number);
        }
        if self.has_cover {
            content = content.artwork(path);
        }
        content.build()
    }
}

/// Returns the embedded picture, not larger than requested and not enlarged.
pub fn cover(path: &str, width: i32, height: i32) -> Result<Vec<u8>, Box<dyn Error + Send + Sync>> {
    let scale = format!("scale='min({width},iw)':'min({height},ih)':force_original_aspect_ratio=decrease");
    let mut ffmpeg = Command::new("ffmpeg");
    ffmpeg.args(["-nostdin", "-v", "error", "-i", path, "-map", "0:v:0", "-frames:v", "1", "-vf", &scale]);
    ffmpeg.args(["-c:v", "png", "-f", "image2pipe", "-"]);
    output_of(ffmpeg)
}

/// Returns ffprobe's description of a file and one of its streams: lines of "name=value".
fn ffprobe(path: &Path, stream: &str, entries: &str) -> Result<String, Box<dyn Error + Send + Sync>> {
    let mut ffprobe = Command::new("ffprobe");
    ffprobe.args(["-v", "error", "-of", "default=noprint_wrappers=1", "-select_streams", stream]);
    ffprobe.args(["-show_entries", entries]).arg(path);
    Ok(String::from_utf8_lossy(&output_of(ffprobe)?).into_owned())
}

fn output_of(mut command: Command) -> Result<Vec<u8>, Box<dyn Error + Send + Sync>> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{program} cannot be run ({error}); install ffmpeg"))?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(String::from_utf8_lossy(&output.stderr).trim().into()),
    }
}

fn file_uri(path: &Path) -> String {
    let mut uri = String::from("file://");
    for byte in path.as_os_str().as_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(char::from(*byte)),
            _ => uri.extend(format!("%{byte:02X}").chars()),
        }
    }
    uri
}
