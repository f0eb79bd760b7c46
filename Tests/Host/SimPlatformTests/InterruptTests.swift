import Foundation
import SimPlatform
import Testing

/// Sends a signal to this very thread, whose queue may have blocked it.
private func send(_ number: Int32) {
  var set = sigset_t()
  sigemptyset(&set)
  sigaddset(&set, number)
  pthread_sigmask(SIG_UNBLOCK, &set, nil)
  raise(number)
}

// Each test is a process of its own: signals and descriptors belong to the whole process.
@Suite("Interrupts and streams")
struct InterruptTests {
  @Test("The first signal sets the flag, reset clears it", arguments: [SIGINT, SIGTERM])
  func flag(number: Int32) async {
    await #expect(processExitsWith: .exitCode(7)) { [number] in
      Interrupt.install()
      Interrupt.install()
      precondition(!Interrupt.isRequested)
      send(number)
      precondition(Interrupt.isRequested)
      Interrupt.reset()
      precondition(!Interrupt.isRequested)
      send(number)
      precondition(Interrupt.isRequested)
      exit(7)
    }
  }

  @Test("The second signal ends the process with 130 and deletes unfinished files")
  func second() async throws {
    let directory = try FileStore.makeTemporaryDirectory(prefix: "simbench-tests")
    defer { try? FileStore.removeTree(directory) }
    await #expect(processExitsWith: .exitCode(130)) { [directory = directory as String] in
      Interrupt.install()
      let transaction = FileTransaction()
      try transaction.stage("half", at: directory + "/file")
      let names = try FileStore.list(directory: directory)
      precondition(names.count == 1 && names[0].hasPrefix(".simbench-"))
      send(SIGINT)
      send(SIGINT)
      exit(1)
    }
    #expect(try FileStore.list(directory: directory) == [])
  }

  @Test("Unfinished files can be removed on the way out, and the commit then fails")
  func removal() async throws {
    let directory = try FileStore.makeTemporaryDirectory(prefix: "simbench-tests")
    defer { try? FileStore.removeTree(directory) }
    await #expect(processExitsWith: .exitCode(7)) { [directory = directory as String] in
      try FileStore.write("old", to: directory + "/a")
      let transaction = FileTransaction()
      try transaction.stage("new", at: directory + "/a")
      try transaction.stage("new", at: directory + "/b")
      Interrupt.removePendingFiles()
      do throws(FileError) {
        try transaction.commit()
      } catch {
        exit(7)
      }
    }
    #expect(try FileStore.list(directory: directory) == ["a"])
    #expect(try FileStore.readText(directory + "/a", limitByteCount: 10) == "old")
  }

  @Test("After uninstalling, a signal does what it did before")
  func uninstall() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      Interrupt.install()
      Interrupt.uninstall()
      send(SIGTERM)
    }
  }

  @Test("A pipe without a reader is an error, not the end of the process")
  func brokenPipe() async {
    await #expect(processExitsWith: .exitCode(7)) {
      var ends: [Int32] = [0, 0]
      precondition(pipe(&ends) == 0)
      close(ends[0])
      dup2(ends[1], 1)
      do throws(StreamError) {
        try StandardStreams.write("text\n")
      } catch {
        exit(error == .closed ? 7 : 1)
      }
    }
  }

  #if os(Linux)
    @Test("A full disk behind a stream is named")
    func fullStream() async {
      await #expect(processExitsWith: .exitCode(7)) {
        dup2(open("/dev/full", O_WRONLY), 2)
        do throws(StreamError) {
          try StandardStreams.write([1, 2, 3], to: .error)
        } catch {
          exit(error == .diskFull ? 7 : 1)
        }
      }
    }
  #endif

  @Test("Color goes only to terminals that want it")
  func color() {
    func wants(_ isTerminal: Bool, _ noColor: String?, _ terminal: String?) -> Bool {
      StandardStreams.wantsColor(isTerminal: isTerminal, noColor: noColor, terminal: terminal)
    }
    #expect(wants(true, nil, "xterm-256color") && wants(true, "", "xterm"))
    #expect(!wants(false, nil, "xterm") && !wants(true, "1", "xterm"))
    #expect(!wants(true, nil, "dumb") && !wants(true, nil, nil))
  }
}
