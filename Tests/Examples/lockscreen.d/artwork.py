# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Artwork that moves, for the pictures of the lock screen: hills behind hills at dusk. Needs ffmpeg and numpy."""
import subprocess

import numpy

FRAMES, RATE = 120, 30
# Of each scene: the sky from its top to the horizon, the sun, and the hills from the farthest to the nearest.
DUSK = ("#2b1b52 #8a3a7c #f0775c #ffc27a", "#fff1c9", "#b5557b #843f74 #562c63 #331d4b #1a1030")
SEA = ("#0d2a4a #1d6a8c #6fc1b8 #f7e3ae", "#fffbe6", "#4fa3a8 #2c7c92 #1a5878 #0f3a5c #08223d")
SAND = ("#f6c48b #f2a266 #e4774f #b8473f", "#fff0d2", "#c9583f #a03c39 #772c37 #511f30 #2f1424")

NOON = ("#3d7edb #79b4ee #c4e1f2 #f4f1df", "#fffdf2", "#9dbf8a #6fa172 #47805f #2b5f4d #173f38")


def colour(text):
    return numpy.array([int(text[i:i + 2], 16) for i in (1, 3, 5)], numpy.float32)


def hill(number, x, phase):
    """How high a hill is along x, 0 to 1: waves whose lengths fit, so that it comes round after all frames."""
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
