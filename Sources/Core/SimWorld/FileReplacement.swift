import SimMath

/// The steps of replacing a file as a whole: write a temporary file, sync it, rename it, and make
/// the new name durable.
///
/// At any time, also after a power loss, the file has its old or its new content. A model stores
/// one replacement per file and passes it every event of the disk:
///
///     case .launch: file.settle(identity: event.identity, in: &world)
///     case .disk:
///       switch file.finish(event, in: &world) {
///       case .replaced: …
///       case .failed: …
///       case .settled, .unfinished: break
///       }
package struct FileReplacement: Equatable, Sendable, StateFields {
  /// A step of a replacement.
  package enum Step: UInt8, Sendable {
    /// Nothing is under way.
    case idle
    /// The temporary file is being written.
    case write
    /// The temporary file is being synced.
    case sync
    /// The temporary file is being renamed.
    case rename
    /// The new name is being made durable.
    case syncDirectory
    /// The name of the file that was read at launch is being made durable.
    case settle
  }

  /// The outcome of an event of the disk.
  package enum Outcome: Equatable, Sendable {
    /// The steps continue, or the event belongs to another operation.
    case unfinished
    /// The file that was read at launch is durable.
    case settled
    /// The new content is durable.
    case replaced
    /// The file still has its old content: writing, syncing or renaming has failed.
    case failed
  }

  /// The name of the file.
  package private(set) var name: UInt32
  /// The step under way.
  package private(set) var step = Step.idle
  private var retryCount: UInt32 = 0
  private var identity: UInt64 = 0

  /// Creates a replacement that is idle.
  ///
  /// - Parameter name: the name of the file, below 2³¹.
  package init(of name: UInt32) { self.name = name }

  /// Whether new content is being written, whose fate a power loss would decide.
  package var isReplacing: Bool { step != .idle && step != .settle }

  /// The name of the temporary file for a file.
  package static func temporaryName(of name: UInt32) -> UInt32 { name | 0x8000_0000 }

  /// Makes the name of the file durable, as an app does at launch before it trusts what it reads.
  ///
  /// - Parameter identity: distinguishes the operation from all others.
  package mutating func settle(identity: UInt64, in world: inout World) {
    start(.settle, [], identity, in: &world)
  }

  /// Replaces the content of the file; nothing may be under way.
  ///
  /// - Parameters:
  ///   - content: the new content.
  ///   - identity: distinguishes the replacement from all others, also from a failed one.
  package mutating func replace(
    with content: [UInt32], identity: UInt64, in world: inout World
  ) {
    precondition(step == .idle, "the file is being replaced")
    start(.write, content, identity, in: &world)
  }

  /// Overwrites the file without a temporary one, as a planted bug does.
  package mutating func overwrite(
    with content: [UInt32], identity: UInt64, in world: inout World
  ) {
    (step, retryCount, self.identity) = (.rename, 0, identity)
    world.perform(.write, name, content: content, identity: key)
  }

  private mutating func start(
    _ step: Step, _ content: [UInt32], _ identity: UInt64, in world: inout World
  ) {
    (self.step, retryCount, self.identity) = (step, 0, identity)
    perform(content, in: &world)
  }

  private var key: UInt64 {
    NameHash.mix(identity ^ UInt64(name) &<< 32) ^ (UInt64(retryCount) << 3 | UInt64(step.rawValue))
  }

  private func perform(_ content: [UInt32] = [], in world: inout World) {
    let temporary = Self.temporaryName(of: name)
    switch step {
    case .write: world.perform(.write, temporary, content: content, identity: key)
    case .sync: world.perform(.sync, temporary, identity: key)
    case .rename: world.perform(.rename, temporary, to: name, identity: key)
    case .syncDirectory, .settle: world.perform(.syncDirectory, 0, identity: key)
    case .idle: break
    }
  }

  /// Continues after an operation of the disk.
  ///
  /// Once the file is renamed it cannot be undone, so a failed sync of its name is repeated.
  package mutating func finish(_ event: WorldEvent, in world: inout World) -> Outcome {
    guard event.common == .disk, step != .idle, event.identity == key else { return .unfinished }
    let isDone = event.second == 1
    switch step {
    case .write where isDone: step = .sync
    case .sync where isDone: step = .rename
    case .rename where isDone: step = .syncDirectory
    case .syncDirectory where isDone, .settle where isDone:
      defer { step = .idle }
      return step == .settle ? .settled : .replaced
    case .syncDirectory, .settle: retryCount &+= 1
    case .write, .sync, .rename, .idle:
      step = .idle
      return .failed
    }
    perform(in: &world)
    return .unfinished
  }

  /// Visits every field.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.constant(name, "name")
    visitor.field(&step, "step")
    visitor.field(&retryCount, "retryCount")
    visitor.field(&identity, "identity")
  }
}
