import SimPlatform
import Testing

/// Goal: a counter counts what its thread did, or says why there is none; outside valgrind marking
/// a region does nothing.
///
/// Method: page faults stand in for instructions, since every Linux counts them in software.
@Suite struct InstructionCounterTests {
  @Test func pageFaultsAreCounted() throws {
    let counter: InstructionCounter
    do {
      counter = try InstructionCounter(.pageFaults)
    } catch {
      #expect(!error.reason.isEmpty)
      return
    }
    let pages = 256
    let before = counter.read()
    // More than the allocator ever keeps, so that the pages are new ones.
    let block = UnsafeMutableRawPointer.allocate(byteCount: 1 << 26, alignment: 1 << 12)
    defer { block.deallocate() }
    for page in 0..<pages { block.storeBytes(of: 1, toByteOffset: page << 12, as: UInt8.self) }
    let after = counter.read()
    #expect(counter.isExact)
    // Where pages are huge it is one fault.
    #expect(after > before)
    #expect(counter.read() - after < UInt64(pages))
  }

  @Test func hardwareCountsOrSaysWhyNot() {
    do {
      let counter = try InstructionCounter()
      let before = counter.read()
      var sum: UInt64 = 1
      for number in 0..<100_000 { sum = sum &* 31 &+ UInt64(number) }
      #expect(counter.read() > before + 100_000 || !counter.isExact, "\(sum)")
    } catch {
      #expect(!error.reason.isEmpty)
    }
  }

  @Test func outsideValgrindNothingHappens() {
    #expect(!Valgrind.isRunning)
    Valgrind.toggleCollection()
    Valgrind.toggleCollection()
  }
}

/// Goal: functions of this process are found by address and named as in their source.
///
/// Method: the executable of the tests itself, whole, cut short, and without its sections.
@Suite struct SymbolizerTests {
  private func ownBytes() throws -> [UInt8] {
    let path = try #require(Environment.executablePath)
    return try FileStore.read(path, limitByteCount: 1 << 30)
  }

  @Test func namesAreDemangled() {
    #expect(Symbolizer.demangled("$sSi") == "Swift.Int")
    #expect(Symbolizer.demangled("main") == "main")
    #expect(Symbolizer.demangled("") == "")
  }

  #if os(Linux)
    @Test func functionsOfTheExecutableAreFound() throws {
      let file = try #require(ELFFile(ownBytes()))
      let functions = file.functions()
      #expect(functions.contains { file.name($0) == "main" })
      let stripped = try #require(ELFFile(file.withoutSections))
      #expect(stripped.functions().isEmpty)
    }

    @Test func wrongFilesAreNoTrap() throws {
      #expect(ELFFile([]) == nil && ELFFile([UInt8](repeating: 0, count: 64)) == nil)
      let bytes = Array(try ownBytes().prefix(4096))
      for count in stride(from: 64, to: bytes.count, by: 61) {
        #expect(ELFFile(Array(bytes.prefix(count)))?.functions().isEmpty == true)
      }
      for place in 0x20..<0x40 {
        var broken = bytes
        broken[place] = 0xFF
        #expect(ELFFile(broken)?.functions().isEmpty == true, "byte \(place)")
      }
    }
  #endif

  @Test func addressesThatAreNowhereAreUnknown() {
    var symbolizer = Symbolizer()
    #expect(symbolizer.location(ofReturnAddress: 17).function == "unknown")
  }
}
