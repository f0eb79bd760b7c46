"""Prints the times of all passes as one table and compares the peers' pictures with simbench's.

usage: table.py BUILD-FOLDER PEER...

Exits with 1 when a picture differs so much that a peer did other work.
"""

import glob
import json
import os
import statistics
import subprocess
import sys

# Averaged over all channels, and the share of pixels with a channel off by more than 16: edges are
# anti-aliased by different formulas, and gradients sampled at different stops.
MEAN_LIMIT, FAR_LIMIT = 0.5, 0.005

NAMES = {"blend2d": "Blend2D", "pixman": "pixman", "cairo": "Cairo"}

# "Our goal" as a share of the best peer's time, both from the same table of earlier measurements:
# unlike milliseconds it holds on any machine.
GOAL_SHARES = {
    "soft-discs-alone": ("blend2d", 0.24 / 0.24),
    "breathing-discs": ("blend2d", 1.2 / 5.2),
    "linear-gradient": ("blend2d", 0.3 / 1.4),
    "vertical-gradient": ("blend2d", 0.3 / 1.4),
    "rings": ("blend2d", 0.7 / 2.0),
    "bubbles": ("blend2d", 2.0 / 4.9),
    "blobs": ("blend2d", 1.0 / 1.9),
    "orbs-add": ("blend2d", 2.5 / 5.3),
    "orbs-screen": ("blend2d", 2.5 / 5.7),
    "ring-light-alone": ("blend2d", 0.5 / 0.59),
    "camera-ring": ("blend2d", 1.2 / 1.94),
    "append-segment": ("blend2d", 4.0 / 4.5),
    "append-segment-alone": ("blend2d", 4.0 / 4.5),
    "redraw-stroke-alone": ("blend2d", 0.5 / 0.52),
}


def read_simbench(build):
    """Times and ratios to memcpy by figure, one per pass, the goals, and shares of a core."""
    times, ratios, goals, shares = {}, {}, {}, []
    for path in glob.glob(f"{build}/results/simbench.*.json"):
        with open(path, encoding="utf-8") as file:
            result = json.load(file)
            shares.append(result["coreShare"])
            for figure in result["figures"]:
                name = figure["name"]
                times.setdefault(name, []).append(figure["nanoseconds"])
                ratios.setdefault(name, []).append(figure["memcpyRatio"])
                goals[name] = figure.get("goal", "")
    return times, ratios, goals, shares


def read_peer(build, peer):
    """The same of a peer."""
    times, ratios = {}, {}
    for path in glob.glob(f"{build}/results/{peer}.*.tsv"):
        with open(path, encoding="utf-8") as file:
            for line in file:
                name, time, ratio = line.split("\t")
                times.setdefault(name, []).append(float(time))
                ratios.setdefault(name, []).append(float(ratio))
    return times, ratios


def shown(nanoseconds):
    """A time in the unit that reads best."""
    if nanoseconds < 100_000:
        return f"{nanoseconds / 1e3:.2f} µs"
    return f"{nanoseconds / 1e6:.3f} ms"


def is_met(name, goal, time, ratio):
    """Whether kernel-benchmarks' goal holds for the median of all passes."""
    if goal == "< 1 memcpy":
        return ratio < 1
    number, unit = goal.removeprefix("<= ").split(" ")
    return time <= float(number) * {"ns": 1, "µs": 1e3, "ms": 1e6}[unit]


def print_times(build, peers):
    """One row per figure: simbench, then each peer as a time and as a multiple of simbench's."""
    times, ratios, goals, shares = read_simbench(build)
    others = {peer: read_peer(build, peer)[0] for peer in peers}
    copies = times["memcpy"]
    print(f"\nmedians over {len(copies)} passes; (×) how much longer a peer takes; memcpy of the "
          f"frame {shown(min(copies))} to {shown(max(copies))} from pass to pass\n")
    if min(shares) < 0.95:
        print(f"BUSY MACHINE: simbench had only {min(shares):.0%} of a core in a pass; processor "
              "time leaves that out, but the caches were shared\n")
    header = f"{'figure':21}{'simbench':>11}{'× memcpy':>10}"
    header += "".join(f"{NAMES[peer]:>21}" for peer in peers)
    print(header + f"{'goal':>14}{'':8}  goal as a share of Blend2D")
    for name in times:
        if not any(name in other for other in others.values()) and not name.startswith("memcpy"):
            continue
        time, ratio = statistics.median(times[name]), statistics.median(ratios[name])
        line = f"{name:21}{shown(time):>11}{ratio:>10.3f}"
        for peer in peers:
            cell = ""
            if name in others[peer]:
                other = statistics.median(others[peer][name])
                cell = f"{shown(other)} ({other / time:.2f}×)"
            line += f"{cell:>21}"
        goal = goals[name]
        verdict = "" if not goal else "ok" if is_met(name, goal, time, ratio) else "missed"
        line += f"{goal:>14}  {verdict:6}"
        if name in GOAL_SHARES and GOAL_SHARES[name][0] in others:
            peer, limit = GOAL_SHARES[name]
            share = time / statistics.median(others[peer][name])
            line += f"  {share:.2f} of {limit:.2f} {'ok' if share <= limit else 'missed'}"
        print(line.rstrip())


def print_pictures(build, peers):
    """Whether every peer drew what simbench did."""
    print("\npictures against simbench's: mean and greatest difference of a channel (0 to 255),")
    print(f"pixels off by more than 16; at most {MEAN_LIMIT} and {FAR_LIMIT:.1%} are allowed\n")
    different = 0
    for peer in peers:
        for path in sorted(glob.glob(f"{build}/pictures/{peer}/*.rgba")):
            name = os.path.basename(path)
            ours = f"{build}/pictures/simbench/{name}"
            out = subprocess.run(
                [f"{build}/compare", ours, path], check=True, capture_output=True, text=True)
            mean, greatest, far = out.stdout.split()
            is_same = float(mean) <= MEAN_LIMIT and float(far) <= FAR_LIMIT
            different += not is_same
            print(f"{NAMES[peer]:9}{name.removesuffix('.rgba'):20}{float(mean):8.3f}"
                  f"{greatest:>5}{float(far):>9.3%}{'' if is_same else '  DIFFERENT'}")
    return different


def main():
    """Prints both tables."""
    build, *peers = sys.argv[1:]
    print_times(build, peers)
    sys.exit(1 if print_pictures(build, peers) else 0)


main()
