import SimMath
import SimRuntime
import SimWorld
import Testing

/// A note in a file that is replaced at every edit.
private struct NoteModel: WorldModel {
  enum Event: UInt8, EventKey {
    case edit
    var descriptor: EventDescriptor { .user("edit", "The note is edited.") }
  }

  enum Effect: UInt8, EffectKey {
    case saves
    var descriptor: EffectDescriptor { EffectDescriptor("saves", "has saved the note") }
  }

  enum Property: UInt8, PropertyKey {
    case whole, failed, torn
    var descriptor: PropertyDescriptor {
      switch self {
      case .whole: .always("whole", "A launch finds the old or the new note.")
      case .failed: .sometimes("failed", "A replacement fails.")
      case .torn: .sometimes("torn", "The process ends during a replacement.")
      }
    }
  }

  enum Bug: UInt16 { case overwrites = 1 }

  typealias Fault = NoFault

  static var descriptor: ModelDescriptor { ModelDescriptor(name: "note", summary: "Keeps a note.") }

  private var file = FileReplacement(of: 7)
  private var edit: UInt32 = 0
  private var saved: UInt32 = 0
  private var staged: UInt32 = 0
  private var (isWhole, hasFailed, wasTorn) = (true, false, false)
  private let bug: Bug?

  init(_ context: ModelContext) { bug = context.plantedBug(Bug.self) }

  private static func words(_ edit: UInt32) -> [UInt32] { Array(repeating: edit, count: 300) }

  mutating func apply(_ event: WorldEvent, in world: inout World) {
    switch event.common {
    case .launch:
      for edit in [saved, staged] where world.disk.holds(Self.words(edit), in: 7) { saved = edit }
      isWhole = saved == 0 || world.disk.holds(Self.words(saved), in: 7)
      staged = saved
      file.settle(identity: event.identity, in: &world)
    case .disk: finish(event, in: &world)
    default: break
    }
    guard event.own(Event.self) == .edit, file.step == .idle else { return }
    edit += 1
    staged = edit
    if bug == .overwrites {
      file.overwrite(with: Self.words(edit), identity: event.identity, in: &world)
    } else {
      file.replace(with: Self.words(edit), identity: event.identity, in: &world)
    }
  }

  private mutating func finish(_ event: WorldEvent, in world: inout World) {
    switch file.finish(event, in: &world) {
    case .replaced:
      saved = staged
      isWhole = world.disk.holds(Self.words(saved), in: 7)
      world.note(Effect.saves)
    case .failed:
      (staged, hasFailed) = (saved, true)
      isWhole = saved == 0 || world.disk.holds(Self.words(saved), in: 7)
    case .settled, .unfinished: break
    }
  }

  mutating func loseMemory() {
    wasTorn = file.isReplacing
    file = FileReplacement(of: 7)
  }

  mutating func judge(_ world: borrowing World, by judge: inout PropertyChecker) {
    judge.always(Property.whole, isWhole)
    judge.sometimes(Property.failed, hasFailed)
    judge.sometimes(Property.torn, wasTorn)
    (hasFailed, wasTorn) = (false, false)
  }

  func isSettled(_ world: borrowing World) -> Bool { file.step == .idle }

  static func act(_ history: inout WorkloadGenerator, _ context: ModelContext) {
    while history.hasTime {
      history.add(Event.edit)
      history.wait(about: Nanoseconds.second / 10)
    }
  }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&file, "file")
    visitor.field(&edit, "edit")
    visitor.field(&saved, "saved")
    visitor.field(&staged, "staged")
    visitor.field(&isWhole, "isWhole")
    visitor.field(&hasFailed, "hasFailed")
    visitor.field(&wasTorn, "wasTorn")
    visitor.derived("bug")
  }
}

/// Goal: a replaced file is whole, whatever the disk and the power do.
///
/// Method: drawn runs with failing and slow disks, kills and power losses; a file that is
/// overwritten in place instead is found torn.
struct FileReplacementTests {
  private static func run(_ seed: UInt64, _ bug: NoteModel.Bug?) -> PropertyChecker {
    var plan = WorldPlan.drawn(
      NoteModel.self, seed: seed, parameters: ParameterValues([]),
      activeNanoseconds: 60 * Nanoseconds.second)
    plan.plantedBug = bug?.rawValue ?? 0
    var simulation = WorldSimulation<NoteModel>(plan)
    var checker = PropertyChecker(NoteModel.self)
    while let event = simulation.next, checker.failure == nil {
      simulation.apply(event)
      simulation.judge(by: &checker)
    }
    #expect(checker.failure != nil || simulation.isSettled, "seed \(seed)")
    return checker
  }

  @Test func aReplacedFileIsWhole() {
    var reached: Set<Int> = []
    for seed in UInt64(0)..<100 {
      let checker = Self.run(seed, nil)
      #expect(checker.failure == nil, "seed \(seed)")
      for (index, tally) in checker.tallies.enumerated() where tally.held > 0 {
        reached.insert(index)
      }
    }
    #expect(reached.isSuperset(of: 0...2))
  }

  @Test func anOverwrittenFileIsTorn() {
    #expect((UInt64(0)..<100).contains { Self.run($0, .overwrites).failure != nil })
  }
}
