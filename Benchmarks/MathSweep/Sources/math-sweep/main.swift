/// Compares the elementary functions with the system's double-precision libm, and prints the worst
/// result of each.
///
///     swift run -c release --package-path Benchmarks/MathSweep math-sweep
///
/// `sin`, `cos`, `exp` and `log` are tried with all 2³² arguments; `atan2` and `pow` with 2³²
/// pairs: a quarter with any bits, the rest where results are ordinary numbers. The functions' own
/// results are the same on every machine, the reference's last bit is not. Names of functions as
/// arguments limit the sweep to them. Every core works; progress goes to a terminal's standard
/// error. `worst-cases.txt` keeps the outcome and `WorstCaseTests` tries its arguments again.

import SimbenchKit
import Foundation

/// Arguments are handed out in blocks of this many.
let blockSize: UInt64 = 1 << 22

/// The pair with the given number: mixed bits of the number, spread over where it is interesting.
@inline(__always)
func pair(_ number: UInt64, isPower: Bool) -> (x: Float, y: Float) {
  // SplitMix64: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
  var bits = number &+ (isPower ? 1 << 40 : 0)
  bits = (bits ^ (bits &>> 30)) &* 0xBF58_476D_1CE4_E5B9
  bits = (bits ^ (bits &>> 27)) &* 0x94D0_49BB_1331_11EB
  bits ^= bits &>> 31
  var x = UInt32(truncatingIfNeeded: bits)
  var y = UInt32(truncatingIfNeeded: bits >> 32)
  if number & 3 != 0 && isPower {
    // Bases of any size, and exponents for which most powers are neither 0 nor infinite.
    x &= 0x7FFF_FFFF
    let magnitude = abs(Float(bitPattern: x).exponentBits - 127) | 1
    let limit = 128 / Float(magnitude)
    if number & 3 == 1 {
      // Bases next to 1 raised to large exponents.
      let near = 1 + (Float(x & 0xFF_FFFF) * 0x1p-24 - 0.5) * 0x1p-4
      return (near, (Float(y >> 8) * 0x1p-24 - 0.5) * 6000)
    }
    return (Float(bitPattern: x), (Float(y >> 8) * 0x1p-23 - 1) * limit)
  }
  if number & 3 != 0 {
    // Exponents at most 15 apart: any angle, not only those next to the axes.
    let exponent = min(254, max(1, Int32(x >> 23 & 0xFF) + Int32(y >> 23 & 31) - 15))
    y = y & 0x807F_FFFF | UInt32(exponent) << 23
  }
  return (Float(bitPattern: x), Float(bitPattern: y))
}

extension Float {
  /// The exponent as stored, 0 to 255.
  var exponentBits: Int32 { Int32(bitPattern >> 23 & 0xFF) }
}

/// The worst result of one block of arguments.
func sweep<F: Function>(_ function: F.Type, block: UInt64, isPower: Bool) -> Worst {
  var worst = Worst()
  for number in block * blockSize..<(block + 1) * blockSize {
    if F.isBinary {
      let (x, y) = pair(number, isPower: isPower)
      worst.look(function, x, y)
    } else {
      worst.look(function, Float(bitPattern: UInt32(truncatingIfNeeded: number)), 0)
    }
  }
  return worst
}

/// Sweeps one function on every core and prints its worst result.
func report<F: Function>(_ function: F.Type) async {
  guard CommandLine.arguments.count == 1 || CommandLine.arguments.contains(F.name) else { return }
  let blockCount = (1 << 32) / blockSize
  let isPower = F.name == "pow"
  var next: UInt64 = 0
  var worst = Worst()
  await withTaskGroup(of: Worst.self) { group in
    func start() {
      let block = next
      next += 1
      group.addTask { sweep(F.self, block: block, isPower: isPower) }
    }
    for _ in 0..<min(blockCount, UInt64(ProcessInfo.processInfo.activeProcessorCount)) { start() }
    for await part in group {
      worst.merge(part)
      if next < blockCount { start() }
      if isatty(2) != 0 {
        let line = "\r\(F.name) \(worst.count * 100 >> 32) %  "
        FileHandle.standardError.write(Data(line.utf8))
      }
    }
  }
  if isatty(2) != 0 { FileHandle.standardError.write(Data("\r".utf8)) }
  func hexadecimal(_ value: Float) -> String {
    let digits = String(value.bitPattern, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
  }
  let arguments = hexadecimal(worst.x) + (F.isBinary ? " " + hexadecimal(worst.y) : "")
  let line = [
    F.name, arguments, "result", hexadecimal(worst.value), "ulps",
    String(format: "%.9f", worst.ulps), "arguments", "\(worst.count)\n",
  ].joined(separator: " ")
  FileHandle.standardOutput.write(Data(line.utf8))
}

await report(Sine.self)
await report(Cosine.self)
await report(Exponential.self)
await report(Logarithm.self)
await report(ArcTangent.self)
await report(Power.self)
