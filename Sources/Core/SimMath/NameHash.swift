/// Integer hashes that turn a name into the identity of a random stream.
@usableFromInline
package enum NameHash {
  /// Offset basis and prime of the 64-bit variant.
  private static var start: UInt64 { 0xCBF2_9CE4_8422_2325 }
  private static var prime: UInt64 { 0x100_0000_01B3 }

  /// The 64-bit FNV-1a hash of a name's UTF-8 bytes (Fowler, Noll and Vo; RFC 9923).
  package static func fnv1a(_ name: StaticString) -> UInt64 {
    fnv1a(name, from: start)
  }

  /// The hash of two names, concatenated.
  package static func fnv1a(_ first: StaticString, _ second: StaticString) -> UInt64 {
    fnv1a(second, from: fnv1a(first))
  }

  private static func fnv1a(_ name: StaticString, from start: UInt64) -> UInt64 {
    precondition(name.hasPointerRepresentation, "a name is a string literal")
    let bytes = unsafe UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    var hash = start
    for index in 0..<bytes.count {
      hash ^= UInt64(unsafe bytes[index])
      hash = hash &* prime
    }
    return hash
  }

  /// The 64-bit FNV-1a hash of bytes.
  package static func fnv1a(_ bytes: [UInt8]) -> UInt64 {
    var hash = start
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* prime }
    return hash
  }

  /// The finalizer of SplitMix64, a bijection: every output bit depends on every input bit.
  ///
  /// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014, with the
  /// constants of Stafford's variant 13.
  @inlinable
  package static func mix(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed &>> 31)
  }
}
