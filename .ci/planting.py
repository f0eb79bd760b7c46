"""What `.ci/long constants` and `.ci/long faults` share: a copy of the tree with switches in it,
built once, and its tests, run with one switch on after the other.
"""

import os
import re
import shutil
import signal
import subprocess


def working_tree(root, fresh):
    """Copies the files of the working tree that git knows, or would, into a new folder."""
    shutil.rmtree(fresh, ignore_errors=True)
    names = subprocess.run(["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=root,
                           stdout=subprocess.PIPE, check=True, text=True).stdout.split("\0")
    for name in names:
        if (root / name).is_file():
            (fresh / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, fresh / name, follow_symlinks=False)


def mirror(fresh, tree):
    """Makes a tree of what lies in a folder, which goes. What stays as it was keeps its date and is
    not built."""
    kept = set()
    for path in fresh.rglob("*"):
        if not path.is_file():
            continue
        place = tree / path.relative_to(fresh)
        kept.add(place)
        if not place.is_file() or place.read_bytes() != path.read_bytes():
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)
            shutil.copymode(path, place)
    for path in tree.rglob("*"):
        if path.is_file() and path not in kept and tree / ".build" not in path.parents:
            path.unlink()
    shutil.rmtree(fresh)


class Tests:
    """Runs tests from the one build of a tree."""

    def __init__(self, tree, configuration, arguments):
        self.tree = tree
        self.bundle = tree / ".build" / configuration / "simbenchPackageTests.xctest"
        self.arguments = ["--testing-library", "swift-testing", *arguments]
        self.limit = 600.0
        self.running = set()
        self.is_over = False

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        """An interruption ends the tests that run and starts no more."""
        self.is_over = kind is not None
        for process in list(self.running) if self.is_over else []:
            process.kill()

    def noticed_by(self, variables):
        """The first test that fails, or None; the run ends there."""
        if self.is_over:
            return None
        # Nobody reads the backtrace of a trap, and it would outlive the process.
        environment = dict(os.environ, **variables, SWIFT_BACKTRACE="enable=no")
        # Processor time: a machine that is busy or stopped is no endless loop.
        limited = ["/bin/sh", "-c", f'ulimit -S -t {int(self.limit)}; exec "$@"', "sh", self.bundle]
        process = subprocess.Popen([*limited, *self.arguments], cwd=self.tree, env=environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                   errors="replace")
        self.running.add(process)
        last, passed = "", False
        try:
            for line in process.stdout:
                match = re.search(r'Test (?:"(.+)"|(\S+?)\(.*) recorded an issue', line)
                if match:
                    return match[1] or match[2]
                passed = passed or re.search(r"Test run with [1-9]\d* test.* passed", line)
                if "rror:" in line:
                    last = line.strip()
        finally:
            process.kill()
            code = process.wait()
            self.running.discard(process)
        if passed:
            return None
        if code == -signal.SIGXCPU:
            return f"no end within {int(self.limit)} s"
        where = re.search(r"(\w+/\w[\w+]*\.swift):\d+", last)
        return f"a trap in {where[1]}" if where else f"a trap, {signal.Signals(-code).name}" \
            if code < 0 else f"an end with {code}"
