import Foundation
import SimPlatform
import Testing

/// Lets signals come, which the queue of this thread may have blocked.
private func accept(_ numbers: Int32...) {
  var set = sigset_t()
  sigemptyset(&set)
  for number in numbers { sigaddset(&set, number) }
  pthread_sigmask(SIG_UNBLOCK, &set, nil)
}

/// Sends this process a signal after a moment, to the thread that waits or another, as it comes.
private func send(_ number: Int32, afterMilliseconds delay: UInt32) {
  accept(number)
  Thread.detachNewThread {
    usleep(delay * 1000)
    kill(getpid(), number)
  }
}

/// Goal: pipes reach their reader, and no signal or limit finds this process waiting for ever.
///
/// Method: signals and limits belong to a whole process, so those tests are processes of their own;
/// one that hangs fails by its time limit.
@Suite("Waits, signals and limits", .timeLimit(.minutes(2)))
struct WaitTests {
  @Test("A pipe without a reader is an error, early and late")
  func noReader() throws {
    try withTemporaryDirectory { directory throws in
      let path = directory + "/pipe"
      #expect(mkfifo(path, 0o600) == 0)
      let expected = FileError.unwritable(
        path: path, reason: "nothing reads the pipe; start its reader first")
      FileRegister.$current.withValue(FileRegister()) {
        let early = fileError { () throws(FileError) in
          try FileStore.checkWritable(file: path)
        }
        #expect(early == expected)
      }
      #expect(fileError { () throws(FileError) in try FileStore.write("x", to: path) } == expected)
    }
  }

  @Test("A reader gets everything, and sees no end between the check and the write")
  func reader() throws {
    try withTemporaryDirectory { directory throws in
      let path = directory + "/pipe"
      #expect(mkfifo(path, 0o600) == 0)
      let bytes = (0..<60_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      let copy = directory + "/copy"
      let finished = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        _ = try? ProcessRunner.run("cp", [path, copy], limitSeconds: 60)
        finished.signal()
      }
      FileRegister.$current.withValue(FileRegister()) {
        let error = fileError { () throws(FileError) in
          try FileStore.checkWritable(file: path)
          usleep(100_000)
          try FileStore.write(bytes, to: path)
        }
        #expect(error == nil)
      }
      finished.wait()
      #expect(try FileStore.read(copy, limitByteCount: 1 << 20) == bytes)
    }
  }

