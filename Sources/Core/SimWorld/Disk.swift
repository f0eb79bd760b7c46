import SimMath

/// An operation on the disk.
public enum DiskOperation: UInt8, Sendable {
  /// Replaces the whole content of a file, and creates the file if it does not exist.
  case write
  /// Makes the written content of a file durable.
  case sync
  /// Renames a file; an existing file of the new name is replaced.
  case rename
  /// Removes a name.
  case remove
  /// Makes all names durable.
  case syncDirectory
}

/// A single-directory disk.
///
/// Synced data survives a power loss; unsynced data may be lost or torn.
///
/// A file is named by a nonzero number and holds 32-bit words in sectors of 512 bytes. After a
/// power loss, each unsynced sector holds its old content, the new content, or zeros, and each name
/// changed since the last directory sync is the old or the new one. Syncing a new file also makes
/// its name durable.
public struct Disk: Sendable, StateFields {
  /// The maximum number of names and files.
  static var capacity: Int { 64 }
  /// The maximum number of sectors of a file.
  static var sectorLimit: Int { 4 }
  /// The number of words of a sector: 512 bytes.
  static var sectorWords: Int { 128 }
  /// The maximum number of words of a file.
  package static var wordLimit: Int { sectorLimit * sectorWords }
  /// The maximum number of name changes that are not durable yet.
  private static var changeLimit: Int { 64 }

  /// A change of a name.
  struct Change: Equatable, Sendable, StateFields {
    var step = DiskOperation.remove
    var file: UInt32 = 0
    var name: UInt32 = 0
    var target: UInt32 = 0

