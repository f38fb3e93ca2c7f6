# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Makes animated artwork for the lock screen: hills behind hills at dusk. Needs ffmpeg and numpy; the logo
ImageMagick."""
import os
import subprocess

import numpy

FRAMES, RATE = 120, 30
# For each scene: the colours of the sky from top to horizon, of the sun, and of the hills from the farthest to the
# nearest.
DUSK = ("#2b1b52 #8a3a7c #f0775c #ffc27a", "#fff1c9", "#b5557b #843f74 #562c63 #331d4b #1a1030")
SEA = ("#0d2a4a #1d6a8c #6fc1b8 #f7e3ae", "#fffbe6", "#4fa3a8 #2c7c92 #1a5878 #0f3a5c #08223d")
NIGHT = ("#060b22 #10264f #245a74 #7db5a2", "#f4f7e4", "#397b7d #256069 #194755 #103040 #081b29")
DAWN = ("#3a3f6e #a3709f #f3ada5 #ffe3bd", "#fff7e2", "#cf93a0 #a4708d #765078 #4d3559 #2b2142")
SAND = ("#f6c48b #f2a266 #e4774f #b8473f", "#fff0d2", "#c9583f #a03c39 #772c37 #511f30 #2f1424")
FALL = ("#274b53 #5f8a7d #d9b779 #fbe6c0", "#fff8e6", "#d08b4c #b0683a #86482f #5c3027 #331d1c")
NOON = ("#3d7edb #79b4ee #c4e1f2 #f4f1df", "#fffdf2", "#9dbf8a #6fa172 #47805f #2b5f4d #173f38")


def colour(text):
    return numpy.array([int(text[i:i + 2], 16) for i in (1, 3, 5)], numpy.float32)


def hill(number, x, phase):
    """Returns how high a hill is along x, 0 to 1: waves whose lengths fit, so that the film repeats without a jump."""
    generator = numpy.random.default_rng(number)
    height = numpy.zeros_like(x)
    for wave in (1, 2, 3, 5, 8):
        height += numpy.sin(2 * numpy.pi * (wave * x + phase * ((wave + 1) // 2) + generator.random())) / wave
    return height / 2


def frames(scene, width, height):
    sky, sun, hills = scene
    y, x = numpy.mgrid[0:height, 0:width].astype(numpy.float32)
    stops = numpy.stack([colour(text) for text in sky.split()])
    at = numpy.clip(y / (0.7 * height), 0, 1) * (len(stops) - 1)
    below = numpy.minimum(at.astype(int), len(stops) - 2)
    air = stops[below] + (stops[below + 1] - stops[below]) * (at - below)[..., None]
    for number in range(FRAMES):
        phase = number / FRAMES
        picture = air.copy()
        distance = numpy.hypot(x - 0.62 * width, y - (0.4 + 0.012 * numpy.sin(2 * numpy.pi * phase)) * height) / width
        glow = numpy.clip(numpy.exp(-distance * 5.5) * 0.9, 0, 1)[..., None]
        disc = numpy.clip((0.115 - distance) * width / 1.5, 0, 1)[..., None]
        picture += (colour(sun) - picture) * numpy.maximum(glow, disc)
        for layer, text in enumerate(hills.split()):
            ground = (0.56 + 0.085 * layer - 0.055 * hill(layer, x[0] / width * (0.55 + 0.1 * layer), phase)) * height
            mist = numpy.clip(1 - (y - ground) / (0.3 * height), 0, 1)[..., None] * (0.3 - 0.06 * layer)
            shade = colour(text) + (stops[-1] - colour(text)) * mist
            cover = numpy.clip((y - ground) / 1.2, 0, 1)[..., None]
            picture += (shade - picture) * cover
        yield numpy.clip(picture, 0, 255).astype(numpy.uint8)


def make(scene, width, height, video, still):
    """Writes the video, and its first frame as a picture."""
    ffmpeg = ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s",
              f"{width}x{height}"]
    encoder = subprocess.Popen([*ffmpeg, "-r", str(RATE), "-i", "-", "-c:v", "libx264", "-crf", "21", "-preset",
                                "veryfast", "-pix_fmt", "yuv420p", video], stdin=subprocess.PIPE)
    for number, frame in enumerate(frames(scene, width, height)):
        if number == 0:
            subprocess.run([*ffmpeg, "-i", "-", "-frames:v", "1", still], input=frame.tobytes(), check=True)
        encoder.stdin.write(frame.tobytes())
    encoder.stdin.close()
    assert encoder.wait() == 0, "ffmpeg has failed"


def made(folder, name, scene, width, height):
    """Returns the paths of a video and its first frame, which are made only once."""
    files = [f"{folder}/{name}-{width}x{height}{ending}" for ending in (".mp4", ".png")]
    if not os.path.exists(files[0]):
        make(scene, width, height, *files)
    return files


def make_logo(path, side, name, frequency):
    """Makes the logo of a radio station: its name below waves."""
    x, y = side / 2, 0.37 * side
    waves = [word for radius, strength in ((0.26, 0.3), (0.18, 0.6), (0.1, 1)) for word in
             ("-stroke", f"rgba(255,246,234,{strength})", "-draw", f"circle {x},{y} {x + radius * side},{y}")]
    subprocess.run(
        ["convert", "-size", f"{side}x{side}", "gradient:#ff8a5c-#c2185b", "-fill", "none", "-strokewidth",
         str(0.026 * side), *waves, "-fill", "#fff6ea", "-stroke", "none", "-draw",
         f"circle {x},{y} {x + 0.04 * side},{y}", "-font", "Inter-Bold", "-gravity", "north", "-pointsize",
         str(0.15 * side), "-annotate", f"+0+{0.68 * side:.0f}", name, "-font", "Inter-Medium", "-pointsize",
         str(0.07 * side), "-annotate", f"+0+{0.85 * side:.0f}", frequency, path], check=True)
