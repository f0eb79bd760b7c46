import SimMath

/// A run of a simulated system: applies events, checks the state, and digests, saves and restores
/// it.
///
/// It is independent of pixels, files and clocks.
public struct Simulation<Model: Simulated & ~Copyable>: ~Copyable {
  /// The simulated system.
  public internal(set) var model: Model
  /// The number of events applied.
  public private(set) var eventCount: UInt64 = 0

  private var backup = Snapshot()

  /// Creates a run before its first event.
  public init(_ plan: Model.Plan) {
    self.init(model: Model(plan))
  }

  /// Creates a run from a model before its first event.
  package init(model: consuming Model) {
    self.model = model
  }

  /// Applies an event.
  public mutating func apply(_ event: borrowing Model.Event) {
    model.apply(event)
    eventCount &+= 1
  }

  /// The digest of the state, identical on every target.
  public mutating func digest() -> StateDigest {
    var digest = StateDigest()
    model.visitState(&digest)
    return digest
  }

  /// The violation in the current state; nil if there is none.
  ///
  /// - Parameter digest: the digest of the current state, which knows whether all numbers are
  ///   finite.
  public mutating func fault(_ digest: borrowing StateDigest) -> SimulationFault? {
    if !digest.isFinite, let place = StatePlace.ofNonFinite(in: &model) {
      return .nonFinite(place)
    }
    return model.check().map { .broken($0) }
  }

  /// Applies events until one causes a violation.
  ///
  /// - Returns: the index of that event and the violation; nil if there is none.
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

  /// Saves the state; does not allocate if the snapshot has held as many bytes before.
  public mutating func save(to snapshot: inout Snapshot) { snapshot.save(&self) }

  /// Restores a saved state of the same plan.
  ///
  /// - Throws: `SnapshotError`; the state is then unchanged.
  public mutating func restore(_ snapshot: borrowing Snapshot) throws(SnapshotError) {
    var backup = takeBackup()
    defer { keepBackup(&backup) }
    try snapshot.restore(&self, savedTo: &backup)
  }

  /// Lends the backup's storage to a restore that includes more than this run.
  mutating func takeBackup() -> Snapshot {
    var taken = Snapshot()
    swap(&taken, &backup)
    return taken
  }

  /// Takes the backup's storage back.
  mutating func keepBackup(_ storage: inout Snapshot) { swap(&storage, &backup) }
}

extension Simulation: StateFields where Model: ~Copyable {
  /// Visits the event count and the model.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&eventCount, "eventCount")
    model.visitState(&visitor)
    visitor.derived("backup")
  }
}
