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
