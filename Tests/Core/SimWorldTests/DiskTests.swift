import SimMath
import SimWorld
import TestTier
import Testing

/// Goal: what was synced is kept, and of the rest each sector and each name is the old or the new
/// one, or the sector zero.
///
/// Method: every step of replacing a file, and every fate of everything that was not synced then.
struct DiskTests {
  private static let old = [UInt32](repeating: 1, count: 200)
  private static let new = [UInt32](repeating: 2, count: 300)

  /// Expects what a step on the disk says; the macro cannot call what changes a value.
  private static func check(
    _ holds: Bool, _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(holds, sourceLocation: location)
  }

  /// A disk that keeps the old content under the name 1.
  private static func kept() -> Disk {
    var disk = Disk()
    Self.check(disk.write(old, to: 1))
    disk.sync(1)
    disk.syncDirectory()
    return disk
  }

  /// Steps of replacing the file 1 by way of the file 9, the first so many of them.
  private static func replace(_ disk: inout Disk, steps: Int) {
    if steps > 0 { Self.check(disk.write(new, to: 9)) }
    if steps > 1 { disk.sync(9) }
    if steps > 2 { Self.check(disk.rename(9, to: 1)) }
    if steps > 3 { disk.syncDirectory() }
  }

  @Test(arguments: 0...4) func replacingIsAllOrNothing(steps: Int) {
    var luck = ScriptedLuck()
    var (fates, seen) = (0, Set<[UInt32]>())
    repeat {
      var disk = Self.kept()
      Self.replace(&disk, steps: steps)
      disk.losePower { _, _, limit in luck.draw(limit) ?? 0 }
      fates += 1
      let found = disk.read(1) ?? []
      seen.insert(found)
      #expect(found == Self.old || found == Self.new)
    } while luck.advance()
    #expect(fates >= 1)
    // A written temporary has four sectors of three fates, or no name at all.
    switch steps {
    case 0, 1, 2: #expect(seen == [Self.old])
    case 3: #expect(seen == [Self.old, Self.new] && fates == 2)
    default: #expect(seen == [Self.new] && fates == 1)
    }
  }

  /// Without a sync before the rename all mixtures of sectors come up: the check above can fail.
  @Test func renamingWhatWasNotSyncedTears() {
    var luck = ScriptedLuck()
    var seen = Set<[UInt32]>()
    repeat {
      var disk = Self.kept()
      Self.check(disk.write(Self.new, to: 9))
      Self.check(disk.rename(9, to: 1))
      disk.syncDirectory()
      disk.losePower { _, _, limit in luck.draw(limit) ?? 0 }
      seen.insert(disk.read(1) ?? [])
    } while luck.advance()
    // Of a new file the old sectors are zero as well: each of three is there or not, and so is the
    // length.
    #expect(seen.count == 9)
    #expect(seen.contains(Self.new) && seen.contains([]))
  }

  /// A file that is overwritten in place is old, new or zero in each sector, at either length.
  @Test func overwritingInPlaceTears() {
    var luck = ScriptedLuck()
    var (seen, fates) = (Set<[UInt32]>(), 0)
    repeat {
      var disk = Self.kept()
      Self.check(disk.write(Self.new, to: 1))
      disk.losePower { _, _, limit in luck.draw(limit) ?? 0 }
      seen.insert(disk.read(1) ?? [])
      fates += 1
    } while luck.advance()
    // Three sectors hold something, old or new; the fourth is zero whatever happens.
    #expect(fates == 3 * 3 * 3 * 2)
    #expect(seen.contains(Self.old) && seen.contains(Self.new))
  }

  @Test func removedNamesComeBackUnlessSynced() {
    for isSynced in [false, true] {
      var luck = ScriptedLuck()
      var seen = Set<Bool>()
      repeat {
        var disk = Self.kept()
        Self.check(disk.remove(1))
        #expect(!disk.exists(1))
        if isSynced { disk.syncDirectory() }
        disk.losePower { _, _, limit in luck.draw(limit) ?? 0 }
        seen.insert(disk.exists(1))
      } while luck.advance()
      #expect(seen == (isSynced ? [false] : [false, true]))
    }
  }

