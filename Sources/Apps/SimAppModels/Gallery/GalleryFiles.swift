import SimbenchKit

/// The names and contents of the gallery's files.
package enum GalleryFiles {
  /// The name of the manifest.
  package static var manifest: UInt32 { 1 }

  /// The name of a sketch's file.
  package static func sketch(_ sequence: UInt32) -> UInt32 { 0x1000 + 2 * sequence }

  /// The name of a picture's file.
  package static func picture(_ sequence: UInt32) -> UInt32 { 0x1001 + 2 * sequence }

  /// The temporary name under which a file is written before it is renamed.
  package static func temporary(_ name: UInt32) -> UInt32 {
    FileReplacement.temporaryName(of: name)
  }

  /// The words of a sketch's file: 520 bytes, two sectors.
  package static func sketchWords(_ sketch: UInt32) -> [UInt32] {
    words(130, UInt64(sketch) &* 0x9E37_79B9_7F4A_7C15)
  }

  /// The words of a picture's file: 1,040 bytes, three sectors.
  package static func pictureWords(_ picture: UInt64) -> [UInt32] { words(260, ~picture) }

  private static func words(_ count: Int, _ seed: UInt64) -> [UInt32] {
    var state = seed
    var words: [UInt32] = []
    words.reserveCapacity(count)
    for _ in 0..<count {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      words.append(UInt32(truncatingIfNeeded: state &>> 32))
    }
    return words
  }

  /// Whether a picture's files match the lengths and checksums of its record.
  package static func areWhole(_ record: GalleryRecord, on disk: borrowing Disk) -> Bool {
    guard let sketch = disk.read(Self.sketch(record.sequence)),
      let picture = disk.read(Self.picture(record.sequence))
    else { return false }
    return sketch.count == Int(record.sketchWords)
      && picture.count == Int(record.pictureWords)
      && CRC32.of(sketch[...]) == record.sketchChecksum
      && CRC32.of(picture[...]) == record.pictureChecksum
  }

  /// Whether a file belongs to the gallery, under its own or a temporary name.
  package static func holds(_ name: UInt32) -> Bool {
    let name = name & 0x7FFF_FFFF
    return name == manifest || name >= 0x1000
  }

  /// The first orphaned file name in ascending order; 0 if there is none.
  package static func orphan(_ manifest: Manifest, on disk: borrowing Disk) -> UInt32 {
    var found: UInt32 = 0
    disk.forEachName { name in
      // The smallest name, since the order in a directory has no meaning.
      guard name != Self.manifest, Self.holds(name), found == 0 || name < found else { return }
      if name >= 0x8000_0000 || manifest.place(of: (name - 0x1000) / 2) == nil { found = name }
    }
    return found
  }
}
