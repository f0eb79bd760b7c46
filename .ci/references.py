#!/usr/bin/env python3
"""Asks simbench and other people's libraries the same questions and shows both answers.

usage: references.py --simbench PROGRAM --folder DIR [--python PYTHON] [--record]
       references.py --answer DIR        what the libraries say, as JSON (run by PYTHON)

The questions are made here from numbers of a fixed sequence: handwriting, pairs of pictures, films.
Answers of the libraries are kept in references.json beside this file, each with the library's name,
version and function; without --python simbench is held against those, without a network. With
--python, an interpreter that has the libraries, they are asked again, and what they say now has to
be what is kept. --record keeps what they say now.

Exit codes: 0 all within what is allowed, 1 not, 2 usage."""

import argparse
import json
import math
import struct
import subprocess
import sys
import zlib
from pathlib import Path

PINS = Path(__file__).with_name("references.json")
TOLERANCE_MILLIMETERS = 6


class Numbers:
    """The minimal standard generator of Park and Miller, 1988: the same on every machine."""

    def __init__(self, seed):
        self.state = seed

    def below(self, count):
        self.state = self.state * 48271 % 2147483647
        return self.state % count

    def normal(self):
        return sum(self.below(10_000) for _ in range(12)) / 10_000 - 6


# MARK: - Questions


def oval(center, radius, start, turn, count=120):
    return [(center[0] + radius[0] * math.cos(start + turn * k / count),
             center[1] + radius[1] * math.sin(start + turn * k / count)) for k in range(count + 1)]


def line(start, end, count=60):
    return [(start[0] + (end[0] - start[0]) * k / count, start[1] + (end[1] - start[1]) * k / count)
            for k in range(count + 1)]


def handwriting():
    """Letters from ovals and lines, by ever shakier hands: name, letter, strokes."""
    full = 2 * math.pi
    shapes = {
        "a": [oval((20, 40), (20, 20), 0, -full), line((40, 20), (40, 60))],
        "b": [line((0, 0), (0, 60)), oval((20, 40), (20, 20), math.pi, full)],
        "c": [oval((20, 40), (20, 20), -0.8, -(full - 1.6))],
        "o": [oval((20, 30), (20, 30), -math.pi / 2, -full)],
        "E": [line((0, 0), (0, 60)), line((0, 0), (35, 0)), line((0, 30), (30, 30)),
              line((0, 60), (35, 60))],
        "D": [line((0, 0), (0, 60)), oval((0, 30), (38, 30), -math.pi / 2, math.pi)],
    }
    for letter, strokes in shapes.items():
        for shake in (0.0, 0.6, 2.0):
            numbers = Numbers(len(letter) + ord(letter) * 7 + int(shake * 10))
            yield f"{letter}-{shake}", letter, [
                [(x + shake * numbers.normal(), y + shake * numbers.normal()) for x, y in stroke]
                for stroke in strokes]


def stroke_table(strokes):
    rows, time = ["stroke,time,x,y"], 0
    for number, stroke in enumerate(strokes):
        for x, y in stroke:
            rows.append(f"{number},{time / 120:.6f},{x:.6f},{y:.6f}")
            time += 1
        time += 30
    return "\n".join(rows) + "\n"


def png(width, height, bits, pixel):
    """A PNG file of RGB samples; `pixel` gives three for a column and a row."""
    rows, samples = bytearray(), "3B" if bits == 8 else ">3H"
    for y in range(height):
        rows.append(0)
        for x in range(width):
            rows += struct.pack(samples, *pixel(x, y))

    def chunk(kind, data):
        return (struct.pack(">I", len(data)) + kind + data
                + struct.pack(">I", zlib.crc32(kind + data)))

    header = struct.pack(">IIBBBBB", width, height, bits, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
            + chunk(b"IDAT", zlib.compress(bytes(rows))) + chunk(b"IEND", b""))


def level(value, most=255):
    return max(0, min(most, round(value)))