  /// Every two or three changes of three names, with every fate of each change.
  ///
  /// A change that is lost leaves the others as if it had never been made, and those that are kept
  /// take effect in the order in which they were made: of several renames onto one name the last
  /// that is kept stands.
  @Test func changesOfNamesKeepTheirOrder() {
    let length = Tier.isDebug ? 2 : 3
    let names: ClosedRange<UInt32> = 1...3
    // A target of 0 is a removal.
    var steps: [(name: UInt32, target: UInt32)] = []
    for name in names {
      for target in UInt32(0)...3 where target != name { steps.append((name, target)) }
    }
    var sequences: [[(name: UInt32, target: UInt32)]] = [[]]
    for _ in 0..<length {
      sequences = sequences.flatMap { sequence in steps.map { sequence + [$0] } }
    }
    var full = Disk()
    for name in names {
      Self.check(full.write([name + 10], to: name))
      full.sync(name)
    }
    full.syncDirectory()
    for sequence in sequences {
      var before = full
      var changes: [(content: UInt32, name: UInt32, target: UInt32)] = []
      for step in sequence {
        guard let content = before.read(step.name)?.first else { continue }
        Self.check(
          step.target == 0 ? before.remove(step.name) : before.rename(step.name, to: step.target))
        changes.append((content, step.name, step.target))
      }
      for fate in 0..<UInt32(1) << UInt32(changes.count) {
        var disk = before
        disk.losePower { _, place, _ in place >= 64 ? fate >> (place - 64) & 1 : 1 }
        var expected = Dictionary(uniqueKeysWithValues: names.map { ($0, $0 + 10) })
        for (index, change) in changes.enumerated() where fate >> UInt32(index) & 1 == 1 {
          if change.target == 0 {
            if expected[change.name] == change.content { expected[change.name] = nil }
          } else {
            for (name, content) in expected where content == change.content {
              expected[name] = nil
            }
            expected[change.target] = change.content
          }
        }
        for name in names {
          #expect(disk.read(name) == expected[name].map { [$0] }, "\(changes), fate \(fate)")
        }
      }
    }
  }

  @Test func fullDisksTakeNothing() {
    var disk = Disk()
    var count: UInt32 = 0
    while disk.write([7], to: count + 1) { count += 1 }
    #expect(count == 64)
    Self.check(disk.remove(3))
    Self.check(disk.write([8], to: 99))
    #expect(disk.read(99) == [8])
    #expect(disk.read(3) == nil)
    Self.check(!disk.write([UInt32](repeating: 1, count: 513), to: 1))
    #expect(disk.read(1) == [7])
  }

  /// A digest knows every word: the hash that stands for them follows from nothing else.
  @Test func digestsSeeEveryWord() throws {
    var disk = Self.kept()
    func digest() -> UInt64 {
      var digest = StateDigest()
      disk.visitState(&digest)
      return digest.finalize()
    }
    var seen: Set<UInt64> = [digest()]
    for index in stride(from: 0, to: 200, by: 7) {
      var content = Self.old
      content[index] = 5
      Self.check(disk.write(content, to: 1))
      seen.insert(digest())
    }
    #expect(seen.count == 30)
    Self.check(disk.write(Self.old, to: 1))
    disk.sync(1)
    #expect(seen.contains(digest()))
    var snapshot = Snapshot()
    snapshot.save(&disk)
    var (other, backup) = (Disk(), Snapshot())
    try snapshot.restore(&other, savedTo: &backup)
    #expect(other.read(1) == Self.old)
    var digestOfOther = StateDigest()
    other.visitState(&digestOfOther)
    #expect(digestOfOther.finalize() == digest())
    Self.check(other.write([1], to: 2))
    Self.check(disk.write([1], to: 2))
    var again = StateDigest()
    other.visitState(&again)
    #expect(again.finalize() == digest())
  }
}
