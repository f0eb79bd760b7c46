import SimMath

/// A run of anything simulated: it applies events, checks after each, and digests, saves and
/// restores the state.
///
/// It knows nothing of pixels, files or clocks.
public struct Simulation<Model: Simulated & ~Copyable>: ~Copyable {
  /// What is simulated.
  public internal(set) var model: Model
  /// How many events were applied.
  public private(set) var eventCount: UInt64 = 0

  private var backup = Snapshot()

  /// Makes a run before its first event.
  public init(_ plan: Model.Plan) {
    self.init(model: Model(plan))
  }

  /// Takes a model as it is before its first event.
  package init(model: consuming Model) {
    self.model = model
  }

  /// Applies an event.
  public mutating func apply(_ event: borrowing Model.Event) {
    model.apply(event)
    eventCount &+= 1
  }

  /// The digest of the state, equal on every target.
  public mutating func digest() -> StateDigest {
    var digest = StateDigest()
    model.visitState(&digest)
    return digest
  }

  /// What is wrong with the state; nil when nothing is.
  ///
  /// - Parameter digest: that of the state as it is, which knows whether all numbers are finite.
  public mutating func fault(_ digest: borrowing StateDigest) -> SimulationFault? {
    if !digest.isFinite, let place = StatePlace.ofNonFinite(in: &model) {
      return .nonFinite(place)
    }
    return model.check().map { .broken($0) }
  }

  /// Applies events until one does harm.
  ///
  /// - Returns: the index of that event and what is wrong after it; nil when all went well.
  public mutating func run(
    _ events: some Sequence<Model.Event>
  ) -> (event: UInt64, fault: SimulationFault)? {
    for event in events {
      apply(event)
      let digest = digest()
      if let fault = fault(digest) { return (eventCount - 1, fault) }
    }
    return nil
  }

  /// Saves the state; allocates nothing when the snapshot has held as much before.
  public mutating func save(to snapshot: inout Snapshot) { snapshot.save(&self) }

  /// Restores a saved state of the same plan.
  ///
  /// - Throws: `SnapshotError`; the state is then as it was.
  public mutating func restore(_ snapshot: borrowing Snapshot) throws(SnapshotError) {
    var backup = takeBackup()
    defer { keepBackup(&backup) }
    try snapshot.restore(&self, savedTo: &backup)
  }

  /// Hands out the storage of the backup, for a restore that includes more than this.
  mutating func takeBackup() -> Snapshot {
    var taken = Snapshot()
    swap(&taken, &backup)
    return taken
  }

  /// Takes the storage back.
  mutating func keepBackup(_ storage: inout Snapshot) { swap(&storage, &backup) }
}

extension Simulation: StateFields where Model: ~Copyable {
  /// Shows the count of events and the model.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&eventCount, "eventCount")
    model.visitState(&visitor)
    visitor.derived("backup")
  }
}
