import SimMath
import SimRaster

/// Writes the caption's face into a display list.
struct CaptionWriter {
  private var registered: [(character: Character, sprite: SpriteHandle)] = []

  mutating func write(
    _ text: String, at corner: Vector2, size: Float, _ color: StraightColor,
    _ list: inout DisplayList
  ) {
    var left = corner.x
    for character in text {
      if character != " " {
        let sprite = sprite(of: character, &list)
        list.sprite(
          sprite, center: Vector2(left + 2.5 * size, corner.y + 3.5 * size), size: size,
          color: color)
      }
      left += (character == " " ? 4 : 6) * size
    }
  }

  private mutating func sprite(of character: Character, _ list: inout DisplayList) -> SpriteHandle {
    if let known = registered.first(where: { $0.character == character }) { return known.sprite }
    var coverage: [UInt8] = []
    for bits in CaptionFont.rows(of: character) {
      for column in 0..<5 { coverage.append(bits & (16 >> UInt8(column)) != 0 ? 255 : 0) }
    }
    let sprite = list.addSprite(width: 5, height: 7, coverage: coverage)
    registered.append((character, sprite))
    return sprite
  }
}