  @Test("One signal ends the wait for a reader who stopped reading")
  func stalledReader() async {
    await #expect(processExitsWith: .exitCode(7)) {
      Interrupt.install()
      var ends: [Int32] = [0, 0]
      precondition(pipe(&ends) == 0)
      dup2(ends[1], 1)
      send(SIGTERM, afterMilliseconds: 300)
      do throws(StreamError) {
        try StandardStreams.write([UInt8](repeating: 0x61, count: 1 << 20))
      } catch {
        exit(error == .interrupted ? 7 : 1)
      }
    }
  }

  @Test("One signal ends the wait for a lock")
  func lock() async {
    await #expect(processExitsWith: .exitCode(7)) {
      Interrupt.install()
      let directory = try FileStore.makeTemporaryDirectory(prefix: "simbench-tests")
      let held = try FileLock(files: [directory + "/a"])
      send(SIGINT, afterMilliseconds: 300)
      do throws(FileError) {
        _ = try FileLock(files: [directory + "/a"])
      } catch {
        held.release()
        try FileStore.removeTree(directory)
        exit(error == .interrupted(path: directory) ? 7 : 1)
      }
    }
  }

  @Test("One signal ends a program with all that it started", arguments: [SIGINT, SIGTERM, SIGHUP])
  func children(number: Int32) async {
    await #expect(processExitsWith: .exitCode(7)) { [number] in
      Interrupt.install()
      accept(number)
      // The one behind does not listen; it is in the same group.
      let script = "(trap '' INT; sleep 60) & echo $!; kill -\(number) $PPID; sleep 60"
      let ended = try ProcessRunner.run("/bin/sh", ["-c", script])
      let left = pid_t(ended.outputText.filter(\.isNumber)) ?? 0
      // It is gone, or a dead entry that is not collected yet.
      var isGone = false
      for _ in 0..<100 where !isGone {
        let state = try? ProcessRunner.run(
          "ps", ["-o", "stat=", "-p", "\(left)"], cleansUp: true)
        isGone = state.map { $0.outputText.isEmpty || $0.outputText.hasPrefix("Z") } ?? false
        if !isGone { usleep(20_000) }
      }
      do throws(ProcessError) {
        _ = try ProcessRunner.run("true")
      } catch {
        exit(isGone && left > 1 && error == .interrupted(program: "true") ? 7 : 1)
      }
    }
  }

  @Test("A program that does not listen is killed a little later")
  func stubbornChild() async {
    await #expect(processExitsWith: .exitCode(7)) {
      Interrupt.install()
      accept(SIGTERM)
      let script = "trap '' INT TERM; kill -TERM $PPID; sleep 60; sleep 60"
      let ended = try ProcessRunner.run("/bin/sh", ["-c", script])
      exit(ended.signal == SIGKILL ? 7 : 1)
    }
  }

  @Test("The second signal removes temporary folders with all they hold")
  func folders() async throws {
    let directory = try FileStore.makeTemporaryDirectory(prefix: "simbench-tests")
    defer { try? FileStore.removeTree(directory) }
    await #expect(processExitsWith: .exitCode(130)) { [directory = directory as String] in
      setenv("TMPDIR", directory, 1)
      Interrupt.install()
      let kept = try FileStore.makeTemporaryDirectory(prefix: "kept")
      try FileStore.write("x", to: kept + "/file")
      TemporaryFolders.forget(kept)
      let folder = try FileStore.makeTemporaryDirectory(prefix: "gone")
      for number in 0..<300 {
        try FileStore.write("x", to: "\(folder)/deep/\(number % 7)/\(number)")
      }
      precondition(symlink(kept, folder + "/deep/link") == 0)
      accept(SIGINT, SIGTERM)
      let script = "trap '' INT; kill -INT $PPID; kill -TERM $PPID; sleep 60; sleep 60"
      _ = try ProcessRunner.run("/bin/sh", ["-c", script])
    }
    let names = try FileStore.list(directory: directory)
    #expect(names.count == 1 && names[0].hasPrefix("kept-"))
    #expect(FileStore.isFile("\(directory)/\(names[0])/file"))
  }

  @Test("A limit of file sizes is an error that leaves nothing")
  func sizeLimit() async throws {
    let directory = try FileStore.makeTemporaryDirectory(prefix: "simbench-tests")
    defer { try? FileStore.removeTree(directory) }
    await #expect(processExitsWith: .exitCode(7)) { [directory = directory as String] in
      var limit = rlimit(rlim_cur: 1000, rlim_max: 1000)
      #if canImport(Darwin)
        setrlimit(RLIMIT_FSIZE, &limit)
      #else
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      #endif
      let transaction = FileTransaction()
      try transaction.stage("small", at: directory + "/sub/small")
      do throws(FileError) {
        try transaction.stage([UInt8](repeating: 0, count: 2000), at: directory + "/sub/large")
      } catch {
        exit(error.message.hasSuffix("files may be here (ulimit -f)") ? 7 : 1)
      }
    }
    #expect(try FileStore.list(directory: directory) == [])
  }

  @Test("Standard streams that are closed keep their numbers from files")
  func closedStreams() async {
    await #expect(processExitsWith: .exitCode(7)) {
      // Another thread of a test process may open a file in between and get one of the numbers;
      // where they are not reserved, every attempt fails.
      for _ in 0..<20 {
        for number in 0..<3 { close(Int32(number)) }
        StandardStreams.reserveDescriptors()
        let opened = open("/dev/null", O_RDONLY)
        guard opened > 2, !StandardStreams.isOpen(.output), StandardStreams.isOpen(.error) else {
          continue
        }
        exit(7)
      }
      exit(1)
    }
  }
}
