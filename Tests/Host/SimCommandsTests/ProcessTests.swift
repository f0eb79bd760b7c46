import SimFormats
import SimPlatform
import SimCommands
import Testing

/// Goal: the executable ends as it promises: codes, signals, pipes, folders.
///
/// Method: start the one built beside these tests in a folder of its own, and look at what it says
/// and leaves.
@Suite struct ProcessTests {
  private func folder(frames: Int = 6, _ more: String = "") throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(TinyScenario.text(frames: frames, more), to: "tiny.json")
    return folder
  }

  /// Waits until `$process` catches both signals (bits 1 and 14), at most half a minute; where no
  /// file says so, for a second.
  private static let ready = """
    ready() {
      [ -e /proc/self/status ] || { sleep 1; return; }
      for attempt in $(seq 300); do
        grep -q '^SigCgt:.*[4-7c-f]..[2367abef]$' /proc/$process/status && return
        sleep 0.1
      done
    }
    """

  @Test func exitCodesReachTheShell() throws {
    let arguments = ["run", "tiny.json", "--no-render"]
    let held = try Executable.run(arguments, in: folder(TinyScenario.heldBudget))
    #expect(held.exitCode == 0 && held.outputText.hasPrefix("PASSED"))
    // Standard error is no terminal here.
    #expect(held.errorText.isEmpty)
    let failed = try Executable.run(arguments, in: folder(TinyScenario.impossibleBudget))
    #expect(failed.exitCode == 1 && failed.outputText.contains("NEVER"))
    let claimed = TinyScenario.text(flakes: 1, frames: 181, #", "load": { "flakes-moving": 2 }"#)
    let idle = try TemporaryFolder()
    try idle.write(claimed, to: "tiny.json")
    #expect(try Executable.run(arguments, in: idle).exitCode == 8)
  }

  /// Work and waits of their own make frames late, on a busy machine too; both are planted.
  @Test(arguments: ["wait=20000/64", "work=4000000/64"]) func slowFramesFail(
    plant: String
  ) throws {
    let folder = try TemporaryFolder()
    let budget = #", "budgets": [{ "id": "T", "metric": "timing.frame.p99", "atMost": 5 }]"#
    try folder.write(TinyScenario.text(frames: 130, budget), to: "tiny.json")
    let script = "SIMBENCH_PLANT=\(plant) exec \"$SIMBENCH\" run tiny.json --no-render"
    let result = try Executable.shell(script, in: folder)
    #expect(result.exitCode == 1, "\(result.outputText)")
    #expect(result.outputText.contains("✗ T  timing.frame.p99"))
  }

  /// An app's own executable has another name, and may not be found without its path.
  @Test(arguments: [
    ("./boats-bench", "./boats-bench"), ("boats-bench", "boats-bench"),
    ("'./my bench'", "./my bench"),
  ]) func commandsToCopyNameTheProgramThatRan(program: String, link: String) throws {
    let folder = try folder(TinyScenario.impossibleBudget)
    let script = """
      PATH="$PWD:$PATH"
      ln -s "$SIMBENCH" "\(link)"
      \(program) run tiny.json --no-render --no-wall > run
      \(program) run 2> error
      \(program) run --help > help
      next=$(sed -n 's/^ *next  //p' run)
      eval "$next --quiet"
      """
    let result = try Executable.shell(script, in: folder)
    #expect(result.exitCode == 0, "\(result.errorText)")
    func text(_ name: String) throws -> String {
      try FileStore.readText(folder.at(name), limitByteCount: 1 << 20)
    }
    #expect(try text("run").contains("  next  \(program) render tiny.json "))
    #expect(
      try text("error") == "simbench: missing argument SCENARIO. See \(program) run --help\n")
    let help = try text("help")
    #expect(help.contains("Usage: \(program) run [options] SCENARIO...\n"))
    #expect(help.contains("\n  \(program) run ") && !help.contains("\n  simbench "))
  }

  @Test func pictureGoesToTheHiddenFolderUnlessTold() throws {
    let folder = try folder()
    let result = try Executable.run(["run", "tiny.json", "--quiet"], in: folder)
    #expect(result.exitCode == 0 && result.output.isEmpty && result.errorOutput.isEmpty)
    #expect(folder.names() == [".simbench", "tiny.json"])
    #expect(folder.names(in: ".simbench") == ["tiny.png"])
  }

  @Test(
    arguments: [
      ["run", "none.json"], ["rnu"], ["render", "tiny.json", "--at", "99"],
      ["validate", "none.json"], ["list", "nothing"], [],
      ["init", "Bad"],
    ])
  func badInputLeavesNothing(arguments: [String]) throws {
    let folder = try folder()
    let result = try Executable.run(arguments, in: folder)
    #expect(result.exitCode == 2 && result.output.isEmpty)
    #expect(result.errorText.hasPrefix("simbench: "))
    #expect(result.errorText.split(separator: "\n").count == 1)
    #expect(folder.names() == ["tiny.json"])
  }

  @Test func fullDisksLeaveNothing() throws {
    let folder = try folder()
    let result = try Executable.run(["run", "tiny.json", "--json", "/dev/full"], in: folder)
    #expect(result.exitCode == 75 && result.output.isEmpty)
    #expect(
      result.errorText
        == "simbench: /dev/full: cannot be written: the disk is full; free some space and run it "
        + "again\n")
    #expect(folder.names() == ["tiny.json"])
  }

  /// Only a picture that an option asks for is worth an error.
  @Test func picturesThatCannotBeWrittenAreLeftOut() throws {
    let folder = try folder()
    // As root, permissions forbid nothing; a file in place of the folder always does.
    try folder.write("", to: ".simbench")
    let left = try Executable.run(
      ["run", "tiny.json", "tiny.json", "--json", "r.json", "--quiet"], in: folder)
    #expect(left.exitCode == 0, "\(left.errorText)")
    #expect(
      left.errorText
        == "simbench: no picture: .simbench: is not a directory, or lies below a file; --out DIR "
        + "names another folder, --no-render paints none\n")
    let rows = ResultFile.rows(
      in: JSONOutput(
        try JSONDocument.read(
          try FileStore.read(folder.at("r.json"), limitByteCount: 1 << 22), file: "r"
        ).root))
    #expect(rows.count == 2 && rows.allSatisfy { $0["picture"]?.text == nil })
    let asked = try Executable.run(["run", "tiny.json", "--out", ".simbench"], in: folder)
    #expect(asked.exitCode == 2 && asked.output.isEmpty)
    #expect(folder.names() == [".simbench", "r.json", "tiny.json"])
  }

  @Test(arguments: ["INT", "TERM"]) func signalEndsTheRunInOrder(signal: String) throws {
    let folder = try folder(frames: 2_000_000)
    let result = try Executable.shell(
      """
      \(Self.ready)
      "$SIMBENCH" run tiny.json --json deep/r.json --csv frames.csv & process=$!
      ready
      sleep 1
      kill -\(signal) $process
      wait $process
      """, in: folder)
    #expect(result.exitCode == 130)
    #expect(result.output.isEmpty && result.errorOutput.isEmpty)
    #expect(folder.names() == ["tiny.json"])
  }

  #if os(Linux)
    /// Whether this user may run a command where /proc is empty, as sandboxes do.
    static let canHideProc =
      (try? ProcessRunner.run("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/proc"]))?
      .exitCode == 0

    @Test(.enabled(if: canHideProc)) func runsWithoutProc() throws {
      let script = """
        mount -t tmpfs none /proc
        "$SIMBENCH" run tiny.json tiny.json --frames 4 --json two.json --quiet || exit
        exec "$SIMBENCH" run tiny.json --frames 4 --instructions difference --quiet
        """
      let folder = try folder()
      let result = try Executable.shell("unshare -rm sh -c '\(script)'", in: folder)
      #expect(result.exitCode == 75, "\(result.errorText)")
      #expect(result.errorText.hasPrefix("simbench: "))
      #expect(result.errorText.contains("/proc: not mounted, and valgrind needs it"))
      #expect(result.errorText.split(separator: "\n").count == 1)
      #expect(folder.names() == [".simbench", "tiny.json", "two.json"])
    }

    @Test(.enabled(if: canHideProc)) func readOnlyFoldersCostThePictureOnly() throws {
      let folder = try folder()
      let script = """
        mount --bind . . && mount -o remount,ro,bind . && cd "$PWD"
        "$SIMBENCH" run tiny.json --quiet || exit
        exec "$SIMBENCH" run tiny.json --quiet --json r.json
        """
      let result = try Executable.shell("unshare -rm sh -c '\(script)'", in: folder)
      #expect(result.exitCode == 75)
      let lines = result.errorText.split(separator: "\n")
      #expect(lines.count == 3 && lines[0] == lines[1], "\(result.errorText)")
      let reason = ": cannot be written: read-only file system"
      #expect(lines[0].hasPrefix("simbench: no picture: .simbench\(reason); --out DIR"))
      #expect(lines.last == "simbench: r.json\(reason)")
      #expect(folder.names() == ["tiny.json"])
    }

    @Test(.enabled(if: canHideProc)) func mountedFilesAreWrittenInPlace() throws {
      let folder = try folder()
      try folder.write("old", to: "r.json")
      try folder.write("old", to: "mounted")
      let script = """
        mount --bind mounted r.json
        exec "$SIMBENCH" run tiny.json --json r.json --csv new.csv --quiet
        """
      let result = try Executable.shell("unshare -rm sh -c '\(script)'", in: folder)
      #expect(result.exitCode == 0)
      #expect(result.errorText.hasPrefix("simbench: r.json: written in place, since a rename"))
      #expect(result.errorText.split(separator: "\n").count == 1)
      let written = try FileStore.readText(folder.at("mounted"), limitByteCount: 1 << 20)
      #expect(written.hasPrefix("{") && written.hasSuffix("}\n"))
      #expect(try FileStore.readText(folder.at("r.json"), limitByteCount: 9) == "old")
      #expect(folder.names() == [".simbench", "mounted", "new.csv", "r.json", "tiny.json"])
    }

    /// Every process needs a different amount before its first allocation of frames, so the limit
    /// lies just above what the smallest command needs.
    @Test(.enabled(if: canEndWithoutMemory), arguments: ["", "tiny.json"])
    func memoryThatRunsOutIsAFaultOfTheMachine(second: String) throws {
      let folder = try TemporaryFolder()
      let large = TinyScenario.text(frames: 500).replacing(
        "\"width\": 160, \"height\": 80", with: "\"width\": 4096, \"height\": 4096")
      try folder.write(large, to: "large.json")
      try folder.write(TinyScenario.text(frames: 4), to: "tiny.json")
      let script = """
        limit=20000
        # The shell reports crashes of the loader.
        {
          until (ulimit -v $limit; "$SIMBENCH" --version) > first; do
            limit=$((limit + 10000))
          done
        } 2> loader
        ulimit -v $((limit + 40000))
        exec "$SIMBENCH" run large.json \(second) --json r.json --jobs 1 --quiet
        """
      let result = try Executable.shell(script, in: folder)
      #expect(result.exitCode == 75 && result.output.isEmpty, "\(result.errorText)")
      #expect(result.errorText.hasPrefix("simbench: "))
      #expect(result.errorText.contains("out of memory: the system refuses "))
      #expect(!folder.names().contains { $0.hasSuffix(".tmp") })
    }

    /// Sanitizers and other C libraries have allocators of their own.
    static let canEndWithoutMemory = AllocationProbe.isInterposed

    /// The loader says what it calls, and in which order.
    @Test func signalsAreCaughtBeforeLibrariesBegin() throws {
      let result = try Executable.shell(
        "LD_DEBUG=libs exec \"$SIMBENCH\" --version", in: TemporaryFolder())
      #expect(result.exitCode == 0)
      let first = try #require(result.errorText.firstRange(of: "calling preinit: "))
      let others = try #require(result.errorText.firstRange(of: "calling init: "))
      #expect(first.lowerBound < others.lowerBound)
    }
  #endif

  @Test func secondSignalEndsTheRunAtOnce() throws {
    // Frames of 16 million pixels take an unoptimized build many seconds each.
    let folder = try TemporaryFolder()
    let text = TinyScenario.text(frames: 500_000).replacing(
      "\"width\": 160, \"height\": 80", with: "\"width\": 4096, \"height\": 4096")
    try folder.write(text, to: "tiny.json")
    let result = try Executable.shell(
      """
      \(Self.ready)
      "$SIMBENCH" run tiny.json & process=$!
      ready
      sleep 2
      kill -INT $process
      sleep 0.2
      kill -INT $process 2>/dev/null
      second=$(date +%s)
      wait $process
      code=$?
      echo $(($(date +%s) - second))
      exit $code
      """, in: folder)
    #expect(result.exitCode == 130)
    let seconds = try #require(Int(result.outputText.filter(\.isNumber)))
    #expect(seconds < 5)
    #expect(folder.names() == ["tiny.json"])
  }

  @Test(arguments: ["man", "--help", "list devices", "run tiny.json --json -"])
  func readerWhoLeavesIsNoFailure(command: String) throws {
    let folder = try folder()
    let result = try Executable.shell(
      """
      { "$SIMBENCH" \(command); echo "code $?" >&2; } | head -n 1
      """, in: folder)
    #expect(result.exitCode == 0)
    #expect(result.outputText.split(separator: "\n").count == 1)
    #expect(result.errorText == "code 0\n")
  }

  @Test(arguments: ["--help", "run tiny.json", "run tiny.json --json -", "list scenes --json -"])
  func fullStandardOutputIsAnError(command: String) throws {
    let folder = try folder()
    let result = try Executable.shell("\"$SIMBENCH\" \(command) > /dev/full", in: folder)
    #expect(result.exitCode == 75)
    #expect(result.errorText == "simbench: the output cannot be written: the disk is full\n")
  }

  @Test(arguments: ["--help", "man", "run tiny.json --quiet --json r.json", "init snow"])
  func closedStandardOutputStopsEverything(command: String) throws {
    let folder = try folder()
    let result = try Executable.shell("\"$SIMBENCH\" \(command) >&-", in: folder)
    #expect(result.exitCode == 2)
    #expect(result.errorText.hasPrefix("simbench: standard output is closed, so nothing was done"))
    #expect(folder.names() == ["tiny.json"])
  }

  @Test func standardOutputReplacesNoInput() throws {
    let folder = try folder()
    let before = try folder.listing()
    let result = try Executable.shell(
      "\"$SIMBENCH\" validate tiny.json >> tiny.json", in: folder)
    #expect(result.exitCode == 2)
    #expect(result.errorText.contains("standard output: cannot be written: it is read as input"))
    #expect(try folder.listing() == before)
  }

  @Test func reportGoesToANamedStream() throws {
    let folder = try folder()
    let result = try Executable.shell(
      "\"$SIMBENCH\" run tiny.json --quiet --json /dev/stdout --csv /dev/null > r.json", in: folder)
    #expect(result.exitCode == 0 && result.errorOutput.isEmpty)
    let text = try FileStore.readText(folder.at("r.json"), limitByteCount: 1 << 20)
    #expect(try CommandRun.json(text)["runs"].array()[0]["frames"].uint64() == 6)
  }
}
