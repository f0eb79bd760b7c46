/// How each type of state becomes words.
extension StateDigest {
  /// Adds a 32-bit number as one word.
  public mutating func combine(_ value: UInt32) { combine(UInt64(value)) }

  /// Adds a truth value as the word 0 or 1.
  public mutating func combine(_ value: Bool) { combine(value ? 1 as UInt64 : 0) }

  /// Adds the bits of a number as one word.
  ///
  /// - Parameters:
  ///   - field: the name reported when the number is not finite; not hashed.
  ///   - entity: the index reported with it; not hashed.
  public mutating func combine(_ value: Float, field: StaticString, entity: UInt32 = 0) {
    combine(UInt64(checkedBits(value, field: field, entity: entity)))
  }

  /// Adds a vector as one word, x in the lower half.
  public mutating func combine(_ value: Vector2, field: StaticString, entity: UInt32 = 0) {
    let x = checkedBits(value.x, field: field, entity: entity)
    let y = checkedBits(value.y, field: field, entity: entity)
    combine(UInt64(x) | UInt64(y) &<< 32)
  }

  /// Adds a random stream's state: seed, identity and number of words drawn.
  public mutating func combine(_ stream: RandomStream) {
    combine(stream.seed)
    combine(stream.id)
    combine(stream.drawCount)
  }

  private mutating func checkedBits(
    _ value: Float, field: StaticString, entity: UInt32
  ) -> UInt32 {
    if value.isFinite { return value.bitPattern }
    record(field: field, entity: entity)
    return Self.nonFiniteBits
  }
}
