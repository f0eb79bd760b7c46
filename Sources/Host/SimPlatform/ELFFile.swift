/// A 64-bit little-endian ELF executable or library, as used by Linux.
///
/// Reading never fails: a field outside the file reads as 0, and an invalid table is empty.
package struct ELFFile {
  /// A function in the file.
  package struct Function {
    /// The first address, relative to the file.
    var address: UInt64
    /// The number of bytes of code; 0 if unknown.
    var byteCount: UInt64
    /// The offset of its name.
    var nameOffset: Int
  }

  private var bytes: [UInt8]

  /// Takes a file's bytes; nil if they have another format.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= 64, bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return nil }
    self.bytes = bytes
  }

  /// Whether the file can be loaded at any address, so that its addresses are relative.
  package var isRelocatable: Bool { number(at: 16, byteCount: 2) == 3 }

  /// The file without its section table, which loaders do not need.
  ///
  /// Tools that find debug information through that table, such as valgrind, then find none.
  package var withoutSections: [UInt8] {
    var stripped = bytes
    // The table's offset, its number of entries, and the index of the section of names.
    for index in Array(0x28..<0x30) + Array(0x3C..<0x40) { stripped[index] = 0 }
    return stripped
  }

  /// All named functions by address: from the symbol table, otherwise the exported ones.
  package func functions() -> [Function] {
    let sections = sectionOffsets()
    // Stripped files have only the second, which is for the dynamic linker.
    for kind in [2, 11] as [UInt64] {
      let tables = sections.filter { number(at: $0 + 4, byteCount: 4) == kind }
      let found = tables.flatMap { functions(inTable: $0, sections) }
      if !found.isEmpty { return found.sorted { $0.address < $1.address } }
    }
    return []
  }

  /// The name of a function, as spelled in the file.
  package func name(_ function: Function) -> String {
    let end = bytes[function.nameOffset...].firstIndex(of: 0) ?? bytes.endIndex
    return String(decoding: bytes[function.nameOffset..<end], as: UTF8.self)
  }

  private func functions(inTable table: Int, _ sections: [Int]) -> [Function] {
    let link = Int(number(at: table + 0x28, byteCount: 4))
    guard link < sections.count else { return [] }
    let (start, size) = extent(table)
    let (names, namesSize) = extent(sections[link])
    var found: [Function] = []
    // Entries have 24 bytes; an incomplete one at the end is skipped.
    for entry in stride(from: start, to: start + size - 23, by: 24) {
      // Type 2 is a function; functions defined in other files have no address here.
      guard number(at: entry + 4, byteCount: 1) & 15 == 2 else { continue }
      let address = number(at: entry + 8, byteCount: 8)
      let name = Int(number(at: entry, byteCount: 4))
      guard address > 0, name < namesSize else { continue }
      found.append(
        Function(
          address: address, byteCount: number(at: entry + 16, byteCount: 8),
          nameOffset: names + name))
    }
    return found
  }

  private func sectionOffsets() -> [Int] {
    let start = number(at: 0x28, byteCount: 8)
    let size = number(at: 0x3A, byteCount: 2)
    guard start > 0, start < UInt64(bytes.count), size >= 64 else { return [] }
    let count = number(at: 0x3C, byteCount: 2)
    return (0..<count).map { Int(start + $0 * size) }.filter { $0 + 64 <= bytes.count }
  }

  /// The range of a section; empty if it is not within the file.
  private func extent(_ section: Int) -> (start: Int, size: Int) {
    let start = number(at: section + 0x18, byteCount: 8)
    let size = number(at: section + 0x20, byteCount: 8)
    let end = UInt64(bytes.count)
    guard start <= end, size <= end - start else { return (0, 0) }
    return (Int(start), Int(size))
  }

  private func number(at offset: Int, byteCount: Int) -> UInt64 {
    guard offset >= 0, offset + byteCount <= bytes.count else { return 0 }
    var value: UInt64 = 0
    for index in (0..<byteCount).reversed() { value = value << 8 | UInt64(bytes[offset + index]) }
    return value
  }
}