    @specialized(where Visitor == StateDigest)
    @specialized(where Visitor == SnapshotWriter)
    @specialized(where Visitor == SnapshotReader)
    mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
      visitor.field(&step, "step")
      visitor.field(&file, in: 0...UInt32(Disk.capacity - 1), "file")
      visitor.field(&name, "name")
      visitor.field(&target, "target")
    }
  }

  /// The current and the durable name of every file: 0 for none.
  private var names: [UInt32]
  private var syncedNames: [UInt32]
  private var wordCounts: [UInt32]
  private var syncedWordCounts: [UInt32]
  /// The unsynced sectors of every file, one bit each.
  private var dirty: [UInt32]
  private var changes: [Change]
  private var changeCount: UInt32 = 0
  /// The words of all files, a hash per sector, and a combined hash.
  ///
  /// Only the combined hash is digested; otherwise the cost of every step would grow with the size
  /// of the disk.
  ///
  /// A file without a name holds no words: worlds are created, saved and restored by the million,
  /// and most of a disk is empty.
  private var words: [[UInt32]]
  private var syncedWords: [[UInt32]]
  private var hashes: [UInt64]
  private var syncedHashes: [UInt64]
  private var contentHash: UInt64 = 0
  /// Whether writes fail for lack of space.
  public internal(set) var isFull = false

  /// Creates an empty disk.
  package init() {
    names = Array(repeating: 0, count: Self.capacity)
    syncedNames = names
    wordCounts = names
    syncedWordCounts = names
    dirty = names
    changes = Array(repeating: Change(), count: Self.changeLimit)
    words = Array(repeating: [], count: Self.capacity)
    syncedWords = words
    hashes = Array(repeating: 0, count: Self.capacity * Self.sectorLimit)
    syncedHashes = hashes
  }

  // MARK: - Reading

  /// Whether a file of this name exists.
  public func exists(_ name: UInt32) -> Bool { file(name) != nil }

  /// The words of a file; nil if it does not exist.
  public func read(_ name: UInt32) -> [UInt32]? {
    guard let file = file(name) else { return nil }
    return Array(words[file][..<Int(wordCounts[file])])
  }

  /// Whether a file holds exactly these words.
  public func holds(_ expected: [UInt32], in name: UInt32) -> Bool {
    guard let file = file(name), Int(wordCounts[file]) == expected.count else { return false }
    return words[file][..<expected.count].elementsEqual(expected)
  }

  /// Passes the name of every file to a closure, in unspecified order.
  public func forEachName(_ body: (UInt32) -> Void) {
    for name in names where name != 0 { body(name) }
  }

  private func file(_ name: UInt32) -> Int? {
    guard name != 0 else { return nil }
    for index in names.indices where names[index] == name { return index }
    return nil
  }

  private func syncedFile(_ name: UInt32) -> Int? {
    guard name != 0 else { return nil }
    for index in syncedNames.indices where syncedNames[index] == name { return index }
    return nil
  }

  // MARK: - Steps

  /// Replaces the whole content of a file.
  ///
  /// - Returns: false if the disk is full or the content too long.
  package mutating func write(_ content: [UInt32], to name: UInt32) -> Bool {
    guard !isFull, content.count <= Self.wordLimit else { return false }
    guard let file = file(name) ?? freeFile() else { return false }
    names[file] = name
    if words[file].isEmpty { fill(file) }
    wordCounts[file] = UInt32(content.count)
    words[file].replaceSubrange(0..<content.count, with: content)
    for index in content.count..<Self.wordLimit { words[file][index] = 0 }
    for sector in 0..<Self.sectorLimit { rehash(file, sector) }
    dirty[file] = 1 << UInt32(Self.sectorLimit) - 1
    return true
  }

  private func isUsed(_ file: Int) -> Bool { names[file] != 0 || syncedNames[file] != 0 }

  /// A file without a current and a durable name; nil if there is none.
  private func freeFile() -> Int? {
    for file in names.indices where !isUsed(file) { return file }
    return nil
  }

  private mutating func fill(_ file: Int) {
    words[file] = Array(repeating: 0, count: Self.wordLimit)
    syncedWords[file] = words[file]
  }

  /// Empties files without a name, and drops pending changes of their names.
  private mutating func forgetUnused() {
    for file in names.indices where !isUsed(file) && !words[file].isEmpty {
      for place in file * Self.sectorLimit..<(file + 1) * Self.sectorLimit {
        setHash(place, 0)
        setSyncedHash(place, 0)
      }
      (words[file], syncedWords[file]) = ([], [])
      (wordCounts[file], syncedWordCounts[file], dirty[file]) = (0, 0, 0)
      var kept = 0
      for index in 0..<Int(changeCount) where changes[index].file != UInt32(file) {
        changes[kept] = changes[index]
        kept += 1
      }
      changeCount = UInt32(kept)
    }
  }

  private mutating func setHash(_ place: Int, _ hash: UInt64) {
    contentHash ^= Self.mixed(hashes[place], place) ^ Self.mixed(hash, place)
    hashes[place] = hash
  }

  private mutating func setSyncedHash(_ place: Int, _ hash: UInt64) {
    let key = place + hashes.count
    contentHash ^= Self.mixed(syncedHashes[place], key) ^ Self.mixed(hash, key)
    syncedHashes[place] = hash
  }

  /// The contribution of a sector to the combined hash: 0 if the sector is empty.
  private static func mixed(_ hash: UInt64, _ place: Int) -> UInt64 {
    hash == 0 ? 0 : NameHash.mix(hash &+ UInt64(place) &* 0x9E37_79B9_7F4A_7C15)
  }

  private mutating func rehash(_ file: Int, _ sector: Int) {
    setHash(file * Self.sectorLimit + sector, hash(sector, of: words[file]))
  }

  private func hash(_ sector: Int, of words: [UInt32]) -> UInt64 {
    var hash: UInt64 = 0
    var isZero: UInt32 = 0
    for index in sector * Self.sectorWords..<(sector + 1) * Self.sectorWords {
      isZero |= words[index]
      hash = (hash ^ UInt64(words[index])) &* 0x9FB2_1C65_1E98_DF25
      hash ^= hash &>> 32
    }
    return isZero == 0 ? 0 : hash
  }

  /// Makes the content of a file durable.
  package mutating func sync(_ name: UInt32) {
    guard let file = file(name) else { return }
    keep(file)
    if syncedNames[file] == 0, syncedFile(name) == nil { syncedNames[file] = name }
  }

  /// Renames a file; an existing file of the new name is replaced.
  ///
  /// - Returns: false if the file does not exist or too many changes are pending.
  package mutating func rename(_ name: UInt32, to target: UInt32) -> Bool {
    guard let file = file(name), note(.rename, file, name, target) else { return false }
    if let old = self.file(target) { names[old] = 0 }
    names[file] = target
    forgetUnused()
    return true
  }

  /// Removes a name; succeeds if the name does not exist.
  ///
  /// - Returns: false if too many changes are pending.
  package mutating func remove(_ name: UInt32) -> Bool {
    guard let file = file(name) else { return true }
    guard note(.remove, file, name, 0) else { return false }
    names[file] = 0
    forgetUnused()
    return true
  }

  private mutating func note(
    _ step: DiskOperation, _ file: Int, _ name: UInt32, _ target: UInt32
  ) -> Bool {
    guard changeCount < UInt32(Self.changeLimit) else { return false }
    changes[Int(changeCount)] = Change(
      step: step, file: UInt32(file), name: name, target: target)
    changeCount += 1
    return true
  }

  /// Makes all names durable.
  package mutating func syncDirectory() {
    // A file that was never synced keeps its name and is empty on the disk.
    syncedNames = names
    changeCount = 0
    forgetUnused()
  }

  /// Makes all content and names durable.
  package mutating func syncAll() {
    for file in names.indices where names[file] != 0 { keep(file) }
    syncDirectory()
  }

  /// Loses unsynced data at random.
  ///
  /// - Parameter draw: returns a number from 0 up to, but not including, `below`, for a file name
  ///   and a sector, or for the index of a name change.
  package mutating func losePower(
    _ draw: (_ name: UInt32, _ place: UInt32, _ below: UInt32) -> UInt32
  ) {
    for index in 0..<Int(changeCount) {
      let change = changes[index]
      let file = Int(change.file)
      guard draw(change.name, 64 + UInt32(index), 2) == 1 else { continue }
      if change.step == .rename {
        if let old = syncedFile(change.target) { syncedNames[old] = 0 }
        syncedNames[file] = change.target
      } else if syncedNames[file] == change.name {
        syncedNames[file] = 0
      }
    }
    changeCount = 0
    for file in names.indices {
      guard syncedNames[file] != 0 else {
        names[file] = 0
        continue
      }
      if dirty[file] != 0 { loseSectors(file, draw) }
    }
    names = syncedNames
    forgetUnused()
  }

  private mutating func loseSectors(
    _ file: Int, _ draw: (_ name: UInt32, _ place: UInt32, _ below: UInt32) -> UInt32
  ) {
    for sector in 0..<Self.sectorLimit {
      let place = file * Self.sectorLimit + sector
      // A sector that is zero in both versions has one possible result, so nothing is drawn for it.
      guard hashes[place] != 0 || syncedHashes[place] != 0 else { continue }
      let range = sector * Self.sectorWords..<(sector + 1) * Self.sectorWords
      switch draw(syncedNames[file], UInt32(sector), 3) {
      case 0: for index in range { words[file][index] = syncedWords[file][index] }
      case 1: break
      default: for index in range { words[file][index] = 0 }
      }
      rehash(file, sector)
    }
    if draw(syncedNames[file], 63, 2) == 0 { wordCounts[file] = syncedWordCounts[file] }
    keep(file)
  }

  private mutating func keep(_ file: Int) {
    syncedWords[file] = words[file]
    for sector in 0..<Self.sectorLimit {
      let place = file * Self.sectorLimit + sector
      setSyncedHash(place, hashes[place])
    }
    syncedWordCounts[file] = wordCounts[file]
    dirty[file] = 0
  }

  private mutating func rehashAll() {
    for place in hashes.indices {
      let (file, sector) = (place / Self.sectorLimit, place % Self.sectorLimit)
      hashes[place] = words[file].isEmpty ? 0 : hash(sector, of: words[file])
      syncedHashes[place] = words[file].isEmpty ? 0 : hash(sector, of: syncedWords[file])
    }
  }

  // MARK: - State

  /// Visits names, lengths and contents of all sectors.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  public mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&isFull, "isFull")
    visitor.field(&names, "names")
    visitor.field(&syncedNames, "syncedNames")
    visitor.field(&wordCounts, "wordCounts")
    visitor.field(&syncedWordCounts, "syncedWordCounts")
    visitor.field(&dirty, "dirty")
    visitor.field(&changeCount, in: 0...UInt32(Self.changeLimit), "changeCount")
    let used = Int(changeCount)
    visitor.each(&changes, "changes") { visitor, change, index in
      visitor.when(index < used) { change.visitState(&$0) }
    }
    visitor.field(&contentHash, "contentHash")
    for file in names.indices where words[file].isEmpty == isUsed(file) {
      // Runs only if names were restored: allocates storage before the words are restored.
      if isUsed(file) { fill(file) } else { (words[file], syncedWords[file]) = ([], []) }
    }
    visitor.each(&words, "words") { visitor, words, _ in visitor.kept(&words, "") }
    visitor.each(&syncedWords, "syncedWords") { visitor, words, _ in visitor.kept(&words, "") }
    visitor.derived("syncedHashes")
    if visitor.derived("hashes") { rehashAll() }
    for file in wordCounts.indices
    where wordCounts[file] > UInt32(Self.wordLimit)
      || syncedWordCounts[file] > UInt32(Self.wordLimit)
    {
      visitor.refuse("wordCounts")
      (wordCounts[file], syncedWordCounts[file]) = (0, 0)
    }
  }
}
