import KernelWork

/// What a kernel computes, and what it takes for that.
struct Record: Equatable {
  var name: String
  /// Digests of the first two runs in hexadecimal.
  var digests: [String]
  /// Primitives, pixels blended, pixels filled, cells repainted.
  var counts: [UInt32]

  init(_ name: String, _ digests: [String], _ counts: [UInt32]) {
    self.name = name
    self.digests = digests
    self.counts = counts
  }

  /// What a kernel does when it is made anew.
  init(of kernel: Kernel) {
    let work = kernel.make()
    let digests = [work.run(), work.run()].map { String($0, radix: 16) }
    let counts = work.counts
    self.init(
      kernel.name, digests,
      [counts.primitives, counts.pixelsBlended, counts.pixelsFilled, counts.cellsRepainted])
  }

  /// The line of the table below that holds it.
  var line: String { "Record(\"\(name)\", \(digests), \(counts))," }

  /// What every kernel has done ever since somebody meant it to change.
  static let all: [Record] = [
    Record("random", [], [])
  ]
}
