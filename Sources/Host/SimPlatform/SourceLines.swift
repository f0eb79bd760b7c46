/// Maps addresses of this program to source lines, from its debug information, with LLVM's tools.
package enum SourceLines {
  /// A line of a file.
  package struct Line: Equatable, Sendable {
    /// The file, as passed to the compiler.
    package var file: String
    /// The line, from 1.
    package var number: UInt32

    /// Makes a line.
    package init(file: String, number: UInt32) {
      self.file = file
      self.number = number
    }
  }

  /// The lines of each address, inlined functions first; empty lists if the tools are missing or
  /// have no information.
  ///
  /// - Parameter addresses: Addresses in the executable's file.
  package static func lines(of addresses: [UInt64]) -> [[Line]] {
    let nothing = addresses.map { _ in [Line]() }
    guard !addresses.isEmpty, let text = output(addresses, functions: "none") else {
      return nothing
    }
    let blocks = parse(text)
    return blocks.count == addresses.count ? blocks : nothing
  }

  /// The check that the compiler inserted at an address and that failed there, such as `arithmetic
  /// overflow`; nil if the debug information names none.
  package static func failedCheck(at address: UInt64) -> String? {
    let prefix = "Swift runtime failure: "
    let line = output([address], functions: "linkage")?.split(separator: "\n")
      .first { $0.hasPrefix(prefix) }
    return line.map { String($0.dropFirst(prefix.count)) }
  }

  private static func output(_ addresses: [UInt64], functions: String) -> String? {
    guard let executable = Environment.executablePath else { return nil }
    let words = addresses.map { "0x" + String($0, radix: 16) }
    let options = ["--obj=\(executable)", "--functions=\(functions)", "--output-style=LLVM"]
    let ended = try? ProcessRunner.run("llvm-symbolizer", options + words, limitSeconds: 300)
    return ended.flatMap { $0.exitCode == 0 ? $0.outputText : nil }
  }

  /// Parses the tool's output: a line `FILE:LINE:COLUMN` for each function, and an empty line after
  /// each address.
  package static func parse(_ text: String) -> [[Line]] {
    var (blocks, current) = ([[Line]](), [Line]())
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      guard !line.isEmpty else {
        blocks.append(current)
        current = []
        continue
      }
      let parts = line.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count >= 3, let number = UInt32(parts[parts.count - 2]), number > 0 else {
        continue
      }
      let file = parts.dropLast(2).joined(separator: ":")
      if file != "??", !file.hasPrefix("<") {
        current.append(Line(file: file, number: number))
      }
    }
    return blocks
  }
}