def pictures():
    """Pairs of pictures: name, bits per sample, both as functions of a column and a row."""

    def scene(x, y):
        return (level(40 + 2 * x), level(200 - y - x / 2),
                level(120 + 80 * math.sin(x / 5) * math.cos(y / 7)))

    noise = Numbers(11)
    table = [[noise.normal() * 12 for _ in range(3)] for _ in range(96 * 64)]

    def noisy(x, y):
        return tuple(level(v + n) for v, n in zip(scene(x, y), table[y * 96 + x]))

    def brighter(x, y):
        return tuple(level(v * 1.06 + 4) for v in scene(x, y))

    def moved(x, y):
        return scene(x + 1, y)

    def squares(x, y):
        return (200, 100, 100) if (x // 4 + y // 4) % 2 else scene(x, y)

    def deep(x, y):
        return tuple(v * 257 for v in scene(x, y))

    def deeper(x, y):
        # Less than half a step of 8 bits.
        return tuple(level(v + 100 * (x < 16 and y == 9), 65535) for v in deep(x, y))

    yield "noise", 8, scene, noisy
    yield "brighter", 8, scene, brighter
    yield "moved", 8, scene, moved
    yield "squares", 8, scene, squares
    yield "deep", 16, deep, deeper


def write_questions(folder):
    for name, _, strokes in handwriting():
        (folder / f"{name}.csv").write_text(stroke_table(strokes))
    for name, bits, one, other in pictures():
        (folder / f"{name}-1.png").write_bytes(png(96, 64, bits, one))
        (folder / f"{name}-2.png").write_bytes(png(96, 64, bits, other))


# MARK: - simbench


def run(program, *arguments):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"references.py: {' '.join(map(str, arguments))}: exit {done.returncode}\n"
                 f"{done.stderr}")
    return json.loads(done.stdout)


def ask_simbench(program, folder):
    """What simbench says, by question."""
    answers, scores = {}, {}
    for name, letter, _ in handwriting():
        (recording,) = run(program, "score", letter, folder / f"{name}.csv", "--out", folder,
                           "--json", "-", "--tolerance", "6mm")["recordings"]
        (score,) = recording["letters"]
        scores[name] = {key: score[key] for key in ("alignment", "letterMillimeters")}
        for key in ("hausdorffMillimeters", "frechetMillimeters", "largestMillimeters", "coverage"):
            answers[f"score {name} {key}"] = score[key]
    for name, bits, *_ in pictures():
        (difference,) = run(program, "image", "diff", folder / f"{name}-1.png",
                            folder / f"{name}-2.png", "--json", "-")["differences"]
        answers[f"diff {name} pixels"] = difference["exact"]["pixels"]
        answers[f"diff {name} maxDelta"] = difference["exact"]["maxDelta"]
        if bits == 16:
            continue
        answers[f"diff {name} ssim"] = difference["ssim"]
        answers[f"diff {name} oklab.mean"] = difference["oklab"]["mean"]
        answers[f"diff {name} flip.mean"] = difference["flip"]["mean"]
    (folder / "scores.json").write_text(json.dumps(scores))
    return answers


# How far the answers may be apart, by the last word of the question.
ALLOWED = {
    "hausdorffMillimeters": 0.01,
    "frechetMillimeters": 0.01,
    "largestMillimeters": 0.01,
    # A piece of the path, 0.5 mm long, is covered when both its ends are.
    "coverage": 0.02,
    "pixels": 0,
    "maxDelta": 0,
    # What single precision leaves of the sixth digit.
    "ssim": 1e-5,
    "oklab.mean": 2e-6,
    "flip.mean": 5e-6,
}


# MARK: - The libraries


