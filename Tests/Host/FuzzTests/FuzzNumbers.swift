import SimMath

/// What cases are made from: a random stream, with the questions that makers of cases ask.
struct FuzzNumbers {
  private var stream: RandomStream

  init(seed: UInt64) {
    stream = RandomStream(seed: seed, name: "fuzz")
  }

  mutating func next() -> UInt64 { stream.nextUInt64() }

  /// A whole number from 0 to `count - 1`.
  mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

  /// True once in so many times.
  mutating func once(in count: Int) -> Bool { below(count) == 0 }

  /// One of several.
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// A number from 0 up to 1.
  mutating func share() -> Double { stream.uniformDouble() }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}
