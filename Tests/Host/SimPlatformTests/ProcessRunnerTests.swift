import Foundation
import SimPlatform
import Testing

@Suite("Running programs")
struct ProcessRunnerTests {
  private func shell(_ script: String, input: [UInt8] = []) throws -> ProcessResult {
    try ProcessRunner.run("/bin/sh", ["-c", script], input: input, limitSeconds: 60)
  }

  @Test("Exit code, signal and both outputs come back")
  func outcome() throws {
    let result = try shell("printf out; printf err >&2; exit 3")
    #expect(result.exitCode == 3 && result.signal == nil)
    #expect(result.outputText == "out" && result.errorText == "err")
    let killed = try shell("kill -TERM $$")
    #expect(killed.exitCode == 128 + SIGTERM && killed.signal == SIGTERM)
    #expect(killed.peakResidentBytes > 0)
  }

  @Test("A full folder for temporary files is named, since it keeps what a program says")
  func fullTemporaryFolder() throws {
    let full = FileFaults().failWrites(afterByteCount: 0, code: ENOSPC)
    try FileFaults.$current.withValue(full) {
      #expect(try shell("exit 0").exitCode == 0)
      do {
        _ = try shell("exit 75")
        Issue.record("nothing was thrown")
      } catch let error as ProcessError {
        #expect(error.isMachineFault && error.message.contains("no space for temporary files"))
      }
    }
  }

  @Test("Megabytes on both outputs at once do not block")
  func largeOutput() throws {
    let result = try shell(
      "head -c 3000000 /dev/zero; head -c 2000000 /dev/zero >&2; head -c 1000000 /dev/zero")
    #expect(result.output.count == 4_000_000 && result.errorOutput.count == 2_000_000)
  }

  @Test("Input, environment and directory arrive")
  func surroundings() throws {
    #expect(try shell("cat", input: Array("some input".utf8)).outputText == "some input")
    #expect(try shell("cat").outputText == "")
    try withTemporaryDirectory { directory in
      let result = try ProcessRunner.run(
        "/bin/sh", ["-c", "echo \"$WORD\"; pwd -P"], environment: ["WORD": "two words"],
        workingDirectory: directory)
      let lines = result.outputText.split(separator: "\n").map(String.init)
      #expect(lines.first == "two words")
      #expect(lines.last?.hasSuffix(directory) == true)
    }
  }

  @Test("A program found along PATH runs; a missing one is named")
  func finding() throws {
    #expect(try ProcessRunner.run("true").exitCode == 0)
    do throws(ProcessError) {
      _ = try ProcessRunner.run("/no/such/program")
      Issue.record("ran a program that does not exist")
    } catch {
      #expect(
        error == .notStarted(program: "/no/such/program", reason: "no such file or directory"))
    }
  }

  @Test("A program that runs too long is ended")
  func limit() throws {
    let start = MonotonicClock.nanoseconds()
    do throws(ProcessError) {
      _ = try ProcessRunner.run("sleep", ["60"], limitSeconds: 0.1)
      Issue.record("waited for the program")
    } catch {
      #expect(error == .timedOut(program: "sleep", limitSeconds: 0.1))
    }
    #expect(MonotonicClock.nanoseconds() - start < 20_000_000_000)
  }

  @Test("Writing to a closed pipe ends a child as it would end it anywhere else")
  func childSignals() throws {
    StandardStreams.ignoreWriteSignals()
    // With the signal ignored the first program would report an error instead.
    #expect(try shell("(while echo y; do :; done) | head -n 1").errorText == "")
  }

  @Test("A child ends when its parent is killed, from whatever thread it was started")
  func orphan() async throws {
    let directory = try FileStore.makeTemporaryDirectory(prefix: "simbench-tests")
    defer { try? FileStore.removeTree(directory) }
    let noted = directory + "/process"
    await #expect(processExitsWith: .signal(SIGKILL)) { [noted = noted as String] in
      Thread.detachNewThread {
        let script = "echo $$ > \(noted).new; mv \(noted).new \(noted); exec sleep 60"
        _ = try? ProcessRunner.run("/bin/sh", ["-c", script])
      }
      while !FileStore.exists(noted) { usleep(1000) }
      kill(getpid(), SIGKILL)
    }
    let text = try FileStore.readText(noted, limitByteCount: 20)
    let child = try #require(pid_t(text.dropLast()))
    var attempt = 0
    while kill(child, 0) == 0, attempt < 1000 {
      usleep(10_000)
      attempt += 1
    }
    #expect(kill(child, 0) != 0, "still runs")
    kill(child, SIGKILL)
  }

  @Test("A child outlives no thread but its own, which waits for it")
  func threads() async {
    // Other threads end while the programs run.
    let results = await withTaskGroup(of: Int32?.self) { group in
      for code in 0..<8 {
        group.addTask {
          await withCheckedContinuation { continuation in
            Thread.detachNewThread {
              let script = "sleep 0.0\(code); exit \(code)"
              let result = try? ProcessRunner.run("/bin/sh", ["-c", script])
              continuation.resume(returning: result?.signal == nil ? result?.exitCode : nil)
            }
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.compactMap { $0 }.sorted() == Array(0..<8))
  }
}
