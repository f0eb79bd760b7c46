#!/usr/bin/env python3
"""Reads timelines of `simbench run --trace` with protoc and checks what Perfetto asks of them:

usage: .ci/timeline.py FILE...

packets are of a sequence, every track is described before it is used and has a name, slices nest and
end, no time of a track falls, counters have values, and frames hold their phases in order. Planted
faults must be found.

Exit codes: 0 all hold, 1 one does not, 2 usage."""

import re
import subprocess
import sys
from pathlib import Path

PHASES = ["input", "step", "draw", "raster"]


def decoded(path):
    """The packets of a trace as (kind, dictionary)."""
    text = subprocess.run(
        ["protoc", f"--proto_path={Path(__file__).parent}", "--decode=Trace", "timeline.proto"],
        stdin=open(path, "rb"), stdout=subprocess.PIPE, check=True, text=True).stdout
    # What the description does not name comes out as numbers.
    unknown = re.search(r"^ *\d+[:{ ]", text, re.MULTILINE)
    assert not unknown, f"a field that is not described: {unknown.group()}"
    packets, stack = [], []
    for line in text.splitlines():
        line = line.strip()
        if line.endswith("{"):
            stack.append(line[:-1].strip())
            if stack == ["packet"]:
                packets.append({})
            elif len(stack) == 3:
                packets[-1]["counter"] = True
        elif line == "}":
            stack.pop()
        else:
            key, value = line.split(": ", 1)
            packets[-1][key] = value.strip('"')
    return packets


def check(packets):
    """The first thing that is wrong, or None."""
    tracks, open_slices, last, seen = {}, {}, {}, {}
    frames = 0
    for packet in packets:
        # To its reader, 0 is none.
        if packet.get("trusted_packet_sequence_id", "0") == "0":
            return f"a packet of no sequence: {packet}"
        if "uuid" in packet:
            if packet["uuid"] in tracks or not packet.get("name"):
                return f"a track without a name, or twice: {packet}"
            if packet.get("parent_uuid", packet["uuid"]) not in {**tracks, packet["uuid"]: 0}:
                return f"a parent that is described later: {packet}"
            tracks[packet["uuid"]] = packet
            continue
        track = packet.get("track_uuid")
        if track not in tracks:
            return f"an event on no track: {packet}"
        time = int(packet["timestamp"])
        if time < last.get(track, 0):
            return f"time falls on {tracks[track]['name']}: {packet}"
        last[track] = time
        kind = packet["type"]
        seen[kind] = seen.get(kind, 0) + 1
        if (kind == "TYPE_COUNTER") != ("counter" in tracks[track]):
            return f"a counter that is no counter: {packet}"
        slices = open_slices.setdefault(track, [])
        if kind == "TYPE_COUNTER":
            if "counter_value" not in packet:
                return f"a counter without a value: {packet}"
        elif kind == "TYPE_SLICE_BEGIN":
            if not packet.get("name"):
                return f"a slice without a name: {packet}"
            slices.append((packet["name"], []))
        elif kind == "TYPE_SLICE_END":
            if not slices:
                return f"an end without a beginning: {packet}"
            name, inner = slices.pop()
            if slices:
                slices[-1][1].append(name)
            if name.startswith("frame "):
                frames += 1
                if inner != PHASES:
                    return f"{name} has the phases {inner}"
    for track, slices in open_slices.items():
        if slices:
            return f"{slices[-1][0]} does not end on {tracks[track]['name']}"
    if frames == 0 or not seen.get("TYPE_COUNTER"):
        return "no frame, or no counter"
    print(f"{len(packets)} packets, {len(tracks)} tracks, {frames} frames", end="")
    return None


def planted(packets):
    """Faults that must be found."""
    ends = [i for i, p in enumerate(packets) if p.get("type") == "TYPE_SLICE_END"]
    begins = [i for i, p in enumerate(packets) if p.get("type") == "TYPE_SLICE_BEGIN"]
    tracks = [i for i, p in enumerate(packets) if "uuid" in p]
    # Time can fall only on a track that has an event before: another frame.
    later = [i for i in begins if packets[i]["name"].startswith("frame ")][-1]

    def without(index):
        return packets[:index] + packets[index + 1:]

    def changed(index, **values):
        copy = list(packets)
        copy[index] = {**copy[index], **values}
        return copy

    yield without(ends[0])
    yield without(ends[-1])
    yield without(begins[1])
    yield without(tracks[1])
    yield changed(tracks[0], name="")
    yield changed(later, timestamp="0")
    yield changed(ends[2], track_uuid="999")
    yield changed(begins[2], type="TYPE_COUNTER")
    yield changed(ends[1], trusted_packet_sequence_id="0")


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        print(__doc__)
        return 2 if len(sys.argv) < 2 else 0
    failed = 0
    for path in sys.argv[1:]:
        packets = decoded(path)
        problem = check(packets)
        print(f"  {path}: {problem or 'holds'}")
        failed |= problem is not None
    for number, faulty in enumerate(planted(packets)):
        if check(faulty) is None:
            print(f"\nplanted fault {number} is missed")
            failed = 1
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
