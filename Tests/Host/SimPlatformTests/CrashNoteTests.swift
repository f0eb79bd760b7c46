import SimPlatform
import Testing

/// Goal: a process that a trap ends says what the thread was doing that met it, and ends as it
/// would have.
///
/// Method: processes that trap, with a note, with one that was taken back, and with that of another
/// thread.
@Suite struct CrashNoteTests {
  private static func text(_ result: ExitTest.Result?) throws -> String {
    String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
  }

  @Test func noteIsWrittenWhenATrapEndsTheProcess() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      CrashNote.install()
      CrashNote.install()
      CrashNote.set("first of all")
      CrashNote.set("seed 17 of a.json")
      preconditionFailure("planted")
    }
    let text = try Self.text(result)
    #expect(text.contains("seed 17 of a.json\n") && !text.contains("first of all"), "\(text)")
    #expect(text.matches(of: /seed 17/).count == 1)
  }

  @Test func noteThatWasTakenBackIsNotWritten() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      CrashNote.install()
      CrashNote.set("seed 17 of a.json")
      CrashNote.set(nil)
      preconditionFailure("planted")
    }
    #expect(try !Self.text(result).contains("seed 17"))
  }

  @Test func noteIsThatOfTheThreadThatTraps() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      CrashNote.install()
      _ = try JobQueue.run(2, atOnce: 2) { (index) throws(FileError) in
        CrashNote.set("job \(index)")
        // Both have said what they do before one traps.
        let end = MonotonicClock.nanoseconds() + 200_000_000
        while MonotonicClock.nanoseconds() < end {}
        if index == 1 { preconditionFailure("planted") }
        while MonotonicClock.nanoseconds() < end + 5_000_000_000 {}
      }
    }
    let text = try Self.text(result)
    #expect(text.contains("job 1\n") && !text.contains("job 0"), "\(text)")
  }

  @Test func longNotesAreCut() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      CrashNote.install()
      CrashNote.set(String(repeating: "é", count: 3_000))
      preconditionFailure("planted")
    }
    // Two bytes each.
    #expect(try Self.text(result).filter { $0 == "é" }.count == 1024)
  }
}
