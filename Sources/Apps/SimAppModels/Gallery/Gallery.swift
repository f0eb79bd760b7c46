import SimbenchKit

/// A task of a gallery.
package enum GalleryTask: UInt8, Sendable {
  /// No task.
  case none
  /// Add a picture.
  case add
  /// Delete a picture.
  case delete
  /// Toggle whether a picture is a favorite.
  case favorite
  /// Remove orphaned files, which no picture refers to.
  case clean
}

/// The outcome of a disk operation for the gallery's task.
package enum GalleryOutcome: Equatable, Sendable {
  /// The task continues, or ended without news.
  case none
  /// A picture was added durably.
  case added(GalleryRecord)
  /// A picture was not added, and nothing has changed.
  case notAdded(GalleryRecord)
  /// A picture was deleted durably.
  case deleted(UInt32)
  /// A task failed, and nothing has changed.
  case failed(UInt32)
  /// The content read at launch is durable on disk.
  case settled
  /// All orphaned files have been removed.
  case clean
}

/// A gallery that survives crashes without data loss: each file is written and synced under a
/// temporary name, then renamed; the manifest changes last when a picture is added and first when
/// one is deleted.
///
/// It runs one task at a time, with one disk operation at a time.
package struct Gallery: Equatable, Sendable, StateFields {
  /// The maximum number of waiting tasks.
  package static var taskLimit: Int { 6 }

  /// A task with its arguments.
  struct Task: Equatable, Sendable, StateFields {
    var task = GalleryTask.none
    var record = GalleryRecord()
    /// The identity of the task's request, from which those of its disk operations derive.
    var identity: UInt64 = 0

    @specialized(where Visitor == StateDigest)
    @specialized(where Visitor == SnapshotWriter)
    @specialized(where Visitor == SnapshotReader)
    mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
      visitor.field(&task, "task")
      visitor.field(&identity, "identity")
      visitor.when(task != .none) { record.visitState(&$0) }
    }
  }

  /// The pictures and the quota.
  package private(set) var manifest = Manifest()
  /// Waiting tasks; the first is in progress.
  private var tasks = Array(repeating: Task(), count: taskLimit)
  private var taskCount: UInt32 = 0
  /// The task's current step, and whether its changes are being undone.
  private var step: UInt32 = 0
  private var isUndoing = false
  /// The new manifest, valid once the task has started to write it.
  private var staged = Manifest()
  private var isStaged = false
  /// The orphaned file that is being removed.
  private var orphan: UInt32 = 0
  /// The number of earlier tries of the current step.
  private var retryCount: UInt32 = 0
  private var plantedBug: SketchBug?

  /// Makes an empty gallery.
  package init(plantedBug: SketchBug? = nil) { self.plantedBug = plantedBug }

  /// Whether no task is in progress.
  package var isIdle: Bool { taskCount == 0 }

  /// The number of free pictures that waiting tasks will charge, on any date.
  package var pendingCharges: UInt32 {
    var count: UInt32 = 0
    for index in 0..<Int(taskCount) where tasks[index].task == .add && tasks[index].record.isFree {
      count += 1
    }
    return count
  }

  /// Advances the quota to a date unless it has already reached a later one.
  package mutating func reach(_ today: Int32) {
    if plantedBug == .setBackResets, today < manifest.quota.date {
      (manifest.quota.date, manifest.quota.used) = (today, 0)
    }
    manifest.quota.reach(today)
  }

  /// Charges the quota immediately, an injected bug.
  mutating func chargeNow(_ clock: WorldClock) {
    manifest.quota.charge(manifest.quota.date, clock)
  }

  /// The places in the manifest of the shown pictures, newest first.
  package func shownOrder() -> [Int] {
    var order = Array((0..<Int(manifest.count)).reversed())
    guard plantedBug == .orderByWall else { return order }
    for index in order.indices {
      var place = index
      while place > 0,
        manifest.records[order[place]].wallSeconds > manifest.records[order[place - 1]].wallSeconds
      {
        order.swapAt(place, place - 1)
        place -= 1
      }
    }
    return order
  }

  // MARK: - Tasks

  /// Reads the manifest at launch and starts to remove orphaned files.
  package mutating func open(_ identity: UInt64, in world: inout World) {
    let words = world.disk.read(GalleryFiles.manifest) ?? []
    manifest = Manifest(words) ?? Manifest()
    request(.clean, GalleryRecord(), identity, in: &world)
  }

  /// Whether there is space for one more picture.
  private var hasSpace: Bool {
    var count = Int(manifest.count)
    for index in 0..<Int(taskCount) where tasks[index].task == .add { count += 1 }
    return count < Manifest.capacity
  }

  /// Queues a task; returns false if too many are waiting or the gallery is full.
  @discardableResult
  package mutating func request(
    _ task: GalleryTask, _ record: GalleryRecord, _ identity: UInt64, in world: inout World
  ) -> Bool {
    guard taskCount < UInt32(Self.taskLimit), task != .add || hasSpace else { return false }
    tasks[Int(taskCount)] = Task(task: task, record: record, identity: identity)
    taskCount += 1
    if taskCount == 1 { begin(in: &world) }
    return true
  }

  private mutating func begin(in world: inout World) {
    (step, isUndoing, retryCount) = (0, false, 0)
    if tasks[0].task == .add {
      tasks[0].record.sequence = manifest.nextSequence
      fillIn(&tasks[0].record)
    }
    perform(in: &world)
  }

  private func fillIn(_ record: inout GalleryRecord) {
    let sketch = GalleryFiles.sketchWords(record.sketch)
    let picture = GalleryFiles.pictureWords(record.picture)
    record.sketchWords = UInt32(sketch.count)
    record.sketchChecksum = CRC32.of(sketch[...])
    record.pictureWords = UInt32(picture.count)
    record.pictureChecksum = CRC32.of(picture[...])
  }

  /// The steps of writing a file under a temporary name and renaming it.
  private static var replaceSteps: [DiskOperation] { [.write, .sync, .rename, .syncDirectory] }

  /// Starts the disk operation of the current step.
  private mutating func perform(in world: inout World) {
    if isUndoing { return remove(undone(step), in: &world) }
    switch tasks[0].task {
    case .add:
      let files = filesOfAdd
      let file = files[Int(step / 4)]
      replace(file, Self.replaceSteps[Int(step % 4)], in: &world)
    case .delete:
      if step < 4 {
        return replace(GalleryFiles.manifest, Self.replaceSteps[Int(step % 4)], in: &world)
      }
      let sequence = tasks[0].record.sequence
      switch step {
      case 4: remove(GalleryFiles.sketch(sequence), in: &world)
      case 5: remove(GalleryFiles.picture(sequence), in: &world)
      default: world.perform(.syncDirectory, 0, identity: identity)
      }
    case .favorite: replace(GalleryFiles.manifest, Self.replaceSteps[Int(step % 4)], in: &world)
    case .clean:
      // First make the manifest that was read durable: otherwise a power loss could restore an
      // older one that names removed files.
      orphan = step == 0 ? 0 : GalleryFiles.orphan(manifest, on: world.disk)
      if orphan != 0 {
        remove(orphan, in: &world)
      } else {
        world.perform(.syncDirectory, 0, identity: identity)
      }
    case .none: break
    }
  }

  private var filesOfAdd: [UInt32] {
    let sequence = tasks[0].record.sequence
    let blobs = [GalleryFiles.sketch(sequence), GalleryFiles.picture(sequence)]
    return plantedBug == .manifestFirst
      ? [GalleryFiles.manifest] + blobs : blobs + [GalleryFiles.manifest]
  }

  private var identity: UInt64 {
    tasks[0].identity &* 64 &+ UInt64(step) &+ (isUndoing ? 32 : 0)
      &+ UInt64(retryCount) &* 0x9E37_79B9_7F4A_7C15
  }

  private mutating func replace(_ file: UInt32, _ step: DiskOperation, in world: inout World) {
    let temporary = GalleryFiles.temporary(file)
    switch step {
    case .write:
      world.perform(.write, temporary, content: content(of: file, world.clock), identity: identity)
    case .sync:
      if plantedBug == .unsyncedBlob, file != GalleryFiles.manifest {
        // The seeded bug skips the sync: this operation changes nothing.
        return world.perform(.remove, 0, identity: identity)
      }
      world.perform(.sync, temporary, identity: identity)
    case .rename: world.perform(.rename, temporary, to: file, identity: identity)
    case .syncDirectory, .remove: world.perform(.syncDirectory, 0, identity: identity)
    }
  }

  private func remove(_ name: UInt32, in world: inout World) {
    world.perform(.remove, name, identity: identity)
  }

  private mutating func content(of file: UInt32, _ clock: WorldClock) -> [UInt32] {
    let record = tasks[0].record
    if file == GalleryFiles.sketch(record.sequence) {
      return GalleryFiles.sketchWords(record.sketch)
    }
    if file == GalleryFiles.picture(record.sequence) {
      return GalleryFiles.pictureWords(record.picture)
    }
    (staged, isStaged) = (manifest, true)
    switch tasks[0].task {
    case .add:
      staged.append(record)
      staged.nextSequence = record.sequence + 1
      if record.isFree, plantedBug != .chargedAtGo { staged.quota.charge(record.date, clock) }
    case .delete:
      if let place = staged.place(of: record.sequence) { staged.remove(at: place) }
    case .favorite:
      if let place = staged.place(of: record.sequence) { staged.toggleFavorite(at: place) }
    case .clean, .none: break
    }
    return staged.words
  }

  /// Calls `body` for every task, in the order of execution.
  func visitTasks(_ body: (GalleryTask, GalleryRecord) -> Void) {
    for index in 0..<Int(taskCount) { body(tasks[index].task, tasks[index].record) }
  }

  // MARK: - Responses

  /// Whether an event of the disk is that of the current operation.
  package func awaits(_ event: WorldEvent) -> Bool {
    taskCount > 0 && event.identity == identity
  }

  /// Handles the completion or failure of a disk operation.
  package mutating func finish(_ isDone: Bool, in world: inout World) -> GalleryOutcome {
    guard taskCount > 0 else { return .none }
    if isUndoing {
      step += 1
      if undone(step) != 0 {
        perform(in: &world)
        return .none
      }
      return end(failure, in: &world)
    }
    guard isDone else { return fail(in: &world) }
    let task = tasks[0]
    switch task.task {
    case .add:
      step += 1
      if step == 12 {
        adopt()
        return end(.added(task.record), in: &world)
      }
    case .delete:
      step += 1
      if step == 7 { return end(.none, in: &world) }
      if step == 4 {
        adopt()
        perform(in: &world)
        return .deleted(task.record.sequence)
      }
    case .favorite:
      step += 1
      if step == 4 {
        adopt()
        return end(.none, in: &world)
      }
    case .clean:
      if step == 0 {
        step = 1
        perform(in: &world)
        return .settled
      }
      if orphan == 0 { return end(.clean, in: &world) }
    case .none: break
    }
    perform(in: &world)
    return .none
  }

  /// Makes the staged manifest current; meanwhile another Go may have reached a later date.
  private mutating func adopt() {
    let reached = manifest.quota.date
    manifest = staged
    manifest.quota.reach(reached)
  }

  private var failure: GalleryOutcome {
    tasks[0].task == .add ? .notAdded(tasks[0].record) : .failed(tasks[0].record.sequence)
  }

  private mutating func fail(in world: inout World) -> GalleryOutcome {
    switch tasks[0].task {
    case .clean where step > 0:
      // The remaining files stay orphaned; the next launch removes them.
      return end(.none, in: &world)
    case .delete where step >= 4: return end(.none, in: &world)
    case .add, .delete, .favorite, .clean:
      let isLast = step == (tasks[0].task == .add ? 11 : 3)
      // The new manifest is already in place and cannot be undone, so sync the directory again.
      if isLast || tasks[0].task == .clean {
        retryCount += 1
        perform(in: &world)
        return .none
      }
      (isUndoing, step) = (true, 0)
      perform(in: &world)
      return .none
    case .none: return .none
    }
  }

  /// The files created by a failed task, one per step; 0 after the last.
  private func undone(_ step: UInt32) -> UInt32 {
    let sequence = tasks[0].record.sequence
    let manifest = GalleryFiles.temporary(GalleryFiles.manifest)
    guard tasks[0].task == .add else { return step == 0 ? manifest : 0 }
    let (sketch, picture) = (GalleryFiles.sketch(sequence), GalleryFiles.picture(sequence))
    switch step {
    case 0: return manifest
    case 1: return GalleryFiles.temporary(picture)
    case 2: return GalleryFiles.temporary(sketch)
    case 3: return picture
    case 4: return sketch
    default: return 0
    }
  }

  private mutating func end(_ outcome: GalleryOutcome, in world: inout World) -> GalleryOutcome {
    for index in 1..<Int(taskCount) { tasks[index - 1] = tasks[index] }
    taskCount -= 1
    tasks[Int(taskCount)] = Task()
    (step, isUndoing, retryCount, isStaged) = (0, false, 0, false)
    if taskCount > 0 { begin(in: &world) }
    return outcome
  }

  /// Visits every field except the bug, which is part of the plan.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&manifest, "manifest")
    visitor.field(&taskCount, in: 0...UInt32(Self.taskLimit), "taskCount")
    visitor.field(&tasks, "tasks")
    visitor.field(&step, in: 0...11, "step")
    visitor.field(&isUndoing, "isUndoing")
    visitor.field(&isStaged, "isStaged")
    // The staged manifest of a finished task is unused.
    visitor.when(isStaged) { $0.field(&staged, "staged") }
    visitor.field(&orphan, "orphan")
    visitor.field(&retryCount, "retryCount")
    visitor.derived("plantedBug")
  }
}
