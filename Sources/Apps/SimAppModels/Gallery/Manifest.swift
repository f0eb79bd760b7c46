import SimbenchKit

/// A picture in the gallery: a sketch and the image generated from it.
package struct GalleryRecord: Equatable, Sendable, StateFields {
  /// The number of the addition, from 1; also determines the file names.
  package var sequence: UInt32 = 0
  /// The sketch's identifier.
  package var sketch: UInt32 = 0
  /// The generated image, identified by the request that returned it.
  package var picture: UInt64 = 0
  /// The style, 1 to 10.
  package var style: UInt32 = 0
  /// Whether the picture was charged to the quota.
  package var isFree = false
  /// The date to which the picture was charged.
  package var date: Int32 = 0
  /// The wall-clock time, in seconds of UTC.
  package var wallSeconds: Int64 = 0
  /// Whether the picture is a favorite.
  package var isFavorite = false
  /// The length of the sketch's file, in words.
  package var sketchWords: UInt32 = 0
  /// The CRC-32 of the sketch's file.
  package var sketchChecksum: UInt32 = 0
  /// The length of the picture's file, in words.
  package var pictureWords: UInt32 = 0
  /// The CRC-32 of the picture's file.
  package var pictureChecksum: UInt32 = 0

  /// Makes an empty record.
  package init() {}

  /// Visits every field.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.word { visitor in
      visitor.field(&sequence, "sequence")
      visitor.field(&sketch, "sketch")
    }
    visitor.field(&picture, "picture")
    visitor.word { visitor in
      visitor.field(&style, "style")
      visitor.field(&date, "date")
    }
    visitor.field(&wallSeconds, "wallSeconds")
    visitor.word { visitor in
      visitor.field(&isFree, "isFree")
      visitor.field(&isFavorite, "isFavorite")
      visitor.field(&sketchWords, "sketchWords")
    }
    visitor.word { visitor in
      visitor.field(&sketchChecksum, "sketchChecksum")
      visitor.field(&pictureChecksum, "pictureChecksum")
    }
    visitor.field(&pictureWords, "pictureWords")
  }
}

/// The content of the manifest file: the pictures and the used quota.
package struct Manifest: Equatable, Sendable, StateFields {
  /// The maximum number of pictures.
  package static var capacity: Int { 24 }
  /// The version of the file format.
  private static var version: UInt32 { 1 }
  private static var headWords: Int { 29 }
  private static var recordWords: Int { 13 }

  /// The pictures, in the order of additions; those up to `count` are in use.
  package private(set) var records = Array(repeating: GalleryRecord(), count: capacity)
  /// The number of pictures.
  package private(set) var count: UInt32 = 0
  /// The sequence number of the next picture.
  package var nextSequence: UInt32 = 1
  /// The used quota.
  package var quota = GenerationQuota()

  /// Makes a manifest without pictures.
  package init() {}

  /// Whether the capacity is reached.
  package var isFull: Bool { Int(count) == Self.capacity }

  /// Adds a picture; does nothing if the manifest is full.
  package mutating func append(_ record: GalleryRecord) {
    guard !isFull else { return }
    records[Int(count)] = record
    count += 1
  }

  /// The place of a picture; nil if it is missing.
  package func place(of sequence: UInt32) -> Int? {
    for index in 0..<Int(count) where records[index].sequence == sequence { return index }
    return nil
  }

  /// Removes a picture.
  package mutating func remove(at place: Int) {
    for index in place..<Int(count) - 1 { records[index] = records[index + 1] }
    records[Int(count) - 1] = GalleryRecord()
    count -= 1
  }

  /// Toggles whether a picture is a favorite.
  package mutating func toggleFavorite(at place: Int) { records[place].isFavorite.toggle() }

  /// The words of the file; the last is the CRC-32 of all others.
  package var words: [UInt32] {
    var words: [UInt32] = [
      0x534B_4D47, Self.version, count, nextSequence, UInt32(bitPattern: quota.date), quota.used,
      quota.boot, quota.chargeCount,
    ]
    words.reserveCapacity(Self.headWords + Int(count) * Self.recordWords + 1)
    for time in quota.times { Self.put(time, to: &words) }
    words.append(0)
    for index in 0..<Int(count) {
      let record = records[index]
      words.append(record.sequence)
      words.append(record.sketch)
      Self.put(record.picture, to: &words)
      words.append(record.style)
      words.append((record.isFree ? 1 : 0) | (record.isFavorite ? 2 : 0))
      words.append(UInt32(bitPattern: record.date))
      Self.put(UInt64(bitPattern: record.wallSeconds), to: &words)
      words.append(record.sketchWords)
      words.append(record.sketchChecksum)
      words.append(record.pictureWords)
      words.append(record.pictureChecksum)
    }
    words.append(CRC32.of(words[...]))
    return words
  }

  private static func put(_ number: UInt64, to words: inout [UInt32]) {
    words.append(UInt32(truncatingIfNeeded: number))
    words.append(UInt32(truncatingIfNeeded: number >> 32))
  }

  /// Reads the file; nil if it is not a complete, valid manifest.
  package init?(_ words: [UInt32]) {
    guard words.count > Self.headWords, words[0] == 0x534B_4D47, words[1] == Self.version,
      words[2] <= UInt32(Self.capacity),
      words.count == Self.headWords + Int(words[2]) * Self.recordWords + 1,
      CRC32.of(words[..<(words.count - 1)]) == words[words.count - 1]
    else { return nil }
    func number(_ index: Int) -> UInt64 { UInt64(words[index]) | UInt64(words[index + 1]) << 32 }
    nextSequence = words[3]
    quota.date = Int32(bitPattern: words[4])
    (quota.used, quota.boot, quota.chargeCount) = (words[5], words[6], words[7])
    for index in quota.times.indices { quota.times[index] = number(8 + 2 * index) }
    for index in 0..<Int(words[2]) {
      let start = Self.headWords + index * Self.recordWords
      var record = GalleryRecord()
      (record.sequence, record.sketch) = (words[start], words[start + 1])
      record.picture = number(start + 2)
      record.style = words[start + 4]
      (record.isFree, record.isFavorite) = (words[start + 5] & 1 != 0, words[start + 5] & 2 != 0)
      record.date = Int32(bitPattern: words[start + 6])
      record.wallSeconds = Int64(bitPattern: number(start + 7))
      (record.sketchWords, record.sketchChecksum) = (words[start + 9], words[start + 10])
      (record.pictureWords, record.pictureChecksum) = (words[start + 11], words[start + 12])
      append(record)
    }
  }

  /// Visits the pictures in use and the quota.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&count, in: 0...UInt32(Self.capacity), "count")
    visitor.field(&nextSequence, "nextSequence")
    visitor.field(&quota, "quota")
    let used = Int(count)
    visitor.each(&records, "records") { visitor, record, index in
      visitor.when(index < used) { record.visitState(&$0) }
    }
  }
}
