"""Looks at what `simbench run --json` writes; the first argument names the check below."""

import json
import os
import pty
import signal
import sys
import time


def all_runs(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)["runs"]


def read(path):
    """The only result."""
    (result,) = all_runs(path)
    return result


def without(result, *keys):
    return {key: value for key, value in result.items() if key not in keys}


def same(first, second):
    a, b = (without(read(path), "timing") for path in (first, second))
    for key in a | b:
        first, second = str(a.get(key))[:300], str(b.get(key))[:300]
        assert a.get(key) == b.get(key), f"the results differ in {key}: {first} {second}"
    assert a["allocations"]["steadyTotal"] == 0, a["allocations"]


def threads(first, second):
    """Threads are started, and take their room, during warm-up."""
    a, b = (without(read(path), "timing") for path in (first, second))
    for result in (a, b):
        assert result["allocations"].pop("warmupTotal") > 0
        assert result["allocations"]["steadyTotal"] == 0, result["allocations"]
    for key in a | b:
        first, second = str(a.get(key))[:300], str(b.get(key))[:300]
        assert a.get(key) == b.get(key), f"the results differ in {key}: {first} {second}"


def other_seed(first, second):
    a, b = (read(path) for path in (first, second))
    assert a["digest"] != b["digest"], "the seed changes nothing"
    assert (a["seed"], b["seed"]) == (7, 8), (a["seed"], b["seed"])


def debug_digests(optimized, unoptimized):
    a, b = read(optimized), read(unoptimized)
    for key in ("digest", "population", "work", "input", "load", "verdict"):
        assert a[key] == b[key], (key, a[key], b[key])
    assert a["allocations"]["steadyTotal"] == 0, a["allocations"]
    assert b["allocations"]["source"].startswith("not-measured: "), b["allocations"]
    assert b["allocations"]["steadyTotal"] is None, b["allocations"]
    assert "allocations" in b["notMeasured"], b["notMeasured"]


def steady(path):
    result = read(path)
    live = {entry["frame"]: entry["bytes"] for entry in result["timing"]["liveBytes"]}
    last = 600 * result["frameRate"]
    assert result["frames"] == last, result["frames"]
    # The ring light's tour is a script of its own; the state goes on without a finger.
    assert result["input"]["touches"] > 100 or result["scene"] == "ring-light", "no input"
    assert live[last] == live[3600], live
    assert result["allocations"]["steadyTotal"] == 0, result["allocations"]


def runs(path, count):
    found = len(all_runs(path))
    assert found == int(count), found


def terminal(program, scenario, presses):
    """Runs in a terminal, types Ctrl-C once progress shows, and sees what is left."""
    process, screen = pty.fork()
    if process == 0:
        os.execv(program, [program, "run", scenario, "--duration", "10m"])
    shown = b""
    while b" frames, " not in shown:
        shown += os.read(screen, 4096)
    if int(presses) == 1:
        os.write(screen, b"\x03")
    else:
        # Both signals wait while the program stands still: the second finds the first pending.
        os.kill(process, signal.SIGSTOP)
        os.kill(process, signal.SIGINT)
        os.kill(process, signal.SIGTERM)
        os.kill(process, signal.SIGCONT)
    typed = time.monotonic()
    try:
        while piece := os.read(screen, 4096):
            shown += piece
    except OSError:
        pass  # Linux says so when the other end is closed.
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    assert code == 130, code
    assert time.monotonic() - typed < 2, "took too long"
    if int(presses) == 1:
        assert shown.endswith(b"\r\x1b[2K"), shown[-80:]
    assert not os.listdir("."), os.listdir(".")


if sys.argv[1] in ("--help", "-h"):
    print(__doc__)
else:
    globals()[sys.argv[1]](*sys.argv[2:])
