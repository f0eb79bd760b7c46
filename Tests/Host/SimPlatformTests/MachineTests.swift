import Foundation
import SimPlatform
import Testing

@Suite("Machine, clock and environment")
struct MachineTests {
  @Test("The clock moves forward")
  func clock() {
    var previous = MonotonicClock.nanoseconds()
    for _ in 0..<1_000 {
      let now = MonotonicClock.nanoseconds()
      #expect(now >= previous)
      previous = now
    }
    let start = MonotonicClock.nanoseconds()
    usleep(5_000)
    #expect(MonotonicClock.nanoseconds() - start >= 5_000_000)
  }

  /// In a process of its own, where no other test gives memory back meanwhile.
  @Test("Memory in use grows with what is touched, and the peak stays")
  func memory() async {
    await #expect(processExitsWith: .success) {
      let before = try #require(MemoryUse.residentBytes())
      let byteCount = 64 << 20
      let block = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 4_096)
      memset(block, 1, byteCount)
      let during = try #require(MemoryUse.residentBytes())
      block.deallocate()
      let after = try #require(MemoryUse.residentBytes())
      let peak = try #require(MemoryUse.peakResidentBytes())
      #expect(during > before + UInt64(byteCount) * 9 / 10)
      #expect(after < during - UInt64(byteCount) * 9 / 10)
      // The kernel brings the peak up to date only from time to time.
      #expect(peak > during - UInt64(byteCount) / 10)
    }
  }

  @Test("The machine is described without gaps")
  func machine() {
    let machine = Environment.machine
    #expect(!machine.operatingSystem.isEmpty && !machine.kernel.isEmpty)
    #expect(["x86_64", "aarch64", "arm64"].contains(machine.architecture))
    #expect(machine.processor != "")
    #expect(machine.coreCount >= 1 && machine.memoryByteCount > 1 << 20)
  }

  @Test("Lines of system files are read by key")
  func keys() {
    let text = "NAME=x\nPRETTY_NAME=\"Some System 1\"\nmodel name\t: A Processor\nempty=\n"
    func value(_ key: String, _ separator: Character) -> String? {
      Environment.value(of: key, separator: separator, in: text)
    }
    #expect(value("PRETTY_NAME", "=") == "Some System 1")
    #expect(value("model name", ":") == "A Processor")
    #expect(value("empty", "=") == nil && value("none", "=") == nil)
  }

  @Test("Variables, paths and arguments are those of this process")
  func environment() throws {
    #expect(Environment.value("PATH") == ProcessInfo.processInfo.environment["PATH"])
    #expect(Environment.value("SIMBENCH_SURELY_NOT_SET") == nil)
    #expect(Environment.variables["PATH"] == Environment.value("PATH"))
    #expect(FileStore.isFile(try #require(Environment.executablePath)))
    #expect(FileStore.isDirectory(try #require(Environment.currentDirectory)))
    #expect(Environment.arguments == CommandLine.arguments)
    #if os(Linux)
      // Without /proc.
      let path = try #require(Environment.executedPath)
      #expect(FileIdentity(path) == FileIdentity(try #require(Environment.executablePath)))
    #endif
  }

  @Test("CI is what its variable says, not that it is there")
  func ci() {
    for value in [nil, "", "0", "false", "False", "FALSE", "no", "off"] {
      #expect(!Environment.isCI(value), "\(value ?? "unset")")
    }
    for value in ["true", "1", "yes", "woodpecker", " "] { #expect(Environment.isCI(value)) }
    #expect(Environment.isCI == Environment.isCI(Environment.value("CI")))
  }

  @Test("Dates are ISO 8601 in UTC")
  func dates() {
    #expect(Environment.dateISO8601(secondsSince1970: 0) == "1970-01-01T00:00:00Z")
    #expect(Environment.dateISO8601(secondsSince1970: 951_782_399) == "2000-02-28T23:59:59Z")
    #expect(Environment.currentDateISO8601.count == 20)
  }
}
