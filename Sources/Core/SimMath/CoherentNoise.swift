/// Smooth random values over space and time: nearby values differ little, distant ones are
/// unrelated.
///
/// Value noise after Perlin: a hash assigns a number to every corner of a grid, and a quintic whose
/// first two derivatives are 0 at the corners interpolates the eight corners around a position.
/// Uses only sums, products and integer hashes, so results are bit-exact on every target.
public struct CoherentNoise: Equatable, Sendable, StateFields {
  /// The key that distinguishes one field from another.
  @usableFromInline package private(set) var key: UInt32

  /// Visits the key.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&key, "key")
  }

  /// Creates the field of a key, which is one word drawn from a random stream.
  public init(key: UInt32) { self.key = key }

  /// The field's value, −1 to 1, at a position within ±2²⁰ and at a time.
  ///
  /// - Parameters:
  ///   - x: horizontal position in cells, to the right.
  ///   - y: vertical position in cells, downwards.
  ///   - cell: the whole part of the time in cells; it may wrap around.
  ///   - fraction: the fractional part of the time, 0 to 1.
  @inlinable
  public func value(_ x: Float, _ y: Float, cell: UInt32, fraction: Float) -> Float {
    let (left, top) = (Self.floored(x), Self.floored(y))
    let (u, v) = (Self.eased(x - Float(left)), Self.eased(y - Float(top)))
    let now = plane(left, top, cell, u, v)
    let next = plane(left, top, cell &+ 1, u, v)
    return now + (next - now) * Self.eased(fraction)
  }

  @inlinable
  @inline(__always)
  func plane(_ left: Int32, _ top: Int32, _ cell: UInt32, _ u: Float, _ v: Float) -> Float {
    let a = corner(left, top, cell)
    let b = corner(left &+ 1, top, cell)
    let c = corner(left, top &+ 1, cell)
    let d = corner(left &+ 1, top &+ 1, cell)
    let above = a + (b - a) * u
    let below = c + (d - c) * u
    return above + (below - above) * v
  }

  /// The value of one corner: a multiple of 2⁻²³ in −1..<1.
  @inlinable
  @inline(__always)
  func corner(_ x: Int32, _ y: Int32, _ cell: UInt32) -> Float {
    var hash = key ^ (UInt32(bitPattern: x) &* 0x9E37_79B1)
    hash = (hash ^ (hash &>> 15)) &* 0x85EB_CA6B
    hash ^= UInt32(bitPattern: y) &* 0xC2B2_AE3D
    hash = (hash ^ (hash &>> 13)) &* 0x27D4_EB2F
    hash ^= cell &* 0x1656_67B1
    hash = (hash ^ (hash &>> 16)) &* 0x7FEB_352D
    hash = (hash ^ (hash &>> 15)) &* 0x846C_A68B
    return Float(Int32(bitPattern: hash ^ (hash &>> 16)) >> 8) * 0x1p-23
  }

  @inlinable
  @inline(__always)
  static func floored(_ value: Float) -> Int32 {
    let whole = Int32(value)
    return Float(whole) > value ? whole &- 1 : whole
  }

  @inlinable
  @inline(__always)
  static func eased(_ share: Float) -> Float {
    share * share * share * (share * (share * 6 - 15) + 10)
  }
}