def answer(folder):
    """What the libraries say: question -> [answer, source]."""
    import coloraide
    import cv2
    import numpy
    import shapely
    import similaritymeasures
    import skimage
    from coloraide.spaces.oklrab import Oklrab
    from flip_evaluator import evaluate as flip
    from skimage.metrics import structural_similarity

    class Color(coloraide.Color):
        """With a space that has to be asked for."""

    Color.register(Oklrab())
    said = {}
    scores = json.loads((folder / "scores.json").read_text())
    for name, _, strokes in handwriting():
        alignment, letter = scores[name]["alignment"], scores[name]["letterMillimeters"]
        ink = [[(round(x, 6) * alignment["scale"] + alignment["offsetXMillimeters"],
                 round(y, 6) * alignment["scale"] + alignment["offsetYMillimeters"])
                for x, y in stroke] for stroke in strokes]
        lines, target = shapely.MultiLineString(ink), shapely.MultiLineString(letter)
        # Points at most 0.05 mm apart.
        dense = shapely.segmentize(lines, 0.05)
        source = f"shapely {shapely.__version__}"
        apart = "distance of points 0.05 mm apart"
        far = shapely.distance(shapely.points(shapely.get_coordinates(dense)), target).max()
        back = shapely.distance(
            shapely.points(shapely.get_coordinates(shapely.segmentize(target, 0.05))), lines).max()
        said[f"score {name} largestMillimeters"] = [far, f"{source} {apart}"]
        said[f"score {name} hausdorffMillimeters"] = [
            max(far, back), f"{source} {apart}, both ways"]
        walks = [shapely.get_coordinates(shapely.segmentize(
            shapely.LineString([p for s in part for p in s]), 0.2)) for part in (ink, letter)]
        said[f"score {name} frechetMillimeters"] = [
            similaritymeasures.frechet_dist(*walks),
            f"similaritymeasures {similaritymeasures.__version__} frechet_dist, "
            "points 0.2 mm apart"]
        covered = target.intersection(lines.buffer(TOLERANCE_MILLIMETERS, quad_segs=64)).length
        said[f"score {name} coverage"] = [
            covered / target.length, f"{source} intersection with buffer"]

    for name, bits, *_ in pictures():
        one, other = (cv2.cvtColor(cv2.imread(str(folder / f"{name}-{side}.png"),
                                              cv2.IMREAD_UNCHANGED), cv2.COLOR_BGR2RGB)
                      for side in (1, 2))
        apart = numpy.abs(one.astype(int) - other.astype(int)).max(axis=2)
        read = f"numpy {numpy.__version__}, files read by OpenCV {cv2.__version__}"
        said[f"diff {name} pixels"] = [int((apart > 0).sum()), read]
        said[f"diff {name} maxDelta"] = [int(apart.max()), read]
        if bits == 16:
            # What is seen is measured at 8 bits.
            continue
        luma = [picture @ numpy.array([0.2126, 0.7152, 0.0722]) for picture in (one, other)]
        said[f"diff {name} ssim"] = [
            structural_similarity(*luma, gaussian_weights=True, sigma=1.5,
                                  use_sample_covariance=False, data_range=255),
            f"scikit-image {skimage.__version__} structural_similarity, Rec. 709 luma"]
        # Ottosson's lightness estimate, as simbench has it, so that dark grays differ as seen.
        colors = {}

        def oklab(pixel):
            pixel = tuple(int(v) for v in pixel)
            if pixel not in colors:
                color = Color("srgb", [v / 255 for v in pixel]).convert("oklrab")
                colors[pixel] = color.coords()
            return colors[pixel]

        total = 0.0
        for p, q in zip(one.reshape(-1, 3), other.reshape(-1, 3)):
            (l1, a1, b1), (l2, a2, b2) = oklab(p), oklab(q)
            total += abs(l1 - l2) + math.hypot(a1 - a2, b1 - b2)
        said[f"diff {name} oklab.mean"] = [
            total / apart.size, f"coloraide {coloraide.__version__} Oklrab, HyAB"]
        _, mean, _ = flip(one.astype(numpy.float32) / 255, other.astype(numpy.float32) / 255, "LDR",
                          parameters={"ppd": 67.02064})
        said[f"diff {name} flip.mean"] = [float(mean), "flip-evaluator evaluate, LDR, 67.02064 ppd"]
    json.dump({key: [float(value[0]), value[1]] for key, value in said.items()}, sys.stdout)


# MARK: - Comparing


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("--simbench")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--python")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--answer", type=Path)
    options = parser.parse_args()
    if options.answer:
        answer(options.answer)
        return 0
    if not options.simbench or not options.folder or (options.record and not options.python):
        parser.error("--simbench and --folder are needed, and --python to record")
    options.folder.mkdir(parents=True, exist_ok=True)
    write_questions(options.folder)
    ours = ask_simbench(options.simbench, options.folder)
    failed = 0
    kept = json.loads(PINS.read_text()) if PINS.exists() else {}
    if options.python:
        done = subprocess.run([options.python, __file__, "--answer", options.folder], text=True,
                              stdout=subprocess.PIPE, check=True)
        theirs = json.loads(done.stdout)
        if options.record:
            rows = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}"
                              for key, value in theirs.items())
            PINS.write_text(f"{{\n{rows}\n}}\n")
            kept = theirs
        for key, (value, source) in theirs.items():
            allowed = ALLOWED[key.split()[-1]]
            if key not in kept or abs(kept[key][0] - value) > allowed / 2 + 1e-9:
                failed += 1
                print(f"FAIL  {key}: {source} says {value}, kept is {kept.get(key, 'nothing')}")
        for key in kept.keys() - theirs.keys():
            failed += 1
            print(f"FAIL  {key} is kept, and nobody asks it any more")
    print(f"{'':5} {'question':32} {'simbench':>12} {'reference':>12} {'apart':>9} {'allowed':>8}"
          "  reference")
    for key, (value, source) in kept.items():
        allowed = ALLOWED[key.split()[-1]]
        mine = ours.get(key)
        holds = mine is not None and abs(mine - value) <= allowed
        failed += not holds
        apart = "-" if mine is None else f"{mine - value:+.2g}"
        print(f"{'PASS' if holds else 'FAIL':5} {key:32} {mine!s:>12.12} {value!s:>12.12} "
              f"{apart:>9} {allowed:>8g}  {source}")
    print(f"{len(kept)} answers, {failed} failed")
    return 1 if failed or not kept else 0


if __name__ == "__main__":
    sys.exit(main())
