import SimbenchKit

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
    Record("random", ["44fcec51", "44fcec51"], [0, 0, 0, 0]),
    Record("digest", ["bd8e74e4a8d6bfcb", "bd8e74e4a8d6bfcb"], [0, 0, 0, 0]),
    Record("sin", ["c112bdf4", "c112bdf4"], [0, 0, 0, 0]),
    Record("distance", ["299c728ec24932f4", "299c728ec24932f4"], [0, 0, 0, 0]),
    Record("particle-step", ["f5721a2dcc9aa498", "df69f8451917f09f"], [0, 0, 0, 0]),
    Record("blend", ["301d40f8570726e6", "301d40f8570726e6"], [4, 786432, 262144, 4096]),
    Record("disc", ["6da694682f3e8e9f", "6da694682f3e8e9f"], [101, 30371, 262144, 4096]),
    Record("ring", ["fff65676b61484db", "fff65676b61484db"], [13, 136724, 262144, 4096]),
    Record("gradient", ["abf9f75965dd82fd", "abf9f75965dd82fd"], [1, 0, 262144, 4096]),
    Record("tile", ["4aefb9dbd3e8e7a3", "4aefb9dbd3e8e7a3"], [8, 4044, 8960, 140]),
  ]
}
